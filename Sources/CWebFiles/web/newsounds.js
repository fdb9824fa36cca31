// New sounds: each is taught while playing waits. Then all are kept, in a new profile or in the present one.
import { showConfusion } from "./confusion.js";
import { $, dBText, make, setOptions, setText } from "./dom.js";
import { drumName, kind, pictogram, readable, tint } from "./drums.js";
import { flam, manners, title } from "./flam.js";
import { command, live, question } from "./live.js";
import { say } from "./notices.js";

const verdicts = {
  good: "a good level", soft: "a little soft: go nearer, or turn the microphone up", loud: "a little loud: turn the microphone down",
  muchTooSoft: "much too soft: go nearer, or turn the microphone up", clipped: "clipped: turn the microphone down", unheard: "Flam heard nothing",
};

/// The sounds that are ready to be taught: the name, and the drum that it plays.
const ready = [["kick", "kick"], ["snare", "snare"], ["hi-hat", "hihat-closed"]];

let isTaught = false;
let part = null;
let drafted = [];
let shownPads = "";

/// The new sounds are to be added to the present profile.
const isBeside = () => $("new-into").value !== "";

function call(text, hint = $("new-hint").textContent) {
  setText($("new-call"), text);
  setText($("new-hint"), hint);
}

function showDots() {
  const dots = Array.from({ length: part?.count ?? 0 }, (_, number) => make("i", { className: number < part.heard ? "heard" : "" }));
  $("new-dots").replaceChildren(...dots);
}

function setTaught(value) {
  isTaught = value;
  if (!value) part = null;
  $("new-stop").hidden = !value;
  showDots();
  showSteps();
}

/// Another page, or the screen, teaches: this page watches.
const isWatching = () => !isTaught && flam.state?.lesson != null;

/// Which of the three steps is to be taken, and what can be pressed.
function showSteps() {
  const hasTaught = drafted.length > 0;
  const next = isTaught ? "step-hit" : hasTaught ? "step-keep" : "step-pick";
  for (const id of ["step-pick", "step-hit", "step-keep"]) {
    if (id === next) $(id).setAttribute("aria-current", "step"); else $(id).removeAttribute("aria-current");
  }
  const isBusy = isTaught || isWatching();
  for (const button of [$("new-begin"), ...$("ready").children]) button.disabled = isBusy;
  for (const button of $("ready").children) button.classList.toggle("taught", drafted.some(({ name }) => name === button.value));
  $("new-none").hidden = hasTaught;
  if (!isTaught && !$("new-call").textContent) call("Pick a sound", "You then hit it ten times: softly, hard and as you like.");
}

function showReady(kit) {
  $("ready").replaceChildren(...ready.map(([name, drum]) => {
    const plays = kit.find((pad) => pad.name === drum || kind(pad.name) === drum)?.call;
    const button = tint(make("button", { type: "button", value: name, className: "ready" },
      pictogram(drum), name.charAt(0).toUpperCase() + name.slice(1)), drum);
    button.addEventListener("click", () => begin(name, plays));
    return button;
  }));
}

function begin(sound, plays) {
  if (!sound || isTaught) return;
  setTaught(true);
  live.ask({ ask: "teach", sound, ...(plays && { plays }) }, ({ problem }) => { if (problem) setTaught(false); });
  $("new-lesson").scrollIntoView({ block: "nearest" });
}

/// Shows a step of the lesson, which this page may only watch.
export function teachNew({ step, sound: label, seconds, manner, count, heard, decibels, verdict }) {
  const sound = readable(label);
  const isOwn = isTaught;
  switch (step) {
    case "quiet": call(`Be quiet for ${seconds} seconds`, "Flam measures the room. Playing waits until the lesson is over."); break;
    case "background": setText($("new-hint"), `The room: ${dBText(decibels)}.`); break;
    case "hard": part = { count, heard }; call(`Hit hard, ${count} times`); break;
    case "level": setText($("new-hint"), `${dBText(decibels)}: ${verdicts[verdict]}.`); break;
    case "countIn": part = null; call(`Get ready: ${sound} in ${seconds}`); break;
    case "tap":
      part = { count, heard };
      call(`Hit ${sound} ${manners[manner]}, ${count} times`);
      break;
    case "heard":
      part = { count, heard };
      setText($("new-hint"), `${dBText(decibels)}.`);
      break;
    case "taught": call(`${sound}: ${count} hits`, `The hardest: ${dBText(decibels)}. Teach another one, or keep it.`); break;
    case "nothingHeard": call(`Flam heard too few hits of ${sound}`, "Teach it again: hit harder, or go nearer."); break;
    case "ended":
      setTaught(false);
      if (!isOwn) call(`The lesson elsewhere is over.`, "Pick a sound.");
      else if (!["taught", "nothingHeard", "level"].includes(teachNew.last)) call("The lesson was stopped.", "");
      reloadDraft();
      break;
  }
  teachNew.last = step;
  if (!isOwn && step !== "ended") setText($("new-hint"), `“${sound}” is being taught elsewhere. This page watches.`);
  showDots();
}

