// Pads, by their index in the kit, and the touches of this page.
import { $, make, setText } from "./dom.js";
import { flam, title } from "./flam.js";
import { live } from "./live.js";
import { strips } from "./mixer.js";

const keys = "1234567890qwertyuiop".split("");

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
    const nodes = padOrder.map((place, index) => makePad(place, title(kit[place], kit), soundsOf.get(place) ?? [], keys[index]));
    $("pads").replaceChildren(
      make("div", { className: "voiced" }, ...nodes.slice(0, soundsOf.size)),
      make("div", { className: "others" }, ...nodes.slice(soundsOf.size)));
  }
  kit.forEach(({ strip }, place) => pads.get(place)?.node.classList.toggle("muted", strip.mute));
}

function makePad(place, name, sounds, key) {
  const sureness = make("span");
  const node = make("button", { className: "pad", type: "button" },
    make("span", { className: "top" }, make("span", { className: "name", textContent: name }),
      ...(key ? [make("kbd", { textContent: key.toUpperCase(), aria: { hidden: true } })] : [])),
    make("span", { className: "bottom", aria: { hidden: true } },
      make("span", { className: "sound", textContent: sounds.join(", ") }), sureness));
  node.setAttribute("aria-label", `${name}${sounds.length ? `, played by ${sounds.join(" and ")}` : ""}`);
  if (key) node.setAttribute("aria-keyshortcuts", key);
  node.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    node.focus({ preventScroll: true });
    const box = node.getBoundingClientRect();
    const depth = (event.clientY - box.top) / box.height;
    const pressed = event.pointerType === "pen" && event.pressure > 0 ? event.pressure : depth;
    touches.play(place, 0.25 + 0.75 * Math.max(0, Math.min(1, pressed)));
    node.classList.add("held");
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"])
    node.addEventListener(end, () => node.classList.remove("held"));
  node.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && !event.repeat) touches.play(place, event.shiftKey ? 1 : 0.7);
  });
  pads.set(place, { node, sureness, hit: 0, at: 0 });
  return node;
}

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
