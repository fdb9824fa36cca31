// SPDX-License-Identifier: GPL-3.0-or-later
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

  /// Reports that some of the input, or of a profile's teaching, is not used.
  func reportMicrophones(_ profile: Profile) {
    if let note = profile.warning(heardByTwo: live.loop.hearsTwo) { report(note.description) }
  }

  private func report(_ note: String) {
    guard let devices = events.state.devices else { return }
    events.publish(
      .devices(
        EngineEvent.Devices(
          input: devices.input, output: devices.output, rateHz: devices.rateHz,
          periodFrames: devices.periodFrames, takeRateHz: devices.takeRateHz, notes: [note])))
  }
}
