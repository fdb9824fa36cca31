// SPDX-License-Identifier: GPL-3.0-or-later

/// What a preset plays for some keys and velocities: a sample, and how.
public struct SoundFontZone: Sendable {
  /// Keys that it answers.
  public internal(set) var keys = 0...127
  /// Velocities that it answers.
  public internal(set) var velocities = 0...127
  var values: [Int: Int] = [:]
  var modulators: [SoundFontModulator] = []

  /// A parameter, as the file has it.
  public subscript(generator: Generator) -> Int {
    values[generator.rawValue] ?? generator.preset
  }

  /// A parameter as it is for a note, within its range: with what modulators add to it. Of an attenuation that the file has,
  /// four tenths are played, as the first synthesizers did: fonts are made for that.
  public func value(_ generator: Generator, _ controls: SoundFontControls) -> Double {
    var value = Double(self[generator]) * (generator == .attenuation ? Self.attenuationShare : 1)
    for modulator in modulators where modulator.destination == generator.rawValue {
      value += modulator.value(controls)
    }
    guard let range = generator.range else { return value }
    return min(range.upperBound, max(range.lowerBound, value))
  }

  private static let attenuationShare = 0.4

  /// The zone has a sample of this number.
  var sample: Int? { values[Generator.sample.rawValue] }
  var instrument: Int? { values[Generator.instrument.rawValue] }

  /// Takes a parameter of the file.
  mutating func take(_ number: Int, low: Int, high: Int, signed: Int) {
    switch Generator(rawValue: number) {
    case .keyRange: keys = Self.range(low, high)
    case .velocityRange: velocities = Self.range(low, high)
    case .instrument, .sample: values[number] = signed & 0xffff
    case nil: break
    default: values[number] = signed
    }
  }

  private static func range(_ low: Int, _ high: Int) -> ClosedRange<Int> {
    min(low, high)...max(low, high)
  }

  /// The same under the zone of a preset: its values, and the amounts of its modulators, are added; nil where no key or velocity is in both.
  func under(_ preset: SoundFontZone) -> SoundFontZone? {
    guard keys.overlaps(preset.keys), velocities.overlaps(preset.velocities) else { return nil }
    var zone = self
    zone.keys = keys.clamped(to: preset.keys)
    zone.velocities = velocities.clamped(to: preset.velocities)
    for (number, value) in preset.values {
      guard let generator = Generator(rawValue: number), !generator.isOfInstrument else { continue }
      zone.values[number] = self[generator] + value
    }
    zone.modulators = SoundFontModulator.defaults.overridden(by: modulators)
      .adding(preset.modulators)
    return zone
  }

  /// The same with what a global zone says where it says nothing itself.
  func over(_ global: SoundFontZone?) -> SoundFontZone {
    guard let global else { return self }
    var zone = self
    zone.values = global.values.merging(values) { $1 }
    zone.modulators = global.modulators.overridden(by: modulators)
    if keys == 0...127 { zone.keys = global.keys }
    if velocities == 0...127 { zone.velocities = global.velocities }
    return zone
  }
}

/// The head of a sample.
public struct SoundFontSample: Sendable, Equatable {
  /// Places in the samples of the file.
  public let start, end, loopStart, loopEnd: Int
  /// Frames a second at its root key.
  public let sampleRateHz: Int
  /// The key at which it sounds as it was recorded; 255 for none.
  public let rootKey: Int
  /// Cents by which it has to be raised.
  public let correctionCents: Int
}
