// The mixer: drums, buses.
import { $, make, minus, setPressed, setRange, setText } from "./dom.js";
import { flam, title } from "./flam.js";
import { command } from "./live.js";

const least = -48;
const toDB = (gain) => (gain > 0 ? 20 * Math.log10(gain) : -Infinity);
const toGain = (dB) => (dB <= least ? 0 : 10 ** (dB / 20));
const gainText = (gain) => (gain > 0 ? `${toDB(gain) >= 0.05 ? "+" : ""}${minus(toDB(gain).toFixed(1).replace("-0.0", "0.0"))} dB` : "off");
export const strips = new Map();
let stripsShown = "";
export const buses = new Map();
const busNames = { drums: "All drums", room: "Room", backing: "Backing", click: "Click", microphone: "Microphone", master: "Master" };

function fader(label, onGain) {
  const input = make("input", { type: "range", min: least, max: 12, step: 0.5, aria: { label: `Gain of ${label}` } });
  let next = 0;
  input.addEventListener("input", () => {
    clearTimeout(next);
    next = setTimeout(() => onGain(toGain(Number(input.value))), 30);
    input.asked = performance.now();
  });
  return input;
}

export function showMixer() {
  const kit = flam.state.kit?.pads ?? [];
  const names = JSON.stringify(kit.map((pad) => [pad.name, pad.call]));
  if (names !== stripsShown) {
    stripsShown = names;
    strips.clear();
    $("strips").replaceChildren(...kit.map((pad, place) => makeStrip(place, pad.call, title(pad, kit))));
  }
  for (const [place, shown] of strips) {
    const { strip } = kit[place];
    setRange(shown.input, Math.max(least, toDB(strip.gain)));
    shown.input.setAttribute("aria-valuetext", gainText(strip.gain));
    setText(shown.text, gainText(strip.gain));
    setPressed(shown.mute, strip.isMuted);
    setPressed(shown.solo, strip.isSoloed);
  }
  const there = Object.keys(busNames).filter((bus) => bus in flam.state.buses && (bus !== "backing" || flam.state.backing != null));
  if (there.join() !== [...buses.keys()].join()) {
    buses.clear();
    $("buses").replaceChildren(...there.map(makeBus));
  }
  for (const bus of there) {
    const shown = buses.get(bus);
    const gain = flam.state.buses[bus];
    setRange(shown.input, Math.max(least, toDB(gain)));
    shown.input.setAttribute("aria-valuetext", gainText(gain));
    setText(shown.text, gainText(gain));
    if (gain > 0) shown.before = gain;
    setPressed(shown.mute, gain === 0);
  }
}

function makeStrip(place, call, name) {
  const change = (settings) => command("mix.strip", { drum: call, ...settings });
  const input = fader(name, (gain) => change({ gain }));
  const text = make("output");
  const toggle = (letter, label, key) => {
    const button = make("button", { type: "button", textContent: letter, aria: { label: `${label} ${name}`, pressed: false } });
    button.addEventListener("click", () => change({ [key]: button.getAttribute("aria-pressed") !== "true" }));
    return button;
  };
  const [mute, solo] = [toggle("M", "Mute", "isMuted"), toggle("S", "Solo", "isSoloed")];
  const light = make("i", { aria: { hidden: true } });
  strips.set(place, { input, text, mute, solo, light, at: 0 });
  return make("div", { className: "strip" }, make("span", { className: "name", textContent: name, title: name }),
    make("span", { className: "fader" }, input, light), text, mute, solo);
}

function makeBus(bus) {
  const input = fader(busNames[bus], (gain) => command("mix.bus", { bus, gain }));
  const text = make("output");
  const mute = make("button", { type: "button", textContent: "Mute", aria: { label: `Mute ${busNames[bus]}`, pressed: false } });
  const shown = { input, text, mute, before: 1 };
  mute.addEventListener("click", () => command("mix.bus", { bus, gain: flam.state.buses[bus] > 0 ? 0 : shown.before }));
  buses.set(bus, shown);
  return make("div", { className: "strip bus" }, make("span", { className: "name", textContent: busNames[bus] }), input, text, mute);
}
