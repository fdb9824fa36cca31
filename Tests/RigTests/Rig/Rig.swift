// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Testing

/// Runs programs against real ALSA, in real time, on a machine without a sound card: `tools/rig/rig`.
enum Rig {
  struct Failure: Error, CustomStringConvertible, MachineWitness {
    let description: String
    var setting = Setting()
    /// The rooms that were there.
    var rooms: [Room] = []

    var disturbances: [Disturbance] { rooms.flatMap(\.disturbances) }
    var disturbancesOfTake: [Disturbance] { rooms.flatMap(\.disturbancesOfTake) }
    var isWithoutPops: Bool { false }
    /// There was no room to play in.
    var isOfRoom: Bool {
      ["did not start", "did not open", "was not heard"].contains { description.contains($0) }
    }
  }

  /// Why there is no rig on this machine; nil where there is one.
  static let missing: String? = {
    let plugins = ["x86_64-linux-gnu", "aarch64-linux-gnu", "."].map {
      "/usr/lib/\($0)/alsa-lib/libasound_module_pcm_jack.so"
    }
    let isThere = FileManager.default.fileExists(atPath:)
    if !isThere("/usr/bin/jackd") { return "jackd2 is not installed" }
    if !plugins.contains(where: isThere) { return "libasound2-plugins is not installed" }
    if !isThere("/usr/include/jack/jack.h") { return "libjack-jackd2-dev is not installed" }
    return nil
  }()

  /// The program under test, with these arguments.
  static func flam(_ arguments: String...) -> [String] { [Program.product("flam")] + arguments }

  /// Runs `command` with `take` at its ears until half a second after the take, then ends it with SIGINT.
  ///
  /// - Parameters:
  ///   - onlyListens: The program plays nothing.
  ///   - endsItself: It is not ended but waited for, at most until the take is over.
  ///   - returnGain: What it plays returns to it 10 ms later, each side at this gain.
  static func run(
    take: [Float], _ setting: Setting = Setting(), onlyListens: Bool = false,
    endsItself: Bool = false, returnGain: Float = 0, command: [String]
  ) throws -> Recording {
    let options = (onlyListens ? ["-l"] : []) + (endsItself ? ["-u"] : [])
    let session = try Session(
      take: take, setting, options: options + ["-e", "\(returnGain)"], command: command)
    return try session.recording(0, isComplete: endsItself)
  }

  /// The same with a server that meets its `death` after the take; another takes its place after two seconds, and the
  /// take is played once more.
  ///
  /// A JACK server (1.9.21) at whose door a client knocks just as it starts may never come up, or never serve that
  /// client; and a room that opens after the program has come back has not seen all of the server's time. Then again, at
  /// most five times.
  static func run(take: [Float], death: Death, command: [String]) throws -> Return {
    func runOnce() throws -> Return {
      let session = try Session(
        take: take, Setting(), options: ["-k", "\(death.rawValue):2"], command: command)
      return Return(
        before: try session.recording(0), after: try session.recording(1),
        diedSeconds: try session.diedSeconds)
    }
    for _ in 1...5 {
      do {
        let run = try runOnce()
        if run.after.room.isFirst { return run }
      } catch let failure as Failure where failure.isOfRoom { print("rig: \(failure)") }
    }
    return try runOnce()
  }

  /// What `record` gives of a machine that was on time. It is recorded again where the machine was not, whatever came of
  /// it; where it never was, nothing can be judged, and the test is cancelled and says so.
  ///
  /// - Parameter isUnfit: Tells, by what the machine did alone, a recording that cannot be judged.
  static func undisturbed<Recorded: MachineWitness>(
    attempts: Int = 5, unless isUnfit: (Recorded) -> Bool = { $0.isDisturbed },
    _ record: () throws -> Recorded
  ) throws -> Recorded {
    var last = ""
    for _ in 1...attempts {
      do {
        let recorded = try record()
        if !isUnfit(recorded) { return recorded }
        last = recorded.machine
      } catch let failure as Failure where failure.isDisturbed { last = failure.machine }
    }
    try Test.cancel("not judged: in each of \(attempts) recordings \(last) in the last")
  }
}
