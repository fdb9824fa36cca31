// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// A wait-free queue of plain values from one thread to one other thread.
///
/// The ring owns the memory and must outlive its two ends. Each end is used by one thread at a time.
public struct SPSCRing<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// The end that writes.
  public let producer: Producer
  /// The end that reads.
  public let consumer: Consumer
  private let storage: Storage

  /// The number of elements that fit.
  public var capacity: Int { storage.mask + 1 }

  /// A ring that holds at least `minimumCapacity` elements; rounded up to a power of two.
  public init(minimumCapacity: Int) {
    precondition(minimumCapacity > 0, "a ring holds at least one element")
    var capacity = 1
    while capacity < minimumCapacity { capacity *= 2 }
    storage = Storage(capacity: capacity)
    producer = Producer(storage: storage)
    consumer = Consumer(storage: storage)
  }

  deinit { storage.deallocate() }

  @usableFromInline struct Storage: BitwiseCopyable {
    @usableFromInline let elements: UnsafeMutablePointer<Element>
    /// Count of elements ever written and ever read.
    @usableFromInline let written: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let read: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let mask: Int

    init(capacity: Int) {
      elements = .allocate(capacity: capacity)
      written = .allocate(capacity: 1)
      written.initialize(to: Atomic(0))
      read = .allocate(capacity: 1)
      read.initialize(to: Atomic(0))
      mask = capacity - 1
      // Touched now, so that no page fault comes later.
      UnsafeMutableRawPointer(elements).initializeMemory(
        as: UInt8.self, repeating: 0, count: capacity * MemoryLayout<Element>.stride)
    }

    func deallocate() {
      elements.deallocate()
      written.deallocate()
      read.deallocate()
    }
  }

  /// The writing end of a ring.
  public struct Producer: BitwiseCopyable, @unchecked Sendable {
    @usableFromInline let storage: Storage

    init(storage: Storage) { self.storage = storage }

    /// Appends one element; false if the ring is full.
    @inlinable public func push(_ element: Element) -> Bool {
      let written = storage.written.pointee.load(ordering: .relaxed)
      guard written &- storage.read.pointee.load(ordering: .acquiring) <= storage.mask else {
        return false
      }
      storage.elements[written & storage.mask] = element
      storage.written.pointee.store(written &+ 1, ordering: .releasing)
      return true
    }

    /// Appends all `count` elements, or none and returns false if they do not fit.
    @inlinable public func push(_ source: UnsafePointer<Element>, count: Int) -> Bool {
      let written = storage.written.pointee.load(ordering: .relaxed)
      let free = storage.mask &+ 1 &- (written &- storage.read.pointee.load(ordering: .acquiring))
      guard count <= free else { return false }
      for index in 0..<count {
        storage.elements[(written &+ index) & storage.mask] = source[index]
      }
      storage.written.pointee.store(written &+ count, ordering: .releasing)
      return true
    }
  }

  /// The reading end of a ring.
  public struct Consumer: BitwiseCopyable, @unchecked Sendable {
    @usableFromInline let storage: Storage

    init(storage: Storage) { self.storage = storage }

    /// The number of elements that wait to be read.
    @inlinable public var count: Int {
      storage.written.pointee.load(ordering: .acquiring)
        &- storage.read.pointee.load(ordering: .relaxed)
    }

    /// Takes the oldest element; nil if the ring is empty.
    @inlinable public func pop() -> Element? {
      let read = storage.read.pointee.load(ordering: .relaxed)
      guard read != storage.written.pointee.load(ordering: .acquiring) else { return nil }
      let element = storage.elements[read & storage.mask]
      storage.read.pointee.store(read &+ 1, ordering: .releasing)
      return element
    }

    /// Moves up to `count` elements to `destination` and returns how many.
    @inlinable public func pop(into destination: UnsafeMutablePointer<Element>, count: Int) -> Int {
      let read = storage.read.pointee.load(ordering: .relaxed)
      let waiting = storage.written.pointee.load(ordering: .acquiring) &- read
      let taken = min(count, waiting)
      for index in 0..<taken {
        destination[index] = storage.elements[(read &+ index) & storage.mask]
      }
      storage.read.pointee.store(read &+ taken, ordering: .releasing)
      return taken
    }
  }
}
