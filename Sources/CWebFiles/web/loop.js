// The loop: its pedal, its layers, and where it stands.
import { $, make, setPressed, setText } from "./dom.js";
import { flam } from "./flam.js";
import { command } from "./live.js";

const pedal = {
  empty: "Loop", armed: "Armed: play", countIn: "Count-in", recording: "Close the loop", overdubbing: "Stop adding",
  playing: "Add to the loop", stopped: "Play the loop",
};

$("loop-record").addEventListener("click", () => command("loop.record"));
for (const name of ["undo", "redo", "mute", "pause", "clear"]) $(`loop-${name}`).addEventListener("click", () => command(`loop.${name}`));

export function showLoop() {
  const loop = flam.state.loop;
  const stage = loop?.stage ?? "empty";
  const { isMuted, mutedLayers, soloLayers } = loop?.settings ?? {};
  setText($("loop-record"), pedal[stage]);
  setPressed($("loop-record"), ["armed", "countIn", "recording", "overdubbing"].includes(stage));
  $("loop-more").hidden = !loop;
  $("loop-place").hidden = !loop?.grid;
  for (const name of ["mute", "pause", "clear"]) $(`loop-${name}`).disabled = !loop?.grid;
  setPressed($("loop-mute"), isMuted ?? false);
  setPressed($("loop-pause"), stage === "stopped");
  const layers = loop?.layers ?? [];
  while ($("loop-layers").childElementCount > layers.length) $("loop-layers").lastElementChild.remove();
  layers.forEach(({ number, notes }, place) => {
    const button = $("loop-layers").children[place] ?? $("loop-layers").appendChild(layerButton());
    button.layer = number;
    const solos = soloLayers.filter((other) => layers.some((layer) => layer.number === other));
    const isHeard = !isMuted && !mutedLayers.includes(number) && (!solos.length || solos.includes(number));
    setText(button, `Layer ${number}: ${notes} ${notes === 1 ? "note" : "notes"}`);
    setPressed(button, isHeard);
    button.title = isHeard ? "Silences this layer" : "Brings this layer back";
  });
}

function layerButton() {
  const button = make("button", { type: "button" });
  button.addEventListener("click", () => command("loop.mute", { layer: button.layer }));
  return button;
}

/// Where the loop stands, as a share of it and in words.
export function moveLoop() {
  const { grid, stage } = flam.state?.loop ?? {};
  if (!grid || flam.levels.frame == null) return;
  const since = ((flam.levels.frame - grid.originFrame) * grid.spanBeats) / grid.spanFrames - grid.firstBeat;
  const beat = stage === "stopped" ? 0 : ((since % grid.beats) + grid.beats) % grid.beats;
  $("loop-place").querySelector("i").style.setProperty("--share", (beat / grid.beats).toFixed(3));
  const tempo = Math.round((60 * grid.sampleRateHz * grid.spanBeats) / grid.spanFrames);
  setText($("loop-text"), `${grid.beats} beats at ${tempo}, beat ${Math.floor(beat) + 1}`);
}
