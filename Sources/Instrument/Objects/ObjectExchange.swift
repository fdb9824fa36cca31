// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Brings the sounds of the objects of a score, or of a player, to the audio thread.
///
/// ``audioSide`` belongs to the audio thread, ``send(_:)`` to one other, ``nextOutcome()`` to one other.
public final class ObjectExchange: @unchecked Sendable {
  /// Events that may be on their way.
  private static let capacity = 4096

  private let coming = SPSCRing<ObjectQueue.Entry>(minimumCapacity: capacity)
  private let outcomes = SPSCRing<ObjectOutcome>(minimumCapacity: 4 * capacity)
  private let bank: UnsafeMutablePointer<ObjectBank>
  /// Events that were sent so far.
  private var sentCount = 0

  /// So many objects at rest.
  public init(objectCount: Int, sampleRateHz: Int) {
    bank = .allocate(capacity: 1)
    bank.initialize(
      to: ObjectBank(
        coming.consumer, outcomes.producer, mostWaiting: Self.capacity,
        objectCount: objectCount, sampleRateHz: Float(sampleRateHz)))
  }

  deinit {
    bank.deinitialize(count: 1)
    bank.deallocate()
  }

  /// Sends an event; false if too many are on their way.
  public func send(_ event: ObjectEvent) -> Bool {
    guard coming.producer.push(ObjectQueue.Entry(event, number: sentCount)) else { return false }
    sentCount += 1
    return true
  }

  /// The next event that was carried out, in this order; nil for none.
  public func nextOutcome() -> ObjectOutcome? { outcomes.consumer.pop() }

  /// The end for the audio thread; the exchange must outlive its use.
  public var audioSide: AudioSide { AudioSide(bank: bank) }

  /// The exchange as the audio thread holds it.
  public struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    fileprivate let bank: UnsafeMutablePointer<ObjectBank>
    /// Frames that may be added at a time.
    public static var mostFrames: Int { @_noLocks get { Mixer.pieceFrames } }

    /// Plays and tones that sound.
    public var soundingCount: Int { @_noLocks get { bank.pointee.soundingCount } }

    /// Adds the next frames of all objects, and which of them sounded.
    @_noLocks func add(
      to places: ObjectPlaces, frameCount: Int, firstFrame: Int, _ heard: inout ObjectBank.Heard
    ) {
      bank.pointee.add(to: places, frameCount: frameCount, firstFrame: firstFrame, &heard)
    }

    /// Adds the next frames of all of it to interleaved stereo, at most ``mostFrames``.
    @_noLocks public func add(to piece: inout MutableSpan<Float>, firstFrame: Int) {
      let count = piece.count / 2
      piece.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        var heard = ObjectBank.Heard()
        add(
          to: ObjectPlaces(instruments: base, loops: base, speech: base), frameCount: count,
          firstFrame: firstFrame, &heard)
      }
    }
  }
}
