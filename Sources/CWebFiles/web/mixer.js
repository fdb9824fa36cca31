// The mixer: drums, buses.
import { $, make, minus, setPressed, setRange, setText } from "./dom.js";
import { drumOf, pictogram, tint } from "./drums.js";
import { flam, title } from "./flam.js";
import { command } from "./live.js";

const least = -48;
const toDB = (gain) => (gain > 0 ? 20 * Math.log10(gain) : -Infinity);
const toGain = (dB) => (dB <= least ? 0 : 10 ** (dB / 20));
const gainText = (gain) => (gain > 0 ? `${toDB(gain) >= 0.05 ? "+" : ""}${minus(toDB(gain).toFixed(1).replace("-0.0", "0.0"))} dB` : "off");
export const strips = new Map();
let stripsShown = "";
const buses = new Map();
let busesShown = "";
export const busNames = { drums: "All drums", room: "Room", delay: "Delay", backing: "Backing", click: "Click", microphone: "Microphone", loops: "Loop", master: "Master" };

const usualLoudest = 12;
const gainRow = { name: "gain", kind: "gain", lower: least, upper: usualLoudest };
const placeText = (pan) => (pan === 0 ? "centre" : `${Math.round(100 * Math.abs(pan))} % ${pan < 0 ? "left" : "right"}`);

/// A parameter's name, the position of its fader, and its value in words.
const called = ({ name }) => name.charAt(0).toUpperCase() + name.slice(1);
const standsAt = ({ kind }, value) => (kind === "gain" ? Math.max(least, toDB(value)) : value ?? 0);
const texts = { gain: gainText, place: placeText };
const valueText = ({ kind, unit }, value) => (value == null ? "as the kit has it" : (texts[kind] ?? ((number) => `${minus(number.toFixed(2))} ${unit}`.trim()))(value));

function fader(row, label, onValue) {
  const input = make("input", {
    type: "range", min: row.lower, max: row.kind === "gain" ? Math.min(usualLoudest, row.upper) : row.upper, step: row.kind === "gain" ? 0.5 : 0.05,
    aria: { label: `${called(row)} of ${label}` },
  });
  let next = 0;
  input.addEventListener("input", () => {
    clearTimeout(next);
    const value = Number(input.value);
    next = setTimeout(() => onValue(row.kind === "gain" ? toGain(value) : value), 30);
    input.asked = performance.now();
  });
  return input;
}

export function showMixer() {
  const kit = flam.state.kit?.pads ?? [];
  const names = JSON.stringify([flam.choices.strip, kit.map((pad) => [pad.name, pad.call])]);
  if (names !== stripsShown) {
    stripsShown = names;
    strips.clear();
    $("strips").replaceChildren(...kit.map((pad, place) => makeStrip(place, pad, title(pad, kit))));
  }
  const isSoloed = kit.some(({ strip }) => strip.solo);
  for (const [place, shown] of strips) {
    const { strip } = kit[place];
    shown.node.classList.toggle("dimmed", isSoloed && !strip.solo);
    setRange(shown.input, Math.max(least, toDB(strip.gain)));
    shown.input.setAttribute("aria-valuetext", gainText(strip.gain));
    setText(shown.text, gainText(strip.gain));
    for (const [name, button] of shown.toggles) setPressed(button, strip[name]);
    for (const [row, more] of shown.more) {
      setRange(more, standsAt(row, strip[row.name]));
      more.setAttribute("aria-valuetext", valueText(row, strip[row.name]));
      more.title = `${called(row)}: ${valueText(row, strip[row.name])}`;
    }
  }
  const there = Object.keys(busNames).filter((bus) => bus in flam.state.buses && (bus !== "backing" || flam.state.backing != null) && (bus !== "loops" || flam.state.loop != null));
  const made = JSON.stringify([flam.choices.bus, there]);
  if (made !== busesShown) {
    busesShown = made;
    buses.clear();
    $("buses").replaceChildren(...there.map(makeBus));
  }
  for (const bus of there) {
    const { input, text, toggles } = buses.get(bus);
    const values = flam.state.buses[bus];
    setRange(input, Math.max(least, toDB(values.gain)));
    input.setAttribute("aria-valuetext", gainText(values.gain));
    setText(text, gainText(values.gain));
    for (const [name, button] of toggles) setPressed(button, values[name]);
  }
}

/// A button for each value of the rows that is on or off.
function makeToggles(rows, name, text, change) {
  return rows.filter(({ kind }) => kind === "toggle").map((row) => {
    const button = make("button", { type: "button", textContent: text(row), aria: { label: `${called(row)} ${name}`, pressed: false } });
    button.addEventListener("click", () => change({ [row.name]: button.getAttribute("aria-pressed") !== "true" }));
    return [row.name, button];
  });
}

function makeStrip(place, pad, name) {
  const { call } = pad;
  const change = (settings) => command("mix.strip", { drum: call, ...settings });
  const input = fader(gainRow, name, (gain) => change({ gain }));
  const text = make("output");
  const toggles = makeToggles(flam.choices.strip, name, (row) => called(row).charAt(0), change);
  const more = flam.choices.strip.filter((row) => row.kind !== "toggle" && row.name !== "gain").map((row) => {
    const input = fader(row, name, (value) => change({ [row.name]: value }));
    if (row.kind === "place") input.addEventListener("dblclick", () => change({ [row.name]: null }));
    return [row, input];
  });
  const light = make("i", { aria: { hidden: true } });
  const node = make("div", { className: "strip" }, make("span", { className: "name", title: name }, pictogram(drumOf(pad)), name),
    make("span", { className: "fader" }, input, light), text, ...toggles.map(([, button]) => button),
    make("span", { className: "more" }, ...more.map(([row, input]) => make("label", { textContent: called(row), title: row.meaning }, input))));
  strips.set(place, { node, input, text, toggles, more, light, at: 0 });
  return tint(node, drumOf(pad));
}

$("more-faders").addEventListener("click", () => {
  const isShown = $("strips").classList.toggle("wide");
  setPressed($("more-faders"), isShown);
});

function makeBus(bus) {
  const change = (settings) => command("mix.bus", { bus, ...settings });
  const input = fader(gainRow, busNames[bus], (gain) => change({ gain }));
  const text = make("output");
  const toggles = makeToggles(flam.choices.bus, busNames[bus], called, change);
  buses.set(bus, { input, text, toggles });
  return make("div", { className: "strip bus" }, make("span", { className: "name", textContent: busNames[bus] }), input, text, ...toggles.map(([, button]) => button));
}
