// What a person changes of a table of hits before keeping it as a copy. The browser keeps it too, so that nothing is lost
// where the page is closed.

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
      return [...changes.keys()].every((place) => place in this.hits.frames) ? changes : new Map();
    } catch {
      return new Map();
    }
  }

  /// The hits as they are now, in the order in which they begin.
  get table() {
    const { frames, starts, sounds, velocities } = this.hits;
    const table = [];
    for (const place of frames.keys()) {
      const change = this.changes.get(place) ?? {};
      if (change.isDeleted) continue;
      const later = change.laterFrames ?? 0;
      table.push({
        place, frame: frames[place] + later, start: (starts[place] ?? frames[place]) + later,
        sound: change.sound ?? sounds[place], velocity: change.velocity ?? velocities[place],
        isChanged: this.changes.has(place),
      });
    }
    return table.sort((one, other) => one.frame - other.frame || one.place - other.place);
  }

  /// Changes a hit; false where there are too many changes. What leaves the hit as it is counts for nothing.
  change(place, settings) {
    const changes = new Map(this.changes);
    const before = { laterFrames: 0, sound: this.hits.sounds[place], velocity: this.hits.velocities[place], ...changes.get(place) };
    if (Object.entries(settings).every(([name, value]) => before[name] === value)) return true;
    changes.set(place, { ...changes.get(place), ...settings });
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
