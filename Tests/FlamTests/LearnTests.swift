// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@Suite struct LearnTests {
  private let folder = TemporaryFolder()

  private struct Outcome {
    var code: Int32
    var output: String
    var errors: String
  }

  /// Runs the built program.
  private func flam(_ arguments: String...) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "flam")
    process.arguments = arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let heard = output.fileHandleForReading.readDataToEndOfFile()
    let told = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus, output: String(decoding: heard, as: UTF8.self),
      errors: String(decoding: told, as: UTF8.self))
  }

  /// Writes a take of a sound as a WAV file of 16 bits, by hand, and returns its path.
  private func wav(_ name: String, _ sound: StruckSounds.Sound, seed: UInt64 = 1) -> String {
    let take = StruckSounds.take(
      sound, amplitudes: StruckSounds.dynamics(count: 6), spacingSeconds: 0.4, seed: seed)
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    let data = take.samples.flatMap { bytes(Int16(max(-1, min(1, $0)) * 32_767)) }
    let format =
      bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(48_000))
      + bytes(UInt32(96_000)) + bytes(UInt16(2)) + bytes(UInt16(16))
    return folder.write(
      Array("RIFF".utf8) + bytes(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8) + format
        + Array("data".utf8) + bytes(UInt32(data.count)) + data, to: name)
  }

  @Test("what was learned from two files is told apart in a third")
  func learnsAndListens() throws {
    let profile = folder.path + "/table.json"
    let learned = try flam(
      "learn", profile, "--take", "kick=\(wav("low.wav", StruckSounds.low))", "--take",
      "tick=\(wav("high.wav", StruckSounds.high))")
    #expect(learned.code == 0, "\(learned.errors)")
    #expect(learned.output.contains("kick") && learned.output.contains("6 hits"))
    let heard = try flam(
      "listen", wav("new.wav", StruckSounds.high, seed: 9), "--profile", profile, "--json")
    #expect(heard.code == 0)
    #expect(heard.output.split(separator: "\n").count { $0.contains("\"sound\":\"tick\"") } >= 6)
  }

  @Test("a profile is overwritten only when told to")
  func overwriting() throws {
    let profile = folder.path + "/p.json"
    let take = "kick=\(wav("low.wav", StruckSounds.low))"
    #expect(try flam("learn", profile, "--take", take).code == 0)
    let again = try flam("learn", profile, "--take", take)
    #expect(again.code == 73)
    #expect(again.errors.contains("--force"))
    #expect(try flam("learn", profile, "--take", take, "--force", "--json").code == 0)
  }

  @Test("wrong usage, broken data and missing files have their own exit codes")
  func exitCodes() throws {
    let profile = folder.path + "/p.json"
    let text = folder.write(text: "no sound", to: "text.wav")
    #expect(try flam("learn", profile, "--take", "kick").code == 64)
    #expect(try flam("learn", profile, "--take", "kick=\(text)").code == 65)
    #expect(try flam("learn", profile, "--take", "kick=\(folder.path)/none.wav").code == 66)
    let broken = folder.write(text: "{\"version\": 9}", to: "broken.json")
    let take = wav("low.wav", StruckSounds.low)
    #expect(try flam("listen", take, "--profile", broken).code == 65)
    #expect(try flam("listen", take, "--profile", folder.path + "/ghost.json").code == 66)
    #expect(!FileManager.default.fileExists(atPath: profile))
  }
}
