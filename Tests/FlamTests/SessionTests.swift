// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Sessions from playing to playing again.
@Suite(.waiting) struct SessionTests {
  private let folder = TemporaryFolder()
  private let kit: String
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }

  /// The output of `flam sessions --json`, as far as it is needed here.
  private struct Listed: Decodable {
    let name: String
    let path: String
    let seconds: Double?
    let hits: Int?
    let megabytes: Double
  }

  init() {
    kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take(count: 4).samples), to: "take.wav")
  }

  private func play(_ options: String...) throws -> Program.Outcome {
    try flam.run(["play", "--take", "take.wav", "--kit", kit, "--seconds", "1.4"] + options)
  }

  private func frames(_ name: String) throws -> Int { Int(try sox.value("-s", name)) ?? 0 }

  private func listed(_ options: String...) throws -> [Listed] {
    try flam.run(["sessions", "--json"] + options).output.split(separator: "\n").map {
      try JSONDecoder().decode(Listed.self, from: Data($0.utf8))
    }
  }

  @Test("a session is kept in the music folder, listed, and played again bit for bit", .slow)
  func again() throws {
    let played = try play("--session", "--json")
    #expect(played.exitCode == 0)
    let session = try #require(try listed().first)
    #expect(session.path == "\(folder.path)/Music/Flam/\(session.name)")
    #expect(session.hits == 4 && abs((session.seconds ?? 0) - 1.4) < 0.1)
    // 1.4 s of a microphone and of a stereo mix, in floats.
    #expect(abs(session.megabytes - 0.81) < 0.08)
    for period in ["1", "500"] {
      let replayed = try flam(
        "replay", session.name, "again.wav", "--period", period, "--force", "--json")
      #expect(replayed.exitCode == 0)
      #expect(try replayed.hits() == played.hits())
      let (mix, again) = try (sox.read("Music/Flam/\(session.name)/mix.wav"), sox.read("again.wav"))
      #expect(mix == again && mix[0].contains { abs($0) > 0.01 })
    }
  }

  @Test(
    "a session with a backing is played again bit for bit, whether that is recorded or only heard",
    .slow,
    arguments: [true, false])
  func backing(isRecorded: Bool) throws {
    folder.write(
      WaveFile.bytes(
        (0..<11_025).map { 0.4 * sin(0.06 * Float($0)) }, rateHz: 44_100), to: "song.wav")
    let played = try flam.run(
      [
        "play", "--take", "take.wav", "--kit", kit, "--seconds", "1.4", "--session", "--backing",
        "song.wav", "--backing-gain", "-3", "--backing-loop", "--count-in", "1", "--tempo", "400",
      ] + (isRecorded ? [] : ["--no-record-backing"]))
    #expect(played.exitCode == 0 && played.errors.contains("plays it again"), "\(played.errors)")
    let session = try #require(try listed().first)
    let mix = try sox.read("Music/Flam/\(session.name)/mix.wav")
    // The last of the loop: no drum rings so long.
    #expect(isRecorded == mix[0].suffix(2000).contains { abs($0) > 0.2 })
    for period in ["7", "500"] {
      let replayed = try flam(
        "replay", session.name, "again.wav", "--period", period, "--force", "--json")
      #expect(replayed.exitCode == 0 && !replayed.errors.contains("differ"))
      #expect(try sox.read("again.wav") == mix)
    }
    folder.write(WaveFile.bytes([0.5]), to: "song.wav")
    let without = try flam("replay", session.name, "again.wav", "--force")
    #expect(without.exitCode == 0 && without.errors.contains("song.wav' is no longer the same"))
  }

  @Test(
    "a session that was played to the click says how late each sound was against it", .slow,
    arguments: [0.03, -0.03])
  func click(late: Double) throws {
    let (samples, onsets) = Tapping.take(count: 20)
    // Hits come each quarter of a second, clicks at 240 a minute.
    let shift = Int((0.25 + late) * 48_000)
    folder.write(
      WaveFile.bytes([Float](repeating: 0, count: shift) + samples), to: "practice.wav")
    let played = try flam.run([
      "play", "--take", "practice.wav", "--kit", kit, "--click", "--tempo", "240", "--record-to",
      "kept", "--seconds", "5.5",
    ])
    #expect(played.exitCode == 0, "\(played.errors)")
    let session = try #require(try listed("--in", "kept").first).path
    let mix = try sox.read("\(session)/mix.wav")[0]
    let firstClick = try #require(mix.firstIndex { abs($0) > 0.01 })
    let beat = 12_000.0
    let phase = (Double(onsets[0] + shift - firstClick) / beat + 0.5)
    let expected = 1000 * (phase - phase.rounded(.down) - 0.5) * beat / 48_000
    let report = try flam("report", session, "practice.html", "--json")
    #expect(report.exitCode == 0, "\(report.errors)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
    #expect(object["isClick"] as? Bool == true && object["beatsPerMinute"] as? Double == 240)
    let all = try #require(object["all"] as? [String: Any])
    let median = try #require(all["medianMilliseconds"] as? Double)
    #expect(abs(median - expected) < 6, "\(median) \(expected)")
    #expect(try flam("sheet", session).output.contains("to the click"))
  }

  @Test(
    "the notes stand in the MIDI file where the hits were heard, as another program reads it", .slow
  )
  func midi() throws {
    _ = try play("--record-to", "kept")
    let session = try #require(try listed("--in", "kept").first)
    let frames = try String(
      contentsOfFile: "\(folder.path)/\(session.path)/hits.jsonl", encoding: .utf8
    )
    .split(separator: "\n").map {
      try JSONDecoder().decode(HeardHit.self, from: Data($0.utf8)).frame
    }
    // Ticks are frames at 48 kHz and 120 beats a minute.
    let script = """
      import mido, sys
      file = mido.MidiFile(sys.argv[1])
      tick = 0
      for message in file.tracks[0]:
          tick += message.time
          if message.type == "note_on": print(tick, message.channel, message.note, message.velocity)
      print(file.ticks_per_beat)
      """
    let read = try flam.shell(
      "/usr/bin/python3 -c '\(script)' '\(session.path)/hits.mid'")
    let lines = read.output.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Int($0) }
    }
    #expect(lines.dropLast().map(\.first) == frames && frames.count == 4)
    #expect(lines.dropLast().allSatisfy { $0[1] == 9 && (35...81).contains($0[2]) && $0[3] > 0 })
    #expect(lines.last == [24_000])
  }

  @Test(
    "a longer session has the tempo of its hits in its MIDI file, its notes when they were heard",
    .slow
  )
  func tempo() throws {
    folder.write(WaveFile.bytes(Tapping.take(count: 10).samples), to: "long.wav")
    _ = try flam.run([
      "play", "--take", "long.wav", "--kit", kit, "--seconds", "2.9", "--record-to", "kept",
    ])
    let session = try #require(try listed("--in", "kept").first)
    let script = """
      import mido, sys, json
      file = mido.MidiFile(sys.argv[1] + "/hits.mid")
      frames = [json.loads(line)["frame"] for line in open(sys.argv[1] + "/hits.jsonl")]
      tempo = [m.tempo for m in file.tracks[0] if m.type == "set_tempo"]
      assert len(tempo) == 1
      tick, places = 0, []
      for message in file.tracks[0]:
          tick += message.time
          if message.type == "note_on": places.append(tick)
      ticks_per_frame = file.ticks_per_beat * 1e6 / tempo[0] / 48000
      assert len(places) == len(frames) == 10
      assert all(abs(p - f * ticks_per_frame) <= 1 for p, f in zip(places, frames))
      print(60e6 / tempo[0])
      """
    let read = try flam.shell("/usr/bin/python3 -c '\(script)' '\(session.path)'")
    let tempo = try #require(Double(read.output.filter { !$0.isNewline }), "\(read.errors)")
    // A hit every quarter of a second.
    #expect([60, 120, 240].contains { abs(tempo / $0 - 1) < 0.01 })
  }

  @Test(
    "another kit makes it another performance; a changed kit is not replaced in silence",
    .slow)
  func otherKit() throws {
    _ = try play("--record-to", "kept")
    let session = try #require(try listed("--in", "kept").first)
    let elsewhere = try flam.shell(
      "mkdir there && cd there && $FLAM replay '../\(session.path)' again.wav")
    #expect(elsewhere.exitCode == 0)
    folder.write(WaveFile.bytes(Signal.noise(count: 4800, amplitude: 0.4)), to: "kick-1.wav")
    let changed = try flam("replay", session.path, "again.wav")
    #expect(changed.exitCode == 65 && changed.errors.contains("no longer the same"))
    let other = try flam("replay", session.path, "again.wav", "--kit", kit)
    #expect(other.exitCode == 0)
  }

  @Test("a score that played along is played again bit for bit, without its files", .slow)
  func score() throws {
    folder.write(
      WaveFile.bytes(Signal.noise(count: 4800, amplitude: 0.2, seed: 3)), to: "ding.wav")
    folder.write(
      MadeSoundFont.bytes(
        sample: (0..<200).map { Int16(8000 * sin(2 * .pi * Double($0) / 100)) }, loop: 100..<200,
        programs: Array(0..<128), zones: [[(54, 1)]]), to: "made.sf2")
    folder.write(
      text: """
        local o = object 'o'
        o:sound('ding', 'ding.wav')
        o:when('start', function() for key = 60, 72 do o:play_note(key, 0.1) end end)
        o:when('start', function() wait(0.3) o:set_effect('pitch', 50) o:set_effect('pan', -50) end)
        o:when('hit', function() o:play 'ding' end)
        for turn = 1, 12 do
          o:play 'ding' o:set_volume(100 - 5 * turn)
          hit('kick', turn / 12) o:play_drum('snare', 0.05)
          command{command='strip', pad='snare', gainDecibels=-turn, pan=turn / 20}
        end
        """, to: "groove.lua")
    let played = try flam.run([
      "perform", "groove.lua", "--take", "take.wav", "--kit", kit, "--seconds", "1.4", "--session",
      "--soundfont", "made.sf2",
    ])
    #expect(played.exitCode == 0, "\(played.errors)")
    for file in ["ding.wav", "made.sf2", "groove.lua"] {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(file)")
    }
    let session = try #require(try listed().first)
    let mix = try sox.read("Music/Flam/\(session.name)/mix.wav")
    for options in [[], ["--period", "1"], ["--hear-again"]] {
      let replayed = try flam.run(["replay", session.name, "again.wav", "--force"] + options)
      #expect(replayed.exitCode == 0, "\(replayed.errors)")
      #expect(try mix == sox.read("again.wav"))
    }
    // A sound that somebody changed or removed.
    let sound = "Music/Flam/\(session.name)/score-sound-1.wav"
    folder.write(WaveFile.bytes([Float](repeating: .nan, count: 4800)), to: sound)
    #expect(try flam("replay", session.name, "again.wav", "--force").exitCode == 0)
    #expect(try sox.read("again.wav").joined().allSatisfy { $0.isFinite })
    folder.write(text: "no sound", to: sound)
    let broken = try flam("replay", session.name, "again.wav", "--force")
    #expect(broken.exitCode == 65 && broken.errors.contains("score-sound-1.wav"))
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(sound)")
    let missing = try flam("replay", session.name, "again.wav", "--force")
    #expect(missing.exitCode == 66)
    #expect(missing.errors.contains("sound 1 of its score or its instruments is not there"))
  }

  @Test("a reader that goes away costs nothing of the session", .slow)
  func readerGone() throws {
    _ = try flam.shell(
      "$FLAM play --take take.wav --loop --kit \(kit) --record-to kept --json 2>log | head -n 1")
    let session = try #require(try listed("--in", "kept").first)
    #expect((session.hits ?? 0) > 0)
    #expect(!folder.bytes("\(session.path)/hits.mid").isEmpty)
  }

  @Test("a session whose files were tampered with is an error, never a crash", .slow)
  func tampered() throws {
    _ = try play("--record-to", "kept")
    let session = try #require(try listed("--in", "kept").first)
    for line in [
      #"{"count":-1,"inputFrames":64,"laterFrames":0,"offsetFrames":0,"outputFrames":64,"ratio":1}"#,
      #"{"count":1,"inputFrames":64,"laterFrames":0,"offsetFrames":1e300,"outputFrames":64,"ratio":1}"#,
      #"{"count":4294967296,"inputFrames":0,"laterFrames":0,"offsetFrames":0,"outputFrames":64,"ratio":1}"#,
      #"{"count":4294967296,"inputFrames":1048576,"isBefore":true,"laterFrames":0,"offsetFrames":0,"ratio":1}"#,
      "nonsense",
    ] {
      folder.write(text: line + "\n", to: "\(session.path)/calls.jsonl")
      #expect(try flam("replay", session.path, "again.wav").exitCode == 65)
    }
    let record = String(
      decoding: folder.bytes("\(session.path)/session.json"), as: UTF8.self)
    for (key, value) in [
      ("seconds", "1e30"), ("latencyMilliseconds", "1e30"), ("sampleRateHz", "0"),
      ("sampleRateHz", "-48000"), ("hits", "-1"),
    ] {
      folder.write(
        text: record.replacing(try Regex("\"\(key)\" : [-0-9.e]+"), with: "\"\(key)\" : \(value)"),
        to: "\(session.path)/session.json")
      #expect(try flam("report", session.path, "report.html", "--force").exitCode == 65, "\(key)")
      #expect(try flam("sheet", session.path).exitCode == 65, "\(key)")
      #expect(try flam("sessions", "--in", "kept").errors.contains("session.json"), "\(key)")
    }
  }

  @Test("a missing part of a session is reported, and the rest is listed and played", .slow)
  func incomplete() throws {
    _ = try play("--record-to", "kept")
    let path = try #require(try listed("--in", "kept").first).path
    folder.write(
      folder.bytes("\(path)/microphone.wav").prefix(30_000), to: "\(path)/microphone.wav")
    let short = try flam("replay", path, "again.wav")
    #expect(short.exitCode == 0 && short.errors.contains("that is not all of its "))
    #expect(!short.errors.contains("was the microphone on?"))
    let record = String(decoding: folder.bytes("\(path)/session.json"), as: UTF8.self)
    folder.write(
      text: record.replacing(try Regex(#"  "outcome" : \{[^}]*\},\n"#), with: ""),
      to: "\(path)/session.json")
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(path)/hits.jsonl")
    #expect(try listed("--in", "kept").first?.hits == 0)
    #expect(try flam("repair", path).exitCode == 0)
    #expect(try flam("replay", path, "third.wav").errors.contains("part of it lies elsewhere"))
  }

  @Test("a folder that is no session is reported as such")
  func missing() throws {
    let outcome = try flam("replay", "yesterday", "again.wav")
    #expect(outcome.exitCode == 66 && outcome.errors.contains("yesterday"))
    let none = try flam("sessions")
    #expect(none.exitCode == 0 && none.errors.contains("no sessions"))
    let nowhere = try flam("sessions", "--in", "nowhere")
    #expect(nowhere.exitCode == 66 && nowhere.errors.contains("sessions in 'nowhere'"))
  }

  @Test("killed while it plays: its input and output are there, and play again", .slow)
  func killed() throws {
    let running = try flam.start([
      "play", "--take", "take.wav", "--loop", "--kit", kit, "--record-to", "kept",
    ])
    struct Run: Decodable { let count, outputFrames: Int }
    // A slow disk may have the sound long before the record of its origin.
    func isRecorded(_ session: Listed) throws -> Bool {
      let calls = folder.bytes("\(session.path)/calls.jsonl").split(separator: UInt8(ascii: "\n"))
      let called = calls.compactMap { try? JSONDecoder().decode(Run.self, from: Data($0)) }
      return called.reduce(0) { $0 + $1.count * $1.outputFrames } >= 96_000
        && (try? frames("\(session.path)/mix.wav")) ?? 0 >= 96_000
    }
    #expect(try eventually { try listed("--in", "kept").first.map(isRecorded) ?? false })
    running.send(SIGKILL)
    _ = running.wait()
    let cut = try flam("sessions", "--in", "kept", "--json")
    #expect(cut.exitCode == 0 && cut.errors.contains("was cut off: flam repair 'kept/"))
    let session = try #require(try listed("--in", "kept").first)
    let kept = String(decoding: folder.bytes("\(session.path)/hits.jsonl"), as: UTF8.self)
      .split(separator: "\n").count
    #expect(session.hits == kept && kept > 3 && (session.seconds ?? 0) >= 2)
    #expect(try flam("replay", session.path, "again.wav").exitCode == 0)
    let (mix, again) = try (sox.read("\(session.path)/mix.wav")[0], sox.read("again.wav")[0])
    let shared = min(mix.count, again.count)
    #expect(shared >= mix.count - 48_000 && shared > 48_000)
    #expect(mix.prefix(shared) == again.prefix(shared))
    // Its content without the kill.
    let repaired = try flam("repair", session.path)
    #expect(repaired.exitCode == 0 && repaired.output.contains("\(kept) hits in"))
    let script =
      "import mido, sys; print(sum(m.type == \"note_on\" for m in mido.MidiFile(sys.argv[1])))"
    let notes = try flam.shell("/usr/bin/python3 -c '\(script)' '\(session.path)/hits.mid'")
    #expect(Int(notes.output.filter(\.isNumber)) == kept, "\(notes.errors)")
    let list = try flam("sessions", "--in", "kept")
    #expect(!list.errors.contains("cut off") && list.output.contains(" \(kept) "))
    let text = String(decoding: folder.bytes("\(session.path)/session.json"), as: UTF8.self)
    #expect(text.contains("\"loudnessLUFS\" : -") && text.contains("ended without warning"))
    #expect(try flam("repair", session.path).output.contains("hits in") == false)
  }

  @Test(
    "a recording whose header gives less than it holds, or more, is made whole", .slow,
    arguments: [-4800, 4800])
  func repaired(missing: Int) throws {
    _ = try flam("render", "take.wav", "whole.wav", "--kit", kit)
    var bytes = folder.bytes("whole.wav")
    let frames = try frames("whole.wav")
    let start = bytes.count - 8 * frames
    if missing > 0 {
      bytes.removeLast(8 * missing)
    } else {
      // A header that was written before the last frames.
      let reported = 8 * (frames + missing)
      for byte in 0..<4 {
        bytes[start - 4 + byte] = UInt8(truncatingIfNeeded: reported >> (8 * byte))
      }
    }
    folder.write(bytes, to: "cut.wav")
    let outcome = try flam("repair", "cut.wav")
    #expect(outcome.exitCode == 0 && outcome.output.contains("made whole"))
    let (whole, cut) = try (sox.read("whole.wav")[0], sox.read("cut.wav")[0])
    #expect(cut.count == frames - max(0, missing) && whole.prefix(cut.count) == cut[...])
    #expect(try flam("repair", "cut.wav").output.contains("is whole"))
    folder.write(text: "no sound", to: "text.wav")
    #expect(try flam("repair", "text.wav").exitCode == 65)
    // A whole file stays as it is, whatever comes after its sound.
    let tagged = folder.bytes("whole.wav") + Array("LIST".utf8) + [5, 0, 0, 0] + [1, 2, 3, 4, 5]
    folder.write(tagged, to: "tagged.wav")
    #expect(try flam("repair", "tagged.wav").output.contains("is whole"))
    #expect(folder.bytes("tagged.wav") == tagged)
  }
}
