// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Hands one value at a time to the audio thread, which uses the latest. The giver learns when
/// earlier ones are no longer in use. Nobody waits for anybody.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other thread.
public final class Handover<Value: BitwiseCopyable>: @unchecked Sendable {
  /// Memory for a value, or for none: each given one has its own address.
  private typealias Address = UnsafeMutablePointer<Value?>

  /// The audio thread's end. The handover must outlive its use.
  public let audioSide: AudioSide
  private var given: Address?
  private var replaced: [Address] = []

  /// Nothing has been handed over.
  public init() {
    audioSide = AudioSide(offered: .allocate(capacity: 1), taken: .allocate(capacity: 1))
    audioSide.offered.initialize(to: Atomic(0))
    audioSide.taken.initialize(to: Atomic(0))
  }

  deinit {
    given?.deallocate()
    for address in replaced { address.deallocate() }
    audioSide.offered.deallocate()
    audioSide.taken.deallocate()
  }

  /// Gives a value that replaces the last one; nil for none.
  public func give(_ value: Value?) {
    let address = Address.allocate(capacity: 1)
    address.initialize(to: value)
    if let given { replaced.append(given) }
    given = address
    audioSide.offered.pointee.store(UInt(bitPattern: address), ordering: .releasing)
  }

  /// The audio thread no longer uses what was given before the last value: whatever it points to
  /// may be freed.
  public var isTaken: Bool {
    let isTaken = audioSide.taken.pointee.load(ordering: .acquiring) == UInt(bitPattern: given)
    if isTaken {
      for address in replaced { address.deallocate() }
      replaced = []
    }
    return isTaken
  }

  /// The audio thread's end of a handover.
  public struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    @usableFromInline let offered: UnsafeMutablePointer<Atomic<UInt>>
    @usableFromInline let taken: UnsafeMutablePointer<Atomic<UInt>>

    /// The value to use until the next call; nil for none. Call it once a block.
    @inlinable public func take() -> Value? {
      let address = offered.pointee.load(ordering: .acquiring)
      taken.pointee.store(address, ordering: .releasing)
      return UnsafeMutablePointer<Value?>(bitPattern: address)?.pointee ?? nil
    }
  }
}
