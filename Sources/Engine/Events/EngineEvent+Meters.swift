// SPDX-License-Identifier: GPL-3.0-or-later
extension EngineEvent {
  /// The meter values; a level is missing for silence.
  public struct Meters: Codable, Sendable, Equatable {
    /// Output frames played.
    public let frame: Int
    /// Peak of the input, in dBFS.
    public let inputPeakDecibels: Float?
    /// Peak of the output, in dBFS.
    public let peakDecibels: Float?
    /// Root mean square of the output, in dBFS.
    public let rmsDecibels: Float?
    /// Momentary loudness of the output.
    public let momentaryLUFS: Float?
    /// How far the limiter turns the output down, in decibels, 0 or more.
    public let gainReductionDecibels: Float?
    /// Sounding voices.
    public let voices: Int
  }
}
