// Layers of the loop: a lane each over the cycle, to see, to mute and to drag in time.
import { $, drawing, make, setPressed, setText } from "./dom.js";
import { readable, tint } from "./drums.js";
import { flam } from "./flam.js";
import { command, live } from "./live.js";

/// A lane that is dragged so near to a step snaps to it, in pixels.
const snap = 6;
/// A drag begins after so many pixels, so that a touch moves nothing.
const dragReach = 4;
/// With Shift, a key moves a lane by such a part of a step.
const finePart = 0.1;

/// The notes of each layer, by its number.
const notesOf = new Map();
/// The stretches of the microphone's sound of each layer, by its number.
const soundsOf = new Map();
/// What is shown of each layer, by its number.
const lanes = new Map();

/// Takes in the notes of a layer.
export function takeLane({ number, notes, sounds = [] }) {
  notesOf.set(number, notes);
  soundsOf.set(number, sounds);
  const lane = lanes.get(number);
  if (lane) draw(lane, 0);
}

/// A restarted Flam sends all layers again.
export function forgetLanes() {
  notesOf.clear();
  soundsOf.clear();
}

const grid = () => flam.state.loop.grid;

/// Shows a lane for each layer, and which of them are heard.
export function showLanes() {
  const loop = flam.state.loop;
  const layers = loop?.grid ? loop.layers : [];
  $("lanes").hidden = !layers.length;
  for (const [number, { node }] of lanes) {
    if (layers.some((layer) => layer.number === number)) continue;
    node.remove();
    lanes.delete(number);
  }
  const { isMuted, mutedLayers, soloLayers } = loop?.settings ?? {};
  const solos = layers.filter(({ number }) => soloLayers.includes(number));
  for (const { number, notes, stretches } of layers) {
    const lane = lanes.get(number) ?? makeLane(number);
    const isSolo = soloLayers.includes(number);
    setPressed(lane.mute, mutedLayers.includes(number));
    setPressed(lane.solo, isSolo);
    setText(lane.count, stretches ? "microphone" : `${notes} ${notes === 1 ? "note" : "notes"}`);
    lane.node.classList.toggle("silent", isMuted || mutedLayers.includes(number) || (solos.length > 0 && !isSolo));
    if (lane.drawnBeats !== loop.grid.beats) draw(lane, 0);
  }
}

/// Shows the place in the loop that sounds now, as a share of it.
export const moveLanes = (share) => $("lanes").style.setProperty("--share", share.toFixed(4));

