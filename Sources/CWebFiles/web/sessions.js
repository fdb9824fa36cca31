// The opened session: hearing and editing it. What was played never changes; edits are saved as a copy beside it.
import { $, make, percent, setOptions, setPressed, setText } from "./dom.js";
import { askAbout, Edits, mostChanges } from "./edits.js";
import { counter, fetched, question, silence } from "./live.js";
import { say } from "./notices.js";
import { readable } from "./drums.js";
import { stopListening } from "./recordings.js";
import { lengthText, markRecordings, markSession, showShelf } from "./sessionlist.js";
import { Timeline, timeText } from "./timeline.js";

const canvas = $("timeline").querySelector("canvas");
const sound = $("sound");
let opened = null;
let edits = null;
let table = [];
/// The changes that the sound contains; null without a sound.
let soundHas = null;
let isAsked = false;
/// The velocity of an added hit.
const addedVelocity = 0.7;
const opening = counter();
const hearing = counter();

const timeline = new Timeline(canvas, {
  pick: (place) => pick(place),
  moved: (hit, { later, sound }) => move(hit, later, sound === hit.sound ? {} : { sound }),
  at: (seconds) => seek(seconds),
  add: (seconds, sound) => add(seconds, sound),
  looked: () => showScroll(),
});

function reload() {
  if ($("sessions").hidden) return;
  showShelf({ opened: () => opened?.session.name, open, renamed });
}

/// Follows a session to its new name; null stands for the bin.
function renamed(name, other) {
  if (opened?.session.name !== name) return;
  const { version } = opened;
  if (other != null) return open(other, version);
  opening();
  opened = null;
  hearing();
  silence(sound);
  $("opened").hidden = true;
  $("unopened").hidden = false;
}

const outlineOf = async ({ outline, partSeconds }) => ({ bytes: new Int8Array(await fetched(outline, "arrayBuffer")), partSeconds });

async function open(name, version = null) {
  const isWanted = opening();
  const result = await question("session", { session: name, ...(version && { version }) });
  if (!result || !isWanted()) return;
  let hits, outline;
  try {
    [hits, outline] = await Promise.all([fetched(result.hits, "json"), outlineOf(result)]);
  } catch (error) {
    if (isWanted()) say(`Could not load “${name}”: ${error.message}`, "bad");
    return;
  }
  if (!isWanted()) return;
  // The sound of another session is no longer wanted.
  hearing();
  isAsked = false;
  silence(sound);
  stopListening();
  soundHas = null;
  opened = result;
  edits = new Edits(hits, `${name} ${version ?? ""} ${result.session.startedAt}`);
  const lanes = [...result.sounds, ...(hits.sounds.includes(null) ? [null] : [])];
  const last = hits.starts.reduce((most, start, place) => Math.max(most, start ?? hits.frames[place]), 0);
  timeline.outline = outline;
  timeline.open(result.session.seconds ?? last / result.rateHz, result.rateHz, lanes);
  $("opened").hidden = false;
  $("unopened").hidden = true;
  setText($("opened-title"), name);
  const { session } = result;
  setText($("opened-facts"), [result.note, lengthText(session.seconds), session.kit,
    session.beatsPerMinute && `${session.beatsPerMinute.toFixed(0)} beats a minute`].filter(Boolean).join(" · "));
  setOptions($("version"), [["", "As played"], ...result.versions.map((name) => [name, name])]);
  $("version").value = version ?? "";
  setOptions($("hit-sound"), result.sounds.map((name) => [name, readable(name)]));
  markSession(name);
  show();
  $("opened").scrollIntoView({ block: "nearest" });
}

function show() {
  table = edits.table;
  timeline.table = table;
  if (!picked()) timeline.picked = null;
  const count = edits.changes.size;
  $("edit-undo").disabled = !edits.past.length;
  $("edit-redo").disabled = !edits.future.length;
  $("keep").disabled = !count;
  setText($("keep"), count ? `Save a copy (${count} ${count === 1 ? "change" : "changes"})` : "Save a copy");
  showPicked();
  showScroll();
  timeline.draw();
}

const picked = () => table.find((hit) => hit.place === timeline.picked);

