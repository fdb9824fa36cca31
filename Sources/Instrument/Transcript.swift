// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Takes down what an instrument makes of what it hears, so that it can be played again with some of the hits changed.
///
/// ``audioSide`` belongs to the thread that plays, everything else to one other, which has to fetch often.
public final class Transcript: Sendable {
  /// Far more than comes within a block.
  private static let capacity = 4096

  private let strokes = SPSCRing<PlayedStroke>(minimumCapacity: capacity)
  private let returns = SPSCRing<Float>(minimumCapacity: capacity)

  /// Nothing so far.
  public init() {}

  /// The turns of strokes since the last call, in the order in which they were carried out.
  public func newStrokes() -> [PlayedStroke] { Self.all(of: strokes.consumer) }

  /// What the return of the drums was thought to be at the most, in decibels: a value every
  /// ``Instrument/returnBlockFrames`` frames that were heard, since the last call.
  public func newReturns() -> [Float] { Self.all(of: returns.consumer) }

  private static func all<Element>(of ring: SPSCRing<Element>.Consumer) -> [Element] {
    var elements: [Element] = []
    while let element = ring.pop() { elements.append(element) }
    return elements
  }

  /// The end for the audio thread; the transcript must outlive its use.
  public var audioSide: AudioSide {
    AudioSide(strokes: strokes.producer, returns: returns.producer)
  }

  /// The transcript as the audio thread holds it.
  public struct AudioSide: @unchecked Sendable {
    fileprivate let strokes: SPSCRing<PlayedStroke>.Producer
    fileprivate let returns: SPSCRing<Float>.Producer

    @_noLocks func note(_ entry: StrokeSchedule.Entry, _ choice: VoiceChoice?) {
      _ = strokes.push(PlayedStroke(entry, draw: choice.map { .again($0) } ?? .beside))
    }

    @_noLocks func note(returnDecibels: Float) { _ = returns.push(returnDecibels) }
  }
}
