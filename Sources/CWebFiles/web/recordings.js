// Hearing recordings in the browser, and fetching them.
import { $, make } from "./dom.js";
import { counter, question, silence } from "./live.js";

const sound = $("listen");
let heard = null;
const asking = counter();

/// This recording sounds, or is about to.
export const isHeard = (name) => heard === name;

/// Plays a recording from its beginning; stops it if it is heard.
export async function listen(name) {
  if (isHeard(name)) return stopListening();
  stopListening();
  heard = name;
  const isWanted = asking();
  const result = await question("hearRecording", { name });
  if (!isWanted()) return;
  if (!result) return stopListening();
  sound.src = result.file;
  sound.play().catch(stopListening);
}

/// Stops what is heard, so that its file is free.
export function stopListening() {
  asking();
  heard = null;
  silence(sound);
}

sound.addEventListener("ended", stopListening);

/// Saves a recording where the browser saves files.
export async function fetchRecording(name) {
  const result = await question("fetchRecording", { name });
  if (result) make("a", { href: result.file, download: result.name }).click();
}
