// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Bounds how often a reason is reported, so that a noise does not flood whoever reads.
struct RefusalPace: BitwiseCopyable {
  /// The shortest time between two reports of a reason, in seconds.
  private static let spacingSeconds: Float = 0.05

  private let spacingFrames: Int
  private var nextFrames = InlineArray<3, Int>(repeating: .min)

  init(sampleRateHz: Float) {
    spacingFrames = Units.frames(seconds: Self.spacingSeconds, sampleRateHz: sampleRateHz)
  }

  /// Whether a reason may be reported at `frame`, after which it has to wait. Soft hits and touches
  /// always are: they come no faster than hands.
  @_noLocks mutating func allows(_ refusal: Refusal, atFrame frame: Int) -> Bool {
    let place: Int
    switch refusal {
    case .tooSoft, .precursor, .unknownSound: return true
    case .notAStroke: place = 0
    case .masked: place = 1
    case .faint: place = 2
    }
    guard frame >= nextFrames[place] else { return false }
    nextFrames[place] = frame + spacingFrames
    return true
  }
}
