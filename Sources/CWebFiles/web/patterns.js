// Grooves that play along, by their names.
import { $, setOptions, setPressed, setText } from "./dom.js";
import { drumName } from "./drums.js";
import { flam } from "./flam.js";
import { command, live } from "./live.js";

const list = $("pattern");

/// Shows the grooves, and which one plays.
export function showPatterns() {
  const names = flam.choices.patterns ?? [];
  const pattern = flam.state?.pattern;
  const other = pattern && !pattern.name ? pattern.title : null;
  const isNew = setOptions(list, [...(other == null ? [] : [["", other]]), ...names.map((name) => [name, drumName(name.replaceAll("-", " ")).replace(/(\d) (\d)/, "$1/$2")])]);
  if (isNew) list.shown = undefined;
  // The player's own choice stays until another one plays.
  const shown = pattern ? pattern.name ?? "" : list.value;
  if (pattern && list.shown !== shown) list.value = list.shown = shown;
  const isPlaying = pattern?.isPlaying ?? false;
  $("pattern-play").disabled = !list.options.length;
  setPressed($("pattern-play"), isPlaying);
  setText($("pattern-play"), isPlaying ? "End groove" : "Play groove");
  setText($("pattern-bar"), isPlaying && pattern.bar ? `bar ${pattern.bar} of ${pattern.bars}` : "");
}

/// Another one takes over with the next bar.
function play() {
  if (!list.value) return command("pattern.start");
  live.ask({ command: "pattern.load", path: list.value }, ({ problem, isLost }) => {
    if (!problem && !isLost) command("pattern.start");
  });
}

list.addEventListener("change", () => { if (flam.state?.pattern?.isPlaying) play(); });
$("pattern-play").addEventListener("click", () => (flam.state?.pattern?.isPlaying ? command("pattern.stop") : play()));
