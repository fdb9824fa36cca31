// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A short stretch of sound around an onset, as a profile keeps it: whole numbers of 16 bits under its peak.
public struct ShortSound: Sendable, Equatable {
  /// What is kept from before the onset, in seconds.
  private static let leadSeconds: Float = 0.013
  /// What is kept from the onset on, in seconds.
  static let tailSeconds: Float = 0.054
  /// Largest magnitude of the numbers.
  private static let fullScale: Float = 32_767
  /// Numbers a line.
  private static let rowLength = 64
  /// Peaks that sound can have, with room to spare.
  private static let possiblePeaks: ClosedRange<Float> = 1e-9...100
  private static let possibleRatesHz: ClosedRange<Float> = 1000...1_000_000

  /// Its sample rate.
  public let sampleRateHz: Float
  /// Largest amplitude, linear.
  let peak: Float
  private let numbers: [Int16]

  /// The sample at which the hit begins.
  public var onsetFrame: Int { Self.onsetFrame(sampleRateHz: sampleRateHz) }
  /// Mono.
  public var samples: [Float] { numbers.map { Float($0) * (peak / Self.fullScale) } }

  /// The sound as it is kept, which is a little less than what was heard.
  init(samples: [Float], sampleRateHz: Float) {
    let heard = samples.reduce(Self.possiblePeaks.lowerBound) { max($0, abs($1)) }
    let peak = min(heard, Self.possiblePeaks.upperBound)
    self.sampleRateHz = sampleRateHz
    self.peak = peak
    numbers = samples.map {
      Int16((min(1, max(-1, $0 / peak)) * Self.fullScale).rounded())
    }
  }

  static func onsetFrame(sampleRateHz: Float) -> Int {
    Units.frames(seconds: leadSeconds, sampleRateHz: sampleRateHz)
  }

  static func frameCount(sampleRateHz: Float) -> Int {
    onsetFrame(sampleRateHz: sampleRateHz)
      + Units.frames(seconds: tailSeconds, sampleRateHz: sampleRateHz)
  }
}

/// One line of numbers a row, so that a profile stays readable.
extension ShortSound: Codable {
  private enum CodingKeys: String, CodingKey {
    case sampleRateHz, peak
    case numbers = "samples"
  }

  /// Reads a sound; a number that is no sample, or too few of them, is an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func isWrong(_ key: CodingKeys, _ reason: String) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
    sampleRateHz = try container.decode(Float.self, forKey: .sampleRateHz)
    guard Self.possibleRatesHz.contains(sampleRateHz) else {
      throw isWrong(.sampleRateHz, "\(sampleRateHz) is no sample rate")
    }
    peak = try container.decode(Float.self, forKey: .peak)
    guard Self.possiblePeaks.contains(peak) else { throw isWrong(.peak, "\(peak) is no peak") }
    numbers = try container.decode([String].self, forKey: .numbers).flatMap { row in
      // Bytes split ten times sooner than characters.
      try row.utf8.split(separator: UInt8(ascii: " ")).map { bytes in
        let word = Substring(bytes)
        guard let number = Int16(word) else { throw isWrong(.numbers, "“\(word)” is no sample") }
        return number
      }
    }
    let count = Self.frameCount(sampleRateHz: sampleRateHz)
    guard numbers.count == count else {
      throw isWrong(.numbers, "an example has \(numbers.count) samples instead of \(count)")
    }
  }

  /// Writes the sound.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(sampleRateHz, forKey: .sampleRateHz)
    try container.encode(peak, forKey: .peak)
    let rows = stride(from: 0, to: numbers.count, by: Self.rowLength).map { first in
      numbers[first..<min(first + Self.rowLength, numbers.count)]
        .map { "\($0)" }.joined(separator: " ")
    }
    try container.encode(rows, forKey: .numbers)
  }
}
