// Transport, tempo, hearing and meters.
import { $, dBText, percent, setClass, setPressed, setRange, setText } from "./dom.js";
import { arePopsShown, flam } from "./flam.js";
import { inputVerdict, monitor } from "./hits.js";
import { command } from "./live.js";

$("record").addEventListener("click", () =>
  flam.state?.isRecording ? command("recording.stop") : command("recording.start", { path: "" }));
$("session").addEventListener("click", () => command(flam.state?.session ? "session.stop" : "session.start"));
$("undo").addEventListener("click", () => command("undo"));
$("click").addEventListener("click", () => command("tempo", { isClicking: !flam.state?.tempo?.isClicking }));
const tempoRow = () => flam.choices.tempo.find((row) => row.name === "tempo");
const setTempo = (beats) => {
  const { lower, upper } = tempoRow() ?? { lower: beats, upper: beats };
  if (Number.isFinite(beats)) command("tempo", { beatsPerMinute: Math.max(lower, Math.min(upper, Math.round(beats))) });
};
$("tempo").addEventListener("change", () => {
  const isEmpty = $("tempo").value.trim() === "";
  if (isEmpty) $("tempo").value = Math.round(flam.state?.tempo?.beatsPerMinute ?? 120);
  else setTempo(Number($("tempo").value));
});
$("slower").addEventListener("click", () => setTempo((flam.state?.tempo?.beatsPerMinute ?? 120) - 1));
$("faster").addEventListener("click", () => setTempo((flam.state?.tempo?.beatsPerMinute ?? 120) + 1));
$("sensitivity").addEventListener("input", () => {
  const input = $("sensitivity");
  input.asked = performance.now();
  clearTimeout(input.next);
  input.next = setTimeout(() => command("hearing", { sensitivity: Number(input.value) }), 60);
  setText($("sensitivity-text"), input.value);
});

$("strictness").addEventListener("change", () => command("hearing", { strictness: $("strictness").value }));

let recordingSince = null;

/// Which microphone is heard, and where the drums sound: never in the browser.
function whereText({ input, output, hearsTake }) {
  const heard = hearsTake ? `Flam hears the recording “${input}”` : input ? `Flam hears the microphone “${input}”` : "Flam hears no microphone";
  return `${heard}. ${output ? `Drums sound at the computer, on “${output}”.` : "Nothing sounds: Flam plays on no loudspeaker, and records."}`;
}

export function showTransport() {
  const { kit, loading, profile, delay, hearing, tempo } = flam.state;
  setText($("kit").querySelector("b"), loading ? `${loading.name} ${percent(loading.share)}` : kit?.name ?? "none");
  setText($("sounds").querySelector("b"), profile?.isGuess ? "Built-in guess" : profile?.name ?? "Yours");
  setText($("where"), whereText(flam.state));
  const isLong = delay?.milliseconds > delay?.budgetMilliseconds;
  setText($("delay"), delay ? `${delay.milliseconds?.toFixed(1) ?? "?"} ms of ${delay.budgetMilliseconds.toFixed(0)}` : "–");
  setClass($("delay"), isLong ? "warning" : "");
  setText($("pops"), !arePopsShown() ? "no device" : flam.state.xruns ? String(flam.state.xruns) : "none");
  const isFair = isLong || (arePopsShown() && flam.state.xruns > 0);
  setText($("health"), isFair ? "Fair" : "Good");
  setClass($("health"), isFair ? "warning" : "good");
  setPressed($("record"), flam.state.isRecording);
  recordingSince = flam.state.isRecording ? recordingSince ?? performance.now() : null;
  setPressed($("session"), flam.state.session != null);
  setPressed($("click"), tempo?.isClicking ?? false);
  const row = tempoRow();
  if (row) Object.assign($("tempo"), { min: row.lower, max: row.upper, title: row.meaning });
  if (tempo && document.activeElement !== $("tempo")) $("tempo").value = Math.round(tempo.beatsPerMinute);
  if (hearing) {
    setRange($("sensitivity"), hearing.sensitivity);
    setText($("sensitivity-text"), $("sensitivity").value);
    if (document.activeElement !== $("strictness")) $("strictness").value = hearing.strictness;
  }
  document.title = kit ? `${kit.name} – Flam` : "Flam";
}

function showMeter(id, dB, at) {
  const node = $(id);
  const share = Math.max(0, Math.min(1, 1 + (dB ?? -60) / 60));
  node.firstElementChild.style.setProperty("--share", share.toFixed(3));
  if (at != null) node.lastElementChild.style.setProperty("--at", Math.max(0, 1 + at / 60).toFixed(3));
}

export function showMeters() {
  showMeter("in", flam.levels.inputDecibels, monitor.threshold);
  showMeter("out", flam.levels.peakDecibels);
}

/// The levels as text, a few times a second.
export function showLevels(now) {
  const [verdict, kind] = inputVerdict();
  setText($("in-text"), `${dBText(flam.levels.inputDecibels)}${verdict ? ` · ${verdict}` : ""}`);
  setClass($("in-text"), kind);
  const limits = flam.levels.limitingDecibels > 1;
  setText($("out-text"), `${dBText(flam.levels.peakDecibels)}${limits ? ` · limits ${flam.levels.limitingDecibels.toFixed(0)} dB` : ""}`);
  setClass($("out-text"), limits ? "warning" : "");
  for (const [id, dB] of [["in", flam.levels.inputDecibels], ["out", flam.levels.peakDecibels]]) {
    const value = Math.round(Math.max(-60, Math.min(0, dB ?? -60)));
    $(id).setAttribute("aria-valuenow", value);
    $(id).setAttribute("aria-valuetext", dB == null ? "silence" : `${value} decibels`);
  }
  const passed = recordingSince == null ? null : Math.floor((now - recordingSince) / 1000);
  setText($("record").querySelector("span"), passed == null ? "Record" : `${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, "0")}`);
}
