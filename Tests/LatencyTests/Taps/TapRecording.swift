// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Foundation
import Latency
import Simulation
import Testing

/// A recording made up of taps and of the bundled kit's drums that answer them in a small room, with everything about
/// it known.
struct TapRecording {
  /// Its ingredients.
  struct Plan {
    var sampleRateHz = 48_000
    var tapCount = 12
    /// Peak of a drum re that of its tap.
    var drumDecibels: Float = 0
    var delayMilliseconds = 12.0
    /// Each delay strays evenly by up to this much.
    var strayMilliseconds = 0.0
    /// The drums come so much later than that, in turn.
    var lateMilliseconds: [Double] = [0]
    var noise: Float = 5e-4
    /// The highs left by a lossy recording.
    var lowPassHz: Double?
    /// Taps, drums and rooms that were not used to choose anything.
    var isHeldOut = false
    var seed: UInt64 = 1
  }

  private static let kinds = [
    (tap: StruckSounds.low, drum: "kick", layers: 6),
    (tap: StruckSounds.middle, drum: "snare", layers: 6),
    (tap: StruckSounds.high, drum: "hihat-closed", layers: 6),
  ]
  private static let heldOutDrums = [
    ("tom-low", 4), ("side-stick", 3), ("hihat-open", 4), ("clap", 3), ("tom-mid", 4),
  ]
  private static let amplitudes: [Float] = [0.3, 0.18, 0.08]
  private static let spacingSeconds = 0.4
  private static let echoCount = 60
  private static let echoSeconds = 0.05
  /// From a drum's start to its first sound at the microphone.
  static let wayFrames = 480

  let plan: Plan
  /// The microphone's sound.
  private(set) var samples: [Float]
  /// The drums as they are played.
  private(set) var drums: [Float]
  private(set) var tapFrames: [Int] = []
  /// Where each drum is played, ``wayFrames`` before it is heard.
  private(set) var startFrames: [Int] = []
  /// Frames from each drum's first sample to where it comes within 20 dB of its peak.
  private(set) var audibleFrames: [Int] = []

  init(_ plan: Plan) throws {
    self.plan = plan
    let rateHz = Double(plan.sampleRateHz)
    let spacing = Int(Self.spacingSeconds * rateHz)
    let count = spacing * (plan.tapCount + 1)
    samples = Signal.noise(count: count, amplitude: plan.noise, seed: plan.seed)
    drums = [Float](repeating: 0, count: count)
    var generator = SeededGenerator(seed: plan.seed &+ 7)
    for index in 0..<plan.tapCount {
      let (tapSound, drum, layers) = Self.kinds[index % 3]
      let tap = spacing / 2 + spacing * index + Int(1000 * generator.uniform())
      let amplitude = Self.amplitudes[index / 3 % 3]
      let tapSeed = plan.seed &* 31 &+ UInt64(index)
      add(
        plan.isHeldOut
          ? PlateTap.samples(sampleRateHz: rateHz, seed: tapSeed).map { amplitude * $0 }
          : Self.samples(tapSound, amplitude: amplitude, sampleRateHz: rateHz, seed: tapSeed),
        at: tap)
      let stray = plan.strayMilliseconds * Double(2 * generator.uniform() - 1)
      let late = plan.lateMilliseconds[index % plan.lateMilliseconds.count]
      let delay = Int(((plan.delayMilliseconds + stray + late) * 0.001 * rateHz).rounded())
      let (name, count) =
        plan.isHeldOut ? Self.heldOutDrums[index % Self.heldOutDrums.count] : (drum, layers)
      let level = Units.amplitude(decibels: plan.drumDecibels) * amplitude
      try play(
        name, "\(name)-\(Self.layer(amplitude, of: count))-\(1 + index % 4)", peak: level,
        at: tap + delay - Self.wayFrames)
      tapFrames.append(tap)
    }
    throughRoom()
    if let cutoff = plan.lowPassHz { samples = Self.lowPassed(samples, cutoff / rateHz) }
  }

