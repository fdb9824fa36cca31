// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Finds clicks in a low sound that goes on: moments in which much more lies above 6 kHz than
/// shortly before and shortly after.
///
/// What bends the sound adds high frequencies as long as it lasts; a click is over at once.
public struct ClickDetector: ~Copyable {
  private static let size = 512
  private static let hopFrames = 128
  private static let lowestHz: Float = 6000
  /// How much more power a click has than what is around it: 15 dB.
  private static let ratio: Float = 30
  /// What is softer, at -75 dBFS, is none.
  private static let leastPower: Float = 3e-8
  /// What is around it: from the nearest to the farthest window.
  private static let around = 6...14

  private let firstBin: Int
  private let sampleRateHz: Float
  private let window: [Float]
  private var spectrum = PowerSpectrum(minimumSize: Self.size)
  private var samples: [Float] = []
  /// The powers of the last windows, and how many there were before these.
  private var powers: [Float] = []
  private var droppedCount = 0

  /// A detector of silence.
  public init(sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    firstBin = Int(Self.lowestHz * Float(Self.size) / sampleRateHz)
    let kaiser = KaiserWindow(beta: 14)
    let weights = (0..<Self.size).map {
      Float(kaiser.value(at: (2 * Double($0) + 1) / Double(Self.size) - 1))
    }
    // A sine at full scale has a power of 1/2, wherever it lies.
    let power = weights.reduce(0) { $0 + $1 * $1 }
    window = weights.map { $0 / power.squareRoot() }
  }

  /// Hears samples of mono, and returns the frames of clicks, counted from the first sample.
  public mutating func hear(_ block: some Sequence<Float>) -> [Int] {
    samples += block
    var first = 0
    while first + Self.size <= samples.count {
      for index in 0..<Self.size { spectrum.input[index] = samples[first + index] * window[index] }
      spectrum.transform()
      var power: Float = 0
      for bin in firstBin...Self.size / 2 { power += spectrum.power(bin: bin) }
      powers.append(2 * power / Float(Self.size))
      first += Self.hopFrames
    }
    samples.removeFirst(first)
    return clicks()
  }

  private mutating func clicks() -> [Int] {
    var found: [Int] = []
    let reach = Self.around.upperBound
    while powers.count > 2 * reach {
      let power = powers[reach]
      let others = Self.around.map { max(powers[reach - $0], powers[reach + $0]) }
      let isLoudest = power >= powers[reach - 1] && power > powers[reach + 1]
      if isLoudest && power > Self.leastPower && power > Self.ratio * (others.max() ?? 0) {
        found.append((droppedCount + reach) * Self.hopFrames + Self.size / 2)
      }
      powers.removeFirst()
      droppedCount += 1
    }
    return found
  }
}
