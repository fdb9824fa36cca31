// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Plays the sound higher or lower without changing its time. Each peak of the spectrum moves with
/// its surroundings, and turns on as fast as its new frequency asks. Where the sound sets in, all
/// turns begin anew, so that strokes stay short.
///
/// Values: semitones, -12...12; mix, 0...1. Gain 1. Latency: 1024 frames, of the sound itself, too.
/// Source: J. Laroche, M. Dolson, "New phase-vocoder techniques for pitch-shifting, harmonizing and
/// other exotic effects", WASPAA 1999.
public struct PitchShifter: StereoEffect, ~Copyable {
  /// The sound sets in where its energy doubles within a hop.
  private static var onsetRatio: Float { @_noLocks get { 2 } }
  /// Lines this much softer than a full-scale sine, -140 dB, are no peaks.
  private static var leastPower: Float { @_noLocks get { 4e-10 } }
  private static var lines: Int { @_noLocks get { ShortTimeTransform.size / 2 &+ 1 } }

  private var transform = ShortTimeTransform()
  private var ratio: Float
  private var mix: ValueGlide
  /// The sound itself, as late as what comes back; a ring.
  private let dry: UnsafeMutablePointer<SIMD2<Float>>
  private let peaks: UnsafeMutablePointer<Int>
  private let powers: UnsafeMutablePointer<Float>
  /// How far each line of both sides has been turned, in whole turns.
  private let turns: UnsafeMutablePointer<Float>
  private let shifted: UnsafeMutablePointer<SIMD8<Float>>
  private var energies = SIMD2<Float>.zero
  private var silentFrames = 0

  /// A shifter that has heard nothing yet. Values: semitones, mix.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    ratio = Self.ratio(values)
    mix = ValueGlide(Self.mix(values))
    dry = .allocate(capacity: ShortTimeTransform.size)
    dry.initialize(repeating: .zero, count: ShortTimeTransform.size)
    peaks = .allocate(capacity: Self.lines)
    peaks.initialize(repeating: 0, count: Self.lines)
    powers = .allocate(capacity: Self.lines)
    powers.initialize(repeating: 0, count: Self.lines)
    turns = .allocate(capacity: 2 * Self.lines)
    turns.initialize(repeating: 0, count: 2 * Self.lines)
    shifted = .allocate(capacity: 2 * ShortTimeTransform.vectorCount)
    shifted.initialize(repeating: .zero, count: 2 * ShortTimeTransform.vectorCount)
  }

  deinit {
    dry.deallocate()
    peaks.deallocate()
    powers.deallocate()
    turns.deallocate()
    shifted.deallocate()
  }

  @_noLocks private static func ratio(_ values: SIMD8<Float>) -> Float {
    Units.ratio(cents: 100 * EffectInput.held(values[0], -12, 12))
  }

  @_noLocks private static func mix(_ values: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(repeating: EffectInput.held(values[1], 0, 1))
  }

  /// That of the transform.
  public static var latencyFrames: Int { @_noLocks get { ShortTimeTransform.latencyFrames } }
  /// See ``latencyFrames``.
  public var latencyFrames: Int { @_noLocks get { Self.latencyFrames } }

  /// Takes on another pitch from the next spectrum on, which fades in, and another mix within
  /// `frameCount` frames.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    ratio = Self.ratio(values)
    mix.glide(to: Self.mix(values), frameCount: frameCount)
  }

  /// Shifts frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let mix = mix.next()[0]
      let samples = frames + 2 * index
      let input = EffectInput.frame(samples)
      silentFrames = input == .zero ? silentFrames &+ 1 : 0
      let place = transform.frame & (ShortTimeTransform.size &- 1)
      let old = dry[place]
      dry[place] = input
      let (wet, isDue) = transform.exchange(input)
      let output = old + mix * (wet - old)
      (samples[0], samples[1]) = (output.x, output.y)
      guard isDue && silentFrames <= 2 &* ShortTimeTransform.size else { continue }
      shift(side: 0)
      shift(side: 1)
      transform.putBack()
    }
  }

  /// Moves the spectrum of a side.
  @_noLocks private mutating func shift(side: Int) {
    let spectrum = transform.spectra + 2 &* side &* ShortTimeTransform.vectorCount
    let real = UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: Float.self)
    let imaginary = real + 8 &* ShortTimeTransform.vectorCount
    let turns = turns + side &* Self.lines
    var energy: Float = 0
    for line in 0..<Self.lines {
      powers[line] = real[line] * real[line] + imaginary[line] * imaginary[line]
      energy += powers[line]
    }
    if energy > Self.onsetRatio * energies[side] || ratio == 1 {
      for line in 0..<Self.lines { turns[line] = 0 }
    }
    energies[side] = energy
    let count = findPeaks()
    // A click of one frame has no peaks; nor has silence.
    guard count > 0 else { return }
    for index in 0..<2 * ShortTimeTransform.vectorCount { shifted[index] = .zero }
    var first = 0
    for index in 0..<count {
      let peak = peaks[index]
      // Halfway to the next peak its surroundings begin.
      let end = index &+ 1 < count ? (peak &+ peaks[index &+ 1] &+ 1) / 2 : Self.lines
      move(first..<end, peak: peak, turns: turns, real, imaginary)
      first = end
    }
    for index in 0..<2 * ShortTimeTransform.vectorCount { spectrum[index] = shifted[index] }
  }

  /// Finds lines that are stronger than two on either side, and counts them.
  @_noLocks private func findPeaks() -> Int {
    var count = 0
    for line in 2..<Self.lines - 2 {
      let power = powers[line]
      guard power > Self.leastPower, power > powers[line &- 1], power > powers[line &- 2],
        power >= powers[line &+ 1], power >= powers[line &+ 2]
      else { continue }
      peaks[count] = line
      count &+= 1
    }
    return count
  }

  /// Moves the lines around a peak by as many whole lines as fit, and turns them by the rest.
  @_noLocks private func move(
    _ lines: Range<Int>, peak: Int, turns: UnsafeMutablePointer<Float>,
    _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>
  ) {
    // A parabola through the logarithms finds the frequency between the lines.
    let (low, high) = (rt_log2(powers[peak &- 1]), rt_log2(powers[peak &+ 1]))
    let bend = low - 2 * rt_log2(powers[peak]) + high
    let offset = bend < 0 ? EffectInput.held(0.5 * (low - high) / bend, -0.5, 0.5) : 0
    let way = (ratio - 1) * (Float(peak) + offset)
    let step = Int(way + (way < 0 ? -0.5 : 0.5))
    let turned = turns[peak] + 0.25 * way
    let kept = turned - Float(Int(turned))
    // The middle of the window keeps its phase, whatever the whole lines are.
    let angle = 2 * .pi * (kept + 0.5 * (way - Float(step)))
    let (cosine, sine) = (rt_cos(angle), rt_sin(angle))
    let shiftedReal = UnsafeMutableRawPointer(shifted).assumingMemoryBound(to: Float.self)
    let shiftedImaginary = shiftedReal + 8 &* ShortTimeTransform.vectorCount
    for line in lines {
      turns[line] = kept
      let place = line &+ step
      guard place >= 0 && place < Self.lines else { continue }
      shiftedReal[place] += cosine * real[line] - sine * imaginary[line]
      shiftedImaginary[place] += sine * real[line] + cosine * imaginary[line]
    }
  }
}
