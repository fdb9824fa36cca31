// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Testing

/// Learning at the microphone over ALSA, with a player who plays to the clock.
@Suite(.serialized, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct LiveLearningTests {
  private let folder = TemporaryFolder()

  /// A quiet room, three hard hits, then two sounds of three hits each, as `--hits 3` asks for them.
  private var lesson: [Float] {
    var samples = Signal.noise(count: 48_000 * 14, amplitude: 0.0003, seed: 5)
    func hit(_ sound: StruckSounds.Sound, _ amplitude: Float, seconds: Double) {
      let tap = StruckSounds.take(
        sound, amplitudes: [amplitude], spacingSeconds: 0.4, background: 0,
        seed: UInt64(100 * seconds))
      for (offset, sample) in tap.samples[tap.onsetFrames[0]...].enumerated() {
        samples[Int(48_000 * seconds) + offset] += sample
      }
    }
    for seconds in [3, 3.5, 4] { hit(StruckSounds.middle, 0.5, seconds: seconds) }
    let sounds = [(StruckSounds.low, 6.8), (StruckSounds.high, 11.6)]
    for (sound, seconds) in sounds {
      for (index, amplitude) in [Float(0.05), 0.5, 0.2].enumerated() {
        hit(sound, amplitude, seconds: seconds + 0.6 * Double(index))
      }
    }
    return samples
  }

  private func learn(_ options: String...) throws -> Rig.Recording {
    try Rig.run(
      take: lesson, onlyListens: true,
      command: Rig.flam("learn", "\(folder.path)/me.json", "--hits", "3") + options)
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

  @Test("Ctrl-C before the last sound keeps those that were taught")
  func brokenOff() throws {
    let recording = try learn("--sound", "thud", "--sound", "tick", "--sound", "clap")
    #expect(recording.errors.contains("Broken off before clap; the others are kept."))
    let profile = try profile()
    #expect(profile.contains("\"thud\"") && profile.contains("\"tick\""))
    #expect(!profile.contains("\"clap\""))
  }
}
