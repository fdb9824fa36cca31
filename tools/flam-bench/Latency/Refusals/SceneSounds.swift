// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation

/// Sounds that are made by formula, each seed another one: things that are struck, drums of no kit, music.
struct SceneSounds {
  private static let sampleRateHz = 48_000.0
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func within(_ lowest: Double, _ highest: Double) -> Double {
    lowest + (highest - lowest) * Double(random.uniform())
  }

  /// Strokes on one thing, with a peak of 1: alike, but no two the same. Some are of two parts, as
  /// of a nail and then the finger's tip.
  mutating func taps(_ count: Int) -> [[Float]] {
    let sound = StruckSounds.Sound(
      frequencyHz: 90 * pow(60, within(0, 1)), decaySeconds: within(0.006, 0.04),
      noise: Float(within(0.02, 0.4)))
    let second = StruckSounds.Sound(
      frequencyHz: sound.frequencyHz * within(0.4, 2.5), decaySeconds: within(0.004, 0.03),
      noise: Float(within(0.05, 0.5)))
    let isDouble = within(0, 1) < 0.4
    let (after, stray) = (within(0.002, 0.02), within(0.0003, 0.002))
    let gain = Float(within(0.2, 1))
    return (0..<count).map { _ in
      var tap = stroke(sound)
      guard isDouble else { return tap }
      let part = stroke(second)
      let start = Int((after + stray * within(-1, 1)) * Self.sampleRateHz)
      for (offset, sample) in part.enumerated() where start + offset < tap.count {
        tap[start + offset] += gain * sample
      }
      return tap
    }
  }

  private mutating func stroke(_ sound: StruckSounds.Sound) -> [Float] {
    let take = StruckSounds.take(
      sound, amplitudes: [1], spacingSeconds: 0.35, background: 0, seed: random.next())
    return Array(take.samples[take.onsetFrames[0]...])
  }

  /// A drum of no kit: a falling tone and filtered noise.
  mutating func drum() -> [Float] {
    let hertz = 45 * pow(20, within(0, 1))
    let (fall, bend) = (within(0.02, 0.15), within(0, 2))
    let (noise, hiss, low) = (within(0, 1), within(0.01, 0.1), within(0.05, 1))
    var (phase, last) = (0.0, 0.0)
    let samples = (0..<14_400).map { frame in
      let time = Double(frame) / Self.sampleRateHz
      phase += hertz * (1 + bend * exp(-time / 0.01)) / Self.sampleRateHz
      last += low * (within(-1, 1) - last)
      let tone = (1 - noise) * sin(2 * .pi * phase + 0.5) * exp(-time / fall)
      return Float(min(1, time / 0.0003) * (tone + noise * last * exp(-time / hiss)))
    }
    let peak = samples.reduce(1e-9) { max($0, abs($1)) }
    return samples.map { $0 / peak }
  }

  /// A noise of a colour; rain if it falls in drops.
  mutating func noise(_ count: Int) -> [Float] {
    let (level, colour, drops) = (within(0.01, 0.3), within(0.02, 1), within(0, 0.003))
    var (last, drop) = (0.0, 0.0)
    return (0..<count).map { _ in
      last += colour * (within(-1, 1) - last)
      drop = within(0, 1) < drops ? within(-2, 2) : 0.97 * drop
      return Float(level * (last + (drops > 0.0015 ? drop : 0)))
    }
  }

  /// Music of a tempo: chords; plucked strings; a sequencer's drums; all of them together.
  mutating func music(_ count: Int) -> [Float] {
    let kind = Int(within(0, 4))
    let step = 60 / within(70, 180) / 4
    let drums = (0..<3).map { _ in drum() }
    let tonic = within(80, 160)
    let level = Float(within(0.1, 0.5))
    var music = [Float](repeating: 0, count: count)
    func add(_ sound: [Float], at seconds: Double, _ gain: Double) {
      let start = Int(seconds * Self.sampleRateHz)
      for (offset, sample) in sound.enumerated() where start + offset < count {
        music[start + offset] += level * Float(gain) * sample
      }
    }
    for number in 0..<Int(Double(count) / Self.sampleRateHz / step) {
      let time = Double(number) * step
      if kind != 1, kind != 0 {
        if number % 8 == 0 || within(0, 1) < 0.1 { add(drums[0], at: time, 1) }
        if number % 8 == 4 { add(drums[1], at: time, 0.8) }
        if number % 2 == 0 || within(0, 1) < 0.2 { add(drums[2], at: time, 0.4) }
      }
      let note = tonic * pow(2, (within(0, 24) / 2).rounded() / 6)
      if kind != 2, number % 2 == 0 { add(pluck(note), at: time, 0.5) }
      if kind != 2, kind != 1, number % 16 == 0 {
        for ratio in [1, 1.26, 1.5] { add(pluck(tonic * ratio), at: time, 0.5) }
      }
    }
    return music
  }

  private mutating func pluck(_ hertz: Double) -> [Float] {
    let (attack, decay) = (within(0.0005, 0.03), within(0.1, 0.8))
    return (0..<24_000).map { frame in
      let time = Double(frame) / Self.sampleRateHz
      let tone = (1...6).reduce(0.0) { sum, partial in
        sum + sin(2 * .pi * hertz * Double(partial) * time) * exp(-Double(partial) * time / 2)
          / Double(partial)
      }
      return Float(min(1, time / attack) * exp(-time / decay) * tone / 2)
    }
  }
}
