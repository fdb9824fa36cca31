// What there is to say: the worst first, with what helps.
import { $, setClass, setText } from "./dom.js";
import { asked, flam, sure } from "./flam.js";
import { heard } from "./hits.js";
import { command, live } from "./live.js";

/// What was said last, what sounds strange, and when the output clipped.
export const news = { told: null, stale: null, clipsAt: -Infinity };

export function say(text, kind = "") { news.told = { text, kind, at: performance.now() }; }

function worst(now) {
  if (!flam.state) return { text: "Flam is being called …" };
  if (asked()) return { kind: "warning", text: asked() };
  if (news.told && now - news.told.at < 8000) return news.told;
  const hit = heard.hits[0];
  const isRecent = hit && now - hit.at < 8000;
  if (flam.state.awayDevices.length)
    return { kind: "bad", text: `${flam.state.awayDevices.join(", ")} is gone; playing goes on once it is back.` };
  if (now - news.clipsAt < 10000)
    return { kind: "bad", text: "The output clips.", cure: "Turn it down", act: () => command("mix.bus", { bus: "master", gain: 0.7 * (flam.state.buses.master?.gain ?? 1) }) };
  if (flam.state.load?.danger)
    return { kind: "warning", text: flam.state.load.danger.cause === "work" ? "Close to a pop: Flam’s work takes almost all of its time." : "Close to a pop: the system keeps the sound waiting. ‘flam doctor’ says why." };
  if (isRecent && hit.peakDecibels > -0.3)
    return { kind: "bad", text: "The microphone clips: turn its level down." };
  const drums = flam.state.buses.drums;
  if (drums?.mute)
    return { kind: "warning", text: "The drums are muted.", cure: "Unmute", act: () => command("mix.bus", { bus: "drums", mute: false }) };
  if (drums?.gain === 0)
    return { kind: "warning", text: "The drums are turned all the way down.", cure: "Turn them up", act: () => command("mix.bus", { bus: "drums", gain: 1 }) };
  if (isRecent && hit.refused === "tooSoft" && (flam.state.hearing?.sensitivity ?? 100) < 100)
    return { kind: "warning", text: "Too soft to be answered.", cure: "Answer softer hits", act: () => command("hearing", { sensitivity: Math.min(100, flam.state.hearing.sensitivity + 5) }) };
  if (news.stale && now - news.stale.at < 20000)
    return { kind: "warning", text: news.stale.sound ? `“${news.stale.sound}” sounds strange now.` : "What is struck is far from every sound that Flam was taught.", ...teach(news.stale.sound) };
  if (isRecent && !hit.refused && hit.sound != null && hit.confidence < sure && !flam.state.profile?.isGuess)
    return { kind: "warning", text: `Unsure: was that ${hit.sound}?`, ...teach(hit.sound) };
  if (flam.state.profile?.isGuess)
    return { text: "Built-in guess, rough.", cure: "Teach Flam your sounds", act: () => { location.hash = "#teach"; } };
  return { kind: "good", text: "All is well." };
}

export const teach = (sound) => (sound ? {
  cure: `Teach ${sound} again`,
  act: () => live.ask({ command: "hearing", sound, learnHits: 5 }, ({ problem }) => {
    news.stale = null;
  }),
} : {});

let cure = null;
$("news").querySelector("button").addEventListener("click", () => cure?.());

export function showNews(now) {
  const worstNews = worst(now);
  const [text, button] = $("news").children;
  setClass($("news"), worstNews.kind ?? "");
  setText(text, worstNews.text);
  setText(button, worstNews.cure ?? "");
  button.hidden = !worstNews.cure;
  cure = worstNews.act ?? null;
}
