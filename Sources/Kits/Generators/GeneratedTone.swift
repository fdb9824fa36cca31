// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A sound that a kit's text describes in place of a file: an oscillator or noise, the sweep of its pitch, filters and an
/// envelope. The same description gives the same bits.
struct GeneratedTone: Sendable, Hashable {
  /// What sounds.
  enum Source: Sendable, Hashable {
    case wave(Waveform)
    /// White; two of other numbers differ.
    case noise(number: Int)
  }

  /// All are made at this rate, and converted as files are.
  static let sampleRateHz = 48_000
  /// None lasts longer than this.
  static let mostSeconds: Float = 10
  private static let hertzRange = 4.0...20_000
  /// What begins or ends at once would click: it takes so long at least.
  private static let beginningSeconds: Float = 0.000_3
  private static let endSeconds: Float = 0.005
  /// How long a tone sounds that does not fall by itself.
  private static let heldSeconds: Float = 1
  /// An envelope falls by 78 dB in its decay; 96 dB down, nothing is left.
  private static let silenceShare: Float = 96 / 78

  let source: Source
  /// Of noise it says nothing.
  var hertz: Double
  var pitchSweep: CentsSweep?
  /// Of its loudness.
  var envelope = SoundEnvelope()
  /// How long it takes to fall once its envelope stays where it is.
  var releaseSeconds: Float = 0
  /// One after the other, before the envelope.
  var filters: [SoundFilter] = []

  /// As SFZ calls it.
  var name: String {
    switch source {
    case .wave(let waveform): "*\(waveform.rawValue)"
    case .noise: "*noise"
    }
  }

  /// The same so many semitones higher.
  func tuned(semitones: Float) -> GeneratedTone {
    guard case .wave = source, semitones != 0 else { return self }
    var tuned = self
    tuned.hertz *= exp2(Double(semitones) / 12)
    return tuned
  }

  /// It falls silent by itself; else it falls by its release once its envelope stays where it is.
  private var isFalling: Bool { envelope.sustain == 0 }

  /// When it begins to be released.
  private var heldSeconds: Float {
    let rising = envelope.attackSeconds + envelope.holdSeconds
    return envelope.sustain < 1 ? rising + envelope.decaySeconds : max(Self.heldSeconds, rising)
  }

  private var seconds: Float {
    let rising = envelope.attackSeconds + envelope.holdSeconds
    let whole =
      isFalling
      ? rising + envelope.decaySeconds * Self.silenceShare
      : heldSeconds + releaseSeconds * Self.silenceShare
    return min(Self.mostSeconds, max(whole, Self.beginningSeconds) + Self.endSeconds)
  }

  /// How many frames it has at ``sampleRateHz``.
  var frameCount: Int { Int(seconds * Float(Self.sampleRateHz)) }

  /// The harmonics of all its frames at most: the work of making it.
  var steps: Int {
    guard case .wave(let waveform) = source else { return frameCount }
    let lowest = held(hertz * exp2(Double(min(0, pitchSweep?.cents ?? 0)) / 1200))
    let sum = HarmonicSum(waveform, sampleRateHz: Double(Self.sampleRateHz))
    return frameCount * sum.harmonicCount(hertz: lowest)
  }

  private func held(_ hertz: Double) -> Double {
    min(Self.hertzRange.upperBound, max(Self.hertzRange.lowerBound, hertz))
  }

  /// Its frames, the same on both sides.
  var frames: [SIMD2<Float>] {
    let rate = Float(Self.sampleRateHz)
    let count = frameCount
    var frames = untreated(count: count)
    for filter in filters { filter.apply(to: &frames, sampleRateHz: rate) }
    for frame in frames.indices { frames[frame] *= gain(frame: frame, of: count) }
    return frames
  }

  private func untreated(count: Int) -> [SIMD2<Float>] {
    switch source {
    case .noise(let number):
      return Self.noise(number: number, frameCount: count).map { SIMD2(repeating: $0) }
    case .wave(let waveform):
      var oscillator = HarmonicSum(waveform, sampleRateHz: Double(Self.sampleRateHz))
      return (0..<count).map { frame in
        let octaves = pitchSweep.map {
          Double($0.cents(seconds: Float(frame) / Float(Self.sampleRateHz))) / 1200
        }
        let moved = octaves.map { hertz * exp2($0) } ?? hertz
        return SIMD2(repeating: Float(oscillator.next(hertz: held(moved))))
      }
    }
  }

  /// White noise, evenly between -1 and 1; of the same number it is the same.
  static func noise(number: Int, frameCount: Int) -> [Float] {
    var generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: number))
    return (0..<frameCount).map { _ in 2 * generator.uniform() - 1 }
  }

  private func gain(frame: Int, of count: Int) -> Float {
    let time = Float(frame) / Float(Self.sampleRateHz)
    let isReleased = !isFalling && releaseSeconds > 0 && time > heldSeconds
    let release = isReleased ? exp(-9 * (time - heldSeconds) / releaseSeconds) : 1
    let left = Float(count - 1 - frame) / Float(Self.sampleRateHz)
    return release * envelope.gain(seconds: time) * Self.rise(time / Self.beginningSeconds)
      * Self.rise(left / Self.endSeconds)
  }

  /// An S-curve from 0 to 1.
  private static func rise(_ share: Float) -> Float {
    share >= 1 ? 1 : share <= 0 ? 0 : 0.5 - 0.5 * cos(.pi * share)
  }
}

extension DecodedSound {
  /// A tone as a sound of one channel.
  init(_ tone: GeneratedTone) {
    self.init(
      sampleRateHz: GeneratedTone.sampleRateHz, channelCount: 1, samples: tone.frames.map(\.x),
      replacedCount: 0, isCutOff: false)
  }
}
