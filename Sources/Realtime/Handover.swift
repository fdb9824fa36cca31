// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Hands one value at a time over to the audio thread, which uses the latest; the giver learns when those before it are no
/// longer in use. No one waits for anyone.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other.
public final class Handover<Value: BitwiseCopyable>: @unchecked Sendable {
  /// A place for a value, or for none: each that is given has an address of its own.
  private typealias Address = UnsafeMutablePointer<Value?>

  /// The end for the audio thread; the handover must outlive its use.
  public let audioSide: AudioSide
  private var given: Address?
  private var replaced: [Address] = []

  /// Nothing is handed over yet.
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

  /// Gives a value in place of the one before; nil for none.
  public func give(_ value: Value?) {
    let address = Address.allocate(capacity: 1)
    address.initialize(to: value)
    if let given { replaced.append(given) }
    given = address
    audioSide.offered.pointee.store(UInt(bitPattern: address), ordering: .releasing)
  }

  /// What was given before the last value is no longer used by the audio thread: whatever it points to may go.
  public var isTaken: Bool {
    let isTaken = audioSide.taken.pointee.load(ordering: .acquiring) == UInt(bitPattern: given)
    if isTaken {
      for address in replaced { address.deallocate() }
      replaced = []
    }
    return isTaken
  }

  /// The handover as the audio thread holds it.
  public struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    @usableFromInline let offered: UnsafeMutablePointer<Atomic<UInt>>
    @usableFromInline let taken: UnsafeMutablePointer<Atomic<UInt>>

    /// The value to use until the next call; nil for none. Called once a block.
    @inlinable public func take() -> Value? {
      let address = offered.pointee.load(ordering: .acquiring)
      taken.pointee.store(address, ordering: .releasing)
      return UnsafeMutablePointer<Value?>(bitPattern: address)?.pointee ?? nil
    }
  }
}
