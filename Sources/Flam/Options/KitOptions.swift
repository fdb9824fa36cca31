// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import DSP
import Instrument
import Kits
import Reports
import Screen

/// Changes of the kit.
struct KitOptions: ParsableArguments {
  @Option(
    name: .customLong("pad"),
    help: ArgumentHelp(
      """
      Change a drum: snare:gain=-3,mute. Repeat for others. A drum is a role, a name in the kit or a MIDI note. Changes: \
      \(PadText.stripHelp), pitch in semitones (-24...24), cutoff in Hz (20...20000), decay in seconds (0.01...60).
      """,
      valueName: "drum:changes"),
    transform: { try PadText.pad($0) })
  var pads: [PadOption] = []

  @Option(
    name: .customLong("mic"),
    help: ArgumentHelp(
      """
      Gain of a DrumGizmo kit's microphone in dB (-60...24). Repeat for others. 'flam kits show' lists them.
      """,
      valueName: "name=decibels"),
    transform: { try PadText.microphone($0) })
  var microphones: [KitAdjustments.Microphone] = []

  /// How loud a kit can be asked to be: sessions alone know how kits were played before.
  enum Loudness: String, CaseIterable, ExpressibleByArgument {
    case matched
    case asIs = "as-is"

    fileprivate var gain: KitGain { self == .asIs ? .asIs : .matched }
  }

  @Option(
    name: .customLong("kit-gain"),
    help: ArgumentHelp(
      "matched plays every kit equally loud, as-is as its makers left it.", valueName: "how"))
  var gain = Loudness.matched

  /// The changes of sounds.
  var adjustments: KitAdjustments {
    KitAdjustments(pads: pads.map(\.sounds), microphones: microphones, gain: gain.gain)
  }

  /// The changes of mixer strips.
  var strips: [StripChange] { pads.map(\.strip).filter { !$0.isEmpty } }
}

/// The changes of one drum.
struct PadOption {
  var sounds: KitAdjustments.Pad
  var strip: StripChange
}

/// Parses changes of drums and microphones.
enum PadText {
  /// "gain (-60...24 dB or -inf), pan (-1 (left)...1 (right)), mute".
  static let stripHelp = StripParameter.allCases.map {
    $0.isToggle ? $0.name : "\($0.name) (\($0.scale.rangeText))"
  }.joined(separator: ", ")

  /// Parses "snare:gain=-3,pan=-0.2,mute".
  static func pad(_ text: String) throws -> PadOption {
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else {
      throw ValidationError("write a drum and what to change: snare:gain=-3,pan=-0.2")
    }
    let name = String(text[..<colon])
    var pad = PadOption(sounds: KitAdjustments.Pad(name: name), strip: StripChange(drum: name))
    for setting in text[text.index(after: colon)...].split(separator: ",") {
      let parts = setting.split(separator: "=", maxSplits: 1)
      let name = String(parts[0])
      let value = parts.count == 2 ? String(parts[1]) : ""
      if let parameter = StripParameter(rawValue: name) {
        guard parameter.isToggle else {
          pad.strip[parameter] = try TypedValue.value(value, name, parameter.scale)
          continue
        }
        guard parts.count == 1 else {
          throw ValidationError("\(name) takes no value, not '\(value)'.")
        }
        pad.strip[parameter] = 1
        continue
      }
      switch name {
      case "pitch":
        pad.sounds.pitchSemitones = try TypedValue.number(
          value, name, KitAdjustments.Pad.pitchesSemitones)
      case "cutoff":
        pad.sounds.cutoffHz = try TypedValue.number(value, name, KitAdjustments.Pad.cutoffsHz)
      case "decay":
        pad.sounds.decaySeconds = try TypedValue.number(
          value, name, KitAdjustments.Pad.decaysSeconds)
      default:
        let strip = StripParameter.allCases.map(\.name).joined(separator: ", ")
        throw ValidationError("'\(name)' is none of \(strip), pitch, cutoff, decay.")
      }
    }
    guard pad.sounds != KitAdjustments.Pad(name: name) || !pad.strip.isEmpty || text.contains("=")
    else { throw ValidationError("write what to change of '\(name)': \(name):gain=-3") }
    return pad
  }

  /// Parses "overhead=-6".
  static func microphone(_ text: String) throws -> KitAdjustments.Microphone {
    guard let equals = text.lastIndex(of: "="), equals != text.startIndex else {
      throw ValidationError("write a microphone and its gain: overhead=-6")
    }
    let name = String(text[..<equals])
    return KitAdjustments.Microphone(
      name: name,
      gainDecibels: try TypedValue.number(
        String(text[text.index(after: equals)...]), name,
        KitAdjustments.Microphone.gainsDecibels))
  }
}
