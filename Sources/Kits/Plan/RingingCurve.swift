// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeps a pad from ringing softer when it is struck harder.
///
/// Layers are levelled by their first 50 ms. If a layer rings less than the one below it, its first
/// 200 ms fall although the first 50 rise. An example is a snare whose wires swell late on soft
/// strokes. Then the layer is raised, and those below it are lowered, as far as necessary. Neither
/// window falls by more than ``mostFallDecibels``, unless the first 50 ms would then jump by more
/// than ``mostJumpDecibels``.
struct RingingCurve {
  /// The most by which the first 200 ms may fall from one velocity to the next, in decibels.
  static let mostFallDecibels: Float = 0.9
  /// The most by which the first 50 ms may rise for it, in decibels.
  static let mostJumpDecibels: Float = 8

  /// The level over 200 ms above that over 50 at MIDI velocities 0...127, in decibels.
  let sustain: [Float]
  /// Where layers begin, except the lowest.
  private let borders: [Int]

  /// For layers without gaps. A silent one rings like the one before it.
  init(_ layers: [MeasuredLayer]) {
    var sustain = [Float](repeating: 0, count: 128)
    var last = layers.first { $0.loudness.isFinite }?.sustain ?? 0
    for layer in layers {
      if layer.loudness.isFinite { last = layer.sustain }
      for velocity in layer.velocities where sustain.indices.contains(velocity) {
        sustain[velocity] = last
      }
    }
    self.sustain = sustain
    borders = layers.dropFirst().map(\.velocities.lowerBound)
  }

  /// The levels over 200 ms of a curve over 50.
  func decibels(_ curve: [Float]) -> [Float] { zip(curve, sustain).map { $0 + $1 } }

  /// A rising curve over the first 50 ms with the least change that keeps the first 200 from
  /// falling: half way between raising what is above and lowering what is below.
  func levelled(_ curve: [Float]) -> [Float] {
    var raised = curve
    for velocity in 1..<128 {
      raised[velocity] = max(raised[velocity], raised[velocity - 1] + leastStep(to: velocity))
    }
    var lowered = curve
    for velocity in (0..<127).reversed() {
      lowered[velocity] = min(
        lowered[velocity], lowered[velocity + 1] - leastStep(to: velocity + 1))
    }
    return zip(raised, lowered).map { ($0 + $1) / 2 }
  }

  /// The least by which a curve must rise from the velocity below, in decibels.
  private func leastStep(to velocity: Int) -> Float {
    let lost = sustain[velocity - 1] - sustain[velocity] - Self.mostFallDecibels
    return max(0, min(lost, Self.mostJumpDecibels))
  }

  /// Finds where the first 200 ms of a curve fall, and what remains of that.
  func report(
    _ curve: [Float], _ levelled: [Float], of pad: PadDescription, _ problems: inout ProblemList
  ) {
    for border in borders {
      func fall(_ curve: [Float]) -> Float {
        curve[border - 1] + sustain[border - 1] - curve[border] - sustain[border]
      }
      guard fall(curve) > Self.mostFallDecibels else { continue }
      let left = max(0, fall(levelled))
      problems.add(
        .lateInversion, pad.line,
        "'\(pad.name)': from velocity \(border) on, the first 200 ms are "
          + "\(PadLeveller.text(fall(curve))) dB softer than below"
          + (left < fall(curve) ? "; levelled to \(PadLeveller.text(left)) dB" : ""))
    }
  }
}