  /// The true delay of each tap: to the first sample of its drum, or to where that is audible.
  func delaysMilliseconds(toAudible isAudible: Bool) -> [Double] {
    tapFrames.indices.map {
      let answer = startFrames[$0] + Self.wayFrames + (isAudible ? audibleFrames[$0] : 0)
      return 1000 * Double(answer - tapFrames[$0]) / Double(plan.sampleRateHz)
    }
  }

  /// The layer that a tap of this amplitude strikes, of `count`: a recording of the softest stroke is never heard as loud
  /// as the hardest tap, and however many layers a drum has, soft and hard ones are heard.
  private static func layer(_ amplitude: Float, of count: Int) -> Int {
    Int((Float(count) * amplitude / amplitudes[0]).rounded(.up))
  }

  private static func samples(
    _ sound: StruckSounds.Sound, amplitude: Float, sampleRateHz: Double, seed: UInt64
  ) -> [Float] {
    let tap = StruckSounds.take(
      sound, amplitudes: [amplitude], sampleRateHz: sampleRateHz, spacingSeconds: 0.3,
      background: 0, seed: seed)
    return Array(tap.samples[tap.onsetFrames[0]...])
  }

  private mutating func add(_ tap: [Float], at frame: Int) {
    for (offset, sample) in tap.enumerated() { samples[frame + offset] += sample }
  }

  private mutating func play(_ drum: String, _ name: String, peak: Float, at frame: Int) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Samples/kit/\(drum)").standardized
    let paths = ["flac", "ogg"].map { folder.appending(path: "\(name).\($0)").path }
    let path = try #require(paths.first(where: FileManager.default.fileExists))
    let take = try Take(path: path)
    let sound = Resampler.convert(
      take.samples, channelCount: 1, fromHz: take.sampleRateHz, toHz: plan.sampleRateHz)
    let attack = sound.prefix(plan.sampleRateHz / 50).reduce(0) { max($0, abs($1)) }
    for (offset, sample) in sound.enumerated() where frame + offset < drums.count {
      drums[frame + offset] += peak / attack * sample
    }
    startFrames.append(frame)
    let isAudible = drums[frame..<frame + plan.sampleRateHz / 33].map { abs($0) >= 0.1 * peak }
    audibleFrames.append(isAudible.firstIndex(of: true) ?? 0)
  }

  /// The drums come to the microphone: first straight, then from the walls, ever softer.
  private mutating func throughRoom() {
    let rateHz = Double(plan.sampleRateHz)
    let echoes =
      plan.isHeldOut
      ? Shoebox.echoes(sampleRateHz: rateHz, seed: plan.seed)
      : Self.echoes(sampleRateHz: rateHz, seed: plan.seed)
    for (lag, gain) in [(0, 1)] + echoes {
      for frame in Self.wayFrames + lag..<samples.count {
        samples[frame] += gain * drums[frame - lag - Self.wayFrames]
      }
    }
  }

  private static func echoes(sampleRateHz: Double, seed: UInt64) -> [(lag: Int, gain: Float)] {
    var generator = SeededGenerator(seed: seed &+ 3)
    return (0..<echoCount).map { _ in
      let seconds = 0.0008 + echoSeconds * Double(generator.uniform())
      let gain = 0.4 * (2 * generator.uniform() - 1) * Float(exp(-seconds / 0.015))
      return (Int(seconds * sampleRateHz), gain)
    }
  }

  /// A windowed sinc of 127 samples.
  private static func lowPassed(_ samples: [Float], _ cyclesPerSample: Double) -> [Float] {
    let half = 63
    let kernel = (-half...half).map { lag -> Float in
      let phase = 2 * Double.pi * cyclesPerSample * Double(lag)
      let sinc = lag == 0 ? 2 * cyclesPerSample : sin(phase) / (Double.pi * Double(lag))
      return Float(sinc * (0.54 + 0.46 * cos(Double.pi * Double(lag) / Double(half))))
    }
    var filtered = [Float](repeating: 0, count: samples.count)
    for (index, weight) in kernel.enumerated() {
      let lag = index - half
      for frame in max(0, lag)..<min(samples.count, samples.count + lag) {
        filtered[frame] += weight * samples[frame - lag]
      }
    }
    return filtered
  }
}
