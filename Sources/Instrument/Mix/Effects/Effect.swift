// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The effects that a slot of a rack can hold: each case is a row of the table, with its parameters
/// and its arithmetic.
public enum Effect: String, CaseIterable, Codable, BitwiseCopyable, Sendable {
  case lowpass, highpass, bandpass

  /// A row: its meaning in a few words, and its parameters in the order in which ``EffectUnit``
  /// reads them.
  private var row: (meaning: String, parameters: [EffectParameter]) {
    switch self {
    case .lowpass: ("keeps what is lower than its cutoff", [.cutoff, .q])
    case .highpass: ("keeps what is higher than its cutoff", [.cutoff, .q])
    case .bandpass: ("keeps what is near its cutoff", [.cutoff, .q])
    }
  }

  /// The players' name for it: typed, in JSON, in OSC.
  public var name: String { rawValue }
  /// Its meaning, in a few words.
  public var meaning: String { row.meaning }
  /// Its parameters; eight at most.
  public var parameters: [EffectParameter] { row.parameters }
}

/// An effect at work: its state from frame to frame, of bounded size, so that a slot holds it
/// without allocating.
enum EffectUnit: BitwiseCopyable {
  case section(StereoBiquad)

  /// An effect that has heard nothing yet.
  @_noLocks init(_ setting: EffectSetting, sampleRateHz: Float) {
    self = .section(StereoBiquad(Self.section(setting, sampleRateHz)))
  }

  /// Takes on other values of the same effect within `frameCount` frames.
  @_noLocks mutating func glide(
    to setting: EffectSetting, frameCount: Int, sampleRateHz: Float
  ) {
    switch self {
    case .section(var unit):
      unit.glide(to: Self.section(setting, sampleRateHz), frameCount: frameCount)
      self = .section(unit)
    }
  }

  /// Processes frames of interleaved stereo in place.
  @_noLocks mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    switch self {
    case .section(var unit):
      unit.process(frames, count: count)
      self = .section(unit)
    }
  }

  @_noLocks private static func section(
    _ setting: EffectSetting, _ sampleRateHz: Float
  ) -> BiquadSection {
    let values = setting.numbers
    switch setting.effect {
    case .lowpass: return .lowPass(cutoffHz: values[0], q: values[1], sampleRateHz: sampleRateHz)
    case .highpass: return .highPass(cutoffHz: values[0], q: values[1], sampleRateHz: sampleRateHz)
    case .bandpass: return .bandPass(cutoffHz: values[0], q: values[1], sampleRateHz: sampleRateHz)
    }
  }
}

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

  static let cutoff = Self(
    "cutoff", .ratio(20...20_000, stepOctaves: 1 / 12.0, unit: "Hz"), usual: 1000,
    "the frequency where it begins")
  static let q = Self(
    "q", .ratio(0.1...30, stepOctaves: 0.25), usual: 0.707_106_8, "how sharp it is there")
}
