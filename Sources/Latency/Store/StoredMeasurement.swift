// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// The devices that a delay was measured on, and how they were set.
public struct MeasuredSetup: Codable, Sendable, Equatable {
  /// ALSA's name of the device that was heard.
  public let input: String
  /// ALSA's name of the device that was played on.
  public let output: String
  /// Frames a second.
  public let rateHz: Int
  /// Frames that are captured at a time.
  public let periodFrames: Int

  /// A setup.
  public init(input: String, output: String, rateHz: Int, periodFrames: Int) {
    self.input = input
    self.output = output
    self.rateHz = rateHz
    self.periodFrames = periodFrames
  }
}

/// What was measured once, and is worth remembering.
public struct StoredMeasurement: Codable, Sendable, Equatable {
  /// When, as ISO 8601 has it: `2026-11-21T10:30:00Z`.
  public let date: String
  /// How: a ``LatencyReport/Method``.
  public let method: String
  /// On what.
  public let setup: MeasuredSetup
  /// How many trials.
  public let trials: Int
  /// Half of the trials were faster.
  public let medianMilliseconds: Double
  /// Standard deviation of the trials.
  public let jitterMilliseconds: Double
  /// What the devices add to the buffers, where that was measured.
  public let deviceMilliseconds: Double?

  /// What `report` found on `setup`.
  ///
  /// - Parameter date: When it was measured.
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
