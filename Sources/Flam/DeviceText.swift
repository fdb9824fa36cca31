// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// Tells in plain words of devices that go and come while a command runs.
struct DeviceText {
  let rateHz: Int
  /// What goes on meanwhile: "playing goes on".
  let goesOn: String

  /// What happened, and what to do.
  func line(_ event: DeviceEvent) -> String {
    switch event {
    case .lost(let ends, let failure):
      "lost \(words(ends)): \(failure.reason); \(goesOn), \(what(ends)); "
        + failure.advice
    case .obstructed(let ends, let failure):
      "\(words(ends)) is there again, but not as it was: \(failure.reason); \(goesOn); "
        + failure.advice
    case .back(let ends, let seconds):
      "\(words(ends)) is back after \(seconds.text(places: 1)) s"
    case .periodChanged(let from, let to, let later):
      "period \(from) → \(to) frames: the drums now come \(milliseconds(abs(later))) ms "
        + (later < 0 ? "sooner" : "later")
    case .periodRefused(let frames, let failure):
      "the period stays: \(frames) frames could not be had (\(failure.reason))"
    }
  }

  private func words(_ ends: DeviceEvent.Ends) -> String {
    let names = ends.devices.map { "'\($0)'" }.joined(separator: " and ")
    guard ends.directions.count == 1 else { return "the sound device \(names)" }
    return ends.directions.contains(.capture)
      ? "the microphone \(names)" : "the loudspeaker \(names)"
  }

  private func what(_ ends: DeviceEvent.Ends) -> String {
    switch (ends.directions.contains(.capture), ends.directions.contains(.playback)) {
    case (true, false): "in silence"
    case (false, true): "unheard"
    default: "deaf and unheard"
    }
  }

  private func milliseconds(_ frames: Int) -> String {
    (1000 * Double(frames) / Double(rateHz)).text(places: 1)
  }
}