function hitText(hit) {
  const number = table.indexOf(hit) + 1;
  return `Hit ${number} of ${table.length}: ${hit.sound == null ? "not yours" : readable(hit.sound)} at ${timeText(hit.frame / opened.rateHz)}, velocity ${percent(hit.velocity)}`
    + (hit.isChanged ? ", changed" : "");
}

function showPicked() {
  const hit = picked();
  setText($("hit-text"), hit ? hitText(hit) : `${table.length} hits, none picked`);
  for (const id of ["earlier", "later", "hit-sound", "hit-velocity", "delete"]) $(id).disabled = !hit;
  if (hit) {
    $("hit-sound").value = hit.sound ?? "";
    $("hit-velocity").value = Math.round(100 * hit.velocity);
    $("hit-velocity").setAttribute("aria-valuetext", percent(hit.velocity));
  }
  const slider = $("timeline");
  slider.setAttribute("aria-valuemax", table.length);
  slider.setAttribute("aria-valuenow", hit ? table.indexOf(hit) + 1 : 0);
  slider.setAttribute("aria-valuetext", hit ? hitText(hit) : `${table.length} hits, none picked`);
}

function showScroll() {
  const room = timeline.seconds - timeline.span;
  $("scroll").value = room > 0 ? timeline.view[0] / room : 0;
  $("scroll").disabled = room <= 0;
  $("scroll").setAttribute("aria-valuetext", `${timeText(timeline.view[0], 1)} to ${timeText(timeline.view[1], 1)}`);
}

// Picking and changing

function pick(place) {
  timeline.picked = place;
  const hit = picked();
  if (hit) timeline.reveal(timeline.startOf(hit));
  showPicked();
  timeline.draw();
}

/// Picks the hit with that index, or the nearest.
function pickAt(number) {
  if (table.length) pick(table[Math.max(0, Math.min(table.length - 1, number))].place);
}

/// Picks the hit that is so many hits further on.
function step(by) {
  const hit = picked();
  const next = hit ? table.indexOf(hit) + by
    : by > 0 ? table.findIndex((hit) => timeline.startOf(hit) >= timeline.view[0]) : table.length - 1;
  pickAt(next);
}

function change(hit, settings) {
  if (!edits.change(hit.place, settings)) sayFull();
  show();
}

const sayFull = () => say(`You have changed ${mostChanges} hits. Save a copy, and continue with that.`, "warning");

function move(hit, laterFrames, settings = {}) {
  const before = edits.changes.get(hit.place)?.laterFrames ?? 0;
  change(hit, { laterFrames: before + Math.max(-hit.frame, laterFrames), ...settings });
}

const moveBy = (milliseconds) => {
  const hit = picked();
  if (hit) move(hit, Math.round(milliseconds * opened.rateHz / 1000));
};

/// Adds a hit whose drum begins at this time, and picks it.
function add(seconds, sound) {
  const start = Math.round(seconds * opened.rateHz);
  const before = table.findLast((hit) => hit.sound != null && hit.start <= start);
  const delay = before ? before.start - before.frame : edits.delay;
  const place = edits.add(Math.max(0, start - delay), sound, addedVelocity);
  if (place == null) return sayFull();
  show();
  pick(place);
}

const addHere = () => add(timeline.at, picked()?.sound ?? opened.sounds[0]);

function remove() {
  const hit = picked();
  if (!hit) return;
  const next = table[table.indexOf(hit) + 1] ?? table[table.indexOf(hit) - 1];
  change(hit, { isDeleted: true });
  if (next) pick(next.place);
}

function changeVelocity(by) {
  const hit = picked();
  if (hit) change(hit, { velocity: Math.max(0.01, Math.min(1, hit.velocity + by)) });
}

function changeSound(by) {
  const hit = picked();
  const { sounds } = opened;
  if (hit) change(hit, { sound: sounds[Math.max(0, Math.min(sounds.length - 1, sounds.indexOf(hit.sound) + by))] });
}

