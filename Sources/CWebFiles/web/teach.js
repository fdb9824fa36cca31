// Teaching sounds again, step by step, and how well Flam distinguishes them.
import { showConfusion } from "./confusion.js";
import { $, dBText, make, setText } from "./dom.js";
import { readable } from "./drums.js";
import { flam, manners } from "./flam.js";
import { reasons, refusal } from "./hits.js";
import { live, question } from "./live.js";

/// The hits that a lesson asks for: how many of each manner.
const parts = [["softly", 2], ["hard", 2], ["as you like", 2]];
const wanted = parts.reduce((sum, [, count]) => sum + count, 0);
/// A narrower range teaches little about soft and hard, in decibels.
const leastRange = 10;

let known = null;
let lesson = null;
let soundsShown = "";

/// Teaches sounds, one after the other.
function begin(sounds) {
  lesson = { sounds, peaks: [], hint: "" };
  arm();
  $("lesson").scrollIntoView({ block: "nearest" });
}

/// The next hits teach, as many as are still missing.
function arm() {
  live.ask({ command: "hearing", sound: lesson.sounds[0], learnHits: wanted - lesson.peaks.length }, ({ problem }) => { if (problem) end(); });
  show();
}

/// From now on no hit teaches.
function stop(text = summary(lesson.sounds[0], lesson.peaks)) {
  live.ask({ command: "hearing", sound: lesson.sounds[0], learnHits: 0 });
  end(text);
}

function end(text = "") {
  lesson = null;
  setText($("lesson-hint"), text);
  show();
}

/// Another view opens.
export function leaveTeaching() { if (lesson) stop(); }

/// The connection broke, and the lesson with it.
export function loseTeaching() { if (lesson) end("The connection to Flam broke. Begin again."); }

function next() {
  const text = summary(lesson.sounds[0], lesson.peaks);
  const sounds = lesson.sounds.slice(1);
  if (!sounds.length) return stop(text);
  lesson = { sounds, peaks: [], hint: text };
  arm();
}

function summary(sound, peaks) {
  if (!peaks.length) return "";
  const [softest, hardest] = [Math.min(...peaks), Math.max(...peaks)];
  const narrow = hardest - softest < leastRange
    ? " All were about equally hard. Softer and harder hits would teach more." : "";
  const name = readable(sound);
  return peaks.length === 1 ? `${name}: 1 hit, ${dBText(softest)}.`
    : `${name}: ${peaks.length} hits, ${dBText(softest)} to ${dBText(hardest)}.${narrow}`;
}

/// Takes a hit while a sound is taught.
export function teachByHit(result) {
  if (!lesson || !["hit.refused", "hit.settled"].includes(result.event)) return;
  if (["precursor", "masked", "faint"].includes(result.refused)) return;
  const why = refusal(result);
  if (why) lesson.hint = why === reasons.tooSoft ? "Too soft to count: hit a little harder, or nearer."
    : why === reasons.unknownSound ? `That hit did not count: it is unlike all your sounds. Set the strictness to “open”, or teach it as another sound.`
    : `That hit did not count: ${why}.`;
  else if (result.namedSound == null) lesson.hint = "That hit did not count: leave a little time between the hits.";
  else if (result.namedSound !== lesson.sounds[0]) {
    return end(`“${readable(result.namedSound)}” is being taught elsewhere now. This page watches.`);
  } else {
    lesson.peaks.push(result.peakDecibels);
    lesson.hint = levelHint(result.peakDecibels, partOf(lesson.peaks.length - 1)[0]);
    if (lesson.peaks.length >= wanted) return next();
  }
  show();
}

function levelHint(dB, manner) {
  const [least, most] = known?.bestDecibels ?? [-Infinity, 0];
  if (dB > -0.3) return "That hit clipped: turn the microphone’s level down.";
  if (manner === "softly") return dB > most ? "Softer, if you can." : `${dBText(dB)}.`;
  if (manner === "hard" && dB < least) return `${dBText(dB)}: hit harder or nearer, or turn the level up. ${dBText(least)} to ${dBText(most)} is best.`;
  return `${dBText(dB)}.`;
}

/// How to play the hit with this number, and how many of that manner are left.
function partOf(number) {
  let end = 0;
  for (const [manner, count] of parts) {
    end += count;
    if (number < end) return [manner, end - number];
  }
  return ["", 0];
}

/// The lesson that another page, or the screen, leads; undefined for none.
const watched = () => (lesson ? undefined : flam.state?.lesson?.isHolding === false ? flam.state.lesson : undefined);

function watchedText({ sound, manner, count, heard }) {
  const rest = count == null ? "" : `: ${manners[manner] ?? "hard"}, ${Math.max(0, count - (heard ?? 0))} more`;
  return `“${readable(sound)}” is being taught elsewhere${rest}. This page watches.`;
}

function show() {
  const other = watched();
  const isOn = flam.state?.hearing?.adapts ?? true;
  const [manner, left] = lesson ? partOf(lesson.peaks.length) : [];
  setText($("lesson-call"), !isOn ? "Learning is off: Flam was started with --no-adapt."
    : other ? watchedText(other)
    : lesson ? `Hit ${readable(lesson.sounds[0])} ${manner}: ${left} more` : "Pick a sound, or teach all of them in turn.");
  setText($("lesson-hint"), lesson ? lesson.hint : $("lesson-hint").textContent);
  const dots = Array.from({ length: lesson ? wanted : 0 }, (_, number) =>
    make("i", { className: number < lesson.peaks.length ? "heard" : "" }));
  $("lesson-dots").replaceChildren(...dots);
  for (const id of ["lesson-skip", "lesson-stop"]) $(id).hidden = !lesson;
  $("lesson-all").hidden = lesson != null;
  $("lesson-all").disabled = !isOn || other != null;
  for (const button of $("lesson-sounds").querySelectorAll("button")) {
    button.disabled = !isOn || other != null;
    if (button.value === lesson?.sounds[0]) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
}

/// What has changed in Flam.
export function showTeaching() {
  const sounds = flam.state.profile?.sounds ?? [];
  const shown = JSON.stringify([sounds, flam.state.profile?.name]);
  if (shown === soundsShown) return show();
  soundsShown = shown;
  lesson = null;
  setText($("lesson-hint"), "");
  $("lesson-sounds").replaceChildren(...sounds.map((sound) => {
    const button = make("button", { type: "button", textContent: readable(sound), value: sound, aria: { label: `Teach ${readable(sound)} again` } });
    button.addEventListener("click", () => begin([sound]));
    return button;
  }));
  setText($("lesson-fate"), flam.state.profile?.isGuess
    ? "Flam guesses these sounds, and forgets at the end what you teach about them. Teach your own sounds above: those you can keep."
    : "At the end, Flam asks whether to keep what it learned. With --keep-learned it keeps it without asking.");
  $("again").open = !flam.state.profile?.isGuess;
  show();
  reloadTeaching();
}

/// Asks how well Flam distinguishes the sounds.
export async function reloadTeaching() {
  if ($("teach").hidden) return;
  const result = await question("profile");
  if (!result) return;
  known = result;
  $("apart").hidden = !result.confusion.length;
  showConfusion($("apart"), result, "Not known: that takes a profile that you taught.");
}

$("lesson-all").addEventListener("click", () => begin([...flam.state?.profile?.sounds ?? []]));
$("lesson-skip").addEventListener("click", next);
$("lesson-stop").addEventListener("click", () => stop());

