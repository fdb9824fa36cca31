// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation

/// A recording of taps, or of sounds like taps, and the true delay.
struct TapScene {
  /// The recording; the first two are the measurement's purpose.
  enum Kind: String, CaseIterable {
    case kit = "drums of the kit"
    case otherKit = "another kit than named"
    case noDrum = "no drum"
    case music
    case musicOver = "music over the drums"
    case twoDrums = "two drums a tap"
    case clipped
    case late = "loudspeaker on late"
    case elsewhere = "drums at other times"
    case feedback = "drums heard as taps"
    case silence
    case noise
    case echo = "taps and their echo"
    case interval = "drum an interval later"
    case scattered = "delays that wander"

    /// Nothing is wrong with it.
    var isTrue: Bool { self == .kit }
  }

  private static let sampleRateHz = 48_000.0

  let samples: [Float]
  /// From taps to drums in milliseconds; nil if nothing answers.
  let delayMilliseconds: Double?

  /// A scene; `kit` holds the sounds of the kit that will be named, from their first audible frame on.
  init(_ kind: Kind, kit: [[Float]], seed: UInt64) {
    var sounds = SceneSounds(seed: seed)
    let count = Int(sounds.within(10, 21))
    let spacing = sounds.within(0.36, 0.6)
    let length = Int((spacing * Double(count) + 1) * Self.sampleRateHz)
    var samples = Signal.noise(
      count: length, amplitude: Float(pow(10, sounds.within(-4, -3))), seed: seed)
    func add(_ sound: [Float], at frame: Int, _ gain: Float) {
      for (offset, sample) in sound.enumerated() where samples.indices.contains(frame + offset) {
        samples[frame + offset] += gain * sample
      }
    }
    let taps = sounds.taps(count)
    let frames = (0..<count).map { number in
      Int((0.3 + spacing * (Double(number) + sounds.within(0, 0.15))) * Self.sampleRateHz)
    }
    let gains = (0..<count).map { _ in Float(pow(10, sounds.within(-1.2, -0.4))) }
    let isTapped = ![.music, .silence, .noise].contains(kind)
    if isTapped {
      for (index, tap) in taps.enumerated() { add(tap, at: frames[index], gains[index]) }
    }

    let delay = kind == .interval ? sounds.within(0.12, 0.3) : 0.0035 * pow(14, sounds.within(0, 1))
    let drums = (0..<3).map { _ in
      kind == .otherKit ? sounds.drum() : kit[Int(sounds.within(0, Double(kit.count)))]
    }
    let level = Float(pow(10, sounds.within(-0.3, 0.3)))
    let echoes = (0..<40).map { _ in
      let seconds = sounds.within(0.0008, 0.05)
      return (
        Int(seconds * Self.sampleRateHz), Float(0.4 * sounds.within(-1, 1) * exp(-seconds / 0.015))
      )
    }
    func answer(_ sound: [Float], at frame: Int, _ gain: Float) {
      for (lag, share) in [(0, 1)] + echoes { add(sound, at: frame + lag, share * gain) }
    }
    let another = sounds.drum()
    let apart = sounds.within(0.006, 0.05)
    let isAnswered = isTapped && kind != .noDrum && kind != .echo
    let first = kind == .late ? count * 2 / 3 : 0
    for index in first..<count where isAnswered {
      let stray = kind == .scattered ? sounds.within(-0.012, 0.03) : 0
      let away = kind == .elsewhere ? sounds.within(0, spacing) : max(0.003, delay + stray)
      let start = frames[index] + Int((away * Self.sampleRateHz).rounded())
      let gain = level * gains[index]
      answer(drums[index % drums.count], at: start, gain)
      if kind == .twoDrums {
        let second = index % 2 == 0 ? another : drums[(index + 1) % drums.count]
        answer(second, at: start + Int(apart * Self.sampleRateHz), gain)
      }
      for turn in 1...4 where kind == .feedback {
        let share = gain * Float(pow(0.7, Double(turn)))
        answer(drums[(index + turn) % 3], at: start + turn * (start - frames[index]), share)
      }
    }
    if kind == .echo {
      let (lag, share) = (Int(delay * Self.sampleRateHz), Float(sounds.within(0.3, 1)))
      let dry = samples
      for frame in lag..<samples.count { samples[frame] += share * dry[frame - lag] }
    }
    if kind == .music || kind == .musicOver {
      let music = sounds.music(length)
      for frame in samples.indices { samples[frame] += music[frame] }
    }
    if kind == .noise {
      let noise = sounds.noise(length)
      for frame in samples.indices { samples[frame] += noise[frame] }
    }
    if kind == .silence, seed % 2 == 0 { samples = samples.map { _ in 0 } }
    let gain = kind == .clipped ? Float(sounds.within(3, 30)) : 1
    self.samples = samples.map { max(-1, min(1, gain * $0)) }
    let hasDelay = isAnswered && kind != .elsewhere && kind != .scattered
    delayMilliseconds =
      hasDelay ? 1000 * (delay * Self.sampleRateHz).rounded() / Self.sampleRateHz : nil
  }
}
