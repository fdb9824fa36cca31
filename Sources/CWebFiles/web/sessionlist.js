// The list of sessions.
import { $, make } from "./dom.js";
import { question } from "./live.js";

export const lengthText = (seconds) => (seconds == null ? "?" : `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`);
const dayText = (text) => new Date(text).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

function sessionItem(session, open) {
  const facts = session.problem ?? [
    session.startedAt && dayText(session.startedAt), session.isBeingPlayed ? "being played" : lengthText(session.seconds),
    session.hits != null && `${session.hits} hits`, session.kit].filter(Boolean).join(" · ");
  const button = make("button", { type: "button", disabled: session.problem != null || session.isBeingPlayed },
    make("b", { textContent: session.name }), make("span", { textContent: facts }));
  button.addEventListener("click", () => open(session.name));
  return make("li", {}, button);
}

/// Asks for the list and shows it.
///
/// - name: the opened session.
/// - open: called with the name of a session that a person picks.
export async function showSessionList(name, open) {
  const list = await question("sessions");
  if (!list) return;
  $("shelf").replaceChildren(...(list.length ? list.map((session) => sessionItem(session, open))
    : [make("li", { className: "none", textContent: "None yet. Press “Session” above to keep what you play." })]));
  markSession(name);
}

/// Marks the opened session.
export function markSession(name) {
  for (const item of $("shelf").querySelectorAll("button")) {
    if (item.firstChild.textContent === name) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
  }
}
