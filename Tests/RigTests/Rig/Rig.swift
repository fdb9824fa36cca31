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
    /// The program's exit code after its take; nil if the rig ended before, above all if no program
    /// was heard.
    var exitCode: Int?
    /// The second server did not come up.
    var isOfServer = false

    var disturbances: [Disturbance] { rooms.flatMap(\.disturbances) }
    var disturbancesOfTake: [Disturbance] { rooms.flatMap(\.disturbancesOfTake) }
    var isWithoutPops: Bool { false }
    /// The machine was late, and a program that was heard ended with an error. A program that is not heard, or that crashes,
    /// has failed on any machine.
    var isOfMachine: Bool { isDisturbed && exitCode.map { (1..<128).contains($0) } ?? false }
  }

  /// Why there is no rig on this machine; nil if there is one.
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

  static let script = URL(filePath: #filePath)
    .appending(path: "../../../../tools/rig/rig").standardized.path

  /// The program under test, with these arguments.
  static func flam(_ arguments: String...) -> [String] { [Program.product("flam")] + arguments }

  /// Runs `command` with `take` at its ears until half a second after the take, then ends it with SIGINT.
  ///
  /// - Parameters:
  ///   - onlyListens: The program plays nothing.
  ///   - endsItself: It is not ended but waited for, at most until the take is over.
  ///   - returnGain: Its output returns to it 10 ms later, each side at this gain.
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
  /// A JACK server (1.9.21) to which a client connects just as it starts may never come up. A room
  /// that opens after the program has come back has not seen all of the server's time. Of those
  /// nothing can be judged. A program that is not heard has failed.
  static func run(take: [Float], death: Death, command: [String]) throws -> Return {
    do {
      let session = try Session(
        take: take, Setting(), options: ["-k", "\(death.rawValue):2"], command: command)
      let run = Return(
        before: try session.recording(0), after: try session.recording(1),
        diedSeconds: try session.diedSeconds)
      guard run.after.room.isFirst else { try Judgement.leaveOut("the room opened too late") }
      return run
    } catch let failure as Failure where failure.isOfServer {
      try Judgement.leaveOut(failure.description)
    }
  }

  /// The result of `record` on a machine that was on time; otherwise nothing can be judged, and the
  /// test ends and says so.
  ///
  /// - Parameter isUnfit: Finds, by the machine's lateness alone, a recording that cannot be
  ///   judged.
  static func undisturbed<Recorded: MachineWitness>(
    unless isUnfit: (Recorded) -> Bool = { $0.isDisturbed }, _ record: () throws -> Recorded
  ) throws -> Recorded {
    do {
      let recorded = try record()
      guard !isUnfit(recorded) else { try Judgement.leaveOut(recorded.machine) }
      Judgement.count(1, of: 1, else: "")
      return recorded
    } catch let failure as Failure where failure.isOfMachine {
      try Judgement.leaveOut(failure.machine)
    }
  }
}
