// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import KitMaking

/// A kit of the player's own sounds, as a page shows it.
struct PageOwnKit: Encodable, Sendable {
  /// A pad of it.
  struct Pad: Encodable {
    let pad: String
    let sounds: Int
  }

  /// It can be changed.
  let isOwn: Bool
  /// Its pads; empty for a kit of others.
  let pads: [Pad]

  /// Nil for a kit of others, or for one that is gone.
  init(_ kit: OwnKit?) {
    isOwn = kit != nil
    pads = kit.map { kit in kit.roles.map { Pad(pad: $0.name, sounds: kit.count(of: $0)) } } ?? []
  }
}

/// The sounds of a pad, from soft to loud.
struct PageOwnPad: Encodable {
  /// A sound.
  struct Sound: Encodable {
    /// MIDI velocities that it answers, alone or in turn: lowest and highest.
    let velocities: [Int]
    let seconds: Double
    let peakDecibels: Float
    /// The lowest and the highest sample of each part of it, from -127 to 127.
    let wave: [Int]
  }

  /// A waveform has so many parts.
  static let parts = 300

  let sounds: [Sound]

  init(_ pad: OwnKit.Pad) {
    sounds = pad.sounds.enumerated().map { place, sound in
      let layer = pad.layers.layers.first { $0.sounds.contains(place) }
      let peak = Units.decibels(amplitude: max(sound.peak, 1e-6))
      return Sound(
        velocities: layer.map { [$0.velocities.lowerBound, $0.velocities.upperBound] } ?? [],
        seconds: sound.seconds, peakDecibels: peak, wave: Self.wave(sound.samples))
    }
  }

  private static func wave(_ samples: [Float]) -> [Int] {
    let count = min(parts, samples.count)
    return (0..<count).flatMap { part -> [Int] in
      let stretch = samples[part * samples.count / count..<(part + 1) * samples.count / count]
      let (low, high) = (stretch.min() ?? 0, stretch.max() ?? 0)
      return [low, high].map { Int((127 * min(max($0, -1), 1)).rounded()) }
    }
  }
}

/// A sound that a page asks for, or all of a pad.
struct PageOwnSound: Decodable, Sendable {
  /// The kit.
  let name: String
  let pad: String
  /// Counted from 1; nil for all.
  let sound: Int?
}

/// A change that a page asks for.
struct PageSoundChange: Decodable, Sendable {
  /// What is done.
  enum Kind: String, Decodable, Sendable { case part, trim, reverse, normalise, pitch, remove }

  let name: String
  let pad: String
  /// Counted from 1; nil for all of the pad.
  let sound: Int?
  let change: Kind
  /// Of a part, in seconds.
  let from: Double?
  let to: Double?
  /// Of a change of the pitch.
  let semitones: Double?
}

/// A change is made: the sound has this number now, counted from 1; nil if there is none any more, or if many changed.
struct PageSoundChanged: Encodable, Sendable { let sound: Int? }
