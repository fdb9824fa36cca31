// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A signal in the making: strikes at known frames over other sounds.
struct TestSignal {
  /// A strike that was placed.
  struct Strike {
    let seconds: Double
    let label: String
  }

  /// Noise of a quiet room with its microphone, in dBFS (root mean square).
  static let quietDecibels = -75.0

  let sampleRateHz: Int
  /// Nominally -1...1.
  private(set) var samples: [Float]
  /// In order of time.
  private(set) var strikes: [Strike] = []

  var seconds: Double { Double(samples.count) / Double(sampleRateHz) }

  /// So much silence.
  init(seconds: Double, sampleRateHz: Int) {
    self.sampleRateHz = sampleRateHz
    samples = [Float](repeating: 0, count: Int(seconds * Double(sampleRateHz)))
  }

  /// Adds a sound; its part beyond the end is left out.
  mutating func add(_ sound: [Float], atSeconds seconds: Double = 0) {
    add(sound, first: Int(seconds * Double(sampleRateHz)))
  }

  /// Adds white noise of a level in dBFS (root mean square) to all of it.
  mutating func addNoise(decibels: Double, _ maker: inout NoiseMaker) {
    add(maker.noise(count: samples.count, decibels: decibels, sampleRateHz: sampleRateHz))
  }

  /// Adds a strike with its attack at `seconds`, its peak at a level in dBFS.
  mutating func strike(_ clip: Clip, peakDecibels: Double, atSeconds seconds: Double) {
    let gain = Units.amplitude(decibels: Float(peakDecibels)) / max(1e-9, clip.samples.peak)
    let frame = Int(seconds * Double(sampleRateHz))
    add(clip.samples.map { gain * $0 }, first: frame - clip.onsetFrame)
    strikes.append(
      Strike(seconds: Double(frame) / Double(sampleRateHz), label: clip.label))
  }

  /// Turns everything up and down: `gain` is linear, by seconds from the start.
  mutating func turn(by gain: (Double) -> Float) {
    for frame in samples.indices {
      samples[frame] *= gain(Double(frame) / Double(sampleRateHz))
    }
  }

  /// The output of a converter: clipped at full scale.
  var recorded: [Float] { samples.map { min(1, max(-1, $0)) } }

  private mutating func add(_ sound: [Float], first: Int) {
    for index in max(0, -first)..<max(0, -first, min(sound.count, samples.count - first)) {
      samples[first + index] += sound[index]
    }
  }
}

extension TestSignal {
  /// Each detector's hits in it.
  func hits(by detectors: [any HitDetector]) throws -> [[HeardHit]] {
    let folder = try ScratchFolder()
    let file = try folder.write(recorded, sampleRateHz: sampleRateHz, name: "stage")
    return try detectors.map { try $0.hits(ofFile: file).hits }
  }
}
