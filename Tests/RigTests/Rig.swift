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
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
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
    let folder = FileManager.default.temporaryDirectory.appending(path: "flam-rig-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let takePath = folder.appending(path: "take.wav").path
    let recordingPath = folder.appending(path: "recording.wav").path
    try write(take, rateHz: rateHz, to: takePath)

    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../tools/rig/rig").standardized
    let rig = Process()
    let output = Pipe()
    rig.executableURL = script
    rig.arguments =
      (onlyListens ? ["-l"] : []) + [
        "-r", "\(rateHz)", "-p", "\(periodFrames)", "-t", "\(tailSeconds)", "-e", "\(returnGain)",
        takePath,
        recordingPath,
      ]
      + command
    rig.standardOutput = output
    rig.standardError = output
    try rig.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    rig.waitUntilExit()
    guard rig.terminationStatus == 0 else {
      throw Failure(description: "rig \(command.joined(separator: " ")): \(said)")
    }
    let channels = try read(recordingPath, channelCount: 3)
    func text(_ ending: String) -> String {
      (try? String(contentsOfFile: recordingPath + ending, encoding: .utf8)) ?? ""
    }
    return Recording(
      rateHz: rateHz, take: channels[0], left: channels[1], right: channels[2],
      output: text(".out"), errors: text(".err"),
      skippedFrames: said.contains("\"skippedFrames\":0}") ? 0 : 1)
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

  private static func read(_ path: String, channelCount: Int) throws -> [[Float]] {
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
