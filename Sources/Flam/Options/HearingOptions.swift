// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Instrument
import Profiles
import Screen

extension Strictness: ExpressibleByArgument {}

/// How Flam hears the player. The names are those of drum modules.
struct HearingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How soft a hit may be (0...100). 0 answers only hard hits, 100 the softest. Default: \
      \(HearingControls().sensitivity.text(places: 0)).
      """, valueName: "number"))
  var sensitivity: Float?

  @Option(
    name: .customLong("threshold"),
    help: ArgumentHelp(
      """
      Lowest peak of a sound that plays, in dBFS (-90...0), such as snare=-30. Default: the sensitivity sets it. Repeat \
      for other sounds.
      """,
      valueName: "sound=decibels"),
    transform: { try ControlText.threshold($0) })
  var thresholds: [ControlText.SoundValue] = []

  @Option(
    name: .customLong("mask"),
    help: ArgumentHelp(
      """
      How long after a hit of a sound no other hit plays, in milliseconds (0...500), such as snare=60. Repeat for other \
      sounds.
      """,
      valueName: "sound=ms"),
    transform: { try ControlText.mask($0) })
  var masks: [ControlText.SoundValue] = []

  @Option(
    help: ArgumentHelp(
      """
      How doubtful a hit may be. open answers more hits and more noises, strict fewer of both. Default: \
      \(HearingControls().strictness).
      """, valueName: "how"))
  var strictness: Strictness?

  @Flag(help: "Do not learn from your hits while you play.")
  var noAdapt = false

  func validate() throws { try sensitivity.map(ControlText.check) }

  /// Makes the controls for the sounds of `profile`. Fails if a threshold names another sound.
  ///
  /// - Parameter kept: The values without an option.
  func controls(
    for profile: Profile, kept: KeptChoices = KeptChoices()
  ) throws(CommandFailure) -> HearingControls {
    var controls = HearingControls()
    controls.sensitivity = sensitivity ?? kept.sensitivity ?? controls.sensitivity
    controls.strictness = strictness ?? kept.strictness ?? controls.strictness
    controls.adapts = !noAdapt
    let known = profile.sounds.map(\.name)
    for (what, values) in [("threshold", thresholds), ("mask time", masks)] {
      for value in values where !known.contains(value.sound) {
        throw CommandFailure(
          .usage,
          "cannot set the \(what) of '\(value.sound)': the profile has no such sound; "
            + "it has \(known.joined(separator: ", "))")
      }
    }
    for threshold in thresholds { controls.thresholds[threshold.sound] = threshold.value }
    for mask in masks { controls.masks[mask.sound] = mask.value / 1000 }
    return controls
  }
}

/// Parses sensitivity, thresholds and mask times.
enum ControlText {
  /// A sound and its threshold in dBFS, or its mask time in milliseconds.
  struct SoundValue {
    let sound: String
    let value: Float
  }

  /// Parses "snare=-30".
  static func threshold(_ text: String) throws -> SoundValue {
    let (sound, value) = try parts(text, "its threshold in dBFS: snare=-30")
    return SoundValue(sound: sound, value: try TypedValue.thresholdDecibels(value))
  }

  /// Parses "snare=60".
  static func mask(_ text: String) throws -> SoundValue {
    let (sound, value) = try parts(text, "its mask time in milliseconds: snare=60")
    return SoundValue(sound: sound, value: try TypedValue.maskMilliseconds(value))
  }

  private static func parts(
    _ text: String, _ wanted: String
  ) throws -> (sound: String, value: String) {
    guard let equals = text.lastIndex(of: "="), equals != text.startIndex else {
      throw ValidationError("write a sound and \(wanted)")
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  static func check(sensitivity: Float) throws {
    guard HearingControls.sensitivities.contains(sensitivity) else {
      throw ValidationError("--sensitivity must lie in 0...100, not \(sensitivity).")
    }
  }
}
