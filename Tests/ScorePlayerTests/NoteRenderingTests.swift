// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import ScorePlayer
import Scores
import Simulation
import SoundFiles
import Testing

/// Notes of instruments as they are heard.
struct NoteRenderingTests {
  private let folder = TemporaryFolder()
  /// A period of 100 frames, which repeats: 440 Hz at its rate of 44 kHz, for key 69.
  private static let wave = (0..<200).map { Int16(16_000 * sin(2 * .pi * Double($0) / 100)) }

  private func render(
    _ text: String, block: Int = 64, zones: [[MadeSoundFont.Parameter]] = [[(54, 1)]]
  ) throws -> RenderedScore {
    let path = folder.write(
      MadeSoundFont.bytes(
        sample: Self.wave, loop: 100..<200, rateHz: 44_000, rootKey: 69, programs: Array(0..<128),
        zones: zones),
      to: "made.sf2")
    return try RenderedScore(
      "local o = object 'o' " + text, in: folder, block: block, soundFont: path)
  }

  @Test(
    "a note has the pitch of its key, parts of semitones too",
    arguments: [(69.0, 440.0), (57, 220), (60.5, 269.29), (81, 880), (130, 14_917.24)])
  func pitch(key: Double, hertz: Double) throws {
    let score = try render("o:play_note(\(key), 1)")
    let heard = TonePitch.hertz(Array(score.left[4800..<43_200]), near: hertz)
    #expect(abs(1200 * log2(heard / hertz)) < 0.5)
  }

