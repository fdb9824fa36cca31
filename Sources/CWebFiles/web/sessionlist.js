// The shelf: lists of sessions and recordings, and the bin. Each can be renamed, and deleted to the bin and back.
import { $, drawing, make } from "./dom.js";
import { command, question } from "./live.js";
import { fetchRecording, isHeard, listen, stopListening } from "./recordings.js";
import { moveEdits } from "./edits.js";
import { say } from "./notices.js";

export const lengthText = (seconds) => (seconds == null ? "?" : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`);
const dayText = (text) => new Date(text).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
/// When it was, unless its name says so.
const dayOf = (name, text) => (/^\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d/.test(name) || !text ? null : dayText(text));
const sizeText = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

const icons = {
  rename: "M4 20l1-4L16.500 4.500l3 3L8 19zM14 7l3 3",
  fetch: "M12 3v12M7 10.500l5 5 5-5M5 20h14",
  delete: "M5 7h14M9.500 7V4.500h5V7M7 7l1 13h8l1-13M10.500 10.500v6M13.500 10.500v6",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
};

/// Of the view: the opened session, and how another is opened.
let view = { opened: null, open: () => {}, renamed: () => {} };

function iconButton(icon, label, act) {
  const button = make("button", { type: "button", className: "icon", title: label.split(" ")[0], aria: { label } },
    drawing("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, drawing("path", { d: icons[icon] })));
  button.addEventListener("click", act);
  return button;
}

/// A recording's name without its ending.
const titleOf = ({ kind, name }) => (kind === "recording" ? name.replace(/\.(wav|flac)$/, "") : name);

function item(thing, main, isFree, ...more) {
  const title = titleOf(thing);
  const node = make("li", {});
  node.append(main, ...(isFree ? [make("span", { className: "acts" }, ...more,
    iconButton("rename", `Rename ${title}`, () => askName(thing, node)), iconButton("delete", `Delete ${title}`, () => discard(thing)))] : []));
  return node;
}

function sessionItem(session) {
  const facts = session.problem ?? [
    dayOf(session.name, session.startedAt), session.isBeingPlayed ? "being played" : lengthText(session.seconds),
    session.hits != null && `${session.hits} hits`, session.kit].filter(Boolean).join(" · ");
  const button = make("button", { type: "button", value: session.name, disabled: session.problem != null || session.isBeingPlayed },
    make("b", { textContent: session.name }), make("span", { textContent: facts }));
  button.addEventListener("click", () => view.open(session.name));
  return item({ kind: "session", name: session.name }, button, !session.isBeingPlayed);
}

function recordingItem({ name, endedAt, seconds, bytes, isBeingRecorded }) {
  const thing = { kind: "recording", name };
  const facts = [dayOf(name, endedAt), isBeingRecorded ? "being recorded" : lengthText(seconds), sizeText(bytes)].filter(Boolean).join(" · ");
  const mark = drawing("path", { d: icons.play });
  const button = make("button", { type: "button", value: name, className: "listen", disabled: isBeingRecorded || seconds == null, aria: { pressed: isHeard(name) } },
    drawing("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, mark), make("b", { textContent: titleOf(thing) }), make("span", { textContent: facts }));
  button.addEventListener("click", () => listen(name));
  return item(thing, button, !isBeingRecorded, iconButton("fetch", `Fetch ${titleOf(thing)}`, () => fetchRecording(name)));
}

/// Shows which recording is heard.
export function markRecordings() {
  for (const button of $("recordings").querySelectorAll(".listen")) {
    const isOn = isHeard(button.value);
    if (button.getAttribute("aria-pressed") === String(isOn)) continue;
    button.setAttribute("aria-pressed", isOn);
    button.querySelector("path").setAttribute("d", isOn ? icons.pause : icons.play);
  }
}

/// Closes the form in which a name is being typed; null without one. Lists that come meanwhile would wipe it out: they wait.
let stopNaming = null;

function askName(thing, node) {
  stopNaming?.();
  const shown = [...node.childNodes];
  const input = make("input", { type: "text", maxLength: 40, value: titleOf(thing), required: true, autocomplete: "off", spellcheck: false, aria: { label: `New name of ${titleOf(thing)}` } });
  const form = make("form", { className: "naming" }, input, make("button", { textContent: "Rename" }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (input.value.trim() === titleOf(thing)) return endNaming(thing.name);
    if (isHeard(thing.name)) stopListening();
    const result = await question("rename", { ...thing, to: input.value });
    if (!result) return;
    if (thing.kind === "session") {
      moveEdits(thing.name, result.name);
      view.renamed(thing.name, result.name);
    }
    await endNaming(result.name);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    endNaming(thing.name);
  });
  stopNaming = () => {
    node.replaceChildren(...shown);
    stopNaming = null;
  };
  node.replaceChildren(form);
  input.focus();
  input.select();
}

/// Closes the form and shows the lists as they are by now.
async function endNaming(name) {
  stopNaming?.();
  await showShelf();
  focusOn(name);
}

function focusOn(name) {
  [...document.querySelectorAll(".shelf li > button")].find((button) => button.value === name)?.focus();
}

async function discard(thing) {
  if (isHeard(thing.name)) stopListening();
  const result = await question("discard", thing);
  if (!result) return;
  if (thing.kind === "session") view.renamed(thing.name, null);
  stopNaming?.();
  say(`“${titleOf(thing)}” is in the bin.`, "", { cure: "Undo", act: () => restore({ kind: thing.kind, name: result.name }) });
  await showShelf();
}

async function restore(thing) {
  const result = await question("restore", thing);
  if (!result) return;
  say(`“${titleOf({ ...thing, name: result.name })}” is back.`, "good");
  await endNaming(result.name);
}

function none(text, name, act) {
  const button = make("button", { type: "button", textContent: name });
  button.addEventListener("click", act);
  return make("li", { className: "none" }, make("p", { textContent: text }), button);
}

function binItem(thing) {
  const button = make("button", { type: "button", textContent: "Put back", aria: { label: `Put back ${titleOf(thing)}` } });
  button.addEventListener("click", () => restore(thing));
  return make("li", {}, make("span", { textContent: titleOf(thing) }), make("span", { className: "soft", textContent: thing.kind }), button);
}

/// Asks for the lists and shows them, unless a name is being typed.
export async function showShelf(settings = view) {
  view = settings;
  const lists = stopNaming ? null : await question("shelf");
  if (!lists || stopNaming || $("sessions").hidden) return;
  const { sessions, recordings, bin, binMore } = lists;
  $("shelf").replaceChildren(...(sessions.length ? sessions.map(sessionItem)
    : [none("A session keeps every hit, so that you can mend it later.", "Begin a session", () => command("session.start"))]));
  $("recordings").replaceChildren(...(recordings.length ? recordings.map(recordingItem)
    : [none("A recording keeps what you hear, as a sound file.", "Record", () => command("recording.start", { path: "" }))]));
  $("open-latest").hidden = !latest();
  $("bin").hidden = !bin.length;
  $("bin").querySelector("summary").textContent = `Bin (${bin.length + binMore})`;
  $("binned").replaceChildren(...bin.map(binItem), ...(binMore ? [make("li", { className: "soft", textContent: `${binMore} more are in the folder “Bin” in that of the sessions.` })] : []));
  markSession(view.opened());
  markRecordings();
}

/// The latest session that can be opened, as its button.
const latest = () => $("shelf").querySelector("li > button[value]:enabled");
$("open-latest").addEventListener("click", () => latest()?.click());

/// Marks the opened session.
export function markSession(name) {
  for (const item of $("shelf").querySelectorAll("li > button")) {
    if (item.value === name) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
}
