// A kit of the player's own sounds: the waveform of each, to hear it and to change it.
import { $, dBText, drawing, make, setPressed, setText } from "./dom.js";
import { drumName, pictogram, tint } from "./drums.js";
import { counter, fetched, question, silence } from "./live.js";
import { say } from "./notices.js";

/// No part is shorter, in seconds.
const shortest = 0.005;
/// A key moves an end of the part by such a share of the sound, with Shift by so many seconds.
const coarse = 0.02;
const fine = 0.001;

const player = $("own-sound");
const opening = counter();
const picking = counter();
let kit = null;
let pad = null;
let sounds = [];
let place = 0;
/// The two ends of the part, in seconds.
let part = [0, 0];
let onChange = () => {};
let stopping = 0;

/// Shows the sounds of a kit, if it is one of the player's own.
///
/// onChanged: called after a change of the kit.
export async function openOwn(name, onChanged) {
  [kit, onChange] = [name, onChanged];
  $("own").hidden = true;
  await list(null);
}

async function list(wanted, number = 1) {
  const isWanted = opening();
  const result = await question("ownKit", { name: kit });
  if (!isWanted() || !result) return;
  $("own").hidden = !result.isOwn;
  if (!result.pads.length) return showSounds([]);
  const pads = result.pads.map((one) => one.pad);
  const chosen = pads.includes(wanted) ? wanted : pads[0];
  $("own-pads").replaceChildren(...result.pads.map(({ pad: name, sounds: count }) => {
    const button = tint(make("button", { type: "button", value: name, aria: { pressed: name === chosen } }, pictogram(name), `${drumName(name)} · ${count}`), name);
    button.addEventListener("click", () => pick(name));
    return button;
  }));
  await pick(chosen, chosen === wanted ? number : 1);
}

async function pick(name, number = 1) {
  pad = name;
  for (const button of $("own-pads").children) setPressed(button, button.value === name);
  const isWanted = picking();
  const result = await question("ownPad", { name: kit, pad });
  if (!isWanted()) return;
  try {
    const shown = result ? (await fetched(result.file, "json")).sounds : [];
    if (isWanted()) showSounds(shown, number);
  } catch (error) {
    if (isWanted()) say(`Could not load the sounds: ${error.message}`, "bad");
  }
}

function showSounds(shown, number = 1) {
  sounds = shown;
  $("own-sounds").replaceChildren(...sounds.map((sound, index) => {
    const button = tint(make("button", { type: "button", aria: { label: `Sound ${index + 1}, ${factsOf(sound)}` } }, wave(sound), `${index + 1}`), pad);
    button.addEventListener("click", () => choose(index));
    return make("li", {}, button);
  }));
  $("own-editor").hidden = !sounds.length;
  if (sounds.length) choose(Math.min(sounds.length, Math.max(1, number)) - 1);
}

const secondsText = (seconds) => `${seconds.toFixed(3)} s`;
const factsOf = ({ velocities: [least, most], seconds, peakDecibels }) => `velocities ${least} to ${most}, ${secondsText(seconds)}, peak ${dBText(peakDecibels, 1)}`;

function choose(index) {
  place = index;
  [...$("own-sounds").querySelectorAll("button")].forEach((button, at) => {
    if (at === index) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  });
  setText($("own-facts"), `Sound ${index + 1} of ${sounds.length}: ${factsOf(sounds[index])}`);
  halt();
  silence(player);
  tint($("own-wave"), pad);
  $("own-wave").querySelector("svg").replaceWith(wave(sounds[index]));
  setPart([0, sounds[index].seconds]);
}

/// The outline of a sound, from its lowest to its highest sample in each part.
function wave({ wave: parts }) {
  const count = parts.length / 2;
  const high = Array.from({ length: count }, (_, at) => `${at},${-parts[2 * at + 1]}`);
  const low = Array.from({ length: count }, (_, at) => `${at},${-parts[2 * at] + 1}`).reverse();
  return drawing("svg", { viewBox: `0 -128 ${Math.max(1, count - 1)} 257`, preserveAspectRatio: "none", "aria-hidden": "true" },
    drawing("polygon", { points: [...high, ...low].join(" ") }));
}

