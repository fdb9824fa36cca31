// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile
import Foundation

/// Runs programs against real ALSA, in real time, on a machine without a sound card: `tools/rig/rig`.
enum Rig {
  /// What was heard and played, frame by frame, and how the program did.
  struct Recording {
    let rateHz: Int
    /// The take as the program heard it.
    let take: [Float]
    let left: [Float]
    let right: [Float]
    /// What the program printed on standard output.
    let output: String
    /// What the program printed on standard error.
    let errors: String
    /// Frames that the rig itself lost; with any, delays mean nothing.
    let skippedFrames: Int
    /// Nothing popped, neither in the rig nor in the program, whose last lines tell it.
    var isUndisturbed: Bool { skippedFrames == 0 && errors.contains(", 0 pops;") }
    /// When the take began, by the monotonic clock.
    var startSeconds = 0.0
    /// When the recording ended. The server's time is not quite that of the clock: what it serves late it stretches.
    var endSeconds = 0.0
    /// When the room opened, and the frames that the server counted from then to the take.
    var openSeconds = 0.0
    var framesBefore = 0
    /// How long the room waited for the program before that.
    var awaitedSeconds = 0.0
  }

  /// How a server ends while a program uses it.
  enum Death: String, CaseIterable {
    /// It ends.
    case ending = "TERM"
    /// It stands still, and no event ever tells.
    case standstill = "STOP"
  }

  /// The same take in two rooms, the second of another server that took the place of the first.
  struct Return {
    let before: Recording
    let after: Recording
    /// When the first server ended, by the monotonic clock, to a hundredth.
    let diedSeconds: Double
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
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

