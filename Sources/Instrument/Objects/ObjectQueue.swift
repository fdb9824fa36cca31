// SPDX-License-Identifier: GPL-3.0-or-later

/// Events of objects that wait for their frames, ordered by frame, then as they were sent: who sends far ahead keeps nobody else
/// waiting.
struct ObjectQueue: ~Copyable {
  /// An event, and how many were sent before it.
  struct Entry: BitwiseCopyable {
    let event: ObjectEvent
    let number: Int

    @_noLocks init(_ event: ObjectEvent, number: Int) {
      (self.event, self.number) = (event, number)
    }
  }

  private let capacity: Int
  private let entries: UnsafeMutablePointer<Entry>
  /// Places of entries: first of those that wait, the last one first, then of those that are free.
  private let places: UnsafeMutablePointer<Int>
  private var count = 0

  /// An empty queue.
  init(capacity: Int) {
    self.capacity = capacity
    entries = .allocate(capacity: capacity)
    places = .allocate(capacity: capacity)
    for place in 0..<capacity { (places + place).initialize(to: place) }
  }

  deinit {
    entries.deallocate()
    places.deallocate()
  }

  /// It takes no more.
  var isFull: Bool { @_noLocks get { count == capacity } }

  /// The frame of the first event; `Int.max` if none waits.
  var nextFrame: Int {
    @_noLocks get { count > 0 ? entries[places[count &- 1]].event.frame : .max }
  }

  /// Puts an event in its place, behind those of its frame; the queue must not be full.
  @_noLocks mutating func insert(_ new: Entry) {
    let free = places[count]
    entries[free] = new
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower &+ upper) / 2
      if entries[places[middle]].event.frame > new.event.frame {
        lower = middle &+ 1
      } else {
        upper = middle
      }
    }
    var place = count
    while place > lower {
      places[place] = places[place &- 1]
      place &-= 1
    }
    places[lower] = free
    count &+= 1
  }

  /// Takes the first event out; there must be one.
  @_noLocks mutating func removeFirst() -> Entry {
    count &-= 1
    return entries[places[count]]
  }
}