$("timeline").addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.altKey || event.metaKey) return;
  if ((event.ctrlKey && event.key === "z") || (event.ctrlKey && event.key === "y")) {
    if (event.key === "z") edits.undo(); else edits.redo();
    show();
  } else if (by && event.shiftKey) moveBy(event.ctrlKey ? 10 * by : by);
  else if (by) step(by);
  else if (event.key === "Home") pickAt(0);
  else if (event.key === "End") pickAt(table.length - 1);
  else if (event.key === "PageUp") step(-10);
  else if (event.key === "PageDown") step(10);
  else if (event.key === "ArrowUp") changeSound(-1);
  else if (event.key === "ArrowDown") changeSound(1);
  else if (event.key === "+") changeVelocity(0.05);
  else if (event.key === "-") changeVelocity(-0.05);
  else if (event.key === "Insert" || event.key === "a") addHere();
  else if (event.key === "Delete" || event.key === "Backspace") remove();
  else if (event.key === " ") hear();
  else return;
  event.preventDefault();
});

$("hit-before").addEventListener("click", () => step(-1));
$("hit-after").addEventListener("click", () => step(1));
$("earlier").addEventListener("click", () => moveBy(-1));
$("later").addEventListener("click", () => moveBy(1));
$("add").addEventListener("click", addHere);
$("delete").addEventListener("click", remove);
$("hit-sound").addEventListener("change", () => change(picked(), { sound: $("hit-sound").value }));
$("hit-velocity").addEventListener("change", () => change(picked(), { velocity: Number($("hit-velocity").value) / 100 }));
$("edit-undo").addEventListener("click", () => { edits.undo(); show(); });
$("edit-redo").addEventListener("click", () => { edits.redo(); show(); });
$("farther").addEventListener("click", () => timeline.zoom(2));
$("closer").addEventListener("click", () => {
  const hit = picked();
  timeline.zoom(0.5, hit ? timeline.startOf(hit) : undefined);
});
$("scroll").addEventListener("input", () => timeline.scroll(Number($("scroll").value) * (timeline.seconds - timeline.span)));
$("version").addEventListener("change", () => open(opened.session.name, $("version").value || null));

// Hearing, keeping, fetching

/// Asks about the opened session with its changes.
const asked = (ask, settings = {}) => askAbout(edits, ask, { ...settings, session: opened.session.name, ...(opened.version && { version: opened.version }) });

function seek(seconds) {
  timeline.at = Math.max(0, Math.min(timeline.seconds, seconds));
  if (sound.src) sound.currentTime = timeline.at;
  timeline.draw();
}

async function hear() {
  if (!sound.paused) return sound.pause();
  const wanted = JSON.stringify(edits.list);
  if (soundHas !== wanted) {
    if (isAsked) return;
    isAsked = true;
    const isWanted = hearing();
    const result = await asked("hear");
    // The sound can be heard without its outline.
    const outline = result && await outlineOf(result).catch(() => timeline.outline);
    if (!isWanted()) return;
    isAsked = false;
    if (!result) return;
    soundHas = wanted;
    timeline.outline = outline;
    sound.src = result.sound;
    sound.currentTime = timeline.at;
  }
  if (timeline.at >= timeline.seconds - 0.05) seek(0);
  sound.play().catch(() => say("It is ready: press Play.", "good"));
}

$("hear").addEventListener("click", hear);
// Flam keeps downloads for a limited time: the next press asks again.
sound.addEventListener("error", () => { soundHas = null; });

$("keep").addEventListener("click", async () => {
  const [{ session }, kept] = [opened, edits];
  const result = await asked("keep");
  if (!result) return;
  kept.forget();
  say(`Saved as “${result.version}” beside what was played.`, "good");
  if (kept === edits) await open(session.name, result.version);
});

$("export").addEventListener("click", async () => {
  $("export").disabled = true;
  const result = await asked("export", { format: $("format").value });
  $("export").disabled = false;
  if (result) make("a", { href: result.file, download: result.name }).click();
});

/// Moves the line while a session plays.
function moving() {
  if ($("sessions").hidden) return;
  markRecordings();
  if (!opened) return;
  setPressed($("hear"), !sound.paused);
  setText($("hear"), isAsked ? "Preparing …" : sound.paused ? "Play" : "Pause");
  setText($("hear-time"), `${timeText(timeline.at, 1)} of ${timeText(timeline.seconds, 1)}`);
  if (sound.paused || timeline.at === sound.currentTime) return;
  timeline.at = sound.currentTime;
  if (timeline.at > timeline.view[1] || timeline.at < timeline.view[0]) timeline.scroll(timeline.at - 0.05 * timeline.span);
  timeline.draw();
}

export const sessions = { reload, move: moving };
