// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// How long it will take from a tap to its sound, as far as that is known before the first tap.
public struct ExpectedDelay: Sendable {
  /// What is known to take time.
  public let stages: [LatencyReport.Stage]
  /// What tells the devices' part, where it was measured.
  public let device: StoredMeasurement?

  /// The sum of the stages.
  public var milliseconds: Double { stages.reduce(0) { $0 + $1.milliseconds } }

  /// What is to be expected of an instrument.
  ///
  /// - Parameters:
  ///   - periodFrames: What is captured at a time.
  ///   - bufferFrames: The period and the playback buffer.
  ///   - answerFrames: From a tap to its voice, the same for every tap.
  public init(
    kit: Kit, periodFrames: Int, bufferFrames: Int, answerFrames: Int,
    device: StoredMeasurement?
  ) {
    func milliseconds(_ frames: Int) -> Double { 1000 * Double(frames) / Double(kit.sampleRateHz) }
    self.device = device
    let known: [LatencyReport.Stage] = [
      .init(.capturePeriod, milliseconds: milliseconds(periodFrames)),
      .init(.hearing, milliseconds: milliseconds(answerFrames)),
      .init(.playbackBuffer, milliseconds: milliseconds(bufferFrames - periodFrames)),
      .init(.kitOnset, milliseconds: milliseconds(kit.medianOnsetFrames)),
      .init(.limiter, milliseconds: milliseconds(SoftLimiter.latencyFrames)),
    ]
    stages =
      known
      + (device?.deviceMilliseconds.map { [.init(.deviceOwn, milliseconds: $0)] } ?? [])
  }
}
