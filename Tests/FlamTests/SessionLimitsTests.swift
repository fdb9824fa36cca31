// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Storage
import TestSupport
import Testing

/// Sessions whose files ask for more than they hold: each once ended only after minutes, or filled
/// the disk.
@Suite(.waiting) struct SessionLimitsTests {
  private let folder = TemporaryFolder()
  private let session: String
  private var flam: Command { Command(in: folder) }

  init() throws {
    let kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take(count: 4).samples), to: "take.wav")
    _ = try Command(in: folder)(
      "render", "take.wav", "drums.wav", "--kit", kit, "--record-to", "kept")
    let name = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/kept").first
    session = "kept/\(try #require(name))"
  }

  private func call(_ count: Int, _ frames: String) -> String {
    "{\"count\":\(count),\(frames)\"laterFrames\":0,\"offsetFrames\":0,\"ratio\":1}\n"
  }

  private func replay(_ calls: String) throws -> Program.Outcome {
    folder.write(text: calls, to: "\(session)/calls.jsonl")
    return try flam("replay", session, "again.wav", "--force")
  }

  @Test("calls for nothing are no calls, however many are on a line")
  func emptyCalls() throws {
    for frames in ["", "\"inputFrames\":0,", "\"inputFrames\":0,\"outputFrames\":0,"] {
      let outcome = try replay(call(1 << 32, frames))
      #expect(outcome.exitCode == 65 && outcome.errorLines.count == 1, "\(outcome.errors)")
    }
  }

  @Test(
    "calls that ask for hours of sound after seconds of input are refused, and the limit is named"
  )
  func sound() throws {
    let outcome = try replay(call(1 << 20, "\"outputFrames\":1024,"))
    #expect(outcome.exitCode == 65 && outcome.errors.contains("600 s more is the limit"))
    #expect(folder.bytes("again.wav").isEmpty)
  }

  private func report(_ hits: String) throws -> Program.Outcome {
    folder.write(text: hits, to: "\(session)/hits.jsonl")
    return try flam("report", session, "page.html", "--force")
  }

  private func hit(_ frame: Int, _ sound: String = "snare") -> String {
    "{\"frame\":\(frame),\"sound\":\"\(sound)\",\"velocity\":0.5}\n"
  }

  @Test("a hit beyond the last hour of a report is refused, and the limit is named")
  func last() throws {
    let most = Limits.sheetSeconds * 48_000
    let outcome = try report(hit(48_000) + hit(most + 1))
    #expect(outcome.exitCode == 65 && outcome.errors.contains("24 hours"), "\(outcome.errors)")
    #expect(try report(hit(48_000) + hit(most)).exitCode == 0)
  }

  @Test("hits may name so many sounds, and no more")
  func sounds() throws {
    let most = (0..<Limits.sessionSounds).map { hit(4800 * $0, "s\($0)") }.joined()
    let shown = try report(most)
    #expect(shown.exitCode == 0, "\(shown.errors)")
    let outcome = try report(most + hit(0, "one more"))
    #expect(outcome.exitCode == 65 && outcome.errors.contains("1000 sounds"), "\(outcome.errors)")
  }

  @Test("nothing is written into another session, whatever may be overwritten")
  func otherSession() throws {
    let other = "other/\(session.split(separator: "/").last ?? "")"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/other", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(folder.path)/\(session)", toPath: "\(folder.path)/\(other)")
    let before = folder.bytes("\(other)/mix.wav")
    for arguments in [
      ["replay", session, "\(other)/mix.wav"], ["replay", session, "\(other)/new.wav"],
      ["replay", session, "\(session)/mix.wav"], ["render", "take.wav", "\(other)/mix.wav"],
      ["report", session, "\(other)/page.html"],
      ["learn", "\(other)/me.json", "--take", "a=take.wav"],
      ["play", "--take", "take.wav", "--seconds", "0.1", "--record", "\(other)/mix.wav"],
    ] {
      let outcome = try flam.run(arguments + ["--force"])
      #expect(outcome.exitCode == 73, "\(arguments): \(outcome.errors)")
    }
    #expect(folder.bytes("\(other)/mix.wav") == before)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(other)/new.wav"))
    // Files that a session does not have yet may lie next to its own.
    #expect(try flam("replay", session, "\(session)/again.wav").exitCode == 0)
  }

  @Test("text beyond the limit of a session is not read")
  func text() throws {
    for name in ["hits", "calls"] {
      let path = "\(folder.path)/\(session)/\(name).jsonl"
      let whole = folder.bytes("\(session)/\(name).jsonl")
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.truncate(atOffset: UInt64(Limits.sessionTextBytes + 1))
      try file.close()
      let outcome = try flam("replay", session, "again.wav", "--force")
      #expect(outcome.exitCode == 65 && outcome.errors.contains("256 MB"), "\(outcome.errors)")
      folder.write(whole, to: "\(session)/\(name).jsonl")
    }
  }

  @Test("the record of a session has a limit, and one that just keeps it is read")
  func record() throws {
    let text = folder.bytes("\(session)/session.json")
    let blanks = [UInt8](
      repeating: UInt8(ascii: " "), count: Limits.sessionRecordBytes - text.count)
    folder.write(text + blanks, to: "\(session)/session.json")
    #expect(try flam("sheet", session).exitCode == 0)
    folder.write(text + blanks + [UInt8(ascii: " ")], to: "\(session)/session.json")
    let outcome = try flam("sheet", session)
    #expect(outcome.exitCode == 65 && outcome.errors.contains("16 MB"), "\(outcome.errors)")
  }

  @Test("a report of a hundred thousand hits takes seconds", .slow)
  func many() throws {
    // Far denser than ears can separate, so that each hit is compared with many neighbours.
    let outcome = try report((0..<100_000).map { hit(10 * $0) }.joined())
    #expect(outcome.exitCode == 0 && outcome.processorSeconds < 60)
  }
}
