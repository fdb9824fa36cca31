// What Flam hears: the hits, why some are not answered, and the picture of the last seconds.
import { $, dBText, make, percent, setClass, setText } from "./dom.js";
import { readable } from "./drums.js";
import { flam, sure } from "./flam.js";
import { Monitor } from "./monitor.js";
import { pads, strike } from "./pads.js";

export const monitor = new Monitor($("scope"));
/// The last hits, the latest first.
export const heard = { hits: [], areNew: true };

/// Why a hit is not answered.
export const reasons = {
  tooSoft: "too soft", unknownSound: "none of your sounds", notAStroke: "not a hit",
  precursor: "a touch before the hit", masked: "the hit before still sounded", faint: "too faint",
};

/// Why this hit is not answered; undefined if it is.
export function refusal({ event, refused = event === "hit.refused" ? "tooSoft" : undefined }) {
  return refused && (reasons[refused] ?? refused);
}

/// What it lacked to be answered.
function lacked({ marginDecibels }) {
  return marginDecibels == null ? "" : marginDecibels < 0.5 ? ", by less than 1 dB" : `, by ${marginDecibels.toFixed(0)} dB`;
}

/// A restarted Flam numbers its hits from 1 again.
export function forgetHits() {
  heard.hits = [];
  heard.areNew = true;
  monitor.hits = [];
}

export function takeHit(message, now) {
  if (message.refused === "faint") return;
  const id = String(message.id);
  const place = heard.hits.findIndex((hit) => hit.id === id);
  if (message.event === "hit.withdrawn" && !message.refused) {
    monitor.hits = monitor.hits.filter((hit) => hit.id !== id);
    heard.hits = heard.hits.filter((hit) => hit.id !== id);
    heard.areNew = true;
    return;
  }
  let hit = heard.hits[place];
  if (!hit) {
    hit = { id, at: now, first: null, sound: message.sound };
    heard.hits = [hit, ...heard.hits].slice(0, 40);
    monitor.hits.push(hit);
    strikeSound(message, now);
  } else if (hit.sound !== message.sound) {
    const heardFrom = hit.startFrame ?? Infinity;
    const ahead = (flam.levels.frame ?? 0) - (flam.levels.heardFrames ?? 0);
    if (hit.first == null && message.frame + ahead > heardFrom) hit.first = hit.sound;
    if (hit.first === message.sound) hit.first = null;
    strikeSound(message, now);
  }
  for (const name of ["sound", "velocity", "confidence"]) hit[name] = message[name];
  for (const name of ["thresholdDecibels", "peakDecibels", "refused", "marginDecibels", "startFrame"])
    if (message[name] != null) hit[name] = message[name];
  if (message.event === "hit.refused") hit.refused ??= "tooSoft";
  hit.mark = hit.refused ? "refused" : hit.first != null ? "corrected" : "answered";
  if (hit.thresholdDecibels != null) monitor.threshold = hit.thresholdDecibels;
  heard.areNew = true;
  const pad = message.sound != null && !hit.refused && pads.get(flam.state?.answers[message.sound]?.[0]);
  if (pad) {
    setText(pad.sureness, `${percent(message.confidence)}${message.confidence < sure ? " ?" : ""}`);
    setClass(pad.sureness, message.confidence < sure ? "unsure" : "");
  }
}

function strikeSound(message, now) {
  if (message.sound == null || message.refused || message.event === "hit.refused") return;
  for (const place of (flam.state?.answers[message.sound] ?? []).slice(0, 1)) strike(place, message.velocity, now);
}

function hitItem(hit) {
  const why = hit.refused ? refusal(hit) + lacked(hit)
    : hit.mark === "corrected" ? `began as ${hit.first == null ? "none of yours" : readable(hit.first)}` : hit.confidence < sure ? "unsure" : "";
  const bar = make("i");
  bar.style.setProperty("--velocity", hit.velocity);
  return make("li", { className: hit.mark },
    make("span", { className: "mark", role: "img", aria: { label: hit.refused ? "not answered" : hit.mark } }),
    make("span", { className: "sound", textContent: hit.sound == null ? "not yours" : readable(hit.sound) }),
    make("span", { className: "sure", textContent: percent(hit.confidence) }),
    make("span", { className: "bar", aria: { hidden: true } }, bar),
    make("span", { className: "dB", textContent: dBText(hit.peakDecibels) }),
    make("span", { className: "why", textContent: why }));
}

export function showHits() {
  heard.areNew = false;
  const shown = heard.hits.slice(0, 8).map(hitItem);
  $("hits").replaceChildren(...(shown.length ? shown : [make("li", { className: "none", textContent: "Hit something near the microphone." })]));
}

export function inputVerdict() {
  const peaks = heard.hits.slice(0, 8).map((hit) => hit.peakDecibels).filter((dB) => dB != null);
  if (!peaks.length) return ["", ""];
  const most = Math.max(...peaks);
  return most > -0.3 ? ["clips", "bad"] : most < -40 ? ["faint", "warning"] : ["good", "good"];
}
