// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation

/// What a case of the conformance suite must sound like, and whether something does.
struct PredictedOutput {
  /// Sounds in stereo, by their names.
  let sounds: [String: [SIMD2<Float>]]

  /// A cut or a change of loudness is over after 5 ms.
  private static let glideFrames = 240
  /// Two sums in another order.
  private static let tolerance: Float = 1e-6
  /// A tone is in tune by 2 cents.
  private static let cents = 2.0

  /// What is wrong with an output; nothing if it is right.
  func faults(_ test: ConformanceCase, _ output: [SIMD2<Float>]) -> [String] {
    var faults = test.measured.compactMap { fault($0, output) }
    if !test.heard.isEmpty, let frame = wrongFrame(test, output) {
      faults.append("frame \(frame) is \(output[frame]) and not \(prediction(test, frame))")
    }
    return faults
  }

  private func wrongFrame(_ test: ConformanceCase, _ output: [SIMD2<Float>]) -> Int? {
    let glides = test.heard.compactMap { $0.end.map { $0..<$0 + Self.glideFrames } }
    let end = test.heard.map { $0.start + length($0) }.max() ?? 0
    guard output.count >= end else { return output.count - 1 }
    return output.indices.first { frame in
      guard !glides.contains(where: { $0.contains(frame) }) else { return false }
      let difference = output[frame] - prediction(test, frame)
      return max(abs(difference.x), abs(difference.y)) > Self.tolerance
    }
  }

  private func length(_ heard: ConformanceCase.Heard) -> Int {
    heard.end.map { $0 - heard.start } ?? (sounds[heard.sound]?.count ?? 0) - heard.place
  }

  private func prediction(_ test: ConformanceCase, _ frame: Int) -> SIMD2<Float> {
    var sum = SIMD2<Float>.zero
    for heard in test.heard where frame >= heard.start && frame < heard.start + length(heard) {
      let samples = sounds[heard.sound] ?? []
      let place = heard.place + frame - heard.start
      if samples.indices.contains(place) { sum += samples[place] * SIMD2(heard.left, heard.right) }
    }
    return sum
  }

  private func fault(
    _ measured: ConformanceCase.Measured, _ output: [SIMD2<Float>]
  ) -> String? {
    let frames = measured.frames
    let part = output[min(frames.lowerBound, output.count)..<min(frames.upperBound, output.count)]
    let isHeard = part.contains { $0 != .zero }
    switch measured.what {
    case "silent": return isHeard ? "\(frames) is not silent" : nil
    case "pitch":
      let cents = TonePitch.cents(part.map(\.x), from: measured.hertz)
      return abs(cents) <= Self.cents ? nil : "the pitch is \(cents) cents off"
    default:
      let ends = [part.prefix(part.count / 3), part.suffix(part.count / 3)]
      let left = ends.allSatisfy { $0.contains { abs($0.x) > 0.001 } }
      let right = ends.allSatisfy { $0.contains { abs($0.y) > 0.001 } }
      let isRight =
        switch measured.side {
        case "left": left && part.allSatisfy { $0.y == 0 }
        case "right": right && part.allSatisfy { $0.x == 0 }
        default: left && right
        }
      return isRight ? nil : "\(frames) does not sound"
    }
  }
}
