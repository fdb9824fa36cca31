// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Reads a signal between its frames: a sinc under a Hann window, exact to -60 dB up to three quarters of the Nyquist
/// frequency.
///
/// Source: J. O. Smith, "Digital Audio Resampling Home Page", CCRMA, 2002. Not for the audio thread.
public struct BandlimitedReader: Sendable {
  /// The frames on either side of a position that determine its value.
  private static let reachFrames = 32
  /// A position this near to a frame counts as on it.
  private static let negligibleFrames = 1e-5

  private let samples: [Float]

  /// Reads `samples`, with silence before and after them.
  public init(_ samples: [Float]) { self.samples = samples }

  /// The signal at `position`, in frames.
  public func value(at position: Double) -> Float {
    let nearest = Int(position.rounded())
    guard abs(position - Double(nearest)) > Self.negligibleFrames else {
      return samples.indices.contains(nearest) ? samples[nearest] : 0
    }
    let whole = Int(position.rounded(.down))
    let fraction = Float(position - Double(whole))
    let reach = Self.reachFrames
    // sin(π (fraction - offset)) is the same for every frame but for its sign.
    let sine = rt_sin(Float.pi * fraction)
    var sum: Float = 0
    for offset in 1 - reach...reach where samples.indices.contains(whole + offset) {
      let distance = fraction - Float(offset)
      let window = 0.5 + 0.5 * rt_cos(Float.pi * distance / Float(reach))
      let sinc = (offset % 2 == 0 ? sine : -sine) / (Float.pi * distance)
      sum += sinc * window * samples[whole + offset]
    }
    return sum
  }
}
