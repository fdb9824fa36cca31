// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How much higher a sound is than a copy of it, by the way in which the copy comes nearest to it, all of it at once: low tones
/// have few periods, which no window holds.
///
/// The copy is moved by a time that changes evenly from its beginning to its end, and so does its loudness: Gauss-Newton steps
/// make the rest smallest.
struct PitchFit {
  private static let steps = 8
  /// Frames at the ends that are left out: the copy is moved by as many at most.
  private static let margin = 64
  /// How far the copy may begin earlier or later.
  private static let shifts = stride(from: -12.0, through: 12, by: 1)

  private let sound: [Float]
  private let copy: [Float]
  /// In hundredths of a semitone.
  private(set) var cents: Double

  /// - Parameter fromCents: Where to begin: in high tones it must be true to a part of a period.
  init(_ sound: [Float], copy: [Float], fromCents cents: Double) {
    (self.sound, self.copy, self.cents) = (sound, copy, cents)
    guard sound.count == copy.count, sound.count > 4 * Self.margin else { return }
    let drift = Double(sound.count) * (exp2(cents / 1200) - 1)
    let begun = Self.shifts.map { Way(shift: $0, drift: drift) }
      .map { ($0, rest($0).power) }.min { $0.1 < $1.1 }
    guard let begun else { return }
    var (best, least) = begun
    var way = best
    for _ in 0..<Self.steps {
      way = rest(way).next
      guard abs(way.shift) + abs(way.drift) / 2 < Double(Self.margin) else { break }
      let power = rest(way).power
      if power < least { (best, least) = (way, power) }
    }
    self.cents = 1200 * log2(1 + best.drift / Double(sound.count))
  }

  /// How the copy is moved, in frames.
  private struct Way {
    /// In the middle.
    var shift: Double
    /// How much more at the end than at the beginning.
    var drift: Double
  }

  /// The power of what is left of the sound beside the copy, and a way that leaves less.
  private func rest(_ way: Way) -> (power: Double, next: Way) {
    var sums = Products()
    for frame in Self.margin..<sound.count - Self.margin {
      let time = Double(frame) / Double(sound.count) - 0.5
      let (value, slope) = value(atFrame: Double(frame) + way.shift + way.drift * time)
      sums.add(SIMD4(value, value * time, slope, slope * time), Double(sound[frame]))
    }
    let (shares, power) = sums.nearest()
    guard shares.x != 0 else { return (power, way) }
    return (
      power, Way(shift: way.shift + shares.z / shares.x, drift: way.drift + shares.w / shares.x)
    )
  }

  /// The copy and its slope between two frames: a cubic through four.
  private func value(atFrame frame: Double) -> (value: Double, slope: Double) {
    let first = min(copy.count - 3, max(1, Int(frame)))
    let part = frame - Double(first)
    let (before, one, two, after) = (
      Double(copy[first - 1]), Double(copy[first]), Double(copy[first + 1]), Double(copy[first + 2])
    )
    let slope = (two - before) / 2
    let square = before - 2.5 * one + 2 * two - after / 2
    let cube = (after - before) / 2 + 1.5 * (one - two)
    return (
      one + part * (slope + part * (square + part * cube)),
      slope + part * (2 * square + 3 * part * cube)
    )
  }

  /// The copy, the copy by time, its slope and its slope by time: their products with each other and with the sound.
  private struct Products {
    private var rows = [SIMD4<Double>](repeating: .zero, count: 4)
    private var withSound = SIMD4<Double>.zero
    private var ofSound = 0.0

    mutating func add(_ parts: SIMD4<Double>, _ sound: Double) {
      rows[0] += parts.x * parts
      rows[1] += parts.y * parts
      rows[2] += parts.z * parts
      rows[3] += parts.w * parts
      withSound += sound * parts
      ofSound += sound * sound
    }

    /// The shares of the parts that come nearest to the sound, and the power that copy and copy by time leave of it.
    func nearest() -> (shares: SIMD4<Double>, power: Double) {
      var (rows, right, power) = (rows, withSound, ofSound)
      for row in 0..<4 {
        guard rows[row][row] > 1e-12 * self.rows[row][row] else { return (.zero, power) }
        if row < 2 { power -= right[row] * right[row] / rows[row][row] }
        for later in row + 1..<4 {
          let share = rows[later][row] / rows[row][row]
          rows[later] -= share * rows[row]
          right[later] -= share * right[row]
        }
      }
      var shares = SIMD4<Double>.zero
      for row in stride(from: 3, through: 0, by: -1) {
        shares[row] = (right[row] - (rows[row] * shares).sum()) / rows[row][row]
      }
      return (shares, power)
    }
  }
}
