// SPDX-License-Identifier: GPL-3.0-or-later

/// Processors do not sleep so deeply that they wake up late.
enum CPUSleep: Check {
  static let name = "cpu-sleep"
  static let why = "a processor in deep sleep wakes up late, and the audio thread with it"
  private static let folder = "/sys/devices/system/cpu/cpu0/cpuidle"
  /// A tenth of a period of 64 frames.
  private static let mostMicroseconds = 130

  static func verdict(on system: System) -> Verdict {
    let states = system.names(in: folder).filter {
      $0.hasPrefix("state") && system.text("\(folder)/\($0)/disable") != "1"
    }
    let slowest = states.compactMap { state in
      system.number("\(folder)/\(state)/latency").map { ($0, state) }
    }.max { $0.0 < $1.0 }
    guard let (latency, state) = slowest else { return .pass("the processors do not sleep") }
    let name = system.text("\(folder)/\(state)/name") ?? state
    let found = "waking up from the deepest sleep (\(name)) takes \(latency) µs"
    guard latency > mostMicroseconds else { return .pass(found) }
    return .warn(
      found,
      fix: "for s in /sys/devices/system/cpu/cpu*/cpuidle/state*; do "
        + #"[ "$(cat "$s/latency")" -le \#(mostMicroseconds) ] || "#
        + #"echo 1 | sudo tee "$s/disable"; done  # until the next start"#)
  }
}
