// The line above the pads: the most important message, with a button that helps.
import { $, setClass, setText } from "./dom.js";
import { readable } from "./drums.js";
import { asked, flam, sure } from "./flam.js";
import { heard } from "./hits.js";
import { command, live } from "./live.js";

/// The last message, the sound that has moved since it was taught, and when the output last clipped.
export const notices = { last: null, stale: null, clipsAt: -Infinity };

/// Says something for a few seconds, with a button that helps.
export function say(text, kind = "", help = {}) { notices.last = { text, kind, ...help, at: performance.now() }; }

function worst(now) {
  if (!flam.state) return { text: "Connecting to Flam …" };
  if (asked()) return { kind: "warning", text: asked() };
  if (notices.last && now - notices.last.at < (notices.last.act ? 20000 : 8000)) return notices.last;
  const hit = heard.hits[0];
  const isRecent = hit && now - hit.at < 8000;
  if (flam.state.awayDevices.length)
    return { kind: "bad", text: `${flam.state.awayDevices.join(", ")} is gone. Plug it in again to go on.` };
  if (now - notices.clipsAt < 10000)
    return { kind: "bad", text: "The output clips.", cure: "Turn it down", act: () => command("mix.bus", { bus: "master", gain: 0.7 * (flam.state.buses.master?.gain ?? 1) }) };
  if (flam.state.load?.danger)
    return { kind: "warning", text: flam.state.load.danger.cause === "work" ? "Sound may crackle: Flam is nearly too slow for this computer." : "Sound may crackle: the computer is nearly too busy. Close programs; ‘flam doctor’ says more." };
  if (isRecent && hit.peakDecibels > -0.3)
    return { kind: "bad", text: "The microphone clips: turn its level down." };
  const drums = flam.state.buses.drums;
  if (drums?.mute)
    return { kind: "warning", text: "The drums are muted.", cure: "Unmute", act: () => command("mix.bus", { bus: "drums", mute: false }) };
  if (drums?.gain === 0)
    return { kind: "warning", text: "The drums are turned all the way down.", cure: "Turn them up", act: () => command("mix.bus", { bus: "drums", gain: 1 }) };
  if (isRecent && hit.refused === "tooSoft" && (flam.state.hearing?.sensitivity ?? 100) < 100)
    return { kind: "warning", text: "Too soft to be answered.", cure: "Answer softer hits", act: () => command("hearing", { sensitivity: Math.min(100, flam.state.hearing.sensitivity + 5) }) };
  if (notices.stale && now - notices.stale.at < 20000)
    return { kind: "warning", text: notices.stale.sound ? `Your “${readable(notices.stale.sound)}” sounds different today: teach it again and hit it four times.` : "Your hits are unlike all sounds that you taught.", ...teach(notices.stale.sound) };
  if (isRecent && !hit.refused && hit.sound != null && hit.confidence < sure && !flam.state.profile?.isGuess)
    return { kind: "warning", text: `Unsure: was that ${readable(hit.sound)}?`, ...teach(hit.sound) };
  if (flam.state.profile?.isGuess)
    return { text: "Flam is guessing your sounds.", cure: "Teach Flam your sounds", act: () => { location.hash = "#teach"; } };
  return { kind: "good", text: "All is well." };
}

export const teach = (sound) => (sound ? {
  cure: `Teach ${readable(sound)} again`,
  act: () => live.ask({ command: "hearing", sound, learnHits: 4 }, ({ problem }) => {
    notices.stale = null;
  }),
} : {});

let cure = null;
$("notice").querySelector("button").addEventListener("click", () => cure?.());

export function showNotices(now) {
  const worstNotice = worst(now);
  const [text, button] = $("notice").children;
  setClass($("notice"), worstNotice.kind ?? "");
  setText(text, worstNotice.text);
  setText(button, worstNotice.cure ?? "");
  button.hidden = !worstNotice.cure;
  cure = worstNotice.act ?? null;
}
