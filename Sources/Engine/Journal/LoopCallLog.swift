// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Synchronization

/// Brings the calls of the audio loop, while it plays, to the thread that writes them down.
///
/// ``audioSide`` belongs to the audio thread, ``next()`` to one other.
package final class LoopCallLog: @unchecked Sendable {
  /// Calls of this many seconds may wait to be fetched.
  private static let seconds = 20
  /// The shortest period that a device gives.
  private static let leastPeriodFrames = 16
  /// On two clocks each period of either is a call.
  private static let callsPerPeriod = 2

  private let calls: SPSCRing<LoopCall>
  private let end: UnsafeMutablePointer<SPSCRing<LoopCall>.Producer>
  private let lost: UnsafeMutablePointer<Atomic<Int>>

  /// A log with room for the fastest loop at a sample rate.
  package init(sampleRateHz: Int) {
    calls = SPSCRing(
      minimumCapacity: Self.seconds * Self.callsPerPeriod * sampleRateHz / Self.leastPeriodFrames)
    end = .allocate(capacity: 1)
    end.initialize(to: calls.producer)
    lost = .allocate(capacity: 1)
    lost.initialize(to: Atomic(0))
  }

  deinit {
    end.deinitialize(count: 1)
    end.deallocate()
    lost.deallocate()
  }

  /// The audio thread's end; the log must outlive its use.
  package struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    fileprivate let end: UnsafeMutablePointer<SPSCRing<LoopCall>.Producer>
    fileprivate let lost: UnsafeMutablePointer<Atomic<Int>>

    /// Keeps a call; never waits.
    @_noLocks package func append(_ call: LoopCall) {
      if !end.pointee.push(call) { lost.pointee.add(1, ordering: .relaxed) }
    }
  }

  package var audioSide: AudioSide { AudioSide(end: end, lost: lost) }

  /// Calls that found no room: with any, the playing cannot be played again.
  package var lostCount: Int { lost.pointee.load(ordering: .relaxed) }

  /// The oldest waiting call; nil for none.
  package func next() -> LoopCall? { calls.consumer.pop() }
}
