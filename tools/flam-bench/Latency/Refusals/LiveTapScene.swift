// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Latency
import Simulation

/// Taps that Flam answered, the microphone's sound, and the true delay.
struct LiveTapScene {
  /// The path between loudspeaker and microphone; the first two are the measurement's purpose.
  enum Kind: String, CaseIterable {
    case room = "drums return"
    case music = "music over the drums"
    case off = "loudspeaker off"
    case offMusic = "loudspeaker off, music"
    case offNoise = "loudspeaker off, noise"
    case otherDrums = "another's drums"
    case otherAnswers = "another's answers"

    /// Nothing is wrong with it.
    var isTrue: Bool { self == .room }
  }

  private static let sampleRateHz = 48_000.0

  let microphone: [Float]
  let drums: [Float]
  let answers: [PlayedTaps.Answer]
  /// From taps to drums; empty if no drum is heard.
  let delaysMilliseconds: [Double]

  /// A scene with sounds of a `kit`, from their first audible frame on.
  init(_ kind: Kind, kit: [[Float]], seed: UInt64) {
    var sounds = SceneSounds(seed: seed)
    let count = Int(sounds.within(8, 21))
    let spacing = sounds.within(0.4, 0.7)
    let length = Int((spacing * Double(count) + 1) * Self.sampleRateHz)
    var heard = Signal.noise(
      count: length, amplitude: Float(pow(10, sounds.within(-4, -3))), seed: seed)
    var played = [Float](repeating: 0, count: length)
    func add(_ sound: [Float], to samples: inout [Float], at frame: Int, _ gain: Float) {
      for (offset, sample) in sound.enumerated() where samples.indices.contains(frame + offset) {
        samples[frame + offset] += gain * sample
      }
    }
    let taps = sounds.taps(count)
    let drum = kit[Int(sounds.within(0, Double(kit.count) - 0.001))]
    let answer = Int(sounds.within(0.0025, 0.012) * Self.sampleRateHz)
    let way = Int(sounds.within(0.0005, 0.03) * Self.sampleRateHz)
    let level = Float(pow(10, sounds.within(-0.5, 0.2)))
    let returns = [.room, .music].contains(kind)
    let other = sounds.drum()
    let spread = AnswerSpread(mostFrames: 192)
    let otherAnswer = Int(sounds.within(0.005, 0.04) * Self.sampleRateHz)
    let reflections = (0..<6).map { _ in
      (lag: Int(sounds.within(30, 2400)), share: Float(sounds.within(-0.5, 0.5)))
    }
    let peak = drum.prefix(1440).reduce(0) { max($0, abs($1)) }
    let onset = drum.firstIndex { abs($0) >= 0.1 * peak } ?? 0
    var answers: [PlayedTaps.Answer] = []
    for index in 0..<count {
      let tap = Int((0.3 + spacing * (Double(index) + sounds.within(0, 0.2))) * Self.sampleRateHz)
      let gain = Float(pow(10, sounds.within(-1.2, -0.5)))
      add(taps[index], to: &heard, at: tap, gain)
      let later = spread.frames(hit: index + 1)
      let start = tap + answer + later
      add(drum, to: &played, at: start, gain)
      answers.append(
        .init(
          tapFrame: tap + Int(sounds.within(0, 48)), startFrame: start, laterFrames: later))
      if returns {
        let echoes = [
          (0, Float(1)), (Int(sounds.within(30, 900)), Float(sounds.within(-0.4, 0.4))),
        ]
        for (lag, share) in echoes {
          add(drum, to: &heard, at: start + way + lag, level * gain * share)
        }
      }
      if kind == .otherAnswers {
        for (lag, share) in [(0, Float(1))] + reflections {
          add(other, to: &heard, at: tap + otherAnswer + lag, level * gain * share)
        }
      }
      if kind == .otherDrums {
        add(other, to: &heard, at: Int(sounds.within(0, Double(length))), level * gain)
      }
    }
    if kind == .music || kind == .offMusic {
      let music = sounds.music(length)
      let share: Float = kind == .music ? 0.1 : 1
      for frame in heard.indices { heard[frame] += share * music[frame] }
    }
    if kind == .offNoise {
      let noise = sounds.noise(length)
      for frame in heard.indices { heard[frame] += noise[frame] }
    }
    microphone = heard.map { max(-1, min(1, $0)) }
    drums = played
    self.answers = answers
    delaysMilliseconds =
      returns ? [1000 * Double(answer + way + onset) / Self.sampleRateHz] : []
  }
}
