// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A parameter's range, and how people write it, read it and move it.
public struct ParameterScale: Sendable, Equatable {
  /// The kind of number.
  public enum Kind: String, Sendable {
    /// A linear gain, which people write in decibels; 0 is silence.
    case gain
    /// A place in the stereo image, -1 left ... 1 right.
    case place
    /// Beats a minute.
    case tempo
    /// On, 1, or off, 0.
    case toggle
    /// One of several words, by its place.
    case choice
    /// The length of a note in whole notes, which people write as "1/8"; 0 is none.
    case note
    /// A number in a unit; a knob moves it evenly.
    case number
    /// A number above 0 in a unit, such as a frequency; a knob moves it by even ratios.
    case ratio
  }

  /// The softest gain that a fader reaches, in decibels; below it is silence.
  public static let faintestDecibels: Float = -48
  /// The softest gain that people write, in decibels, but for "-inf".
  private static let leastDecibels: Float = -60

  /// The kind of number.
  public let kind: Kind
  /// Its range; of a gain, linear.
  public let range: ClosedRange<Float>
  /// By how much a key changes it; of a gain, in decibels; of a ratio, in octaves.
  public let step: Float
  /// Of a number: "Hz", "dB"; empty for none.
  public let unit: String
  /// The words of a choice, by their places.
  public let words: [String]

  private init(
    _ kind: Kind, _ range: ClosedRange<Float>, step: Float, unit: String = "", words: [String] = []
  ) {
    (self.kind, self.range, self.step, self.unit, self.words) = (kind, range, step, unit, words)
  }

  /// Gains up to a linear one.
  static func gain(upTo loudest: Float, stepDecibels: Float) -> Self {
    Self(.gain, 0...loudest, step: stepDecibels)
  }

  /// Places in the stereo image.
  static let place = Self(.place, -1...1, step: 0.1)
  /// Beats a minute.
  public static func tempo(_ range: ClosedRange<Double>) -> Self {
    Self(.tempo, Float(range.lowerBound)...Float(range.upperBound), step: 1)
  }
  /// On or off.
  public static let toggle = Self(.toggle, 0...1, step: 1)
  /// One of several words.
  static func choice(_ words: [String]) -> Self {
    Self(.choice, 0...Float(words.count - 1), step: 1, words: words)
  }
  /// Lengths of notes, up to a dotted whole one.
  static let note = Self(.note, 0...1.5, step: 1)
  /// Numbers in a unit.
  static func number(_ range: ClosedRange<Float>, step: Float, unit: String = "") -> Self {
    Self(.number, range, step: step, unit: unit)
  }
  /// Numbers above 0 in a unit, scaled by ratios.
  static func ratio(_ range: ClosedRange<Float>, stepOctaves: Float, unit: String = "") -> Self {
    Self(.ratio, range, step: stepOctaves, unit: unit)
  }

  /// The range as people write it: "-60...24 or -inf" in decibels.
  public var rangeText: String {
    switch kind {
    case .gain:
      "\(Int(writtenRange.lowerBound))...\(Int(writtenRange.upperBound)) dB or -inf"
    case .place: "-1 (left)...1 (right)"
    case .tempo: "\(Int(range.lowerBound))...\(Int(range.upperBound)) beats a minute"
    case .toggle: "0 or 1"
    case .choice: words.joined(separator: ", ")
    case .note: "1/1...1/32, dotted 1/8., of a triplet 1/8t, or 0"
    case .number, .ratio:
      "\(Self.digits(range.lowerBound))...\(Self.digits(range.upperBound))" + spacedUnit
    }
  }

  /// " Hz"; empty for no unit.
  private var spacedUnit: String { unit.isEmpty ? "" : " \(unit)" }

  /// A number to three digits, or two of a small one: "120", "1.5", "0.71", "0.00005".
  public static func digits(_ value: Float) -> String {
    let places =
      switch abs(value) {
      case 100...: 0
      case 10..<100: 1
      case 1e-9..<0.1: 1 + Int((-log10(abs(value))).rounded(.up))
      default: 2
      }
    var text = value.text(places: places)
    while text.contains("."), text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  /// The range in the unit in which people write it.
  public var writtenRange: ClosedRange<Float> {
    guard kind == .gain else { return range }
    return Self.leastDecibels...Units.decibels(amplitude: range.upperBound).rounded(.down)
  }

  /// The value of a text: a number in ``writtenRange``, or "-inf"; nil if it is neither.
  public func value(written text: String) -> Float? {
    if kind == .gain, text == "-inf" { return 0 }
    if let place = words.firstIndex(of: text) { return Float(place) }
    if kind == .note, let length = NoteLength.value(text) { return length }
    guard let number = Float(text), writtenRange.contains(number) else { return nil }
    return kind == .gain ? Units.amplitude(decibels: number) : number
  }

  /// The text that ``value(written:)`` reads as a value: "-6", "0.3", "-inf".
  public func written(_ value: Float) -> String {
    if kind == .choice { return text(value) }
    if kind == .gain && value <= 0 { return "-inf" }
    let number = kind == .gain ? Units.decibels(amplitude: value) : value
    return Int(exactly: number).map { "\($0)" } ?? "\(number)"
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
    case .choice: return words[min(words.count - 1, max(0, Int(value.rounded())))]
    case .note: return NoteLength.text(value)
    case .number, .ratio: return Self.digits(value) + spacedUnit
    }
  }

  /// The value after this many steps of a key: gains on whole decibels, the lowest step silence.
  public func moved(_ value: Float, steps: Float) -> Float {
    switch kind {
    case .gain:
      let decibels = max(Units.decibels(amplitude: value), Self.faintestDecibels)
      let moved = (decibels + steps * step).rounded()
      return moved <= Self.faintestDecibels
        ? 0 : min(range.upperBound, Units.amplitude(decibels: moved))
    case .place, .number, .tempo, .choice:
      return held(((value + steps * step) / step).rounded() * step)
    case .note: return NoteLength.moved(value, places: Int(steps.rounded()))
    case .ratio: return held(value * exp2(steps * step))
    case .toggle: return value > 0 ? 0 : 1
    }
  }

  /// The value at another instrument's knob or fader position.
  ///
  /// - Parameters:
  ///   - share: The position, 0...1.
  ///   - gain: The linear gain at that position by the knob's own law.
  public func value(atShare share: Float, gain: Float) -> Float {
    switch kind {
    case .gain: min(range.upperBound, gain)
    case .note: NoteLength.moved(0, places: Int((share * Float(NoteLength.all.count)).rounded()))
    case .place, .number: range.lowerBound + share * (range.upperBound - range.lowerBound)
    case .tempo, .choice:
      (range.lowerBound + share * (range.upperBound - range.lowerBound)).rounded()
    case .ratio: held(range.lowerBound * pow(range.upperBound / range.lowerBound, share))
    case .toggle: share < 0.5 ? 0 : 1
    }
  }

  /// The nearest value in its range.
  private func held(_ value: Float) -> Float {
    min(range.upperBound, max(range.lowerBound, value))
  }
}
