// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A value of an effect that a player can set.
public struct EffectParameter: Sendable, Equatable {
  /// The players' name for it.
  public let name: String
  /// Its range.
  public let scale: ParameterScale
  /// The default value.
  public let usual: Float
  /// Its meaning, in a few words.
  public let meaning: String

  init(_ name: String, _ scale: ParameterScale, usual: Float, _ meaning: String) {
    (self.name, self.scale, self.usual, self.meaning) = (name, scale, usual, meaning)
  }

  static let cutoff = Self("cutoff", .hertz(20...20_000), usual: 1000, "where it begins")
  static let freq = Self("freq", .hertz(20...20_000), usual: 1000, "where it works")
  static let lowFreq = Self("freq", .hertz(20...20_000), usual: 200, "where it works")
  static let highFreq = Self("freq", .hertz(20...20_000), usual: 5000, "where it works")
  static let shelfQ = Self(
    "q", .ratio(0.1...2, stepOctaves: 0.25), usual: 0.707_106_8, "how sharp it is there")
  static let q = Self(
    "q", .ratio(0.1...30, stepOctaves: 0.25), usual: 0.707_106_8, "how sharp it is there")
  static let gain = Self("gain", .decibels(-24...24), usual: 0, "by how much")
  static let taps = Self(
    "taps", .number(3...1023, step: 2), usual: 101, "how steep it is; an odd number")
  static let points = Self(
    "points", .number(3...101, step: 2), usual: 11, "of how many; an odd number")
  static let carrier = Self(
    "freq", .hertz(0.01...20_000), usual: 440, "of the tone it multiplies by")
  static let mix = share("mix", usual: 1, "the share of the effect")
  static let halfMix = share("mix", usual: 0.5, "the share of the effect")
  static let echoMix = share("mix", usual: 0.4, "the share of the echoes")
  static let roomMix = share("mix", usual: 0.3, "the share of the room")
  static let time = Self(
    "time", .ratio(0.001...4, stepOctaves: 1 / 12.0, unit: "s"), usual: 0.3,
    "from one echo to the next")
  static let note = Self("note", .note, usual: 0, "time as the length of a note; 0: as time says")
  static let feedback = Self(
    "feedback", .number(0...0.95, step: 0.05), usual: 0.4, "how much each echo leaves")
  static let spread = share("spread", usual: 0, "1: from side to side")
  static let size = share("size", usual: 0.5, "how far the walls are")
  static let decay = Self(
    "decay", .ratio(0.1...20, stepOctaves: 0.25, unit: "s"), usual: 1, "until it falls by 60 dB")
  static let damping = share("damping", usual: 0.4, "how soft the walls are")
  static let rate = Self(
    "rate", .ratio(0.01...10, stepOctaves: 0.25, unit: "Hz"), usual: 0.8, "how fast it moves")
  static let slowRate = Self(
    "rate", .ratio(0.01...10, stepOctaves: 0.25, unit: "Hz"), usual: 0.3, "how fast it moves")
  static let tremoloRate = Self(
    "rate", .ratio(0.01...40, stepOctaves: 0.25, unit: "Hz"), usual: 5, "how fast it moves")
  static let deep = share("depth", usual: 0.7, "how far it moves")
  static let depth = share("depth", usual: 0.5, "how far it moves")
  static let drive = Self("drive", .decibels(0...60), usual: 12, "how hard")
  static let bits = Self("bits", .number(1...24, step: 1), usual: 8, "bits of a sample")
  static let sampleRate = Self("rate", .hertz(100...192_000), usual: 12_000, "samples a second")
  static let threshold = Self(
    "threshold", .decibels(-60...0), usual: -20, "the level where it begins")
  static let gateThreshold = Self(
    "threshold", .decibels(-90...0), usual: -40, "the level that opens it")
  static let ratio = Self(
    "ratio", .ratio(1...100, stepOctaves: 0.25), usual: 4, "decibels in for one out")
  static let attack = Self(
    "attack", .ratio(0.000_05...0.5, stepOctaves: 0.25, unit: "s"), usual: 0.005,
    "how soon it works")
  static let gateAttack = Self(
    "attack", .ratio(0.000_05...0.5, stepOctaves: 0.25, unit: "s"), usual: 0.001,
    "how soon it opens")
  static let release = Self(
    "release", .ratio(0.005...5, stepOctaves: 0.25, unit: "s"), usual: 0.1, "how soon it ends")
  static let makeup = Self("makeup", .decibels(-24...24), usual: 0, "gain of all")
  static let attackGain = Self("attack", .decibels(-24...24), usual: 6, "gain of attacks")
  static let sustainGain = Self("sustain", .decibels(-24...24), usual: 0, "gain of what follows")
  static let what = Self(
    "what", .choice(["pass", "gate", "freeze"]), usual: 1, "what it does")
  static let softest = Self(
    "threshold", .decibels(-90...0), usual: -40, "softer frequencies are silenced")
  static let semitones = Self(
    "semitones", .number(-12...12, step: 1), usual: 0, "by how much")
  static let wave = Self(
    "wave", .choice(Waveform.allCases.map(\.rawValue)), usual: 3, "the shape of its tone")
  static let transposed = Self(
    "semitones", .number(-24...24, step: 1), usual: -12, "how much higher than the voice")
  static let synthAttack = Self(
    "attack", .ratio(0.001...0.5, stepOctaves: 0.25, unit: "s"), usual: 0.005,
    "how soon it comes up")
  static let width = Self("width", .number(0...2, step: 0.1), usual: 1.5, "0 mono, 1 as it is")

  private static func share(_ name: String, usual: Float, _ meaning: String) -> Self {
    Self(name, .number(0...1, step: 0.05), usual: usual, meaning)
  }
}

extension ParameterScale {
  fileprivate static func hertz(_ range: ClosedRange<Float>) -> Self {
    .ratio(range, stepOctaves: 1 / 12.0, unit: "Hz")
  }
  fileprivate static func decibels(_ range: ClosedRange<Float>) -> Self {
    .number(range, step: 1, unit: "dB")
  }
}
