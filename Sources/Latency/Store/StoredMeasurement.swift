// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// The devices of a measurement, and their settings.
public struct MeasuredSetup: Codable, Sendable, Equatable {
  /// ALSA's name of the input device.
  public let input: String
  /// ALSA's name of the output device.
  public let output: String
  /// Frames a second.
  public let rateHz: Int
  /// The frames captured at a time.
  public let periodFrames: Int

  /// A setup.
  public init(input: String, output: String, rateHz: Int, periodFrames: Int) {
    self.input = input
    self.output = output
    self.rateHz = rateHz
    self.periodFrames = periodFrames
  }
}

/// A stored measurement.
public struct StoredMeasurement: Codable, Sendable, Equatable {
  /// The date in ISO 8601: `2026-11-21T10:30:00Z`.
  public let date: String
  /// The method: a ``LatencyReport/Method``.
  public let method: String
  /// The devices.
  public let setup: MeasuredSetup
  /// The number of trials.
  public let trials: Int
  /// Half of the trials were faster.
  public let medianMilliseconds: Double
  /// Standard deviation of the trials.
  public let jitterMilliseconds: Double
  /// What the devices add to the buffers, if that was measured.
  public let deviceMilliseconds: Double?

  /// The result of `report` on `setup`.
  ///
  /// - Parameter date: The time of the measurement.
  public init(_ report: LatencyReport, on setup: MeasuredSetup, date: Date = Date()) {
    self.date = date.ISO8601Format()
    method = report.method.rawValue
    self.setup = setup
    trials = report.trials
    medianMilliseconds = report.medianMilliseconds
    jitterMilliseconds = report.jitterMilliseconds
    let isMeasured = report.method == .loop
    deviceMilliseconds =
      isMeasured ? report.stages.first { $0.name == .deviceOwn }?.milliseconds : nil
  }

  /// The day it was measured: `2026-11-21`.
  public var day: String { String(date.prefix(10)) }
}
