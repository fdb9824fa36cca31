// The delay from tap to drum with its parts, and the checks of the machine.
import { $, dBText, make, setText } from "./dom.js";
import { flam } from "./flam.js";
import { command, question } from "./live.js";

const ms = (value, places = 1) => `${value.toFixed(places)} ms`;

/// Asks for the delay. Asks for the checks if there were none yet.
export async function reloadMachine() {
  if ($("machine").hidden) return;
  const delay = await question("delay");
  if (delay) showDelay(delay);
  if (!$("findings").children.length) check();
}

const strokes = { midi: "its MIDI note", board: "its stroke on the board" };

function showDelay({ budgetMilliseconds, stages, counted, deviceMeasuredOn, measured, ports }) {
  const sum = counted?.medianMilliseconds ?? stages.reduce((sum, stage) => sum + stage.milliseconds, 0);
  const fits = sum <= budgetMilliseconds;
  setText($("delay-sum"), `${ms(sum)} from tap to drum, of ${ms(budgetMilliseconds, 0)}${fits ? "" : ": too long"}`);
  $("delay-sum").className = fits ? "good" : "warning";
  const whole = Math.max(sum, budgetMilliseconds);
  $("stages").replaceChildren(...stages.filter((stage) => stage.milliseconds > 0).map((stage, place) => {
    const part = make("i", { className: `stage-${place % 6}` });
    part.style.setProperty("--share", stage.milliseconds / whole);
    return part;
  }));
  $("stage-names").replaceChildren(...stages.map((stage) => {
    const place = stages.filter((stage) => stage.milliseconds > 0).indexOf(stage);
    return make("li", {}, make("i", { className: place < 0 ? "" : `stage-${place % 6}` }),
      make("span", { textContent: stage.name }), make("span", { className: "number", textContent: ms(stage.milliseconds, 2) }));
  }));
  setText($("delay-own"), deviceMeasuredOn
    ? `This includes your sound card’s own delay, measured on ${deviceMeasuredOn}.`
    : "This does not include your sound card’s own delay. ‘flam latency loop’ measures it with a cable, ‘flam latency air’ with loudspeaker and microphone.");
  $("delay-ports").replaceChildren(...ports.map(({ kind, milliseconds, stages }) => make("li", {
    textContent: `A drum always comes ${ms(milliseconds)} after ${strokes[kind]}: `
      + stages.map((stage) => `${stage.name} ${stage.milliseconds.toFixed(1)}`).join(", ") + "." })));
  showCounted(counted);
  $("measured").replaceChildren(...(measured.length ? measured.map((one) => make("li", {},
    make("b", { textContent: ms(one.medianMilliseconds, 2) }),
    make("span", { textContent: `${one.day}, ‘flam latency ${one.method}’, ${one.trials} trials, jitter ${ms(one.jitterMilliseconds, 3)}; `
      + `${one.input} to ${one.output}, ${one.periodFrames} frames` })))
    : [make("li", { className: "none", textContent: "No measurement yet." })]));
}

function showCounted(counted) {
  const most = Math.max(1, ...(counted?.counts ?? []));
  $("trials").replaceChildren(...(counted?.counts ?? []).map((count) => {
    const bar = make("i");
    bar.style.setProperty("--share", count / most);
    return bar;
  }));
  const text = counted
    ? `${counted.trials} hits: half within ${ms(counted.medianMilliseconds, 2)}, 95 of 100 within ${ms(counted.p95Milliseconds, 2)}, jitter ${ms(counted.jitterMilliseconds, 3)}`
    : "No hit has sounded yet. This is the expected delay.";
  setText($("trials-text"), text);
  $("trials").setAttribute("aria-label", text);
  $("trials").parentElement.hidden = !counted;
  if (!counted) return;
  const end = counted.startMilliseconds + counted.counts.length * counted.widthMilliseconds;
  const places = counted.widthMilliseconds < 0.1 ? 2 : 1;
  setText($("trials-from"), ms(counted.startMilliseconds, places));
  setText($("trials-to"), ms(end, places));
}

