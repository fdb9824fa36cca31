// SPDX-License-Identifier: GPL-3.0-or-later

/// Coming events of strokes, ordered by frame and, within a frame, by request.
struct VoiceSchedule: ~Copyable {
  /// An event of a stroke.
  struct Entry: BitwiseCopyable {
    let action: VoiceAction
    var stroke: NoteOn
    /// Its drums; nil for those present on its frame.
    let drums: DrumSetPointer?
    let frame: Int
    /// The frame that was to be rendered next when it was asked for.
    let askedFrame: Int

    @_noLocks init(
      _ action: VoiceAction, _ stroke: NoteOn, of drums: DrumSetPointer?, frame: Int,
      askedFrame: Int
    ) {
      self.askedFrame = askedFrame
      self.action = action
      self.stroke = stroke
      self.drums = drums
      self.frame = frame
    }

    /// It begins a stroke, or makes another of it.
    var isStroke: Bool {
      @_noLocks get {
        switch action {
        case .start, .revise: true
        case .release, .noteOff: false
        }
      }
    }

    var isStart: Bool {
      @_noLocks get { if case .start = action { true } else { false } }
    }
  }

  /// Far more turns than hits take within the longest block: a stroke waits a few milliseconds.
  static let capacity = 1024

  private let entries: UnsafeMutablePointer<Entry>
  private(set) var count = 0

  /// An empty schedule.
  init() { entries = .allocate(capacity: Self.capacity) }

  deinit { entries.deallocate() }

  var isFull: Bool { @_noLocks get { count == Self.capacity } }

  /// The frame of the first entry; `Int.max` if there is none.
  var nextFrame: Int { @_noLocks get { count > 0 ? entries[0].frame : .max } }

  /// Puts an entry in its place.
  @_noLocks mutating func insert(_ entry: Entry) {
    precondition(!isFull, "a full schedule takes no entry")
    var place = count
    while place > 0 && entries[place - 1].frame > entry.frame {
      entries[place] = entries[place - 1]
      place -= 1
    }
    entries[place] = entry
    count += 1
  }

  /// Takes the first entry out; there must be one.
  @_noLocks mutating func removeFirst() -> Entry {
    let first = entries[0]
    remove(at: 0)
    return first
  }

  /// Changes the stroke of a start at `frame` or later that waits for the hit; false if none does.
  @_noLocks mutating func replace(_ stroke: NoteOn, startingFrom frame: Int) -> Bool {
    guard let index = start(hit: stroke.hit, from: frame) else { return false }
    entries[index].stroke = stroke
    return true
  }

  /// Drops a start at `frame` or later that waits for the hit; false if none does.
  @_noLocks mutating func cancel(hit: Int, startingFrom frame: Int) -> Bool {
    guard let index = start(hit: hit, from: frame) else { return false }
    remove(at: index)
    return true
  }

  /// The drums that a start of the hit waits for; nil if none waits.
  @_noLocks func drums(hit: Int) -> DrumSetPointer? {
    guard let index = start(hit: hit, from: .min) else { return nil }
    return entries[index].drums
  }

  /// Something waits that strikes these drums.
  @_noLocks func uses(_ drums: DrumSetPointer) -> Bool {
    for index in 0..<count where entries[index].drums == drums { return true }
    return false
  }

  @_noLocks private func start(hit: Int, from frame: Int) -> Int? {
    for index in 0..<count
    where entries[index].isStart && entries[index].stroke.hit == hit
      && entries[index].frame >= frame
    {
      return index
    }
    return nil
  }

  @_noLocks private mutating func remove(at index: Int) {
    count -= 1
    for place in index..<count { entries[place] = entries[place + 1] }
  }
}