function makeLane(number) {
  const button = (text, name) => {
    const node = make("button", { type: "button", textContent: text, aria: { label: `${text} layer ${number}`, pressed: false } });
    node.addEventListener("click", () => command(name, { layer: number }));
    return node;
  };
  const picture = drawing("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
  const slider = make("div", { className: "lane", tabIndex: 0, role: "slider" }, picture, make("i", { aria: { hidden: true } }));
  const lane = {
    number, slider, picture, count: make("small"), mute: button("Mute", "loop.mute"), solo: button("Solo", "loop.solo"), shift: 0, drag: null, drawnBeats: 0,
  };
  lane.node = make("li", {}, make("span", { className: "called" }, make("b", { textContent: `Layer ${number}` }), lane.count), lane.mute, lane.solo, slider);
  slider.setAttribute("aria-label", `Layer ${number} in time`);
  slider.addEventListener("keydown", (event) => press(lane, event));
  slider.addEventListener("pointerdown", (event) => grasp(lane, event));
  slider.addEventListener("pointermove", (event) => pull(lane, event));
  slider.addEventListener("pointerup", (event) => drop(lane, event));
  slider.addEventListener("pointercancel", () => { lane.drag = null; draw(lane, 0); });
  const next = [...lanes.values()].find((other) => other.number > number);
  $("lanes").insertBefore(lane.node, next?.node ?? null);
  lanes.set(number, lane);
  return lane;
}

// Moving a layer in time

function press(lane, event) {
  const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
  if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  move(lane, (way * (event.shiftKey ? finePart : 1)) / grid().stepsPerBeat);
}

function grasp(lane, event) {
  if (event.button) return;
  lane.slider.setPointerCapture(event.pointerId);
  lane.drag = { x: event.clientX, isFar: false };
}

function pull(lane, { clientX }) {
  const { drag } = lane;
  if (!drag) return;
  const across = clientX - drag.x;
  drag.isFar ||= Math.abs(across) > dragReach;
  if (drag.isFar) draw(lane, shiftOf(lane, across));
}

function drop(lane) {
  const isFar = lane.drag?.isFar;
  lane.drag = null;
  if (isFar) move(lane, lane.shift);
}

/// By how many beats a drag over so many pixels moves a lane.
function shiftOf(lane, across) {
  const { beats, stepsPerBeat } = grid();
  const dots = Math.max(1, lane.slider.clientWidth) / beats;
  const step = Math.round((across / dots) * stepsPerBeat) / stepsPerBeat;
  return Math.abs(across - step * dots) <= snap ? step : across / dots;
}

/// Asks Flam to move a layer. Until that is done, it is shown as if it were.
function move(lane, beats) {
  const shift = Number(beats.toFixed(4));
  if (!shift) return draw(lane, 0);
  draw(lane, shift);
  live.ask({ command: "loop.move", layer: lane.number, beats: shift }, ({ problem, isLost }) => {
    if (problem || isLost) draw(lane, 0);
  });
}

// The picture: a mark for each note at its beat, as high as it is hard, in the row of its drum.

/// In 6/8, 9/8 and 12/8 the beat is a dotted quarter, in 5/8 and 7/8 an eighth.
function beatsPerBar(meter) {
  const [count, unit] = meter.split("/").map(Number);
  const eighths = unit !== 8 ? 2 : count > 3 && count % 3 === 0 ? 3 : 1;
  return (count * 8) / unit / eighths;
}

function draw(lane, shift) {
  const loop = flam.state?.loop;
  if (!loop?.grid) return;
  const { beats, meter } = loop.grid;
  const notes = notesOf.get(lane.number) ?? [];
  const sounds = soundsOf.get(lane.number) ?? [];
  const drums = [...new Set(notes.map(({ pad }) => pad))];
  const rows = Math.max(1, drums.length);
  Object.assign(lane, { shift, drawnBeats: beats });
  const place = (beat) => (((beat + shift) % beats) + beats) % beats;
  const upright = (x, from, to, settings) => drawing("line", { x1: x, x2: x, y1: from, y2: to, ...settings });
  const bar = beatsPerBar(meter);
  lane.picture.setAttribute("viewBox", `0 0 ${beats} ${rows}`);
  lane.picture.replaceChildren(
    ...Array.from({ length: beats - 1 }, (_, beat) => upright(beat + 1, 0, rows, { class: (beat + 1) % bar ? "beat" : "bar" })),
    ...sounds.flatMap(({ beat, beats: length }) => {
      const from = place(beat);
      const to = Math.min(beats, from + length);
      const past = from + length - beats;
      return [[from, to], ...(past > 0 ? [[0, past]] : [])].map(([x1, x2]) =>
        drawing("line", { x1: x1.toFixed(3), x2: x2.toFixed(3), y1: rows / 2, y2: rows / 2, class: "sound" }));
    }),
    ...notes.map(({ beat, pad, velocity }) => {
      const row = drums.indexOf(pad);
      return tint(upright(place(beat).toFixed(3), row + 0.9 - 0.8 * Math.max(0.15, velocity), row + 0.9, { class: "note" }), pad);
    }));
  lane.slider.style.setProperty("--rows", rows);
  const first = place((notes[0] ?? sounds[0] ?? { beat: 0 }).beat);
  const named = drums.map(readable).join(", ");
  lane.slider.setAttribute("aria-valuemin", 0);
  lane.slider.setAttribute("aria-valuemax", beats);
  lane.slider.setAttribute("aria-valuenow", first.toFixed(2));
  lane.slider.setAttribute("aria-valuetext", `${sounds.length ? "microphone" : named || "no notes"}; begins at beat ${(first + 1).toFixed(2)} of ${beats}`);
}
