// Pads, by their index in the kit, and the touches of this page.
import { $, make, setText } from "./dom.js";
import { drumOf, kind, pictogram, readable, tint } from "./drums.js";
import { flam, title } from "./flam.js";
import { live } from "./live.js";
import { strips } from "./mixer.js";

const keys = "1234567890qwertyuiop".split("");
/// A finger that has moved farther scrolls, in pixels.
const tapReach = 10;

export const pads = new Map();
let padsShown = "";
let padOrder = [];

export function showPads() {
  const kit = flam.state.kit?.pads ?? [];
  const soundsOf = new Map();
  for (const sound of flam.state.profile?.sounds ?? [])
    for (const place of flam.state.answers[sound] ?? []) soundsOf.set(place, [...(soundsOf.get(place) ?? []), sound]);
  const silent = kit.map((_, place) => place).filter((place) => !soundsOf.has(place));
  padOrder = [...soundsOf.keys(), ...silent];
  const shown = JSON.stringify([kit.map((pad) => [pad.name, pad.call]), [...soundsOf]]);
  if (shown !== padsShown) {
    padsShown = shown;
    pads.clear();
    const nodes = padOrder.map((place, index) => makePad(place, drumOf(kit[place]), title(kit[place], kit), soundsOf.get(place) ?? [], keys[index]));
    $("pads").replaceChildren(
      make("div", { className: "voiced" }, ...nodes.slice(0, soundsOf.size)),
      make("div", { className: "others" }, ...nodes.slice(soundsOf.size)));
    fitPads();
  }
  const isSoloed = kit.some(({ strip }) => strip.solo);
  kit.forEach(({ strip }, place) => {
    const { classList } = pads.get(place)?.node ?? {};
    classList?.toggle("muted", strip.mute);
    classList?.toggle("dimmed", isSoloed && !strip.solo);
  });
}

/// How hard a touch is: harder near the bottom of the pad, or by the pressure of a pen.
function force(node, { clientY, pointerType, pressure }) {
  const box = node.getBoundingClientRect();
  const depth = pointerType === "pen" && pressure > 0 ? pressure : (clientY - box.top) / box.height;
  return 0.25 + 0.75 * Math.max(0, Math.min(1, depth));
}

function makePad(place, drum, name, sounds, key) {
  const sureness = make("span");
  // A sound that is called as its drum is named once.
  const others = sounds.filter((sound) => readable(sound) !== name && kind(sound) !== kind(drum)).map(readable);
  const node = tint(make("button", { className: "pad", type: "button" },
    make("span", { className: "zones", aria: { hidden: true } }, ...["p", "mf", "f"].map((mark) => make("i", { textContent: mark }))),
    make("span", { className: "top" }, pictogram(drum), ...(key ? [make("kbd", { textContent: key.toUpperCase(), aria: { hidden: true } })] : [])),
    make("span", { className: "name", textContent: name }),
    make("span", { className: "bottom", aria: { hidden: true } }, make("span", { className: "sound", textContent: others.join(", ") }), sureness)), drum);
  node.setAttribute("aria-label", `${name}${sounds.length ? `, played by ${sounds.map(readable).join(" and ")}` : ""}`);
  if (key) node.setAttribute("aria-keyshortcuts", key);
  node.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const velocity = force(node, event);
    node.classList.add("held");
    if (event.pointerType === "touch" && mayScroll(node)) return waitForTap(node, event, () => touches.play(place, velocity));
    event.preventDefault();
    node.focus({ preventScroll: true });
    touches.play(place, velocity);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"])
    node.addEventListener(end, () => node.classList.remove("held"));
  node.addEventListener("contextmenu", (event) => event.preventDefault());
  node.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && !event.repeat) touches.play(place, event.shiftKey ? 1 : 0.7);
  });
  pads.set(place, { node, sureness, hit: 0, at: 0 });
  return node;
}

/// The page scrolls from this pad.
const mayScroll = (node) => getComputedStyle(node).touchAction !== "none";

/// Plays once the finger is lifted where it was put down. A finger that scrolls plays nothing.
function waitForTap(node, { pointerId, clientX, clientY }, play) {
  const over = new AbortController();
  const own = (event) => event.pointerId === pointerId;
  node.addEventListener("pointercancel", (event) => { if (own(event)) over.abort(); }, { signal: over.signal });
  node.addEventListener("pointerup", (event) => {
    if (!own(event)) return;
    over.abort();
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < tapReach) play();
  }, { signal: over.signal });
}

/// In the view of pads alone: as many columns as make the pads most like squares, and leave little room empty.
function fitPads() {
  const count = padOrder.length;
  if (!count) return;
  const fault = (columns) => {
    const rows = Math.ceil(count / columns);
    return Math.abs(Math.log((innerWidth / columns) / (innerHeight / rows))) + 2 * (columns * rows / count - 1);
  };
  const columns = Array.from({ length: count }, (_, index) => index + 1).reduce((best, one) => (fault(one) < fault(best) ? one : best));
  $("pads").style.setProperty("--columns", columns);
}
addEventListener("resize", fitPads);

export function strike(place, velocity, now) {
  const pad = pads.get(place);
  if (pad) Object.assign(pad, { hit: 0.35 + 0.65 * velocity, velocity, at: now });
  const strip = strips.get(place);
  if (strip) Object.assign(strip, { velocity, at: now, isLit: true });
}

/// The touches of this page, and the time from a touch to Flam's answer.
export const touches = {
  asked: new Map(), heard: new Map(),

  play(place, velocity) {
    const pad = flam.state.kit.pads[place].call;
    const at = performance.now();
    live.ask({ command: "note.on", pad, velocity, source: "page" }, ({ id }) => {
      if (id == null) return;
      const heard = this.heard.get(String(id));
      if (heard) this.show(heard - at); else this.asked.set(String(id), at);
    });
  },

  /// A restarted Flam numbers its notes from 1 again.
  forget() {
    this.asked.clear();
    this.heard.clear();
  },

  answered(note, now) {
    if (note.source !== "page" || note.action !== "on") return;
    const at = this.asked.get(String(note.id));
    this.asked.delete(String(note.id));
    if (at) this.show(now - at); else this.heard.set(String(note.id), now);
    if (this.heard.size > 64) this.heard.delete(this.heard.keys().next().value);
  },

  show(milliseconds) { setText($("touch"), `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`); },
};

addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || $("list").open || $("play").hidden) return;
  if (event.target.matches?.("input:not([type=range]), textarea, select")) return;
  const place = event.code.startsWith("Digit") ? keys.indexOf(event.code.slice(5)) : keys.indexOf(event.key.toLowerCase());
  if (place < 0 || place >= padOrder.length) return;
  event.preventDefault();
  touches.play(padOrder[place], event.shiftKey ? 1 : 0.7);
});
