// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Sessions of somebody else, who may have replaced their files by anything.
@Suite(.waiting) struct ForeignSessionTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  /// The folder of a true session, made by a rendering.
  private func session() throws -> String {
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    let kit = Tapping.writeKit(in: folder)
    let made = try flam("render", "take.wav", "out.wav", "--kit", kit, "--record-to", "kept")
    try #require(made.exitCode == 0)
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/kept").first)
    return "kept/\(name)"
  }

  /// Puts the session in the state of one that was cut off.
  private func cutOff(_ session: String) throws {
    let record = String(decoding: folder.bytes("\(session)/session.json"), as: UTF8.self)
    folder.write(
      text: record.replacing(try Regex(#"  "outcome" : \{[^}]*\},\n"#), with: ""),
      to: "\(session)/session.json")
  }

  private func replace(_ path: String, by make: (String) -> Int32) {
    unlink("\(folder.path)/\(path)")
    #expect(make("\(folder.path)/\(path)") == 0)
  }

  @Test(
    "a link to a file outside is neither written through nor read", .slow,
    arguments: ["hits.mid", "hits.jsonl", "mix.wav"])
  func link(name: String) throws {
    let session = try session()
    try cutOff(session)
    folder.write(text: "mine", to: "victim")
    replace("\(session)/\(name)") { symlink("../../victim", $0) }
    for arguments in [["repair", session], ["replay", session, "again.wav"], ["sheet", session]] {
      let outcome = try flam.run(arguments)
      #expect(outcome.exitCode == 65, "\(arguments)")
      #expect(outcome.errors.contains("is a link to what lies outside the session"))
      #expect(folder.bytes("victim") == Array("mine".utf8))
    }
  }

  @Test(
    "a pipe in place of a file is not waited for", .slow,
    arguments: ["session.json", "mix.wav", "microphone.wav", "hits.jsonl", "calls.jsonl"])
  func pipe(name: String) throws {
    let session = try session()
    replace("\(session)/\(name)") { mkfifo($0, 0o600) }
    for arguments in [
      ["replay", session, "again.wav"], ["report", session, "a.html"], ["repair", session],
      ["sessions", "--in", "kept"],
    ] {
      let outcome = try flam.shell(
        "timeout 20 $FLAM " + arguments.map { "'\($0)'" }.joined(separator: " "))
      #expect(outcome.exitCode != 124, "\(arguments)")
    }
  }

  @Test("a kit whose content the session does not record is not read, except an installed one")
  func laterKit() throws {
    let session = try session()
    let other = folder.write(text: "<region> sample=../take.wav key=36\n", to: "other/other.sfz")
    let record = String(decoding: folder.bytes("\(session)/session.json"), as: UTF8.self)
    folder.write(
      text: #"{"kitPart":{"name":"other","path":"\#(other)","detail":"whole"},"#
        + record.dropFirst(),
      to: "\(session)/session.json")
    let outcome = try flam("replay", session, "again.wav")
    #expect(outcome.exitCode == 65)
    #expect(outcome.errors.contains("other.sfz', but not what that held"))
  }
}
