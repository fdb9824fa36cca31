// SPDX-License-Identifier: GPL-3.0-or-later

/// How a beat is parted into steps.
struct Subdivision: Sendable, Equatable {
  /// Steps of a beat.
  let steps: Int
  /// Where the second half of a beat begins, in beats: 0.5 where it is straight, 0.67 for triplets.
  let swing: Double
  /// The logarithm of how likely it is.
  let prior: Double

  /// Straight steps, or steps that swing.
  init(steps: Int, swing: Double = 0.5, prior: Double = 0) {
    (self.steps, self.swing, self.prior) = (steps, swing, prior)
  }

  /// Both halves of a beat are as long.
  var isStraight: Bool { swing == 0.5 }
  /// A beat has three parts, or six.
  var isTernary: Bool { steps % 3 == 0 }

  /// The position of a step in beats; between two steps, too.
  func beat(ofStep step: Double) -> Double {
    let position = step / Double(steps)
    return isStraight ? position : Self.bent(position, from: 0.5, to: swing)
  }

  /// The inverse of ``beat(ofStep:)``.
  func step(ofBeat beat: Double) -> Double {
    (isStraight ? beat : Self.bent(beat, from: swing, to: 0.5)) * Double(steps)
  }

  /// A position whose beat's halves meet elsewhere.
  private static func bent(_ position: Double, from: Double, to: Double) -> Double {
    let whole = position.rounded(.down)
    let share = position - whole
    return whole
      + (share < from ? share / from * to : to + (share - from) / (1 - from) * (1 - to))
  }
}