// The part between the two lines

const ends = [$("own-from"), $("own-to")];

function setPart([from, to]) {
  const { seconds } = sounds[place];
  part = [Math.max(0, Math.min(from, to)), Math.min(seconds, Math.max(from, to))];
  part.forEach((at, end) => {
    const share = seconds ? at / seconds : 0;
    ends[end].style.left = `${100 * share}%`;
    ends[end].setAttribute("aria-valuemax", seconds.toFixed(3));
    ends[end].setAttribute("aria-valuenow", at.toFixed(3));
    ends[end].setAttribute("aria-valuetext", secondsText(at));
    $("own-wave").querySelectorAll("i")[end].style.width = `${100 * (end ? 1 - share : share)}%`;
  });
  $("own-keep").disabled = part[0] <= 0 && part[1] >= seconds;
}

function moveEnd(end, at) {
  const { seconds } = sounds[place];
  setPart(end ? [part[0], Math.max(part[0] + shortest, Math.min(seconds, at))] : [Math.min(part[1] - shortest, Math.max(0, at)), part[1]]);
}

ends.forEach((node, end) => {
  node.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    moveEnd(end, part[end] + way * (event.shiftKey ? fine : Math.max(fine, coarse * sounds[place].seconds)));
  });
  node.addEventListener("pointerdown", (event) => {
    if (!event.button) node.setPointerCapture(event.pointerId);
  });
  node.addEventListener("pointermove", (event) => {
    if (!node.hasPointerCapture(event.pointerId)) return;
    const box = $("own-wave").getBoundingClientRect();
    moveEnd(end, ((event.clientX - box.left) / box.width) * sounds[place].seconds);
  });
});

// Hearing

function halt() {
  clearTimeout(stopping);
  player.pause();
}

async function play() {
  if (!player.paused) return halt();
  const [from, to] = part;
  const sound = `${kit} ${pad} ${place}`;
  if (!player.hasAttribute("src")) {
    const result = await question("hearOwn", { name: kit, pad, sound: place + 1 });
    if (!result || sound !== `${kit} ${pad} ${place}`) return;
    player.src = result.file;
  }
  player.currentTime = from;
  player.play().then(() => { stopping = setTimeout(halt, 1000 * (to - from)); }, () => say("It is ready: press Play.", "good"));
}

const showPlaying = () => {
  setPressed($("own-play"), !player.paused);
  setText($("own-play"), player.paused ? "Play" : "Stop");
};
for (const event of ["play", "pause", "ended", "emptied"]) player.addEventListener(event, showPlaying);
player.addEventListener("error", () => player.removeAttribute("src"));

// Changing

async function change(name, settings = {}, isForAll = $("own-all").checked) {
  const number = place + 1;
  const result = await question("changeOwn", { name: kit, pad, change: name, ...(isForAll ? {} : { sound: number }), ...settings });
  if (!result) return;
  await list(pad, result.sound ?? number);
  onChange();
}

$("own-play").addEventListener("click", play);
$("own-keep").addEventListener("click", () => change("part", { from: part[0], to: part[1] }, false));
$("own-remove").addEventListener("click", () => change("remove", {}, false));
for (const name of ["trim", "reverse", "normalise"]) $(`own-${name}`).addEventListener("click", () => change(name));
$("own-lower").addEventListener("click", () => change("pitch", { semitones: -1 }));
$("own-higher").addEventListener("click", () => change("pitch", { semitones: 1 }));
$("own-undo").addEventListener("click", async () => {
  if (!await question("undoOwn", { name: kit })) return;
  await list(pad, place + 1);
  onChange();
});
