// SPDX-License-Identifier: GPL-3.0-or-later

/// Notes from outside the microphone that wait for their frames, ordered by frame, then by arrival.
/// Each leaves on its frame, never before. It has its own room, so that hits never wait for it.
struct NoteQueue: ~Copyable {
  /// A note that waits.
  struct Entry: BitwiseCopyable {
    let note: NoteEvent
    /// The frame of the mix at which it takes place.
    let frame: Int
    /// The frame of the mix that came next when it arrived.
    let askedFrame: Int

    @_noLocks init(_ note: NoteEvent, frame: Int, askedFrame: Int) {
      (self.note, self.frame, self.askedFrame) = (note, frame, askedFrame)
    }
  }

  /// Notes that may wait.
  static let capacity = 4096

  private let entries: UnsafeMutablePointer<Entry>
  /// Places of entries: first of those that wait, the last one first, then of those that are free.
  private let places: UnsafeMutablePointer<UInt16>
  private(set) var count = 0

  /// An empty queue.
  init() {
    entries = .allocate(capacity: Self.capacity)
    places = .allocate(capacity: Self.capacity)
    for place in 0..<Self.capacity { (places + place).initialize(to: UInt16(place)) }
  }

  deinit {
    entries.deallocate()
    places.deallocate()
  }

  /// The frame of the first note; `Int.max` if none waits.
  var nextFrame: Int { @_noLocks get { count > 0 ? entry(count - 1).frame : .max } }

  /// Puts a note in its place, behind those of its frame.
  @_noLocks mutating func insert(_ new: Entry) {
    precondition(count < Self.capacity, "a full queue takes no note")
    let free = places[count]
    entries[Int(free)] = new
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if entry(middle).frame > new.frame { lower = middle + 1 } else { upper = middle }
    }
    var place = count
    while place > lower {
      places[place] = places[place - 1]
      place -= 1
    }
    places[lower] = free
    count += 1
  }

  /// Takes the first note out; there must be one.
  @_noLocks mutating func removeFirst() -> Entry {
    count -= 1
    return entry(count)
  }

  /// Removes a note's waiting entries for a frame or a later one; returns how many.
  @_noLocks mutating func remove(_ id: HitIdentity, fromFrame frame: Int) -> Int {
    var removed = 0
    var index = 0
    while index < count && entry(index).frame >= frame {
      if entry(index).note.id.rawValue == id.rawValue {
        remove(at: index)
        removed += 1
      } else {
        index += 1
      }
    }
    return removed
  }

  @_noLocks private func entry(_ index: Int) -> Entry { entries[Int(places[index])] }

  @_noLocks private mutating func remove(at index: Int) {
    count -= 1
    let free = places[index]
    for place in index..<count { places[place] = places[place + 1] }
    places[count] = free
  }
}
