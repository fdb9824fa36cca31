// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A tuner's needle: the nearest note, and how far the pitch is from it, from -50 to +50 cents.
package struct NeedleLine: CustomStringConvertible {
  /// Letters to each side of the middle.
  private static let side = 12
  /// A pitch is in tune within so many cents.
  private static let inTuneCents: Float = 5

  let step: PitchStep
  let a4Hz: Float

  package init(_ step: PitchStep, a4Hz: Float) { (self.step, self.a4Hz) = (step, a4Hz) }

  package var description: String {
    let level = "\(step.levelDecibels.text(places: 0, width: 4)) dBFS"
    guard let hertz = step.frequencyHz else {
      return "\("-".padded(to: 4)) \(scale(needle: nil))  \("".padded(to: 22)) \(level)"
    }
    let pitch = KeyPitch(frequencyHz: hertz, a4Hz: a4Hz)
    let place = Int((pitch.cents / 50 * Float(Self.side)).rounded())
    let cents = "\(PitchLine.signed(pitch.cents)) cents".padded(toRight: 9)
    return "\(pitch.name.padded(to: 4)) \(scale(needle: place))  \(cents) "
      + "\(hertz.text(places: 1, width: 8)) Hz  \(level)"
      + (abs(pitch.cents) <= Self.inTuneCents ? "  in tune" : "")
  }

  private func scale(needle: Int?) -> String {
    (-Self.side...Self.side).map { $0 == needle ? "▲" : $0 == 0 ? "│" : "─" }.joined()
  }
}
