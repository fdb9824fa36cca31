// The racks: the effects of each bus, in their order, with the response of their filters.
import { $, drawing, make, minus, setOptions, setPressed, setRange, setText } from "./dom.js";
import { flam, title } from "./flam.js";
import { command, counter, live, question } from "./live.js";
import { busNames } from "./mixer.js";
import { say } from "./notices.js";

const racks = new Map();
let shown = "";
const steps = 1000;
const highestDB = 24;
const called = (bus) => busNames[bus] ?? bus.charAt(0).toUpperCase() + bus.slice(1);
const effectOf = (name) => flam.choices.effects.find((effect) => effect.name === name);

/// A parameter's place on its slider, 0 to `steps`: frequencies and times by ratios.
const ratio = ({ lower, upper }) => Math.log(upper / lower);
const toPlace = (row, value) => Math.round(steps * (row.kind === "ratio" ? Math.log(value / row.lower) / ratio(row) : (value - row.lower) / (row.upper - row.lower)));
function toValue(row, place) {
  const value = row.kind === "ratio" ? row.lower * Math.exp((place / steps) * ratio(row)) : row.lower + (place / steps) * (row.upper - row.lower);
  const stepped = row.kind === "number" ? row.lower + Math.round((value - row.lower) / row.step) * row.step : value;
  return Math.min(row.upper, Math.max(row.lower, Number(stepped.toPrecision(4))));
}
const valueText = (row, value) => (row.words.length ? row.words[Math.round(value)] : `${minus(Number(value.toPrecision(3)))} ${row.unit}`.trim());

export function showRacks() {
  const { effects } = flam.choices;
  if (!effects) return;
  const kit = flam.state.kit?.pads ?? [];
  const buses = [...Object.keys(busNames), ...Object.keys(flam.state.buses).filter((bus) => !(bus in busNames))].filter((bus) => bus in flam.state.buses);
  const places = [...buses.map((bus) => [bus, called(bus)]), ...kit.map((pad) => [pad.call, title(pad, kit)])];
  setOptions($("rack-bus"), places);
  setOptions($("rack-effect"), effects.filter(({ needsSource }) => !needsSource).map(({ name, meaning }) => [name, `${name}: ${meaning}`]));
  setOptions($("preset"), flam.choices.presets.map(({ name, meaning }) => [name, meaning ? `${name}: ${meaning}` : name]));
  const filled = Object.entries(flam.state.racks).filter(([, rack]) => Object.keys(rack).length);
  const order = JSON.stringify(filled.map(([bus, rack]) => [bus, Object.entries(rack).map(([slot, { effect }]) => [slot, effect])]));
  if (order !== shown) {
    shown = order;
    const held = document.activeElement?.dataset?.handle;
    racks.clear();
    $("racks").replaceChildren(...filled.map(([bus, rack]) => makeRack(bus, rack)));
    if (held) $("racks").querySelector(`[data-handle="${held}"]`)?.focus();
  }
  for (const [bus, rack] of filled) fillRack(bus, rack);
}

$("rack-add").addEventListener("click", () => command("effect.insert", { bus: $("rack-bus").value, effect: $("rack-effect").value }));
$("preset-use").addEventListener("click", async () => {
  const result = await question("usePreset", { name: $("preset").value });
  if (result) say(`“${result.name}” is on. Undo brings back what was there.`, "good");
});
$("preset-keep").addEventListener("submit", async (event) => {
  event.preventDefault();
  const result = await question("keepPreset", { name: $("preset-name").value.trim() });
  if (!result) return;
  $("preset-name").value = "";
  live.ask({ ask: "choices" });
  say(`All effects are kept as the preset “${result.name}”.`, "good");
});

function makeRack(bus, rack) {
  const curve = drawing("path", { class: "curve" });
  const picture = drawing("svg", { viewBox: `0 ${-highestDB} 100 ${2 * highestDB}`, preserveAspectRatio: "none", role: "img" }, drawing("path", { class: "axis", d: "M0 0H100" }), curve);
  const made = { cards: new Map(), curve, picture, isLast: counter(), values: "" };
  racks.set(bus, made);
  const cards = Object.keys(rack).map((slot) => makeCard(made, bus, Number(slot), rack[slot].effect));
  return make("section", { aria: { label: `Effects of ${called(bus)}` } }, make("h4", { textContent: called(bus) }), picture, make("ol", {}, ...cards));
}

