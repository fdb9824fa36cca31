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
  var thresholds: [ControlText.Threshold] = []

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
    for threshold in thresholds {
      guard known.contains(threshold.sound) else {
        throw CommandFailure(
          .usage,
          "cannot set the threshold of '\(threshold.sound)': the profile has no such sound; "
            + "it has \(known.joined(separator: ", "))")
      }
      controls.thresholds[threshold.sound] = threshold.decibels
    }
    return controls
  }
}

/// Parses sensitivity and thresholds.
enum ControlText {
  /// A sound and the lowest peak that plays, in dBFS.
  struct Threshold {
    let sound: String
    let decibels: Float
  }

  /// Parses "snare=-30".
  static func threshold(_ text: String) throws -> Threshold {
    guard let equals = text.lastIndex(of: "="), equals != text.startIndex else {
      throw ValidationError("write a sound and its threshold in dBFS: snare=-30")
    }
    return Threshold(
      sound: String(text[..<equals]),
      decibels: try TypedValue.thresholdDecibels(String(text[text.index(after: equals)...])))
  }

  static func check(sensitivity: Float) throws {
    guard HearingControls.sensitivities.contains(sensitivity) else {
      throw ValidationError("--sensitivity must lie in 0...100, not \(sensitivity).")
    }
  }
}
