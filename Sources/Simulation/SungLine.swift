// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A line that a simulated voice hums, and what it meant: for tests of pitch.
public struct SungLine: Sendable {
  /// How a note begins.
  public enum Attack: Sendable {
    /// Out of silence, fading in.
    case soft
    /// After a hiss of 60 ms, as in "sa".
    case consonant
    /// The level dips for a moment while the tone goes on, as in "na".
    case dip
    /// From the note before, gliding for so many seconds; the onset is their middle.
    case glide(Double)
  }

  /// A note.
  public struct Note: Sendable {
    /// The key of a piano that it means, 69 for A4; it may lie between two.
    public let key: Double
    /// When it begins; a glide, when it is halfway.
    public let onsetSeconds: Double
    /// When it has ended.
    public let endSeconds: Double
    /// How it begins.
    public let attack: Attack
  }

  /// The notes, one after the other.
  public private(set) var notes: [Note] = []
  /// How far vibrato goes to both sides.
  public var vibratoCents = 0.0
  private let vibratoHz = 5.5
  /// How loud the breath is beside the tone.
  public var breathDecibels = -40.0
  private var seconds = 0.3

  /// A line without notes.
  public init() {}

  /// Adds a note that lasts for a time, after a rest. A glide or a dip is without one.
  public mutating func add(
    _ key: Double, _ lasting: Double, _ attack: Attack = .soft, rest: Double = 0.12
  ) {
    let onset: Double
    switch attack {
    case .soft, .consonant: onset = seconds + rest
    case .dip, .glide: onset = seconds
    }
    seconds = onset + lasting
    notes.append(
      Note(key: key, onsetSeconds: onset, endSeconds: seconds, attack: attack))
  }

  /// The frequency of a key.
  public static func hertz(_ key: Double) -> Double { 440 * pow(2, (key - 69) / 12) }

  /// The sound, with silence at its end.
  public func samples(sampleRateHz: Double = 48_000, seed: UInt64 = 1) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    let breath = pow(10, breathDecibels / 20)
    var phase = 0.0
    return (0..<Int((seconds + 0.4) * sampleRateHz)).map { frame in
      let now = Double(frame) / sampleRateHz
      let hiss = Double(2 * generator.uniform() - 1)
      // No voice holds a pitch exactly.
      let wander = 4 * sin(2 * .pi * 1.3 * now) + 3 * sin(2 * .pi * 3.1 * now)
      let (key, level, consonant) = state(at: now)
      let vibrato = vibratoCents * sin(2 * .pi * vibratoHz * now)
      let hertz = Self.hertz(key + (vibrato + wander) / 100)
      phase += hertz / sampleRateHz
      phase -= phase.rounded(.down)
      var voice = 0.0
      if level > 1e-6 {
        for harmonic in 1...max(1, min(24, Int(0.4 * sampleRateHz / hertz))) {
          voice +=
            Self.gain(Double(harmonic) * hertz, harmonic) * sin(2 * .pi * phase * Double(harmonic))
        }
      }
      return Float(0.15 * (level * (voice + breath * hiss) + 0.25 * consonant * hiss + 3e-4 * hiss))
    }
  }

  /// The gain of a harmonic: it falls by 12 dB an octave, and a mouth favours 500 and 1500 Hz.
  private static func gain(_ hertz: Double, _ harmonic: Int) -> Double {
    func formant(_ centre: Double, _ width: Double) -> Double {
      1 / (1 + pow((hertz - centre) / width, 2))
    }
    return (0.3 + 2 * formant(500, 120) + formant(1500, 200)) / pow(Double(harmonic), 1.2)
  }

  private func state(at now: Double) -> (key: Double, level: Double, consonant: Double) {
    guard let index = notes.lastIndex(where: { Self.begin($0) <= now }) else {
      return (notes.first?.key ?? 60, 0, 0)
    }
    let note = notes[index]
    var key = note.key
    var level = min(1, max(0, (note.endSeconds - now) / 0.04))
    var consonant = 0.0
    switch note.attack {
    case .soft: level *= min(1, max(0, (now - note.onsetSeconds) / 0.03))
    case .consonant:
      consonant = now < note.onsetSeconds ? 1 : 0
      level *= min(1, max(0, (now - note.onsetSeconds) / 0.015))
    case .dip: level *= min(1, 0.12 + max(0, (now - note.onsetSeconds) / 0.045))
    case .glide(let seconds):
      let share = min(1, max(0, (now - note.onsetSeconds) / seconds + 0.5))
      let before = notes[max(0, index - 1)].key
      key = before + (note.key - before) * share * share * (3 - 2 * share)
    }
    // What follows without a rest does not fade.
    if index + 1 < notes.count, notes[index + 1].onsetSeconds == note.endSeconds {
      if case .glide = notes[index + 1].attack { level = max(level, now < note.endSeconds ? 1 : 0) }
      if case .dip = notes[index + 1].attack {
        level = min(1, 0.12 + max(0, (note.endSeconds - now) / 0.045))
      }
    }
    return (key, level, consonant)
  }

  /// When a note begins to be heard.
  private static func begin(_ note: Note) -> Double {
    switch note.attack {
    case .soft, .dip: note.onsetSeconds
    case .consonant: note.onsetSeconds - 0.06
    case .glide(let seconds): note.onsetSeconds - seconds / 2
    }
  }
}
