// A look into kits: their drums with the layers of each, and how they sound.
import { $, drawing, make, sentence, setPressed, setText } from "./dom.js";
import { drumName, pictogram, tint } from "./drums.js";
import { flam } from "./flam.js";
import { command, counter, fetched, live, question, silence } from "./live.js";
import { say } from "./notices.js";
import { openOwn } from "./own.js";

const sound = $("kit-sound");
/// Milliseconds from one drum to the next when all are struck in turn.
const turn = 280;
let picked = null;
/// The sound of the picked kit is being made.
let isAsked = false;
const hearing = counter();
const picking = counter();
let playing = null;

const isPlaying = () => picked != null && flam.choices.kit === picked;

/// Shows the list of kits, and which one plays.
export function showKits() {
  const names = [...$("kit-names").querySelectorAll("button")].map((button) => button.value);
  if (names.join("\n") !== flam.choices.kits.join("\n")) {
    $("kit-names").replaceChildren(...flam.choices.kits.map((name) => {
      const button = make("button", { type: "button", value: name },
        make("b", { textContent: name }), make("span"));
      button.addEventListener("click", () => pick(name));
      return make("li", {}, button);
    }));
  }
  mark();
}

function mark() {
  for (const button of $("kit-names").querySelectorAll("button")) {
    setText(button.lastChild, button.value === flam.choices.kit ? "plays now" : "");
    if (button.value === picked) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  // While a kit is loading, some of its drums are missing.
  const isWhole = isPlaying() && (flam.state?.kit?.isWhole ?? false);
  $("kit-play").disabled = isPlaying();
  $("kit-turn").disabled = !isWhole;
  for (const button of $("kit-pads").querySelectorAll("button")) button.disabled = !isWhole;
}

/// If another kit has taken over, asks for its name in the list.
export function followKit() {
  const { kit } = flam.state;
  if (!$("kits").hidden) mark();
  if (kit?.name === playing) return;
  playing = kit?.name;
  live.ask({ ask: "choices" });
}

/// Shows the kit that plays if none was picked.
export function reloadKits() {
  if ($("kits").hidden) return;
  live.ask({ ask: "choices" });
  if (!picked && flam.choices.kit) pick(flam.choices.kit);
}

async function pick(name) {
  picked = name;
  // The sound of another kit is no longer wanted.
  hearing();
  isAsked = false;
  silence(sound);
  showHearing();
  $("kit-opened").hidden = false;
  setText($("kit-title"), name);
  setText($("kit-facts"), "Loading …");
  $("kit-pads").replaceChildren();
  $("kit-faults").replaceChildren();
  mark();
  openOwn(name, () => look(name));
  await look(name);
}

/// Asks for what is in a kit, and shows it.
async function look(name) {
  const isWanted = picking();
  const result = await question("kit", { name });
  if (!isWanted()) return;
  if (!result) return setText($("kit-facts"), "");
  try {
    const kit = await fetched(result.file, "json");
    if (isWanted()) show(kit);
  } catch (error) {
    if (!isWanted()) return;
    setText($("kit-facts"), "");
    say(`Could not load “${name}”: ${error.message}`, "bad");
  }
}

const counted = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;

function show(kit) {
  const recordings = (pad) => pad.layersInDetail.reduce((sum, layer) => sum + layer.variations, 0);
  const count = kit.pads.reduce((sum, pad) => sum + recordings(pad), 0);
  setText($("kit-facts"), [counted(kit.pads.length, "drum"), counted(count, "recording"), kit.format, kit.author, kit.licence].filter(Boolean).join(" · "));
  $("kit-pads").replaceChildren(...kit.pads.map((pad, place) => {
    const text = `${counted(pad.layersInDetail.length, "layer")}, ${counted(recordings(pad), "recording")}`;
    const button = make("button", { type: "button", value: pad.name, title: pad.name }, make("b", {}, pictogram(pad.name), drumName(pad.name)),
      picture(pad), make("span", { textContent: text }));
    tint(button, pad.name);
    button.addEventListener("click", () => strike(place, pad.name));
    return make("li", {}, button);
  }));
  $("kit-faults").replaceChildren(...kit.problems.map(({ isFault, message }) =>
    make("li", { className: isFault ? "bad" : "", textContent: sentence(message) })));
  mark();
}

// The picture: layers over velocity, each as loud as it was recorded; the line is how loud the drum plays.

function picture({ layersInDetail, loudnessDecibels }) {
  const levels = [...layersInDetail.map((layer) => layer.loudnessDecibels), ...(loudnessDecibels ?? [])].filter((dB) => dB != null);
  const top = Math.max(-60, ...levels) + 3;
  const bottom = Math.max(Math.min(...levels, top) - 3, top - 80);
  const y = (dB) => 60 * (1 - (dB - bottom) / (top - bottom));
  const bars = layersInDetail.filter((layer) => layer.loudnessDecibels != null).map(({ velocities: [least, most], loudnessDecibels: dB }) =>
    drawing("rect", { x: least, y: y(dB), width: Math.max(1, most - least + 0.4), height: 60 - y(dB) }));
  const line = loudnessDecibels ? [drawing("polyline", { points: loudnessDecibels.map((dB, place) => `${place + 1},${Math.min(60, y(dB)).toFixed(1)}`).join(" ") })] : [];
  return drawing("svg", { viewBox: "0 0 128 60", preserveAspectRatio: "none", "aria-hidden": "true" }, ...bars, ...line);
}

// Hearing

/// Strikes the drum with that index and name; two drums may have the same name.
function strike(place, name, velocity = 0.8) {
  if (!isPlaying()) return;
  const pad = flam.state?.kit?.pads[place];
  command("note.on", { pad: pad?.name === name ? pad.call : name, velocity, source: "page" });
}

function strikeInTurn() {
  const drums = [...$("kit-pads").querySelectorAll("button")];
  drums.forEach(({ value }, place) => setTimeout(() => strike(place, value), place * turn));
}

async function hear() {
  if (!sound.paused) return sound.pause();
  if (!sound.hasAttribute("src")) {
    if (isAsked) return;
    isAsked = true;
    showHearing();
    const isWanted = hearing();
    const result = await question("hearKit", { name: picked });
    if (!isWanted()) return;
    isAsked = false;
    showHearing();
    if (!result) return;
    sound.src = result.file;
  }
  sound.play().catch(() => say("It is ready: press Hear it.", "good"));
}

function showHearing() {
  setPressed($("kit-hear"), !sound.paused);
  setText($("kit-hear"), isAsked ? "Preparing …" : sound.paused ? "Hear it" : "Pause");
}

for (const event of ["play", "pause", "ended", "emptied"]) sound.addEventListener(event, showHearing);
// Flam keeps downloads for a limited time: the next press asks again.
sound.addEventListener("error", () => sound.removeAttribute("src"));
$("kit-hear").addEventListener("click", hear);
$("kit-turn").addEventListener("click", strikeInTurn);
$("kit-play").addEventListener("click", () => command("kit", { name: picked }));
