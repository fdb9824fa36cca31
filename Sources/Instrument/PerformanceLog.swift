// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Synchronization

/// Records how an instrument answers its input, so that it can be played again by another profile,
/// or with some of the hits changed.
///
/// ``audioSide`` belongs to the thread that plays, everything else to one other, which has to fetch
/// often.
public final class PerformanceLog: @unchecked Sendable {
  /// How much may wait to be fetched, in seconds.
  public static let seconds = 20
  /// Events of strokes in a second, far more than a roll brings.
  private static let strokesPerSecond = 400

  private let strokes: SPSCRing<VoiceEvent>
  private let returns: SPSCRing<Float>
  private let lost: UnsafeMutablePointer<Atomic<Int>>

  /// An empty log, at the input's sample rate.
  public init(sampleRateHz: Int) {
    strokes = SPSCRing(minimumCapacity: Self.seconds * Self.strokesPerSecond)
    returns = SPSCRing(
      minimumCapacity: Self.seconds * sampleRateHz / Instrument.returnBlockFrames)
    lost = .allocate(capacity: 1)
    lost.initialize(to: Atomic(0))
  }

  deinit { lost.deallocate() }

  /// Events that found no room: with any, the log is incomplete.
  public var lostCount: Int { lost.pointee.load(ordering: .relaxed) }

  /// The events of strokes since the last call, in the order in which they were carried out.
  public func newStrokes() -> [VoiceEvent] { Self.all(of: strokes.consumer) }

  /// The highest estimates of the drums' return, in decibels: a value every
  /// ``Instrument/returnBlockFrames`` heard frames, since the last call.
  public func newReturns() -> [Float] { Self.all(of: returns.consumer) }

  private static func all<Element>(of ring: SPSCRing<Element>.Consumer) -> [Element] {
    var elements: [Element] = []
    while let element = ring.pop() { elements.append(element) }
    return elements
  }

  /// The end for the audio thread; the log must outlive its use.
  public var audioSide: AudioSide {
    AudioSide(strokes: strokes.producer, returns: returns.producer, lost: lost)
  }

  /// The log as the audio thread holds it.
  public struct AudioSide: @unchecked Sendable {
    fileprivate let strokes: SPSCRing<VoiceEvent>.Producer
    fileprivate let returns: SPSCRing<Float>.Producer
    fileprivate let lost: UnsafeMutablePointer<Atomic<Int>>

    @_noLocks func append(
      _ entry: VoiceSchedule.Entry, of drums: DrumSetPointer, _ choices: VoiceChoices?
    ) {
      let stroke = VoiceEvent(
        entry, of: drums, draw: choices.map { .again($0) } ?? .aside(known: nil, before: nil))
      if !strokes.push(stroke) { lost.pointee.add(1, ordering: .relaxed) }
    }

    @_noLocks func append(returnDecibels: Float) {
      if !returns.push(returnDecibels) { lost.pointee.add(1, ordering: .relaxed) }
    }
  }
}
