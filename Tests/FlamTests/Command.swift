// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation

/// The program as people run it: in a folder of its own, on a machine without a sound card.
struct Command {
  /// Where it runs; relative paths are relative to it.
  let folder: TemporaryFolder
  private let program: String

  /// - Parameter program: A program other than `flam`.
  init(in folder: TemporaryFolder, program: String = "flam") {
    (self.folder, self.program) = (folder, program)
  }

  /// Runs `flam` to its end.
  func callAsFunction(_ arguments: String...) throws -> Program.Outcome { try run(arguments) }

  /// Runs `flam` to its end.
  func run(_ arguments: [String]) throws -> Program.Outcome { try start(arguments).wait() }

  /// Starts `flam`.
  func start(_ arguments: [String]) throws -> Program.Running {
    try start(Program.product(program), arguments)
  }

  /// Runs lines of the shell; `$FLAM` is the program. `until_there PATTERN FILE` waits for a line, `until_more COUNT` until so
  /// many more hits stand in the file `hits`, `until_large BYTES FILE…` until each of the files holds so much.
  func shell(_ lines: String) throws -> Program.Outcome {
    try start("/bin/bash", ["-c", Self.waiting + lines]).wait()
  }

  private static let waiting = """
    until_there() { for i in {1..2400}; do grep -qs "$1" "$2" && return; sleep 0.05; done; }
    until_more() {
      local count=$(($(grep -c hit hits) + $1))
      for i in {1..2400}; do (($(grep -c hit hits) >= count)) && return; sleep 0.05; done
    }
    until_large() {
      local least=$1 file
      shift
      for file; do
        for i in {1..2400}; do
          (($(stat -c %s $file 2>/dev/null || echo 0) >= least)) && break
          sleep 0.05
        done
      done
    }

    """

  private func start(_ path: String, _ arguments: [String]) throws -> Program.Running {
    // No asound.conf, no devices: the same on every machine. No HOME but this folder.
    let environment = [
      "ALSA_CONFIG_PATH": "/dev/null", "HOME": folder.path, "FLAM": Program.product("flam"),
      "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]
    return try Program.start(path, arguments, environment: environment, in: folder)
  }
}

extension Program.Outcome {
  /// The hits of standard output, a JSON object a line, without what has no number as it was not answered.
  func hits() throws -> [HeardHit] { try HeardHit.list(output).filter { $0.hit != nil } }
}

/// A hit as the program prints it, read by the keys of its contract.
struct HeardHit: Decodable, Equatable {
  struct Decision: Decodable, Equatable {
    let frame: Int
    let sound: String?
    let confidence: Double
    let velocity: Double
    let peakDecibels: Double
  }

  let hit: Int?
  let frame: Int
  let seconds: Double
  let sound: String?
  let velocity: Double
  let peakDecibels: Double
  let decisions: [Decision]
  let startFrame: Int?
  let why: String?
  let marginDecibels: Double?
  let marginLogOdds: Double?

  /// The hits of a text with one JSON object a line.
  static func list(_ text: String) throws -> [HeardHit] {
    try text.split(separator: "\n").map {
      try JSONDecoder().decode(HeardHit.self, from: Data($0.utf8))
    }
  }
}
