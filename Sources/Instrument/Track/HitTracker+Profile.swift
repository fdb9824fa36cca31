// SPDX-License-Identifier: GPL-3.0-or-later

/// The player's hearing settings and profile.
extension HitTracker {
  /// Changes how the player wants to be heard, from the next sample on. When to answer is not for
  /// the ears to say.
  @_noLocks public mutating func apply(_ change: HearingChange) {
    switch change {
    case .adapts(let isOn): isAdapting = isOn
    case .sensitivity(let sensitivity): detector.set(sensitivity: sensitivity)
    default: break
    }
    recogniser.apply(change)
  }

  /// Continues with another profile from the next sample on; gives back the earlier recogniser. A
  /// hit that is not settled yet lives on, and the new one judges it from now on.
  @_noLocks mutating func adopt(_ other: inout SoundRecogniser) {
    other.judge.takeMemory(of: recogniser.judge)
    swap(&recogniser, &other)
    for index in 0..<openCount {
      recogniser.classifier.forget(slot: open[index].slot)
      open[index].opinion = nil
      open[index].isStranger = false
    }
  }

  /// The pads of its profile's sounds. Not for the audio thread.
  var pads: [SoundAddresses] { recogniser.allPads }
}
