// SPDX-License-Identifier: GPL-3.0-or-later
extension EngineEvent {
  /// Where the meters stand; a level is missing for silence.
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
    /// By how much the limiter brings the output down, in decibels, 0 or more.
    public let gainReductionDecibels: Float?
    /// Voices that sound.
    public let voices: Int
  }
}
