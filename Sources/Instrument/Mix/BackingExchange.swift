// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Synchronization

/// A frame of a track that is played along.
public struct BackingFrame: BitwiseCopyable, Sendable {
  /// The sample of the left side.
  public let left: Float
  /// The sample of the right side.
  public let right: Float

  /// A frame of its sides.
  public init(left: Float, right: Float) { (self.left, self.right) = (left, right) }
}

/// A track that is played along with the drums, on its way from the thread that reads it to the
/// audio thread.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other.
public final class BackingExchange: @unchecked Sendable {
  /// How much may wait to be played, in seconds.
  public static let ringSeconds = 8

  /// The track is recorded too; otherwise it is only heard.
  public let isRecorded: Bool
  /// Frames that fit.
  public let capacity: Int
  private let frames: SPSCRing<BackingFrame>
  private let state: UnsafeMutablePointer<State>

  /// An empty exchange for a sample rate.
  public init(sampleRateHz: Int, isRecorded: Bool) {
    self.isRecorded = isRecorded
    capacity = Self.ringSeconds * sampleRateHz
    frames = SPSCRing(minimumCapacity: capacity)
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Hands frames over, all of them or none; false if there is no room.
  public func push(_ new: [BackingFrame]) -> Bool {
    guard frames.consumer.count + new.count <= capacity else { return false }
    return new.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { frames.producer.push($0, count: buffer.count) } ?? true
    }
  }

  /// Frames that wait.
  public var waitingCount: Int { frames.consumer.count }

  /// Nothing comes any more.
  public func end() { state.pointee.hasEnded.store(true, ordering: .releasing) }

  /// All was handed over, and played.
  public var isOver: Bool {
    state.pointee.hasEnded.load(ordering: .acquiring) && frames.consumer.count == 0
  }

  /// How often frames came too late, and it fell silent.
  public var dropoutCount: Int { state.pointee.dropouts.load(ordering: .relaxed) }

  /// The audio thread will never use it again.
  public var isLeft: Bool { state.pointee.isLeft.load(ordering: .acquiring) }

  /// The audio thread's end; the exchange must outlive its use.
  public var audioSide: AudioSide {
    AudioSide(frames: frames.consumer, state: state, isRecorded: isRecorded)
  }

  fileprivate struct State: ~Copyable {
    let hasEnded = Atomic(false)
    let dropouts = Atomic(0)
    let isLeft = Atomic(false)
  }

  /// See ``audioSide``.
  public struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    let frames: SPSCRing<BackingFrame>.Consumer
    fileprivate let state: UnsafeMutablePointer<State>
    let isRecorded: Bool

    var hasEnded: Bool { @_noLocks get { state.pointee.hasEnded.load(ordering: .acquiring) } }

    @_noLocks func leave() { state.pointee.isLeft.store(true, ordering: .releasing) }

    @_noLocks func countDropout() { state.pointee.dropouts.add(1, ordering: .relaxed) }
  }
}