/// The connection broke. The lesson and the sounds that were not kept are lost.
export function loseNewSounds() {
  if (isTaught || drafted.length) call("The connection to Flam broke. Begin again.", "");
  setTaught(false);
  showDraft({ sounds: [] });
}

/// Another view opens.
export function leaveNewSounds() { if (isTaught) live.ask({ ask: "endLesson" }); }

async function reloadDraft() {
  const result = await question("draft", { isBeside: isBeside() });
  if (result) showDraft(result);
}

function showDraft({ sounds, apart }) {
  drafted = sounds;
  $("new-sounds").replaceChildren(...sounds.map(({ name, plays, hits, softestDecibels, hardestDecibels }) => {
    const button = make("button", { type: "button", textContent: "Forget", aria: { label: `Forget ${name}` } });
    button.addEventListener("click", () => { live.ask({ ask: "forget", name }); reloadDraft(); });
    return make("li", {}, make("b", { textContent: readable(name) }),
      make("span", { textContent: `${plays ? `plays ${readable(plays)}, ` : ""}${hits} hits, ${dBText(softestDecibels)} to ${dBText(hardestDecibels)}` }), button);
  }));
  $("new-keep").hidden = !sounds.length;
  $("new-kit").hidden = !sounds.length;
  if (sounds.length && !$("new-profile").value) $("new-profile").value = "me";
  showSteps();
  $("new-apart").hidden = !apart;
  if (apart) showConfusion($("new-apart"), apart, "Not known yet: that takes more hits.");
}

/// Shows Flam's state.
export function showNewSounds() {
  const kit = flam.state.kit?.pads ?? [];
  const { name, isGuess } = flam.state.profile ?? {};
  const shown = JSON.stringify([kit.map(({ call }) => call), name, isGuess]);
  if (shown === shownPads) return showSteps();
  shownPads = shown;
  showReady(kit);
  setOptions($("new-plays"), [["", "the drum of its name"], ...kit.map((pad) => [pad.call, title(pad, kit)])]);
  const hasOwn = name != null && !isGuess;
  setOptions($("new-into"), [["", "a new profile"], ...(hasOwn ? [["own", `the profile ${name}`]] : [])]);
  showInto();
  showSteps();
}

function showInto() {
  $("new-profile-label").hidden = isBeside();
  $("new-profile").disabled = isBeside();
}

$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  begin($("new-name").value.trim(), $("new-plays").value);
});
$("new-stop").addEventListener("click", () => live.ask({ ask: "endLesson" }));
$("new-into").addEventListener("change", () => { showInto(); reloadDraft(); });
$("new-keep").addEventListener("submit", async (event) => {
  event.preventDefault();
  const result = await question("keepProfile", isBeside() ? {} : { name: $("new-profile").value.trim() });
  if (!result) return;
  say(`Saved. Flam now plays with the sounds of “${result.name}”.`, "good");
  call("", "");
  showDraft({ sounds: [] });
  live.ask({ ask: "choices" });
});
$("new-kit").addEventListener("submit", async (event) => {
  event.preventDefault();
  const result = await question("makeOwn", { name: $("new-kit-name").value.trim() });
  if (!result) return;
  command("kit", { name: result.name });
  live.ask({ ask: "choices" });
  say(`“${result.name}” plays: its ${result.pads.map((pad) => drumName(pad).toLowerCase()).join(", ")} sound as you did. Kits shows each sound. Keep your sounds, too: then they play it.`, "good");
});