function makeCard(made, bus, slot, name) {
  const effect = effectOf(name);
  const label = `${name} of ${called(bus)}`;
  // A time in seconds ends that of a note.
  const change = (values) => command("effect.set", { bus, slot, values: "time" in values && name === "delay" ? { ...values, note: 0 } : values });
  const handle = make("button", { type: "button", className: "handle", textContent: name, title: effect?.meaning ?? "", aria: { label: `${label}: drag it, or use the arrow keys, to move it` } });
  handle.dataset.handle = `${bus} ${slot}`;
  const bypass = make("button", { type: "button", textContent: "Bypass", aria: { label: `Bypass ${label}`, pressed: false } });
  bypass.addEventListener("click", () => command("effect.bypass", { bus, slot, isBypassed: bypass.getAttribute("aria-pressed") !== "true" }));
  const remove = make("button", { type: "button", textContent: "×", aria: { label: `Remove ${label}` } });
  remove.addEventListener("click", () => command("effect.remove", { bus, slot }));
  const values = (effect?.parameters ?? []).filter(({ kind }) => kind !== "note").map((row) => {
    const input = row.words.length ? make("select", {}, ...row.words.map((word, value) => make("option", { value, textContent: word })))
      : make("input", { type: "range", min: 0, max: steps });
    input.setAttribute("aria-label", `${row.name} of ${label}`);
    input.addEventListener("input", () => {
      input.asked = performance.now();
      clearTimeout(input.next);
      input.next = setTimeout(() => change({ [row.name]: row.words.length ? Number(input.value) : toValue(row, Number(input.value)) }), 30);
    });
    return { row, input, output: make("output") };
  });
  const node = make("li", {}, make("span", { className: "head" }, handle, bypass, remove),
    ...values.map(({ row, input, output }) => make("label", { title: row.meaning }, make("span", { textContent: row.name }), input, output)));
  const card = { node, slot, bypass, values };
  made.cards.set(slot, card);
  handle.addEventListener("keydown", (event) => press(made, bus, card, event));
  handle.addEventListener("pointerdown", (event) => grasp(made, bus, card, handle, event));
  return node;
}

function fillRack(bus, rack) {
  const made = racks.get(bus);
  for (const [slot, setting] of Object.entries(rack)) {
    const { node, bypass, values } = made.cards.get(Number(slot));
    setPressed(bypass, setting.isBypassed);
    node.classList.toggle("dimmed", setting.isBypassed);
    for (const { row, input, output } of values) {
      const value = setting.values[row.name];
      setRange(input, row.words.length ? Math.round(value) : toPlace(row, value));
      setText(output, row.words.length ? "" : valueText(row, value));
      input.setAttribute("aria-valuetext", valueText(row, value));
    }
  }
  const values = JSON.stringify(rack);
  if (values === made.values) return;
  made.values = values;
  drawCurve(made, bus, rack);
}

/// Draws the response of the filters of a rack over frequencies from 20 Hz to 20 kHz.
async function drawCurve(made, bus, rack) {
  const isShown = Object.values(rack).some(({ effect }) => effectOf(effect)?.isFilter);
  made.picture.style.display = isShown ? "" : "none";
  if (!isShown) return;
  const isStillLast = made.isLast();
  const decibels = await question("curve", { name: bus });
  if (!decibels || !isStillLast()) return;
  const places = decibels.map((dB, index) => `${((100 * index) / (decibels.length - 1)).toFixed(2)} ${(-Math.max(-highestDB, Math.min(highestDB, dB))).toFixed(2)}`);
  made.curve.setAttribute("d", `M${places.join("L")}`);
  made.picture.setAttribute("aria-label", `Response of the filters of ${called(bus)}: ${minus(Math.min(...decibels).toFixed(0))} to ${minus(Math.max(...decibels).toFixed(0))} dB`);
}

// Moving an effect to another place

const move = (bus, slot, to) => { if (to !== slot) command("effect.move", { bus, slot, to }); };

function press(made, bus, { slot }, event) {
  const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const slots = [...made.cards.keys()];
  const to = slots[slots.indexOf(slot) + way];
  if (to == null) return;
  event.target.dataset.handle = `${bus} ${to}`;
  move(bus, slot, to);
}

function grasp(made, bus, card, handle, event) {
  if (event.button) return;
  handle.setPointerCapture(event.pointerId);
  /// The card whose middle is nearest to the pointer.
  const nearest = ({ clientX, clientY }) => [...made.cards.values()].map((other) => {
    const { left, top, width, height } = other.node.getBoundingClientRect();
    return { other, far: Math.hypot(clientX - left - width / 2, clientY - top - height / 2) };
  }).sort((one, two) => one.far - two.far)[0].other;
  const show = (over) => { for (const other of made.cards.values()) other.node.classList.toggle("over", other === over && over !== card); };
  handle.onpointermove = (moved) => show(nearest(moved));
  handle.onpointerup = (moved) => {
    handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
    show(null);
    move(bus, card.slot, nearest(moved).slot);
  };
  handle.onpointercancel = () => {
    handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
    show(null);
  };
}
