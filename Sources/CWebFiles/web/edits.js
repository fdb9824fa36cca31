// A person's changes to a table of hits, until they are saved as a copy. The browser stores them too, so that nothing is lost
// when the page is closed.

import { live, question } from "./live.js";

const mostBytes = 3000;
/// Flam refuses more changes at once.
export const mostChanges = 2000;

export class Edits {
  /// - hits: the saved table; frames, starts, sounds and velocities are a column each.
  /// - name: the name under which the browser stores the changes.
  constructor(hits, name) {
    this.hits = hits;
    this.key = `flam edits ${name} ${hits.frames.length}`;
    this.past = [];
    this.future = [];
    this.changes = this.kept();
  }

  kept() {
    try {
      const changes = new Map(JSON.parse(localStorage.getItem(this.key) ?? "[]"));
      return [...changes].every(([place, { frame }]) => (frame == null) === place in this.hits.frames) ? changes : new Map();
    } catch {
      return new Map();
    }
  }

  /// The hits with their changes, in order of time. If it is unknown when a drum began, it gets the delay of the drum before.
  get table() {
    const { frames, starts, sounds, velocities } = this.hits;
    const table = [];
    for (const place of [...frames.keys(), ...[...this.changes.keys()].filter((place) => place >= frames.length)]) {
      const change = this.changes.get(place) ?? {};
      if (change.isDeleted) continue;
      const later = change.laterFrames ?? 0;
      table.push({
        place, frame: (change.frame ?? frames[place]) + later, start: starts[place] == null ? null : starts[place] + later,
        sound: change.sound ?? sounds[place] ?? null, velocity: change.velocity ?? velocities[place],
        isChanged: this.changes.has(place),
      });
    }
    table.sort((one, other) => one.frame - other.frame || one.place - other.place);
    let delay = this.delay;
    for (const hit of table) {
      if (hit.start != null) delay = hit.start - hit.frame;
      else hit.start = hit.frame + (hit.sound == null ? 0 : delay);
    }
    return table;
  }

  /// The delay from the first answered hit to its drum, in frames.
  get delay() {
    const { frames, starts } = this.hits;
    const place = starts.findIndex((start) => start != null);
    return place < 0 ? 0 : starts[place] - frames[place];
  }

  /// Adds a hit and returns its index; null if there are too many changes.
  add(frame, sound, velocity) {
    const changes = new Map(this.changes);
    const place = Math.max(this.hits.frames.length - 1, ...changes.keys()) + 1;
    changes.set(place, { frame, sound, velocity });
    return this.take(changes) ? place : null;
  }

  /// Changes a hit; false if there are too many changes. Settings that equal the hit's present ones do not count.
  change(place, settings) {
    const changes = new Map(this.changes);
    const before = { laterFrames: 0, sound: this.hits.sounds[place], velocity: this.hits.velocities[place], ...changes.get(place) };
    if (Object.entries(settings).every(([name, value]) => before[name] === value)) return true;
    // An added hit leaves no trace.
    if (settings.isDeleted && place >= this.hits.frames.length) changes.delete(place);
    else changes.set(place, { ...changes.get(place), ...settings });
    return this.take(changes);
  }

  take(changes) {
    if (changes.size > mostChanges) return false;
    this.past.push(this.changes);
    this.future = [];
    this.set(changes);
    return true;
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.changes);
    this.set(this.past.pop());
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.changes);
    this.set(this.future.pop());
  }

  /// The changes as Flam receives them.
  get list() { return [...this.changes].map(([place, change]) => ({ ...change, place })); }

  /// Forgets all changes: they are saved.
  forget() {
    [this.past, this.future] = [[], []];
    this.set(new Map());
  }

  set(changes) {
    this.changes = changes;
    try {
      if (changes.size) localStorage.setItem(this.key, JSON.stringify([...changes]));
      else localStorage.removeItem(this.key);
    } catch { /* Editing works without storage too. */ }
  }
}

/// Keeps the changes that are not saved yet of a session that has another name now.
export function moveEdits(name, other) {
  try {
    for (const key of Object.keys(localStorage).filter((key) => key.startsWith(`flam edits ${name} `))) {
      localStorage.setItem(key.replace(name, () => other), localStorage.getItem(key));
      localStorage.removeItem(key);
    }
  } catch { /* Editing works without storage too. */ }
}

/// Asks a question about a table with its changes. Changes that do not fit into one message are sent before it.
export function askAbout(edits, ask, settings) {
  let changes = [];
  const encoder = new TextEncoder();
  for (const change of edits.list) {
    if (encoder.encode(JSON.stringify([...changes, change])).length > mostBytes) {
      live.ask({ ask: "changes", changes });
      changes = [];
    }
    changes.push(change);
  }
  return question(ask, { ...settings, changes });
}
