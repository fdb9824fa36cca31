// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Chords, a bass line and a melody at 100 beats a minute, no drums.
struct SyntheticMusic {
  private static let decibels = -32.0
  private static let beatSeconds = 0.6
  private static let attackSeconds = 0.02
  /// MIDI notes of the chords: A minor, F, C, G.
  private static let chords = [[57, 60, 64], [53, 57, 60], [48, 52, 55], [55, 59, 62]]
  private static let partials = 6

  let sampleRateHz: Int

  func sound(count: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: count)
    let beats = Int(Double(count) / Double(sampleRateHz) / Self.beatSeconds) + 1
    for beat in 0..<beats {
      let chord = Self.chords[beat / 4 % Self.chords.count]
      if beat % 4 == 0 {
        for note in chord { add(note, beats: 4, from: beat, gain: 0.5, to: &samples) }
      }
      if beat % 2 == 0 { add(chord[0] - 24, beats: 2, from: beat, gain: 1, to: &samples) }
      add(chord[beat % 3] + 12, beats: 1, from: beat, gain: 0.6, to: &samples)
    }
    samples.setLevel(decibels: Self.decibels)
    samples.fadeEnds(frames: sampleRateHz / 4)
    return samples
  }

  private func add(
    _ note: Int, beats: Double, from beat: Int, gain: Double, to samples: inout [Float]
  ) {
    let rate = Double(sampleRateHz)
    let frequencyHz = 440 * pow(2, Double(note - 69) / 12)
    let first = Int(Double(beat) * Self.beatSeconds * rate)
    let length = beats * Self.beatSeconds
    for frame in first..<max(first, min(samples.count, first + Int(length * rate))) {
      let time = Double(frame - first) / rate
      let shape = min(1, time / Self.attackSeconds, (length - time) / Self.attackSeconds)
      let tone = (1...Self.partials).reduce(0.0) { sum, partial in
        sum + sin(2 * .pi * frequencyHz * Double(partial) * time) / Double(partial * partial)
      }
      samples[frame] += Float(gain * shape * exp(-time / 0.8) * tone)
    }
  }
}