// Measuring while playing

const wantedTaps = 20;
/// Taps heard since the measurement began; null if there is none.
let taps = null;

/// Counts a hit while taps are measured.
export function countTap(message) {
  if (taps == null || message.event !== "hit.settled" || message.startFrame == null) return;
  taps += 1;
  if (taps < wantedTaps) return setText($("taps-text"), `Tap ${wantedTaps - taps} more.`);
  endTaps();
  measureTaps();
}

async function measureTaps() {
  const result = await question("delay", { hits: wantedTaps });
  if (!result?.counted) return;
  showDelay(result);
  const { trials, medianMilliseconds, p95Milliseconds, jitterMilliseconds } = result.counted;
  setText($("taps-text"), `${trials} taps: half within ${ms(medianMilliseconds, 2)}, 95 of 100 within ${ms(p95Milliseconds, 2)}, `
    + `jitter ${ms(jitterMilliseconds, 3)}. Without a measurement of the sound card, this leaves out its converters.`);
}

function endTaps(text = "") {
  taps = null;
  setText($("taps-begin"), `Measure by ${wantedTaps} taps`);
  setText($("taps-text"), text);
}

$("taps-begin").addEventListener("click", () => {
  if (taps != null) return endTaps();
  taps = 0;
  setText($("taps-begin"), "Stop measuring");
  setText($("taps-text"), `Tap ${wantedTaps} times near the microphone, as you usually play.`);
});
$("sweep").addEventListener("click", () => command("sweep"));

/// Shows Flam's state.
export function showMachine() {
  const { echo, rateHz } = flam.state;
  setText($("echo-text"), !echo ? "The echo path from your loudspeakers to the microphone was not measured. A sweep measures it in two seconds; playing waits meanwhile."
    : echo.isDrowned ? "The last sweep drowned in noise: turn the loudspeakers up, or wait until it is quiet."
    : !echo.isReturning ? `The microphone does not hear the drums: they are below ${dBText(echo.faintestDecibels)}.`
    : `The microphone hears the drums after ${ms(1000 * echo.delayFrames / rateHz)}, at ${dBText(echo.gainDecibels)}. Flam removes them.`);
}

// The checks

const marks = { pass: "good", warn: "may cause pops", fix: "to be fixed" };

async function check() {
  $("check").disabled = true;
  setText($("findings-sum"), "Checking …");
  const findings = await question("doctor");
  $("check").disabled = false;
  if (!findings) return setText($("findings-sum"), "");
  const count = (status) => findings.filter((finding) => finding.status === status).length;
  setText($("findings-sum"), `${count("pass")} good, ${count("warn")} may cause pops, ${count("fix")} to be fixed`);
  const order = ["fix", "warn", "pass"];
  const sorted = [...findings].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
  $("findings").replaceChildren(...sorted.map(findingItem));
}

function findingItem({ check, status, found, why, fix }) {
  const isFine = status === "pass";
  return make("li", { className: status },
    make("span", { className: "mark", role: "img", aria: { label: marks[status] ?? status } }),
    make("div", {}, make("b", { textContent: check.replaceAll("-", " ") }), make("span", { textContent: found }),
      ...(isFine ? [] : [make("span", { className: "soft", textContent: `${why}${fix ? ":" : "."}` })]),
      ...(fix && !isFine ? [fixLine(fix)] : [])));
}

/// A shell command to copy.
function fixLine(fix) {
  const button = make("button", { type: "button", textContent: "Copy", aria: { label: `Copy: ${fix}` } });
  button.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(fix).then(() => setText(button, "Copied"), () => setText(button, "Select it"));
  });
  return make("div", { className: "fix" }, make("code", { textContent: fix }), ...(navigator.clipboard ? [button] : []));
}

$("check").addEventListener("click", check);
$("delay-again").addEventListener("click", reloadMachine);
