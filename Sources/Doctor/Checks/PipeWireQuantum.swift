// SPDX-License-Identifier: GPL-3.0-or-later

/// PipeWire, if it runs, allows periods as small as ours.
enum PipeWireQuantum: Check {
  static let name = "pipewire-quantum"
  static let why = "through PipeWire's device a period is as long as PipeWire's quantum at least"
  private static let wantedFrames = 64

  static func verdict(on system: System) -> Verdict {
    let runtime = system.environment["XDG_RUNTIME_DIR"] ?? "/run/user"
    guard system.exists("\(runtime)/pipewire-0") else { return .pass("PipeWire does not run") }
    guard let settings = system.probes.output("pw-metadata -n settings") else {
      return .warn(
        "PipeWire runs, but does not report its settings",
        fix: "sudo apt install pipewire-bin && pw-metadata -n settings")
    }
    let forced = value("clock.force-quantum", in: settings) ?? 0
    if forced > wantedFrames {
      return .fix(
        "PipeWire is forced to \(forced) frames",
        with: "pw-metadata -n settings 0 clock.force-quantum 0")
    }
    let usual = value("clock.quantum", in: settings) ?? 1024
    if let least = value("clock.min-quantum", in: settings), least > wantedFrames {
      return .fix(
        "PipeWire gives no less than \(least) frames (usually \(usual))",
        with: "pw-metadata -n settings 0 clock.min-quantum 32  # until PipeWire starts again")
    }
    return .pass("PipeWire gives \(usual) frames, and \(wantedFrames) if a program asks for it")
  }

  /// The number in "update: id:0 key:'clock.quantum' value:'1024' type:''".
  private static func value(_ key: String, in text: String) -> Int? {
    let line = text.split(separator: "\n").last { $0.contains("key:'\(key)'") }
    guard let value = line?.split(separator: "value:'").dropFirst().first else { return nil }
    return Int(value.prefix { $0.isNumber })
  }
}
