// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Learning at the microphone over ALSA, with a player who plays to the clock.
@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct LiveLearningTests {
  private let folder = TemporaryFolder()

  /// A quiet room, three hard hits, then sounds of three hits each, as `--hits 3` asks for them: the next 4.8 s after the one
  /// before. At last each of them `playedTimes`.
  private func lesson(
    _ sounds: [StruckSounds.Sound], hits: [Float] = [0.05, 0.5, 0.2], playedTimes: Int = 0
  ) -> [Float] {
    let firstSeconds = 6.8
    let afterSeconds = firstSeconds + 4.8 * Double(sounds.count)
    var samples = Signal.noise(
      count: Int(48_000 * (afterSeconds + (playedTimes > 0 ? 6 + 2 * Double(playedTimes) : -2.4))),
      amplitude: 0.0003, seed: 5)
    func hit(_ sound: StruckSounds.Sound, _ amplitude: Float, seconds: Double) {
      let tap = StruckSounds.take(
        sound, amplitudes: [amplitude], spacingSeconds: 0.4, background: 0,
        seed: UInt64(100 * seconds))
      for (offset, sample) in tap.samples[tap.onsetFrames[0]...].enumerated() {
        samples[Int(48_000 * seconds) + offset] += sample
      }
    }
    for seconds in [3, 3.5, 4] { hit(StruckSounds.middle, hits.max() ?? 0, seconds: seconds) }
    for (place, sound) in sounds.enumerated() {
      for (index, amplitude) in hits.enumerated() {
        hit(sound, amplitude, seconds: firstSeconds + 4.8 * Double(place) + 0.6 * Double(index))
      }
      for time in 0..<playedTimes {
        hit(
          sound, 0.4,
          seconds: afterSeconds + 5 + 0.5 * Double(time * sounds.count + place))
      }
    }
    return samples.map { max(-1, min(1, $0)) }
  }

  private func learn(_ options: String...) throws -> Rig.Recording {
    try Rig.run(
      take: lesson([StruckSounds.low, StruckSounds.high]), onlyListens: true,
      command: Rig.flam("learn", "\(folder.path)/me.json", "--hits", "3") + options)
  }

  @Test("hits at the microphone become the sounds of a kit")
  func sampling() throws {
    let recording = try Rig.run(
      take: lesson([StruckSounds.low]), onlyListens: true,
      command: Rig.flam("sample", "\(folder.path)/mouth", "kick", "--hits", "3"))
    #expect(recording.output.contains("kick: 3 sounds in "), "\(recording.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/mouth/kick")
    #expect(files.sorted() == ["kick-01.flac", "kick-02.flac", "kick-03.flac"])
  }

  @Test("the first run: in half a minute from nothing to playing one's own sounds", .long)
  func firstRun() throws {
    let sounds = [StruckSounds.low, StruckSounds.middle, StruckSounds.high]
    let recording = try start(lesson(sounds, hits: [0.05, 0.5], playedTimes: 3))
    for words in [
      "FLAM", "Quiet room: -", "Good level: hard hits reach -", "Your kick: the palm",
      "hat: 2 hits", "kick plays kick; snare plays snare; hat plays hihat-closed", "a beginning",
      "Ready. About", "9 hits",
    ] {
      #expect(recording.errors.contains(words), "\(words) is missing:\n\(recording.errors)")
    }
    // Each is printed at a time in seconds, with its sound.
    let reported = recording.output.split(separator: "\n").compactMap { line in
      try? #/ +[0-9.]+ +(kick|snare|hat) /#.prefixMatch(in: line)?.output.1
    }
    #expect(reported == ["kick", "snare", "hat", "kick", "snare", "hat", "kick", "snare", "hat"])
  }

  private func start(_ take: [Float]) throws -> Rig.Recording {
    try Rig.run(
      take: take, onlyListens: true,
      command: Rig.flam("start", "\(folder.path)/me.json", "--teach", "--no-sweep"))
  }

  @Test("in the first run a dead microphone is reported to the player", .long)
  func deadMicrophone() throws {
    let failure = #expect(throws: Rig.Failure.self) {
      try start([Float](repeating: 0, count: 48_000 * 30))
    }
    let reported = failure?.description ?? ""
    for words in [
      "exit 66", "The input is dead", "No hit was heard", "cannot learn from 'default': no hit",
    ] {
      #expect(reported.contains(words), "\(words) is missing:\n\(reported)")
    }
  }

  @Test(
    "in the first run clipped hits, and sounds that are all the same, are reported", .long)
  func oneClippedSound() throws {
    let sounds = [StruckSounds.middle, StruckSounds.middle, StruckSounds.middle]
    let recording = try start(lesson(sounds, hits: [2, 4]))
    for words in ["Too loud: hard hits are clipped", "sound alike", "are clipped: turn"] {
      #expect(recording.errors.contains(words), "\(words) is missing:\n\(recording.errors)")
    }
  }

  private func profile() throws -> String {
    try String(contentsOfFile: "\(folder.path)/me.json", encoding: .utf8)
  }

  @Test("the room, the level and two sounds are heard, and the profile is written")
  func learning() throws {
    let recording = try learn("--sound", "thud", "--sound", "tick")
    for words in [
      "Quiet room: -", "Good level: hard hits reach -", "Next: thud", "softly", "Now hard",
      "thud: 3 hits", "tick: 3 hits", "Heard 2 sounds in ",
    ] {
      #expect(recording.errors.contains(words), "\(words) is missing:\n\(recording.errors)")
    }
    #expect(recording.output.contains("Written to"))
    #expect(try profile().contains("\"tick\""))
  }

  @Test("Ctrl-C before the last sound keeps those that were taught", .long)
  func brokenOff() throws {
    let recording = try learn("--sound", "thud", "--sound", "tick", "--sound", "clap")
    #expect(recording.errors.contains("Stopped before clap; the others are kept."))
    let profile = try profile()
    #expect(profile.contains("\"thud\"") && profile.contains("\"tick\""))
    #expect(!profile.contains("\"clap\""))
  }

  @Test(
    "prompts are said on the loudspeakers; a hit into a prompt cuts it off, and counts", .long)
  func spoken() throws {
    // A player who waits for no prompt: quiet, then a hit every half second.
    var take = Signal.noise(count: 48_000 * 45, amplitude: 0.0003, seed: 5)
    let strikes = StruckSounds.take(
      StruckSounds.middle, amplitudes: [Float](repeating: 0.4, count: 74), spacingSeconds: 0.5,
      background: 0, seed: 6)
    for (offset, sample) in strikes.samples.enumerated() { take[48_000 * 7 + offset] += sample }
    let recording = try Rig.run(
      take: take,
      command: Rig.flam(
        "learn", "\(folder.path)/me.json", "--hits", "3", "--speech", "--sound", "thud", "--sound",
        "tick"))
    #expect(try profile().contains("\"thud\"") && profile().contains("\"tick\""))
    #expect(recording.errors.contains(#/thud: [345] hits/#), "\(recording.errors)")
    // The first prompts are over before the first hit; both sides are the same.
    let played = recording.left[..<(48_000 * 7)]
    let saidFrames = played.count { abs($0) > 0.01 }
    #expect((12_000...96_000).contains(saidFrames))
    #expect(recording.left == recording.right)
    #expect(recording.left.map(abs).max() ?? 0 < 0.52)
  }
}
