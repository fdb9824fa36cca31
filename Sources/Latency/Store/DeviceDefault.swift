// SPDX-License-Identifier: GPL-3.0-or-later

/// The best setting found for a pair of devices.
public struct DeviceDefault: Codable, Equatable, Sendable {
  /// The input PCM.
  public let input: String
  /// The output PCM.
  public let output: String
  /// Sample rate in hertz.
  public let rateHz: Int
  /// Period in frames.
  public let periodFrames: Int
  /// Periods in the buffer.
  public let periods: Int
  /// When it was found, in seconds since 1970.
  public let foundSeconds: Int

  /// A setting for two devices, which may be the same.
  public init(
    input: String, output: String, rateHz: Int, periodFrames: Int, periods: Int, foundSeconds: Int
  ) {
    self.input = input
    self.output = output
    self.rateHz = rateHz
    self.periodFrames = periodFrames
    self.periods = periods
    self.foundSeconds = foundSeconds
  }
}
