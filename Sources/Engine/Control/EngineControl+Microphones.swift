// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

extension EngineControl {
  /// Tells, once, that a card gives the sound of one microphone twice.
  mutating func tellCopies() {
    guard !hasToldCopies, live.performance.snapshot.hearsOneTwice,
      let devices = events.state.devices
    else { return }
    hasToldCopies = true
    events.publish(
      .devices(
        devices.adding(
          "Both channels of the microphone are the same: it is heard as one, and sounds are told apart without their places."
        )))
  }

  /// A profile as it is heard by with the microphones that there are; tells where not all is used of either.
  func heard(_ profile: Profile) -> Profile {
    let hearsTwo = live.loop.hearsTwo
    if let note = profile.note(heardByTwo: hearsTwo), let devices = events.state.devices {
      events.publish(.devices(devices.adding(note)))
    }
    return profile.heard(byTwo: hearsTwo)
  }
}

extension EngineEvent.Devices {
  /// The same devices with something more to know of them, and nothing that was told before.
  fileprivate func adding(_ note: String) -> EngineEvent.Devices {
    EngineEvent.Devices(
      input: input, output: output, rateHz: rateHz, periodFrames: periodFrames,
      takeRateHz: takeRateHz, notes: [note])
  }
}
