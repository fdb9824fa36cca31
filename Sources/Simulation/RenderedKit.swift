// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// A kit whose sounds are struck one by one through the voices that play it live; the output is
/// measured.
public struct RenderedKit {
  /// A hit as it came out.
  public struct Hit {
    /// Index in the kit.
    public let pad: Int
    /// Index in the pad.
    public let layer: Int
    /// From its trigger until it is within 20 dB of its peak in the first two seconds; nil for
    /// silence.
    public let lateSeconds: Double?
  }

  /// How long loudness is measured, from the trigger on, in seconds.
  public static let loudnessSeconds = 0.05
  private static let longestSeconds = 2

  private let kit: Kit
  private let playing: PlayingStyle

  /// A kit to strike.
  ///
  /// - Parameter humanising: How strokes differ in addition to the recordings.
  public init(_ kit: Kit, humanising: Humanising = .none) {
    self.kit = kit
    playing = PlayingStyle(choice: .roundRobin, humanising: humanising)
  }

  /// Every variation of every layer of every pad, of which the first two seconds are rendered.
  public func hits() -> [Hit] {
    var hits: [Hit] = []
    var bank = VoiceBank(drums: DrumSet.make(kit: kit, playing: playing, seed: 1))
    for (pad, own) in kit.pads.enumerated() {
      for (layer, entry) in own.layers.enumerated() {
        let velocity = 0.5 * (entry.velocities.lowerBound + entry.velocities.upperBound)
        for _ in entry.variations {
          bank.start(
            NoteOn(hit: hits.count, pad: pad, velocity: velocity), atFrame: bank.frame)
          hits.append(
            Hit(pad: pad, layer: layer, lateSeconds: lateSeconds(&bank, hit: hits.count)))
        }
      }
    }
    return hits
  }

  private func lateSeconds(_ bank: inout VoiceBank, hit: Int) -> Double? {
    let rate = kit.sampleRateHz
    var frames = bank.rendered(frameCount: rate / 10)
    while bank.soundingCount > 0 && frames.count < Self.longestSeconds * rate {
      frames += bank.rendered(frameCount: rate / 10)
    }
    bank.release(hit: hit, atFrame: bank.frame)
    while bank.soundingCount > 0 { _ = bank.rendered(frameCount: rate / 100) }
    let levels = frames.map { max(abs($0.x), abs($0.y)) }
    let peak = levels.max() ?? 0
    guard peak > 0 else { return nil }
    return levels.firstIndex { $0 >= 0.1 * peak }.map { Double($0) / Double(rate) }
  }

  /// By how much louder a pad is from each velocity to the next that is not of the same layer: MIDI
  /// velocities on both sides of the borders between its layers, each with its decibels. Within a
  /// layer the same sounds are louder by their gain.
  ///
  /// - Parameter seconds: How long it is measured.
  public func borderStepsDecibels(
    pad: Int, seconds: Double = loudnessSeconds
  ) -> [(velocity: Int, decibels: Float)] {
    var bank = VoiceBank(drums: DrumSet.make(kit: kit, playing: playing, seed: 1))
    var hit = 0
    return (1..<127).filter { layer(pad, $0) != layer(pad, $0 + 1) }.map { velocity in
      (
        velocity,
        loudness(&bank, pad, velocity + 1, seconds, &hit)
          - loudness(&bank, pad, velocity, seconds, &hit)
      )
    }
  }

  /// How loud a pad is at a MIDI velocity: K-weighted over the first 50 ms, the mean over all
  /// variations; -infinity for silence.
  public func loudness(pad: Int, velocity: Int) -> Float {
    var bank = VoiceBank(drums: DrumSet.make(kit: kit, playing: playing, seed: 1))
    var hit = 0
    return loudness(&bank, pad, velocity, Self.loudnessSeconds, &hit)
  }

  private func layer(_ pad: Int, _ velocity: Int) -> Int? {
    kit.pads[pad].layers.firstIndex { $0.velocities.contains(Float(velocity) / 127) }
  }

  /// How far the loudest variation of each layer of a pad is above the softest, in decibels; 0 where
  /// only one is heard.
  ///
  /// - Parameter seconds: How long it is measured.
  public func spreadsDecibels(pad: Int, seconds: Double) -> [Float] {
    var bank = VoiceBank(drums: DrumSet.make(kit: kit, playing: playing, seed: 1))
    var hit = 0
    return kit.pads[pad].layers.map { layer in
      let middle = 127 * 0.5 * (layer.velocities.lowerBound + layer.velocities.upperBound)
      let heard = heard(&bank, pad, Int(middle), seconds, &hit)
      return (heard.max() ?? 0) - (heard.min() ?? 0)
    }
  }

  private func loudness(
    _ bank: inout VoiceBank, _ pad: Int, _ velocity: Int, _ seconds: Double, _ hit: inout Int
  ) -> Float {
    let heard = heard(&bank, pad, velocity, seconds, &hit)
    return heard.isEmpty ? -.infinity : heard.reduce(0, +) / Float(heard.count)
  }

  /// The loudness of each variation that is not silent.
  private func heard(
    _ bank: inout VoiceBank, _ pad: Int, _ velocity: Int, _ seconds: Double, _ hit: inout Int
  ) -> [Float] {
    let frameCount = Int(seconds * Double(kit.sampleRateHz))
    let count = layer(pad, velocity).map { kit.pads[pad].layers[$0].variations.count } ?? 1
    var heard: [Float] = []
    for _ in 0..<count {
      bank.start(
        NoteOn(hit: hit, pad: pad, velocity: Float(velocity) / 127), atFrame: bank.frame)
      let frames = bank.rendered(frameCount: frameCount)
      bank.release(hit: hit, atFrame: bank.frame)
      while bank.soundingCount > 0 { _ = bank.rendered(frameCount: kit.sampleRateHz / 100) }
      hit += 1
      let loudness = Self.loudness(frames, sampleRateHz: kit.sampleRateHz)
      if loudness.isFinite { heard.append(loudness) }
    }
    return heard
  }

  private static func loudness(_ frames: [SIMD2<Float>], sampleRateHz: Int) -> Float {
    var weighting = KWeighting(sampleRateHz: Double(sampleRateHz))
    let energy = frames.reduce(0.0) { sum, frame in
      let weighted = weighting.process(SIMD2<Double>(frame))
      return sum + (weighted * weighted).sum()
    }
    return KWeighting.loudness(power: energy / Double(frames.count))
  }
}
