// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine

/// Reports in plain words which devices go and come while a command runs.
package struct DeviceText {
  package let rateHz: Int
  /// What continues meanwhile: "Still playing".
  let still: String

  package init(rateHz: Int, still: String) { (self.rateHz, self.still) = (rateHz, still) }

  /// The event, and the remedy.
  package func line(_ device: EngineEvent.Device) -> String {
    let (reason, advice) = (device.reason ?? "", device.advice ?? "")
    let frames = device.periodFrames ?? 0
    return switch device.state {
    case .lost: "\(words(device)) is lost: \(reason); \(advice). \(still)"
    case .obstructed:
      "\(words(device)) is there again, but not as it was: \(reason); \(advice). \(still)"
    case .back: "\(words(device)) is back after \((device.seconds ?? 0).text(places: 1)) s"
    case .periodTried:
      "\(AutoBuffer.mostPops) pops in \(Int(AutoBuffer.windowSeconds)) s: "
        + "trying a period of \(frames) frames"
    case .periodChanged:
      "period \(device.earlierPeriodFrames ?? 0) → \(frames) frames: the drums now come "
        + "\(milliseconds(abs(device.laterFrames ?? 0))) ms "
        + ((device.laterFrames ?? 0) < 0 ? "sooner" : "later")
    case .periodRefused: "the period stays: \(frames) frames could not be had (\(reason))"
    }
  }

  /// The same of a loop's own event.
  package func line(_ event: DeviceEvent) -> String {
    guard case .device(let device) = EngineEvent(event) else { return "" }
    return line(device)
  }

  private func words(_ device: EngineEvent.Device) -> String {
    let names = device.devices.map { "'\($0)'" }.joined(separator: " and ")
    guard device.isInput != device.isOutput else { return "the sound device \(names)" }
    return device.isInput ? "the microphone \(names)" : "the loudspeaker \(names)"
  }

  private func milliseconds(_ frames: Int) -> String {
    (1000 * Double(frames) / Double(rateHz)).text(places: 1)
  }
}
