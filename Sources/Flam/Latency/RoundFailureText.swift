// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Latency
import Measuring

/// Why a round trip could not be measured, and the remedy.
struct RoundFailureText {
  /// Whether a cable brings the sound back, or a loudspeaker and the air.
  let method: LatencyReport.Method
  let options: RoundOptions

  /// The failure as the command ends with it.
  func failure(_ reason: RoundFailure) -> CommandFailure {
    let (code, why, advice) = reported(reason)
    let devices = options.devices
    return CommandFailure(
      code,
      "cannot measure the way from '\(devices.playbackDevice)' to '\(devices.stream.captureDevice)': "
        + "\(why); \(advice)")
  }

  /// The reason in one word, for scripts.
  func reason(_ reason: RoundFailure) -> String {
    switch reason {
    case .silence: "silence"
    case .clipped: "clipped"
    case .elsewhere: "elsewhere"
    case .unclear: "unclear"
    case .incomplete: "incomplete"
    case .twoWays: "twoWays"
    case .moving: "moving"
    case .tooLate: "tooLate"
    }
  }

  /// The same if the round itself failed.
  func failure(_ failure: MeasuredRound.Failure) -> CommandFailure {
    switch failure {
    case .popped(let attempts, let lastPops):
      CommandFailure(
        .brokenData,
        "cannot measure on '\(options.devices.playbackDevice)': it popped in each of \(attempts) attempts "
          + "(\(lastPops) times in the last); try a larger --period, or close other programs")
    case .standsStill(let device):
      CommandFailure(
        .unavailable,
        "cannot measure on '\(device)': its time does not pass; "
          + "plug it in again, or start its sound server again")
    }
  }

  private func reported(_ reason: RoundFailure) -> (CommandFailure.Code, String, String) {
    switch reason {
    case .silence(let level):
      (.unavailable, "nothing is heard (\(level.text(places: 0)) dB)", connect)
    case .clipped(let share):
      (
        .brokenData,
        "the input is cut off at full scale (\((100 * share).text(places: 2)) % of it)",
        "turn the input or the output down"
      )
    case .elsewhere(let level):
      (
        .brokenData,
        "what is heard (\(level.text(places: 0)) dB) is there when nothing is played too: noise, or a signal from elsewhere",
        connect
      )
    case .unclear(let confidence):
      (
        .brokenData,
        "what comes back is not clear enough to be sure (confidence \(confidence.text(places: 2)))",
        method == .loop
          ? "check the cable, and switch effects of the card or the sound server off; "
            + "'flam latency air' measures through loudspeakers"
          : "turn the loudspeaker up, bring the microphone nearer, wait until it is quiet"
      )
    case .incomplete(let heard, let played):
      (
        .brokenData,
        "only \(heard) of \(played) sounds came back, so it is not clear which they were",
        method == .loop
          ? "plug the cable in before you start, and leave it in"
          : "switch the loudspeaker on before you start, and measure again"
      )
    case .twoWays(let milliseconds):
      (
        .brokenData,
        "it comes back in two ways, \(milliseconds.text(places: 1)) ms apart, and it is not clear which one counts",
        method == .loop
          ? "in 'alsamixer', switch off what plays the input back (direct monitoring), and echo effects"
          : "bring the microphone nearer to the loudspeaker, and both away from walls"
      )
    case .moving(let milliseconds):
      (
        .brokenData,
        "its delay changes by \(milliseconds.text(places: 1)) ms while it is measured",
        "measure again, or use the card itself ('flam devices')"
      )
    case .tooLate(let seconds):
      (
        .belowStandard,
        "it takes longer than \(seconds.text(places: 0)) s, the most that is looked for",
        "wireless loudspeakers cannot be played on; use a wire"
      )
    }
  }

  private var connect: String {
    method == .loop
      ? "connect the output to the input with a cable, and see in 'alsamixer' that neither is muted"
      : "turn the loudspeaker up, and see in 'alsamixer' that neither it nor the microphone is muted"
  }
}