  @Test("the script goes on exactly after the beats, and the note fades", arguments: [1, 64, 441])
  func duration(block: Int) throws {
    let score = try render("set_tempo(120) o:play_note(69, 1) print(frame())", block: block)
    #expect(score.printed == ["24000"])
    #expect(score.left[20_000..<24_000].contains { abs($0) > 0.05 })
    // 16 ms for 96 dB.
    #expect(score.left[24_768...].allSatisfy { abs($0) < 1e-5 })
    let event = score.events.first { $0.event == "score.note" }
    #expect(
      event?.note == 69 && event?.frame == 0 && event?.frames == 24_000 && event?.object == "o")
  }

  @Test("everything is the same at any block size")
  func blockSizes() throws {
    let text = """
      o:when('start', function() for key = 60, 64 do o:play_note(key, 0.13) o:change_volume(-10) end end)
      o:play_note(72.3, 0.4)
      """
    let zones: [[MadeSoundFont.Parameter]] = [
      [
        (54, 1), (8, 9000), (11, 2400), (25, -12_000), (26, -4000), (7, 100), (28, -3000), (6, 30),
        (24, -600), (13, 40), (34, -3000), (36, -2000), (37, 200), (17, -300),
      ]
    ]
    let first = try render(text, block: 64, zones: zones)
    #expect(first.left.contains { abs($0) > 0.01 })
    for block in [1, 441, 4096] {
      let other = try render(text, block: block, zones: zones)
      #expect(other.left == first.left && other.right == first.right)
    }
  }

  @Test("a note of 0 beats is silent, and nothing waits")
  func noBeats() throws {
    let score = try render("o:play_note(69, 0) print(frame())")
    #expect(score.printed == ["0"])
    #expect(score.left.allSatisfy { $0 == 0 })
  }

  @Test("the volume of the object holds for its notes, pan and pitch do not")
  func volume() throws {
    let plain = try render("o:play_note(69, 1)")
    let softer = try render(
      "o:set_volume(50) o:set_effect('pan', 100) o:set_effect('pitch', 120) o:play_note(69, 1)")
    #expect(zip(plain.left, softer.left).allSatisfy { abs(0.5 * $0 - $1) < 1e-6 })
    let changed = try render(
      "o:when('start', function() wait(0.5) o:set_volume(0) end) o:play_note(69, 1)")
    #expect(changed.left[23_000..<24_000].contains { abs($0) > 0.05 })
    #expect(changed.left[24_240...].allSatisfy { $0 == 0 })
  }

  @Test("stop_all_sounds leaves notes, stop ends them")
  func stops() throws {
    let score = try render(
      "o:when('start', function() o:play_note(69, 2) end) wait(0.5) stop_all_sounds() wait(0.5) stop()"
    )
    #expect(score.left[40_000..<48_000].contains { abs($0) > 0.05 })
    #expect(score.left[48_096...].allSatisfy { $0 == 0 })
  }

  @Test("a zone answers its own keys")
  func zones() throws {
    let zones: [[MadeSoundFont.Parameter]] = [
      [(43, 0 | 60 << 8), (54, 1)], [(43, 61 | 127 << 8), (52, 700), (54, 1)],
    ]
    let score = try render("o:play_note(57, 1) o:play_note(69, 1)", zones: zones)
    #expect(abs(TonePitch.hertz(Array(score.left[4800..<43_200]), near: 220) - 220) < 0.1)
    #expect(
      abs(TonePitch.hertz(Array(score.left[52_800..<91_200]), near: 659) - 440 * exp2(7.0 / 12))
        < 0.2)
  }

  @Test("a low-pass darkens, a decay falls by 96 dB in its time")
  func shape() throws {
    let bright = try render("o:play_note(93, 1)")
    let dark = try render("o:play_note(93, 1)", zones: [[(54, 1), (8, 6900)]])
    // Two octaves above the cutoff two poles leave 1/16 of it.
    let share = (dark.left[9600..<19_200].max() ?? 0) / (bright.left[9600..<19_200].max() ?? 1)
    #expect(abs(20 * log10(share * 16)) < 0.5)
    // 2^(1200/1200) s for 96 dB: 24 dB after half a second, with nothing held.
    let falling = try render("o:play_note(69, 1)", zones: [[(54, 1), (36, 1200), (37, 1000)]])
    let (early, late) = (
      falling.left[480..<960].max() ?? 0, falling.left[24_480..<24_960].max() ?? 0
    )
    #expect(abs(20 * log10(late / early) + 24) < 0.3)
  }

  @Test(
    "an SFZ file beside the score plays the notes of an object, until it has another instrument")
  func file() throws {
    let path = "\(folder.path)/flute/wave.wav"
    folder.write([], to: "flute/wave.wav")
    var writer = try SoundFileWriter(
      path: path, sampleRateHz: 44_000, channelCount: 1, isOverwriting: true)
    try writer.write(Self.wave.map { Float($0) / 65_536 })
    try writer.finish()
    folder.write(
      text:
        "<region> sample=wave.wav key=69 lokey=0 hikey=127 loop_mode=loop_continuous ampeg_release=0.02",
      to: "flute/flute.sfz")
    let score = try render(
      "o:set_instrument 'flute/flute.sfz' o:play_note(57, 1) o:set_instrument 'flute' o:play_note(69, 1)"
    )
    #expect(score.error == nil)
    #expect(abs(TonePitch.hertz(Array(score.left[4800..<43_200]), near: 220) - 220) < 0.1)
    #expect(abs(TonePitch.hertz(Array(score.left[52_800..<91_200]), near: 440) - 440) < 0.1)
    #expect(
      score.events.filter { $0.event == "score.instrument" }.map(\.text) == [
        "flute/flute.sfz", "flute",
      ])
    #expect(
      try render("o:set_instrument '../flute.sfz'").error
        == "groove.lua:1: set_instrument: a sound lies beside the score or in a folder there, not at \"../flute.sfz\": copy it there"
    )
    folder.write(text: "<region> sample=none.wav", to: "silent.sfz")
    let missing = try render("o:set_instrument 'silent.sfz'").error ?? ""
    #expect(missing.contains("none.wav': it is missing; put it where the SFZ file has it"))
  }

  @Test("an SFZ file of oscillators plays notes at their pitch; Flam's own need not lie there")
  func oscillators() throws {
    folder.write(text: "<region> sample=*saw ampeg_release=0.02", to: "saw.sfz")
    let score = try render("o:set_instrument 'saw.sfz' o:play_note(57, 1) o:play_note(69, 1)")
    #expect(score.error == nil)
    #expect(abs(TonePitch.cents(Array(score.left[4800..<43_200]), from: 220)) < 0.1)
    #expect(abs(TonePitch.cents(Array(score.left[52_800..<91_200]), from: 440)) < 0.1)
    let own = try render("o:set_instrument 'bass.sfz' o:play_note(45, 1)")
    #expect(own.error == nil)
    #expect(abs(TonePitch.cents(Array(own.left[9600..<43_200]), from: 110)) < 1)
  }

  @Test("without a SoundFont, and with one that is none, the error says what to do")
  func noFont() throws {
    let score = try RenderedScore(
      "object 'o':play_note(60, 1)", in: folder, soundFont: "\(folder.path)/none.sf2")
    #expect(
      score.error?.hasPrefix("groove.lua:1: play_note: cannot read '\(folder.path)/none.sf2': ")
        == true)
    let broken = folder.write(text: "RIFF, but no sfbk in it", to: "broken.sf2")
    #expect(
      try RenderedScore("object 'o':play_note(60, 1)", in: folder, soundFont: broken).error
        == "groove.lua:1: play_note: cannot read '\(broken)': it is no SoundFont 2; give another SoundFont"
    )
  }

  @Test("all 21 instruments sound on Debian's SoundFont, in tune", .enabled(if: hasFont))
  func generalMIDI() throws {
    for number in 1...21 {
      let score = try RenderedScore(
        "local o = object 'o' o:set_instrument(\(number)) o:play_note(60, 0.5)", in: folder)
      #expect(score.error == nil)
      #expect((score.left.map(abs).max() ?? 0) > 0.01, "instrument \(number)")
      #expect((score.left.map(abs).max() ?? 0) < 0.9, "instrument \(number)")
    }
  }

  private static var hasFont: Bool {
    FileManager.default.fileExists(atPath: "/usr/share/sounds/sf2/TimGM6mb.sf2")
  }
}
