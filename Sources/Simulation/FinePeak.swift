// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// How high a mono signal rises between its samples, by its own filter: 16 times as many samples,
/// 256 weights each. Slow: it checks faster code.
public enum FinePeak {
  private static let factor = 16
  private static let reach = 128
  private static let weights: [[Double]] = makeWeights()

  /// The highest, in decibels of full scale; -infinity for silence.
  public static func decibels(_ samples: [Float]) -> Double {
    let highest = samples.reduce(Float(0)) { max($0, abs($1)) }
    let padding = [Double](repeating: 0, count: reach)
    let padded = padding + samples.map(Double.init) + padding
    var peak = Double(highest)
    // No peak between frames is high if all around is lower than a third.
    for frame in samples.indices.dropLast()
    where max(abs(samples[frame]), abs(samples[frame + 1])) > highest / 3 {
      for place in weights {
        var sum = 0.0
        for index in 0..<2 * reach { sum += padded[frame + 1 + index] * place[index] }
        peak = max(peak, abs(sum))
      }
    }
    return 20 * log10(peak)
  }

  /// For each place between a frame and the next, the weights of the frames around.
  private static func makeWeights() -> [[Double]] {
    let window = KaiserWindow(beta: 10)
    return (1..<factor).map { place in
      (0..<2 * reach).map { index in
        let distance = Double(index - reach + 1) - Double(place) / Double(factor)
        return sin(.pi * distance) / (.pi * distance) * window.value(at: distance / Double(reach))
      }
    }
  }
}
