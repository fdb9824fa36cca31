// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport

/// `flam play --board` that hears a take over and over and records: no sound card is needed. It is
/// killed if it goes on.
final class BoardPlay {
  private let process: ChildProcess
  private let reports: FileHandle
  /// A line that is not yet whole.
  private var begun = ""
  /// Each line that it has printed.
  private(set) var lines: [String] = []
  /// So many of them were checked.
  private var passed = 0

  /// Starts it with the table of a board, as JSON.
  init(table: String, in folder: TemporaryFolder) throws {
    folder.write(text: table, to: "board.json")
    let take = Signal.noise(count: 48_000, amplitude: 0.0001, seed: 5)
    try Rig.SoundFile.write(take, rateHz: 48_000, to: "\(folder.path)/take.wav")
    let reported = folder.write(text: "", to: "reported.jsonl")
    reports = try FileHandle(forReadingFrom: URL(filePath: reported))
    process = try ChildProcess(
      Program.product("flam"),
      [
        "play", "--take", "take.wav", "--loop", "--kit", try ShortKit.write(in: folder.path),
        "--record", "out.wav", "--board", "board.json", "--json", "--events",
      ],
      environment: [
        "ALSA_CONFIG_PATH": "/dev/null", "HOME": folder.path, "PATH": "/usr/bin:/bin",
        "SWIFT_BACKTRACE": "enable=no",
      ], in: folder.path, output: .file(reported), errors: .file("\(folder.path)/reported.err"))
  }

  /// Sends it a signal.
  func send(_ signal: Int32) { process.send(signal) }

  /// Ends it in a way that it cannot refuse; it is gone when this returns.
  func kill() {
    process.send(SIGKILL)
    process.wait()
  }

  /// Whether it prints a line with all of these words, after the last that was waited for.
  func hasSaid(_ words: String...) -> Bool {
    hasSaid { line in words.allSatisfy { line.contains($0) } }
  }

  /// Whether it plays so many frames more.
  func plays(frames: Int) -> Bool {
    var first: Int?
    return hasSaid { line in
      guard line.contains(#""event":"meters""#),
        let frame = line.firstMatch(of: /"frame":(\d+)/).flatMap({ Int($0.output.1) })
      else { return false }
      first = first ?? frame
      return frame - (first ?? frame) >= frames
    }
  }

  private func hasSaid(_ isMeant: (String) -> Bool) -> Bool {
    eventually {
      readMessages()
      while passed < lines.count {
        passed += 1
        if isMeant(lines[passed - 1]) { return true }
      }
      return false
    }
  }

  private func readMessages() {
    guard let bytes = try? reports.readToEnd(), !bytes.isEmpty else { return }
    var parts = (begun + String(decoding: bytes, as: UTF8.self)).split(
      separator: "\n", omittingEmptySubsequences: false)
    begun = String(parts.removeLast())
    lines += parts.map(String.init)
  }
}

extension SimulatedBoard {
  /// Whether an output reaches a state: "pin 13 255".
  func shows(_ words: String) -> Bool {
    let pin = words.prefix(through: words.lastIndex(of: " ") ?? words.startIndex)
    return eventually { lines(String(pin)).last?.words == words }
  }

  /// A sign without sound: how late it is by the board's clock, which is behind if the machine is
  /// busy. Nil if the board does not report it.
  func clock() throws -> Double? {
    let sign = "strike 5 0.01 1"
    let count = lines(sign).count
    try happens(sign)
    guard eventually({ lines(sign).count > count }) else { return nil }
    return lines(sign).last?.seconds
  }
}
