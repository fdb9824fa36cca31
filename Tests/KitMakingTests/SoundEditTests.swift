// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import Testing

@testable import KitMaking

@Suite struct SoundEditTests {
  private static let sounds = try? HitCutter(sampleRateHz: 48_000).cuts(
    of: StruckSounds.take(StruckSounds.middle, amplitudes: [0.1, 0.4, 0.2]).samples,
    source: "take"
  ).sounds

  private func sounds() throws -> [OwnSound] { try #require(Self.sounds) }

  /// A tone of 0.4 s.
  private func tone(hertz: Double) -> OwnSound {
    let samples = (0..<19_200).map { Float(sin(2 * .pi * hertz * Double($0) / 48_000)) * 0.8 }
    return OwnSound(samples: samples, sampleRateHz: 48_000)
  }

  /// How often its middle crosses zero upwards, a second.
  private func crossings(_ sound: OwnSound) -> Double {
    let middle = sound.samples.dropFirst(1000).dropLast(1000)
    let count = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return 48_000 * Double(count) / Double(middle.count)
  }

  @Test func `twice backwards is as before`() throws {
    let sounds = try sounds()
    let reversed = SoundEdit.reverse.apply(to: sounds)
    #expect(reversed[0].samples == Array(sounds[0].samples.reversed()))
    #expect(SoundEdit.reverse.apply(to: reversed) == sounds)
  }

  @Test func `normalising one brings it to the peak, and all keep their differences`() throws {
    let sounds = try sounds()
    let peak = Units.amplitude(decibels: HitCutter.peakDecibels)
    let one = SoundEdit.normalise.apply(to: [sounds[0]])
    #expect(abs(one[0].peak - peak) < 1e-5)
    let softer = sounds.map { sound in
      OwnSound(samples: sound.samples.map { 0.1 * $0 }, sampleRateHz: 48_000)
    }
    let all = SoundEdit.normalise.apply(to: softer)
    for (before, after) in zip(sounds, all) { #expect(abs(after.peak - before.peak) < 1e-4) }
  }

  @Test(arguments: [-12.0, -5, 7, 12])
  func `a higher pitch is a shorter sound`(semitones: Double) throws {
    let sound = tone(hertz: 1000)
    let ratio = Double(Units.ratio(cents: Float(100 * semitones)))
    let changed = SoundEdit.pitch(semitones: semitones).apply(to: [sound])[0]
    #expect(abs(changed.seconds * ratio / sound.seconds - 1) < 0.01)
    #expect(changed.peak <= 1)
    #expect(abs(crossings(changed) / (1000 * ratio) - 1) < 0.01)
  }

  @Test func `a part is what lies between two places, and begins and ends without a click`() throws
  {
    let sound = tone(hertz: 1000)
    let part = SoundEdit.part(from: 0.1, to: 0.3).apply(to: [sound])[0]
    #expect(part.samples.count == 9600)
    #expect(part.samples[100..<9300] == sound.samples[4900..<14_100])
    #expect(part.samples.first == 0 && abs(part.samples[9599]) < 0.001)
    // What is not cut stays as it was.
    #expect(SoundEdit.part(from: 0, to: 9).apply(to: [sound]) == [sound])
    let end = SoundEdit.part(from: 0.2, to: 9).apply(to: [sound])[0]
    #expect(end.samples.suffix(9000) == sound.samples.suffix(9000))
    // A part behind the end leaves the last 5 ms, not an empty file.
    let last = SoundEdit.part(from: 8, to: 9).apply(to: [sound])[0]
    #expect(last.samples.count == 240 && last.samples.last == sound.samples.last)
  }

  @Test func `trimming removes silence around a sound and leaves its attack`() throws {
    let sound = try sounds()[1]
    let silence = [Float](repeating: 0, count: 9600)
    let padded = OwnSound(
      samples: silence + sound.samples + silence, sampleRateHz: 48_000)
    let trimmed = SoundEdit.trim.apply(to: [padded])[0]
    #expect(trimmed.samples.count < sound.samples.count + 400)
    #expect(trimmed.peak == sound.peak)
    #expect(trimmed.samples.last.map { abs($0) < 1e-6 } == true)
    let empty = OwnSound(samples: silence, sampleRateHz: 48_000)
    #expect(SoundEdit.trim.apply(to: [empty]) == [empty])
  }

  @Test func `a length keeps the beginning and fades`() throws {
    let sound = try sounds()[1]
    let short = SoundEdit.length(seconds: 0.02).apply(to: [sound])[0]
    #expect(short.samples.count == 960)
    #expect(Array(short.samples.prefix(700)) == Array(sound.samples.prefix(700)))
    #expect(abs(short.samples[959]) < 1e-6)
    #expect(SoundEdit.length(seconds: 9).apply(to: [sound]) == [sound])
  }
}
