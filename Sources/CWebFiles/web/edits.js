// What a person changes of a table of hits before keeping it as a copy. The browser keeps it too, so that nothing is lost
// where the page is closed.

import { live, question } from "./live.js";

const mostBytes = 3000;
/// More are refused at once.
export const mostChanges = 2000;

export class Edits {
  /// - hits: the table as it is kept: frames, starts, sounds, velocities, each a column.
  /// - name: of what is edited, for the browser.
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

  /// The hits as they are now, in the order in which they begin. A drum whose beginning nobody told begins as long after its
  /// hit as the one before does after its own.
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

  /// From the first hit that was answered to its drum, in frames.
  get delay() {
    const { frames, starts } = this.hits;
    const place = starts.findIndex((start) => start != null);
    return place < 0 ? 0 : starts[place] - frames[place];
  }

  /// Adds a hit; its place, null where there are too many changes.
  add(frame, sound, velocity) {
    const changes = new Map(this.changes);
    const place = Math.max(this.hits.frames.length - 1, ...changes.keys()) + 1;
    changes.set(place, { frame, sound, velocity });
    return this.take(changes) ? place : null;
  }

  /// Changes a hit; false where there are too many changes. What leaves the hit as it is counts for nothing.
  change(place, settings) {
    const changes = new Map(this.changes);
    const before = { laterFrames: 0, sound: this.hits.sounds[place], velocity: this.hits.velocities[place], ...changes.get(place) };
    if (Object.entries(settings).every(([name, value]) => before[name] === value)) return true;
    // A hit that was added is gone without a trace.
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

  /// What is asked of Flam.
  get list() { return [...this.changes].map(([place, change]) => ({ ...change, place })); }

  /// Nothing is changed any more: it was kept elsewhere.
  forget() {
    [this.past, this.future] = [[], []];
    this.set(new Map());
  }

  set(changes) {
    this.changes = changes;
    try {
      if (changes.size) localStorage.setItem(this.key, JSON.stringify([...changes]));
      else localStorage.removeItem(this.key);
    } catch { /* A browser that keeps nothing still edits. */ }
  }
}

/// Asks a question about a table with its changes; those that do not fit into one message go ahead.
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
