// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// The latest value of something, written by one thread and read by one other; neither ever waits.
///
/// A triple buffer: the writer fills its own slot and swaps it with the shared one; the reader swaps the shared
/// slot for its own when it is new. The cell owns the memory and must outlive its two ends.
public struct SnapshotCell<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// The end that writes.
  public let publisher: Publisher
  /// The end that reads.
  public let reader: Reader
  private let storage: Storage

  /// A cell that reads as `initial` until something is published.
  public init(_ initial: Value) {
    storage = Storage(initial)
    publisher = Publisher(storage: storage)
    reader = Reader(storage: storage)
  }

  deinit { storage.deallocate() }

  @usableFromInline struct Storage: BitwiseCopyable {
    @usableFromInline let slots: UnsafeMutablePointer<Value>
    /// Index of the slot owned by the writer, then of the one owned by the reader.
    @usableFromInline let owned: UnsafeMutablePointer<Int>
    /// Index of the slot between them; bit 2 says that it is unread.
    @usableFromInline let shared: UnsafeMutablePointer<Atomic<Int>>

    init(_ initial: Value) {
      slots = .allocate(capacity: 3)
      slots.initialize(repeating: initial, count: 3)
      owned = .allocate(capacity: 2)
      owned[0] = 0
      owned[1] = 1
      shared = .allocate(capacity: 1)
      shared.initialize(to: Atomic(2))
    }

    func deallocate() {
      slots.deallocate()
      owned.deallocate()
      shared.deallocate()
    }
  }

  /// The writing end of a cell.
  public struct Publisher: BitwiseCopyable, @unchecked Sendable {
    @usableFromInline let storage: Storage

    init(storage: Storage) { self.storage = storage }

    /// Makes `value` the one that is read next.
    @inlinable public func publish(_ value: Value) {
      storage.slots[storage.owned[0]] = value
      let old = storage.shared.pointee.exchange(
        storage.owned[0] | 4, ordering: .acquiringAndReleasing)
      storage.owned[0] = old & 3
    }
  }

  /// The reading end of a cell.
  public struct Reader: @unchecked Sendable {
    @usableFromInline let storage: Storage

    init(storage: Storage) { self.storage = storage }

    /// The value published last.
    @inlinable public func read() -> Value {
      if storage.shared.pointee.load(ordering: .relaxed) & 4 != 0 {
        let new = storage.shared.pointee.exchange(
          storage.owned[1], ordering: .acquiringAndReleasing)
        storage.owned[1] = new & 3
      }
      return storage.slots[storage.owned[1]]
    }
  }
}
