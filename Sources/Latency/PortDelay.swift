// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// The delay from a note on another device to its drum. It is the same for every note, and known
/// before the first.
public struct PortDelay: Encodable, Sendable, Equatable {
  /// The device.
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

    /// A source whose notes arrive at most so long after their time.
    public init(_ kind: Kind, reportingSeconds: Double = 0) {
      (self.kind, self.reportingSeconds) = (kind, reportingSeconds)
    }
  }

  /// The longest time until the audio thread knows of an outside event.
  private static let slackSeconds = 0.001

  /// How it is connected.
  public let kind: Source.Kind
  /// The sum of the items.
  public let milliseconds: Double
  /// What takes the time.
  public let stages: [LatencyReport.Stage]

  /// The expected delay of notes from `source`.
  ///
  /// - Parameters:
  ///   - kitOnsetFrames: How long the drums take to be heard: ``Kit/medianOnsetFrames``.
  ///   - effectFrames: The latency of the effects on the way of the drums.
  ///   - deviceMilliseconds: What the devices add to the buffers; nil if unknown.
  public init(
    _ source: Source, kitOnsetFrames: Int, effectFrames: Int = 0, buffers: BufferDelay,
    deviceMilliseconds: Double? = nil
  ) {
    var items = DelayItems(buffers)
    if source.reportingSeconds > 0 {
      items.add(.reporting, milliseconds: 1000 * source.reportingSeconds)
    }
    items.add(
      .constantDelayMargin, frames: Double(Self.slackFrames(sampleRateHz: buffers.sampleRateHz)))
    if let deviceMilliseconds { items.add(.deviceOwn, milliseconds: deviceMilliseconds) }
    items.addDrum(kitOnsetFrames: kitOnsetFrames, effectFrames: effectFrames)
    kind = source.kind
    milliseconds = items.sumMilliseconds
    stages = items.stages
  }

  /// How much later than the earliest possible frame an outside event is answered.
  public static func slackFrames(sampleRateHz: Int) -> Int {
    Int((slackSeconds * Double(sampleRateHz)).rounded(.up))
  }
}
