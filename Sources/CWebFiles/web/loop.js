// The loop: its pedal, and where it stands.
import { $, setPressed, setText } from "./dom.js";
import { flam } from "./flam.js";
import { moveLanes, showLanes } from "./lanes.js";
import { command } from "./live.js";

const pedal = {
  empty: "Loop", armed: "Armed: play", countIn: "Count-in", recording: "Close the loop", overdubbing: "Stop adding",
  playing: "Add to the loop", stopped: "Play the loop",
};

$("loop-record").addEventListener("click", () => command("loop.record"));
$("loop-source").addEventListener("click", () =>
  command("loop.source", { source: flam.state.loop?.source === "microphone" ? "hits" : "microphone" }));
for (const name of ["undo", "redo", "mute", "pause", "clear"]) $(`loop-${name}`).addEventListener("click", () => command(`loop.${name}`));

export function showLoop() {
  const loop = flam.state.loop;
  const stage = loop?.stage ?? "empty";
  setText($("loop-record"), pedal[stage]);
  setPressed($("loop-record"), ["armed", "countIn", "recording", "overdubbing"].includes(stage));
  setPressed($("loop-source"), loop?.source === "microphone");
  $("loop-source").disabled = ["countIn", "recording", "overdubbing"].includes(stage);
  $("loop-more").hidden = !loop;
  $("loop-place").hidden = !loop?.grid;
  for (const name of ["mute", "pause", "clear"]) $(`loop-${name}`).disabled = !loop?.grid;
  setPressed($("loop-mute"), loop?.settings.isMuted ?? false);
  setPressed($("loop-pause"), stage === "stopped");
  showLanes();
}

/// Where the loop stands, as a share of it and in words.
export function moveLoop() {
  const { grid, stage } = flam.state?.loop ?? {};
  if (!grid || flam.levels.frame == null) return;
  const since = ((flam.levels.frame - grid.originFrame) * grid.spanBeats) / grid.spanFrames - grid.firstBeat;
  const beat = stage === "stopped" ? 0 : ((since % grid.beats) + grid.beats) % grid.beats;
  moveLanes(beat / grid.beats);
  $("loop-place").querySelector("i").style.setProperty("--share", (beat / grid.beats).toFixed(3));
  const tempo = Math.round((60 * grid.sampleRateHz * grid.spanBeats) / grid.spanFrames);
  setText($("loop-text"), `${grid.beats} beats at ${tempo}, beat ${Math.floor(beat) + 1}`);
}
