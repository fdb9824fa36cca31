// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// How long it takes from a stroke elsewhere to its sound: the same for each, and known before the first.
public struct PortDelay: Encodable, Sendable, Equatable {
  /// Where something is struck.
  public struct Source: Sendable, Equatable {
    /// How it is connected.
    public enum Kind: String, Encodable, Sendable {
      /// A note of a MIDI device.
      case midi
      /// A pad of a board.
      case board
    }

    let kind: Kind
    let reportingSeconds: Double

    /// A source whose strokes are told so long after their time at the most.
    public init(_ kind: Kind, reportingSeconds: Double = 0) {
      (self.kind, self.reportingSeconds) = (kind, reportingSeconds)
    }
  }

  /// What happens elsewhere may take so long until the audio thread knows it.
  private static let slackSeconds = 0.001

  /// How it is connected.
  public let kind: Source.Kind
  /// The sum of the items.
  public let milliseconds: Double
  /// What takes the time.
  public let stages: [LatencyReport.Stage]

  /// What is to be expected of strokes from `source`.
  ///
  /// - Parameters:
  ///   - kitOnsetFrames: How long the drums take to be heard: ``Kit/medianOnsetFrames``.
  ///   - deviceMilliseconds: What the devices add to the buffers; nil if it is not known.
  public init(
    _ source: Source, kitOnsetFrames: Int, buffers: BufferDelay, deviceMilliseconds: Double? = nil
  ) {
    var items = DelayItems(buffers)
    if source.reportingSeconds > 0 {
      items.add(.reporting, milliseconds: 1000 * source.reportingSeconds)
    }
    items.add(
      .constantDelayMargin, frames: Double(Self.slackFrames(sampleRateHz: buffers.sampleRateHz)))
    if let deviceMilliseconds { items.add(.deviceOwn, milliseconds: deviceMilliseconds) }
    items.add(.kitOnset, frames: Double(kitOnsetFrames))
    items.add(.limiter, frames: Double(Instrument.outputLatencyFrames))
    kind = source.kind
    milliseconds = items.sumMilliseconds
    stages = items.stages
  }

  /// How much later than the earliest that it can be, what happens elsewhere is answered.
  public static func slackFrames(sampleRateHz: Int) -> Int {
    Int((slackSeconds * Double(sampleRateHz)).rounded(.up))
  }
}
