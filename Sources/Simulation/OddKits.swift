// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import SoundFiles

/// Made kits whose recordings are no plain strokes: they swell, roll, were reversed, ring for long, or
/// were struck twice; each recording differs from the others of its layer.
public struct OddKits: ~Copyable {
  /// What its recordings do.
  public enum Shape: String, CaseIterable, Sendable {
    case swell, roll, reversed, long
    case doubleStruck = "struck twice"
  }

  private static let kitsPerShape = 6
  private static let sampleRateHz = 48_000
  private static let layersDecibels: [Float] = [-26, -16, -8]
  private static let variationCount = 4
  /// Recordings of a layer differ by up to this much, up and down.
  private static let strayDecibels: Float = 4

  private let folder = TemporaryFolder()

  /// No kits yet; all go with it.
  public init() {}

  /// Some kits of each shape, with their paths.
  public func all() throws -> [MadeKits.Named] {
    try Shape.allCases.flatMap { shape in
      try (1...Self.kitsPerShape).map { number in
        ("\(shape.rawValue) \(number)", try kit(shape, seed: UInt64(number)))
      }
    }
  }

  /// A snare of three layers of four recordings.
  public func kit(_ shape: Shape, seed: UInt64) throws -> String {
    var generator = SeededGenerator(seed: 100 * seed + UInt64(shape.rawValue.count))
    let name = "\(shape.rawValue)-\(seed)"
    // Half of them say nothing of velocity, the others that their recordings have it.
    var text = "<global> key=38" + (seed % 2 == 0 ? " amp_veltrack=0\n" : "\n")
    for (layer, decibels) in Self.layersDecibels.enumerated() {
      let (low, high) = (43 * layer, layer == 2 ? 127 : 43 * layer + 42)
      text += "<group> lovel=\(low) hivel=\(high) seq_length=\(Self.variationCount)\n"
      for variation in 0..<Self.variationCount {
        let file = "\(layer)-\(variation).wav"
        let stray = Self.strayDecibels * (2 * generator.uniform() - 1)
        try write(
          sound(shape, decibels: decibels + stray, &generator), to: "\(name)/\(file)")
        text += "<region> sample=\(file) seq_position=\(variation + 1)\n"
      }
    }
    return folder.write(text: text, to: "\(name)/kit.sfz")
  }

  private func write(_ samples: [Float], to name: String) throws {
    folder.write([], to: name)
    var writer = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: Self.sampleRateHz, channelCount: 1,
      isOverwriting: true)
    try writer.write(samples)
    try writer.finish()
  }

  private func sound(
    _ shape: Shape, decibels: Float, _ generator: inout SeededGenerator
  ) -> [Float] {
    let hertz = 180 + 80 * generator.uniform()
    let chance = generator.uniform()
    let other = generator.uniform()
    let level: (Float) -> Float
    switch shape {
    case .swell:
      let (rise, place) = (Units.amplitude(decibels: 15 * chance), 0.06 + 0.06 * other)
      level = { exp(-14 * $0) * (1 + (rise - 1) * min(1, max(0, ($0 - place) / 0.02))) }
    case .roll:
      let period = 0.03 + 0.03 * chance
      level = { $0 < 0.6 ? exp(-20 * $0.truncatingRemainder(dividingBy: period)) : 0 }
    case .reversed:
      let length = 0.2 + 0.3 * chance
      level = { $0 < length ? exp(-12 * (length - $0)) : 0 }
    case .long:
      level = { exp(-(1 + 2 * chance) * $0) }
    case .doubleStruck:
      let (gap, second) = (0.015 + 0.1 * chance, Units.amplitude(decibels: 9 * other - 6))
      level = { exp(-18 * $0) + ($0 < gap ? 0 : second * exp(-18 * ($0 - gap))) }
    }
    let peak = Units.amplitude(decibels: decibels)
    let frameCount = Self.sampleRateHz * (shape == .long ? 3 : 1)
    return (0..<frameCount).map { frame in
      let time = Float(frame) / Float(Self.sampleRateHz)
      let noise = 2 * generator.uniform() - 1
      return peak * level(time) * (0.7 * cos(2 * .pi * hertz * time) + 0.3 * noise)
    }
  }
}
