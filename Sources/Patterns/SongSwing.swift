// SPDX-License-Identifier: GPL-3.0-or-later

/// How steps swing: where the second of two begins.
public struct SongSwing: Sendable, Equatable {
  /// Even steps.
  public static let straight = SongSwing(place: 0.5, isOfSixteenths: false)
  /// From even to dotted.
  public static let places = 0.5...0.8

  /// The share of the time of two steps that the first one takes: 0.5 is straight, 0.667 a triplet.
  public let place: Double
  /// Halves of half beats swing; otherwise halves of beats.
  public let isOfSixteenths: Bool

  /// Where a step is played, in beats: steps of three a beat stay where they are.
  func beat(ofStep step: Int, stepsPerBeat: Int) -> Double {
    let (whole, rest) = step.quotientAndRemainder(dividingBy: stepsPerBeat)
    guard place != 0.5, stepsPerBeat % 3 != 0 else {
      return Double(whole) + Double(rest) / Double(stepsPerBeat)
    }
    let units = isOfSixteenths ? 2 : 1
    let share = Double(rest * units) / Double(stepsPerBeat)
    let unit = share.rounded(.down)
    return Double(whole) + (unit + bent(share - unit)) / Double(units)
  }

  /// The step nearest to a beat: the inverse of ``beat(ofStep:stepsPerBeat:)``.
  func step(ofBeat beat: Double, stepsPerBeat: Int) -> Int {
    guard place != 0.5, stepsPerBeat % 3 != 0 else {
      return Int((beat * Double(stepsPerBeat)).rounded())
    }
    let units = isOfSixteenths ? 2.0 : 1
    let unit = (beat * units).rounded(.down)
    let share = beat * units - unit
    let straight =
      share < place ? share / place / 2 : 0.5 + (share - place) / (1 - place) / 2
    return Int(((unit + straight) / units * Double(stepsPerBeat)).rounded())
  }

  private func bent(_ share: Double) -> Double {
    share < 0.5 ? share * 2 * place : place + (share - 0.5) * 2 * (1 - place)
  }
}
