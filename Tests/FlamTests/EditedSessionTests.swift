// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Sound files made into sessions, and sessions whose hits are edited afterwards.
@Suite(.waiting) struct EditedSessionTests {
  private let folder = TemporaryFolder()
  private let kit: String
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }

  init() throws {
    kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take(count: 6).samples), to: "take.wav")
  }

  /// Renders the take into a session, and calls that `groove`.
  private func session() throws {
    let outcome = try flam("render", "take.wav", "drums.wav", "--kit", kit, "--record-to", "kept")
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/kept").first)
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/kept/\(name)", toPath: "\(folder.path)/groove")
  }

  private var hits: [String] {
    String(decoding: folder.bytes("groove/hits.jsonl"), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// Where sound begins after silence: the first frame of each drum of the kit, which is shorter than a tap's distance.
  private func begins(_ name: String) throws -> [Int] {
    let samples = try sox.read(name)[0]
    var begins: [Int] = []
    var last = -10_000
    for (frame, sample) in samples.enumerated() where sample != 0 {
      if frame - last > 1000 { begins.append(frame) }
      last = frame
    }
    return begins
  }

  @Test(
    "a sound file becomes a session that is played again bit for bit, in blocks of any size", .slow)
  func imported() throws {
    try session()
    #expect(folder.bytes("groove/mix.wav") == folder.bytes("drums.wav"))
    // Without a name each replay has one of its own.
    for name in ["replay.wav", "replay-2.wav"] {
      let outcome = try flam("replay", "groove")
      #expect(outcome.exitCode == 0 && outcome.errors.contains(name), "\(outcome.errors)")
      #expect(folder.bytes(name) == folder.bytes("drums.wav"))
    }
    for period in ["1", "441"] {
      let again = try flam("replay", "groove", "again.wav", "--period", period, "--force", "--json")
      #expect(again.exitCode == 0 && again.output.split(separator: "\n").map(String.init) == hits)
      #expect(folder.bytes("again.wav") == folder.bytes("drums.wav"))
    }
    let listed = try flam("sessions", "--in", ".", "--json").output
    #expect(listed.contains(#""hits":6"#) && listed.contains(#""loudnessLUFS":-"#))
  }

  @Test("the loudness is listed, and kept in the session once it is measured")
  func loudness() throws {
    try session()
    _ = try flam("sessions", "--in", ".")
    let kept = String(decoding: folder.bytes("groove/session.json"), as: UTF8.self)
    let loudness = try #require(
      kept.split(separator: "\n").first { $0.contains("loudnessLUFS") }
        .flatMap { Double($0.filter { "-.0123456789".contains($0) }) })
    #expect((-60 ... -5).contains(loudness))
    let text = try flam("sessions", "--in", ".").output
    #expect(text.contains("LUFS") && text.contains(String(format: "%.1f", loudness)))
  }

  @Test("unedited hits are played bit for bit as then, whatever the block size")
  func sameFrames() throws {
    try session()
    for period in ["7", "512"] {
      let again = try flam(
        "replay", "groove", "again.wav", "--hits", "groove/hits.jsonl", "--period", period,
        "--force")
      #expect(again.exitCode == 0, "\(again.errors)")
      #expect(folder.bytes("again.wav") == folder.bytes("groove/mix.wav"))
    }
  }

  @Test(
    "a session is played as it was, whatever would be heard today; --hear-again hears it anew"
  )
  func hearingAgain() throws {
    try session()
    // Today's hearing makes no difference.
    let microphone = folder.bytes("groove/microphone.wav")
    folder.write(
      microphone.prefix(100) + [UInt8](repeating: 0, count: microphone.count - 100),
      to: "groove/microphone.wav")
    let hits = hits
    for options in [[], ["--hits", "groove/hits.jsonl"]] {
      let again = try flam.run(["replay", "groove", "again.wav", "--force", "--json"] + options)
      #expect(again.exitCode == 0, "\(again.errors)")
      #expect(folder.bytes("again.wav") == folder.bytes("groove/mix.wav"))
      #expect(again.output.split(separator: "\n").count == hits.count)
    }
    let anew = try flam("replay", "groove", "anew.wav", "--hear-again")
    #expect(anew.exitCode == 0 && anew.errors.contains("it differs from what was played"))
    #expect(try sox.read("anew.wav")[0].allSatisfy { $0 == 0 })
    let other = try flam(
      "replay", "groove", "other.wav", "--kit", kit, "--hits", "groove/hits.jsonl")
    #expect(other.exitCode == 0)
    #expect(try begins("other.wav") == begins("groove/mix.wav"))
    try FileManager.default.removeItem(atPath: "\(folder.path)/groove/strokes.jsonl")
    let without = try flam("replay", "groove", "none.wav")
    #expect(without.exitCode == 66 && without.errors.contains("its strokes.jsonl is not there"))
    #expect(without.errors.contains("--hear-again"))
  }

  @Test("a line of impossible strokes is reported")
  func brokenStrokes() throws {
    try session()
    let strokes = String(decoding: folder.bytes("groove/strokes.jsonl"), as: UTF8.self)
    folder.write(
      text: strokes.replacing(#""hit":1,"#, with: #""hit":-1,"#), to: "groove/strokes.jsonl")
    let broken = try flam("replay", "groove", "again.wav")
    #expect(broken.exitCode == 65 && broken.errors.contains("strokes.jsonl', line 1"))
    #expect(try flam("replay", "groove", "again.wav", "--hear-again").exitCode == 0)
  }

  @Test("hits after the end are reported as unheard, and rounded or empty values are reported")
  func reported() throws {
    try session()
    let late = #"{"frame":90000000,"sound":"snare","velocity":0.1}"#
    folder.write(text: (hits + [late]).joined(separator: "\n"), to: "late.jsonl")
    let played = try flam("replay", "groove", "again.flac", "--hits", "late.jsonl")
    #expect(played.exitCode == 0 && played.errors.contains("1 of them begins after the end"))
    #expect(played.errors.contains("is rounded"))
    folder.write(text: "", to: "none.jsonl")
    let none = try flam("replay", "groove", "none.wav", "--hits", "none.jsonl")
    #expect(none.exitCode == 0 && none.errors.contains("no hit"))
    #expect(try sox.read("none.wav")[0].allSatisfy { $0 == 0 })
  }

  @Test(
    "a deleted hit is silent, an added one sounds, a new sound is its drum, a velocity its loudness"
  )
  func edited() throws {
    try session()
    let then = try begins("groove/mix.wav")
    try #require(then.count == 6 && hits.count == 6)
    var lines = hits
    lines.remove(at: 2)
    let frame = try #require(try HeardHit.list(lines[0]).first?.frame)
    lines[0] = #"{"frame":\#(frame),"sound":"snare","velocity":0.1}"#
    lines.append(#"{"frame":\#(frame + 6000),"sound":"kick","velocity":0.9}"#)
    folder.write(text: lines.joined(separator: "\n"), to: "mended.jsonl")
    let mended = try flam("replay", "groove", "mended.wav", "--hits", "mended.jsonl", "--json")
    #expect(mended.exitCode == 0, "\(mended.errors)")
    let now = try begins("mended.wav")
    #expect(now == (then.filter { $0 != then[2] } + [then[0] + 6000]).sorted())
    #expect(mended.output.split(separator: "\n").count == 6)
    func peak(_ name: String, _ first: Int) throws -> Float {
      try sox.read(name)[0][first..<first + 4800].map { abs($0) }.max() ?? 0
    }
    #expect(try peak("mended.wav", then[0]) < 0.5 * peak("groove/mix.wav", then[0]))
    #expect(try peak("mended.wav", then[1]) > 0.01)
  }

  @Test(
    "an error in an edited file is reported with its line", .slow,
    arguments: [
      (#"{"frame":10,"sound":"cowbell","velocity":0.5}"#, "cowbell"),
      (#"{"frame":10,"sound":"snare","velocity":2}"#, "velocity"),
      (#"{"frame":-10,"sound":"snare","velocity":1}"#, "frame"),
      (#"{"sound":"snare","velocity":1}"#, "frame"), (#"{"frame":10,"sound":"#, "JSON"),
      ("snare, please", "JSON"),
    ])
  func faults(line: String, word: String) throws {
    try session()
    folder.write(text: hits[..<3].joined(separator: "\n") + "\n\n" + line, to: "mended.jsonl")
    let outcome = try flam("replay", "groove", "mended.wav", "--hits", "mended.jsonl")
    #expect(outcome.exitCode == 65 && outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("line 5") && outcome.errors.contains(word))
    #expect(folder.bytes("mended.wav").isEmpty)
    #expect(try flam("replay", "groove", "mended.wav", "--hits", "none.jsonl").exitCode == 66)
  }
}
