// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Kits

/// What the player has otherwise than the kit.
struct KitOptions: ParsableArguments {
  @Option(
    name: .customLong("pad"),
    help: ArgumentHelp(
      """
      Change a drum of the kit, by its role, name or MIDI note; again for another. gain in decibels (-60...24) and pitch in \
      semitones (-24...24) are added to the kit's; pan (-1 left...1 right) replaces it; cutoff in Hz (20...20000) damps what is \
      higher; within decay seconds (0.01...60) the drum falls by a further 60 dB.
      """,
      valueName: "drum:gain=-3,pan=-0.2,pitch=1,cutoff=8000,decay=0.7"),
    transform: { try PadText.adjustment($0) })
  var pads: [KitAdjustments.Pad] = []

  @Option(
    name: .customLong("mic"),
    help: ArgumentHelp(
      """
      Gain in decibels (-60...24) of a microphone of a kit of DrumGizmo, by its name or the beginning of it; again for \
      another. 'flam kits show' lists them.
      """,
      valueName: "name=decibels"),
    transform: { try PadText.microphone($0) })
  var microphones: [KitAdjustments.Microphone] = []

  /// All of it.
  var adjustments: KitAdjustments { KitAdjustments(pads: pads, microphones: microphones) }
}

/// Reads what a player writes of drums and microphones.
enum PadText {
  /// "snare:gain=-3,pan=-0.2".
  static func adjustment(_ text: String) throws -> KitAdjustments.Pad {
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else {
      throw ValidationError("write a drum and what to change: snare:gain=-3,pan=-0.2")
    }
    var pad = KitAdjustments.Pad(name: String(text[..<colon]))
    for setting in text[text.index(after: colon)...].split(separator: ",") {
      let parts = setting.split(separator: "=", maxSplits: 1)
      let name = String(parts[0])
      let value = parts.count == 2 ? String(parts[1]) : ""
      switch name {
      case "gain": pad.gainDecibels = try number(value, name, -60...24)
      case "pan": pad.pan = try number(value, name, -1...1)
      case "pitch": pad.pitchSemitones = try number(value, name, -24...24)
      case "cutoff": pad.cutoffHz = try number(value, name, 20...20_000)
      case "decay": pad.decaySeconds = try number(value, name, 0.01...60)
      default:
        throw ValidationError("'\(name)' is none of gain, pan, pitch, cutoff, decay.")
      }
    }
    guard pad != KitAdjustments.Pad(name: pad.name) || text[colon...].contains("=") else {
      throw ValidationError("write what to change of '\(pad.name)': \(pad.name):gain=-3")
    }
    return pad
  }

  /// "overhead=-6".
  static func microphone(_ text: String) throws -> KitAdjustments.Microphone {
    guard let equals = text.lastIndex(of: "="), equals != text.startIndex else {
      throw ValidationError("write a microphone and its gain: overhead=-6")
    }
    let name = String(text[..<equals])
    return KitAdjustments.Microphone(
      name: name,
      gainDecibels: try number(String(text[text.index(after: equals)...]), name, -60...24))
  }

  private static func number(
    _ text: String, _ name: String, _ range: ClosedRange<Float>
  ) throws -> Float {
    guard let number = Float(text) else {
      throw ValidationError("\(name) is a number, not '\(text)'.")
    }
    guard range.contains(number) else {
      throw ValidationError(
        "\(name) must lie in \(range.lowerBound)...\(range.upperBound), not \(text).")
    }
    return number
  }
}
