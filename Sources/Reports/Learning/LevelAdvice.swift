// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine
import Profiles

/// The background and the working level, in plain words with their numbers.
struct LevelAdvice {
  /// The card's controls and their values; empty if ALSA knows none.
  let controls: [CaptureControl]
  /// How the card is named for amixer: "-c PCH".
  let cardOption: String
  /// Where the sound is, if it is on another channel than those that are heard.
  let channelText: String?
  /// The controls are turned for the player.
  let setsLevel: Bool

  /// Advice for a card as it stands.
  init(_ capture: LiveLesson.CaptureState, setsLevel: Bool) {
    (controls, cardOption) = (capture.controls, capture.cardOption)
    channelText = ChannelText.message(
      capture.channelPeaks, heard: capture.heardChannels, heardPeak: .infinity)
    self.setsLevel = setsLevel
  }

  /// The sound while nothing was played.
  func lines(_ background: Background) -> [String] {
    [Self.line(background)] + (background.isDead ? [silencer] : [])
  }

  /// The loudness of a background, and its meaning.
  static func line(_ background: Background) -> String {
    let level = level(background.decibels)
    switch background.kind {
    case .dead: return "The input is dead: not the faintest noise comes in."
    case .quiet: return "Quiet room: \(level)."
    case .fair: return "Some background noise, \(level): soft hits stand out, the softest may not."
    case .noisy:
      return "Noisy: \(level). Soft hits will drown; move nearer, or turn off what hums."
    }
  }

  /// How hard hits come in.
  func lines(_ working: WorkingLevel, background: Background) -> [String] {
    guard let hardest = working.hardestDecibels else {
      return ["No hit was heard.", silencer]
    }
    let best = WorkingLevel.best
    let reach =
      "hard hits reach \(Self.level(hardest)), "
      + "\((hardest - background.decibels).text(places: 0)) dB above the background"
    let wanted =
      "; \(best.lowerBound.text(places: 0)) to \(best.upperBound.text(places: 0)) is best."
    switch working.verdict {
    case .good: return ["Good level: \(reach)."]
    case .soft: return ["A little soft: \(reach)\(wanted)"]
    case .muchTooSoft: return ["Much too soft: \(reach)\(wanted)"]
    case .loud: return ["A little loud: \(reach)\(wanted)"]
    case .clipped: return ["Too loud: hard hits are clipped at \(Self.level(hardest))."]
    case .unheard: return []
    }
  }

  /// The control to turn, and how, for a level that is off.
  func proposals(_ changes: [CaptureChange], gainDecibels: Float) -> [String] {
    guard changes.isEmpty else {
      return changes.map { change in
        "  Turn \(Self.text(change)):  \(amixer(change.control)) "
          + "\(change.step ?? change.control.step)\(hint)"
      }
    }
    let way = "\(gainDecibels > 0 ? "up" : "down") by \(abs(gainDecibels).text(places: 0)) dB"
    guard let main = CaptureLevel.main(of: controls) else {
      return [
        "  ALSA knows no control of this input: turn the knob on the device, or the input level of your sound "
          + "settings, \(way), or go \(gainDecibels > 0 ? "nearer" : "further away")."
      ]
    }
    guard let decibels = main.decibels else {
      return [
        "  Turn “\(main.name)” \(way) in 'alsamixer \(cardOption)' (F4 shows it); its card gives no decibels."
      ]
    }
    return [
      "  “\(main.name)” is at its end (\(decibels.text(places: 1)) dB): "
        + "go \(gainDecibels > 0 ? "nearer to" : "further from") the microphone."
    ]
  }

  /// The control that was turned, and how to turn it back.
  func report(_ change: CaptureChange) -> String {
    let before = change.turnsOn ? "nocap" : "\(change.control.step)"
    return "  Turned \(Self.text(change)). To put it back:  \(amixer(change.control)) \(before)"
  }

  /// Why nothing comes in, as far as the card shows.
  private var silencer: String {
    if let channelText { return "  But \(channelText)." }
    guard let control = CaptureLevel.silencer(of: controls) else {
      return
        "  Is it the right input ('flam devices' lists them), is it plugged in, and is no mute button pressed?"
    }
    return control.isOn == false
      ? "  “\(control.name)” is switched off:  \(amixer(control)) cap\(hint)"
      : "  “\(control.name)” is turned all the way down: turn it up in 'alsamixer \(cardOption)' (F4)."
  }

  private var hint: String { setsLevel ? "" : "   (--set-level does it)" }

  private static func text(_ change: CaptureChange) -> String {
    if change.turnsOn { return "“\(change.control.name)” on" }
    func text(_ decibels: Float?) -> String { decibels?.text(places: 1) ?? "?" }
    return
      "“\(change.control.name)” from \(text(change.control.decibels)) to \(text(change.decibels)) dB"
  }

  private func amixer(_ control: CaptureControl) -> String {
    "amixer \(cardOption) sset '\(control.name)',\(control.index)"
  }

  private static func level(_ decibels: Float) -> String { "\(decibels.text(places: 0)) dBFS" }
}