  /// The path of an executable of this package.
  static func product(_ name: String) -> String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: name).path
  }

  /// Runs `command` with `take` at its ears until a second after the take, then ends it with SIGINT.
  ///
  /// - Parameters:
  ///   - periodFrames: The rig's own period; the program's must be a multiple of it.
  ///   - onlyListens: The program plays nothing.
  ///   - returnGain: What it plays returns to it 10 ms later, each side at this gain.
  static func run(
    take: [Float], rateHz: Int = 48_000, periodFrames: Int = 64, tailSeconds: Double = 0.5,
    onlyListens: Bool = false, returnGain: Float = 0, command: [String]
  ) throws -> Recording {
    try withRooms(
      take: take, rateHz: rateHz,
      options: (onlyListens ? ["-l"] : [])
        + ["-p", "\(periodFrames)", "-t", "\(tailSeconds)", "-e", "\(returnGain)"],
      command: command
    ) { rooms, path, _ in
      try recording(of: rooms[0], at: path, programAt: path, rateHz: rateHz)
    }
  }

  /// The same for a program whose last lines tell how often it popped: again, at most twice, where it did or the rig lost
  /// time. Such a recording says nothing of delays.
  static func runUndisturbed(
    take: [Float], rateHz: Int = 48_000, periodFrames: Int = 64, returnGain: Float = 0,
    command: [String]
  ) throws -> Recording {
    var attempts = 3
    while true {
      attempts -= 1
      let recording = try run(
        take: take, rateHz: rateHz, periodFrames: periodFrames, returnGain: returnGain,
        command: command)
      if recording.isUndisturbed || attempts == 0 { return recording }
    }
  }

  /// The same, and then once more: the server meets its `death`, and another takes its place after `awaySeconds`.
  ///
  /// A JACK server (1.9.21) at whose door a client knocks just as it starts may never come up, or never serve that client;
  /// then again, at most twice.
  static func run(
    take: [Float], rateHz: Int = 48_000, death: Death, awaySeconds: Double = 2, command: [String]
  ) throws -> Return {
    for _ in 1...2 {
      do {
        return try runOnce(
          take: take, rateHz: rateHz, death: death, awaySeconds: awaySeconds, command: command)
      } catch let failure as Failure where failure.isOfRoom { continue }
    }
    return try runOnce(
      take: take, rateHz: rateHz, death: death, awaySeconds: awaySeconds, command: command)
  }

  private static func runOnce(
    take: [Float], rateHz: Int, death: Death, awaySeconds: Double, command: [String]
  ) throws -> Return {
    try withRooms(
      take: take, rateHz: rateHz,
      options: ["-t", "0.5", "-k", "\(death.rawValue):\(awaySeconds)"], command: command
    ) { rooms, path, died in
      Return(
        before: try recording(of: rooms[0], at: path, programAt: path, rateHz: rateHz),
        after: try recording(of: rooms[1], at: path + ".again", programAt: path, rateHz: rateHz),
        diedSeconds: died ?? 0)
    }
  }

  /// What a room says at its end.
  private struct Room: Decodable {
    let skippedFrames: Int
    let startSeconds: Double
    let endSeconds: Double
    let openSeconds: Double
    let framesBefore: Int
    let awaitedSeconds: Double
  }

  /// When the rig ended a server.
  private struct Died: Decodable { let diedSeconds: Double }

  /// Runs the rig and hands over what its rooms said, the path of its recording, and when its first server died.
  private static func withRooms<Result>(
    take: [Float], rateHz: Int, options: [String], command: [String],
    _ body: ([Room], String, Double?) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flam-rig-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let takePath = folder.appending(path: "take.wav").path
    let recordingPath = folder.appending(path: "recording.wav").path
    try write(take, rateHz: rateHz, to: takePath)

    let rig = Process()
    let output = Pipe()
    rig.executableURL =
      URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../tools/rig/rig").standardized
    rig.arguments = ["-r", "\(rateHz)"] + options + [takePath, recordingPath] + command
    rig.standardOutput = output
    rig.standardError = output
    // What is measured here is no device of the player's.
    rig.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]) { $1 }
    try rig.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    rig.waitUntilExit()
    guard rig.terminationStatus == 0 else {
      throw Failure(description: "rig \(command.joined(separator: " ")): \(said)")
    }
    let lines = said.split(separator: "\n").map { Data($0.utf8) }
    let rooms = lines.compactMap { try? JSONDecoder().decode(Room.self, from: $0) }
    let died = lines.compactMap { try? JSONDecoder().decode(Died.self, from: $0) }
    guard !rooms.isEmpty else { throw Failure(description: "the rig said nothing: \(said)") }
    return try body(rooms, recordingPath, died.first?.diedSeconds)
  }

  private static func recording(
    of room: Room, at path: String, programAt programPath: String, rateHz: Int
  ) throws -> Recording {
    let channels = try read(path, channelCount: 3)
    func text(_ ending: String) -> String {
      (try? String(contentsOfFile: programPath + ending, encoding: .utf8)) ?? ""
    }
    return Recording(
      rateHz: rateHz, take: channels[0], left: channels[1], right: channels[2],
      output: text(".out"), errors: text(".err"), skippedFrames: room.skippedFrames,
      startSeconds: room.startSeconds, endSeconds: room.endSeconds,
      openSeconds: room.openSeconds, framesBefore: room.framesBefore,
      awaitedSeconds: room.awaitedSeconds)
  }

  private static func write(_ samples: [Float], rateHz: Int, to path: String) throws {
    var info = SF_INFO()
    info.samplerate = CInt(rateHz)
    info.channels = 1
    info.format = CInt(SF_FORMAT_WAV | SF_FORMAT_FLOAT)
    guard let file = sf_open(path, CInt(SFM_WRITE), &info) else {
      throw Failure(description: "cannot write \(path)")
    }
    sf_writef_float(file, samples, sf_count_t(samples.count))
    sf_close(file)
  }

  /// The channels of a sound file.
  static func read(_ path: String, channelCount: Int) throws -> [[Float]] {
    var info = SF_INFO()
    guard let file = sf_open(path, CInt(SFM_READ), &info), info.channels == channelCount else {
      throw Failure(description: "cannot read \(path)")
    }
    defer { sf_close(file) }
    var frames = [Float](repeating: 0, count: Int(info.frames) * channelCount)
    sf_readf_float(file, &frames, info.frames)
    return (0..<channelCount).map { channel in
      stride(from: channel, to: frames.count, by: channelCount).map { frames[$0] }
    }
  }
}
