// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

extension EngineControl {
  /// Reports, once, that a card has one microphone where two were asked for.
  mutating func reportCopies() {
    let snapshot = live.performance.snapshot
    guard !hasReportedCopies, snapshot.hearsOneTwice || snapshot.isSecondSilent else { return }
    hasReportedCopies = true
    report(
      (snapshot.hearsOneTwice
        ? "Both channels of the microphone are the same"
        : "Nothing comes from the second microphone")
        + ": one is heard, and sounds are distinguished without their places.")
  }

  /// Reports, once, a steady tone that is louder than the softest stroke.
  mutating func reportTone() {
    let snapshot = live.performance.snapshot
    guard !hasReportedTone, let tone = snapshot.loudTone else { return }
    hasReportedTone = true
    report(Self.text(tone, overStrokeDecibels: snapshot.toneOverStrokeDecibels))
  }

  static func text(_ tone: SteadyTone, overStrokeDecibels: Float) -> String {
    let hertz = Int(tone.frequencyHz.rounded())
    // Mains hum: a harmonic of 50 or 60 Hz.
    let isMains = hertz <= 660 && [50, 60].contains { (hertz + 1) % $0 <= 2 }
    let over = Int(overStrokeDecibels.rounded(.up))
    return
      "\(isMains ? "Hum" : "A steady tone") at \(hertz) Hz is \(over) dB over your softest hit. "
      + "Flam takes it out of what it hears, but recordings keep it. "
      + (isMains
        ? "The cure: run the laptop on its battery, or move the microphone and its cable away from power supplies."
        : "The cure: switch off what makes it, or move the microphone.")
  }

  /// Reports that some of the input, or of a profile's teaching, is not used.
  func reportMicrophones(_ profile: Profile) {
    if let note = profile.warning(heardByTwo: live.loop.hearsTwo) { report(note.description) }
  }

  /// Reports it beside the devices.
  func report(_ note: String) {
    guard let devices = events.state.devices else { return }
    events.publish(
      .devices(
        EngineEvent.Devices(
          input: devices.input, output: devices.output, rateHz: devices.rateHz,
          periodFrames: devices.periodFrames, takeRateHz: devices.takeRateHz, notes: [note])))
  }
}
