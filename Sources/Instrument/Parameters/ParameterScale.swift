// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// What a parameter can be, and how people write it, read it and move it.
public struct ParameterScale: Sendable, Equatable {
  /// What its number means.
  public enum Kind: String, Sendable {
    /// A linear gain, which people write in decibels; 0 is silence.
    case gain
    /// A place in the stereo image, -1 left ... 1 right.
    case place
    /// Beats a minute.
    case tempo
    /// On, 1, or off, 0.
    case toggle
  }

  /// The softest gain that a fader reaches, in decibels; below it is silence.
  public static let faintestDecibels: Float = -48
  /// The softest gain that people write, in decibels, but for "-inf".
  private static let leastDecibels: Float = -60

  /// What its number means.
  public let kind: Kind
  /// What it can be; of a gain, linear.
  public let range: ClosedRange<Float>
  /// By how much a key changes it; of a gain, in decibels.
  public let step: Float

  /// Gains up to a linear one.
  static func gain(upTo loudest: Float, stepDecibels: Float) -> Self {
    Self(kind: .gain, range: 0...loudest, step: stepDecibels)
  }

  /// Places in the stereo image.
  static let place = Self(kind: .place, range: -1...1, step: 0.1)
  /// Beats a minute.
  public static func tempo(_ beatsPerMinute: ClosedRange<Double>) -> Self {
    Self(
      kind: .tempo,
      range: Float(beatsPerMinute.lowerBound)...Float(beatsPerMinute.upperBound), step: 1)
  }

  /// On or off.
  public static let toggle = Self(kind: .toggle, range: 0...1, step: 1)

  /// What people can write: "-60...24 or -inf" in decibels.
  public var rangeText: String {
    switch kind {
    case .gain:
      "\(Int(writtenRange.lowerBound))...\(Int(writtenRange.upperBound)) dB or -inf"
    case .place: "-1 (left)...1 (right)"
    case .tempo: "\(Int(range.lowerBound))...\(Int(range.upperBound)) beats a minute"
    case .toggle: "0 or 1"
    }
  }

  /// The range in the unit in which people write it.
  public var writtenRange: ClosedRange<Float> {
    guard kind == .gain else { return range }
    return Self.leastDecibels...Units.decibels(amplitude: range.upperBound).rounded(.down)
  }

  /// The value that people write as a number in ``writtenRange``, or as "-inf"; nil where it is none.
  public func value(written text: String) -> Float? {
    if kind == .gain, text == "-inf" { return 0 }
    guard let number = Float(text), writtenRange.contains(number) else { return nil }
    return kind == .gain ? Units.amplitude(decibels: number) : number
  }

  /// A value in words: "-6.0 dB", "silent", "30 % left", "on".
  public func text(_ value: Float) -> String {
    switch kind {
    case .gain:
      guard value > 0 else { return "silent" }
      let decibels = Units.decibels(amplitude: value).text(places: 1)
      return "\(decibels == "-0.0" ? "0.0" : decibels) dB"
    case .place:
      guard value != 0 else { return "centre" }
      return "\((100 * abs(value)).text(places: 0)) % \(value < 0 ? "left" : "right")"
    case .tempo: return "\(value == value.rounded() ? "\(Int(value))" : "\(value)") beats a minute"
    case .toggle: return value > 0 ? "on" : "off"
    }
  }

  /// The value that a key makes of another one, so many steps away: gains on whole decibels, the lowest step silence.
  public func moved(_ value: Float, steps: Float) -> Float {
    switch kind {
    case .gain:
      let decibels = max(Units.decibels(amplitude: value), Self.faintestDecibels)
      let moved = (decibels + steps * step).rounded()
      return moved <= Self.faintestDecibels
        ? 0 : min(range.upperBound, Units.amplitude(decibels: moved))
    case .place, .tempo:
      let moved = ((value + steps * step) / step).rounded() * step
      return min(range.upperBound, max(range.lowerBound, moved))
    case .toggle: return value > 0 ? 0 : 1
    }
  }

  /// The value where a knob or a fader of another instrument stands.
  ///
  /// - Parameters:
  ///   - share: 0...1 of its way.
  ///   - gain: The linear gain that it has there by its own law.
  public func value(atShare share: Float, gain: Float) -> Float {
    switch kind {
    case .gain: min(range.upperBound, gain)
    case .place: range.lowerBound + share * (range.upperBound - range.lowerBound)
    case .tempo: (range.lowerBound + share * (range.upperBound - range.lowerBound)).rounded()
    case .toggle: share < 0.5 ? 0 : 1
    }
  }
}

extension MixBus {
  /// What its gain can be.
  public static let gainScale = ParameterScale.gain(upTo: 16, stepDecibels: 1)
}
