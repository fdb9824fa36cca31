// SPDX-License-Identifier: GPL-3.0-or-later

/// What came of listening to taps and to the drums that answer them.
public struct TapResult: Sendable {
  /// Why a tap was not measured.
  public enum Refusal: String, Encodable, Sendable, CaseIterable {
    /// No drum was heard that answers it.
    case noDrum
    /// The drum is too soft against the tap that rings on.
    case drumTooQuiet
    /// The recording is clipped.
    case clipped
    /// Too little was heard before the tap, or after it.
    case cutOff
  }

  /// From each tap's beginning to the beginning of its drum, both as the microphone heard them.
  public internal(set) var delaysMilliseconds: [Double] = []
  /// The frame of the recording at which each of these taps begins.
  public internal(set) var tapFrames: [Int] = []
  /// The taps that were not measured.
  public internal(set) var refusals: [Refusal] = []

  /// The delay from a tap that begins at a frame to its drum, or why there is none.
  mutating func note(_ delay: Result<Double, RefusedTap>, tapFrame: Int, sampleRateHz: Double) {
    switch delay {
    case .success(let frames):
      delaysMilliseconds.append(1000 * frames / sampleRateHz)
      tapFrames.append(tapFrame)
    case .failure(let refused):
      refusals.append(refused.refusal)
    }
  }
}

/// A tap that is not measured.
struct RefusedTap: Error {
  let refusal: TapResult.Refusal
}
