// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// How a pad plays: its dynamics, how its strokes differ, and how they sound.
struct PadFigures {
  private static let softest = 10
  private static let even = 80
  private static let heard = [20, 50, 80, 110, 127]

  let layerCount: Int
  /// Of the layer that has most.
  let variationCount: Int
  let soundCount: Int
  /// Loudness at velocity 127 above that at 10.
  let rangeDecibels: Double
  /// The largest between neighbouring velocities from 10 on, up or down.
  let stepDecibels: Double
  /// Spectral centroid at velocity 127 over that at 20.
  let brightening: Double
  /// Mean difference of third octaves between successive strokes at velocity 80, their loudness set aside.
  let rollDecibels: Double
  let speakMilliseconds: Double
  let riseMilliseconds: Double
  let decaySeconds: Double
  let correlation: Double
  let sideDecibels: Double
  let restDecibels: Double
  let offsetDecibels: Double

  /// Strikes a pad.
  ///
  /// - Parameter strokeCount: How often at each velocity.
  init(_ kit: Kit, pad: Int, strokeCount: Int, seed: UInt64) {
    let layers = kit.pads[pad].layers
    layerCount = layers.count
    variationCount = layers.map(\.variations.count).max() ?? 0
    soundCount = Set(layers.flatMap(\.variations).map(\.sound)).count
    var struck = StruckPad(kit, pad: pad, seed: seed)
    var hearing = StrokeHearing()
    let loudness = (Self.softest...127).map { velocity in
      (0..<strokeCount).reduce(0.0) { sum, _ in
        let frames = struck.beginning(velocity: velocity, seconds: StrokeHearing.seconds)
        return sum + hearing.loudness(frames) / Double(strokeCount)
      }
    }
    rangeDecibels = loudness[loudness.count - 1] - loudness[0]
    stepDecibels =
      zip(loudness, loudness.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    let centroids = [20, 127].map { velocity in
      (0..<strokeCount).reduce(0.0) { sum, _ in
        let frames = struck.beginning(velocity: velocity, seconds: StrokeHearing.seconds)
        return sum + hearing.centroidHz(frames)
      }
    }
    brightening = centroids[1] / max(1, centroids[0])
    let roll = (0..<4 * strokeCount).map { _ in
      hearing.bands(struck.beginning(velocity: Self.even, seconds: StrokeHearing.seconds))
    }
    rollDecibels = Self.mean(zip(roll, roll.dropFirst()).map(Self.difference))
    let strokes = Self.heard.flatMap { velocity in
      (0..<strokeCount).map { _ in StrokeFigures(struck.whole(velocity: velocity)) }
    }
    func median(_ figure: (StrokeFigures) -> Double) -> Double {
      strokes.map(figure).sorted()[strokes.count / 2]
    }
    speakMilliseconds = strokes.map(\.speakMilliseconds).max() ?? 0
    riseMilliseconds = median(\.riseMilliseconds)
    decaySeconds = median(\.decaySeconds)
    correlation = median(\.correlation)
    sideDecibels = median(\.sideDecibels)
    restDecibels = median(\.restDecibels)
    offsetDecibels = strokes.map(\.offsetDecibels).max() ?? 0
  }

  private static func difference(_ one: [Double], _ other: [Double]) -> Double {
    let differences = zip(one, other).map { $0 - $1 }
    let level = mean(differences)
    return mean(differences.map { abs($0 - level) })
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }

  /// A line of the table, under ``heading``.
  var text: String {
    let figures = [
      "\(layerCount) x \(variationCount)", "\(soundCount)", rangeDecibels.digits(1),
      stepDecibels.digits(2), brightening.digits(2), rollDecibels.digits(2),
      speakMilliseconds.digits(2), riseMilliseconds.digits(2), decaySeconds.digits(2),
      correlation.digits(2), sideDecibels.digits(1), restDecibels.digits(0),
      offsetDecibels.digits(0),
    ]
    return Self.columns(figures)
  }

  static let heading = columns([
    "layers", "sounds", "range dB", "step dB", "brighter", "roll dB", "speaks ms", "rise ms",
    "T60 s", "L-R corr", "side dB", "rest dB", "DC dB",
  ])

  private static func columns(_ texts: [String]) -> String {
    texts.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }.joined()
  }
}
