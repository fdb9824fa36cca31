// The settings of a board's pads.
import { $, make, setRange, setText } from "./dom.js";
import { flam } from "./flam.js";
import { command } from "./live.js";

/// A slider: the engine's name, the drummer's name, lower and upper end, step, and unit.
const settings = [
  ["sensitivity", "Sensitivity", 0, 100, 1, ""],
  ["thresholdPercent", "Threshold", 0.2, 50, 0.2, " %"],
  ["maskMilliseconds", "Mask time", 0, 200, 1, " ms"],
  ["crosstalkPercent", "Crosstalk", 0, 100, 1, " %"],
  ["scanMilliseconds", "Scan time", 0.5, 20, 0.5, " ms"],
  ["retriggerMilliseconds", "Retrigger cancel", 0, 200, 1, " ms"],
];
const pads = new Map();
let shown = "";

export function showBoards() {
  const all = flam.state.boards.flatMap((board) => board.pads.map((pad) => ({ ...pad, curves: board.curves })));
  $("boards").hidden = all.length === 0;
  const names = JSON.stringify(all.map((pad) => [pad.input, pad.plays]));
  if (names !== shown) {
    shown = names;
    pads.clear();
    $("board-pads").replaceChildren(...all.map(makePad));
  }
  for (const pad of all) {
    const { inputs, curve } = pads.get(pad.input);
    for (const [name, , , , , unit] of settings) {
      const { input, text } = inputs.get(name);
      const value = `${Number(pad[name].toFixed(1))}${unit}`;
      setRange(input, pad[name]);
      input.setAttribute("aria-valuetext", value);
      setText(text, value);
    }
    if (curve.value !== pad.curve) curve.value = pad.curve;
  }
}

function makePad(pad) {
  const set = (change) => command("trigger", { input: pad.input, ...change });
  const inputs = new Map();
  const sliders = settings.map(([name, label, min, max, step]) => {
    const input = make("input", { type: "range", min, max, step });
    const text = make("output");
    let next = 0;
    input.addEventListener("input", () => {
      clearTimeout(next);
      next = setTimeout(() => set({ [name]: Number(input.value) }), 100);
      input.asked = performance.now();
    });
    inputs.set(name, { input, text });
    return make("label", { className: "slider" }, make("span", { textContent: label }), input, text);
  });
  const curve = make("select", {}, ...pad.curves.map((name) => make("option", { value: name, textContent: name })));
  curve.addEventListener("change", () => set({ curve: curve.value }));
  pads.set(pad.input, { inputs, curve });
  return make("fieldset", {}, make("legend", { textContent: `${pad.input} plays ${pad.plays}` }), ...sliders,
    make("label", { className: "slider" }, make("span", { textContent: "Curve" }), curve));
}
