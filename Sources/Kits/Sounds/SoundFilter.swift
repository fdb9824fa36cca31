// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A filter of the sounds of a kit.
enum SoundFilter: Sendable, Hashable {
  /// That of Hydrogen, and of a player's `cutoff`.
  case integrators(LowPass)
  /// One of SFZ.
  case sections(FilterSections)

  /// Filters a sound from rest.
  func apply(to frames: inout [SIMD2<Float>], sampleRateHz: Float) {
    switch self {
    case .integrators(let filter): filter.apply(to: &frames, sampleRateHz: sampleRateHz)
    case .sections(let filter): filter.apply(to: &frames, sampleRateHz: sampleRateHz)
    }
  }
}

/// Some second-order sections of one shape, one after the other.
struct FilterSections: Sendable, Hashable {
  /// What they do.
  enum Shape: Sendable, Hashable {
    case lowPass, highPass, bandPass, notch, peak, lowShelf, highShelf
    case gentleLowPass, gentleHighPass
  }

  /// How narrow they are.
  enum Width: Sendable, Hashable {
    case q(Float)
    /// Between the frequencies at which half of the decibels are left.
    case octaves(Float)
  }

  let shape: Shape
  let hertz: Float
  var width = Width.q(1)
  /// Of peaks and shelves.
  var gainDecibels: Float = 0
  /// How many.
  var count = 1
  /// What moves its frequency over the time of a stroke; nil for nothing.
  var sweep: CentsSweep?

  /// It takes on a moved frequency every so many frames, and glides in between.
  private static let sweptFrames = 16

  /// Filters a sound from rest.
  func apply(to frames: inout [SIMD2<Float>], sampleRateHz: Float) {
    for _ in 0..<count {
      var filter = StereoBiquad(section(hertz: hertz(seconds: 0), sampleRateHz: sampleRateHz))
      frames.withUnsafeMutableBytes { bytes in
        let samples = bytes.bindMemory(to: Float.self)
        guard let first = samples.baseAddress else { return }
        let whole = samples.count / 2
        let run = sweep == nil ? whole : Self.sweptFrames
        var frame = 0
        while frame < whole {
          let count = min(run, whole - frame)
          if sweep != nil {
            let hertz = hertz(seconds: Float(frame + count) / sampleRateHz)
            filter.glide(
              to: section(hertz: hertz, sampleRateHz: sampleRateHz), frameCount: count)
          }
          filter.process(first + 2 * frame, count: count)
          frame += count
        }
      }
    }
  }

  private func hertz(seconds: Float) -> Float {
    guard let sweep else { return hertz }
    return min(20_000, max(1, hertz * exp2(sweep.cents(seconds: seconds) / 1200)))
  }

  private func section(hertz: Float, sampleRateHz: Float) -> BiquadSection {
    let q = q(hertz: hertz, sampleRateHz: sampleRateHz)
    return switch shape {
    case .lowPass: .lowPass(cutoffHz: hertz, q: q, sampleRateHz: sampleRateHz)
    case .highPass: .highPass(cutoffHz: hertz, q: q, sampleRateHz: sampleRateHz)
    case .bandPass: .bandPass(cutoffHz: hertz, q: q, sampleRateHz: sampleRateHz)
    case .notch: .notch(hertz: hertz, q: q, sampleRateHz: sampleRateHz)
    case .peak:
      .peak(hertz: hertz, q: q, gainDecibels: gainDecibels, sampleRateHz: sampleRateHz)
    case .lowShelf:
      .lowShelf(hertz: hertz, q: q, gainDecibels: gainDecibels, sampleRateHz: sampleRateHz)
    case .highShelf:
      .highShelf(hertz: hertz, q: q, gainDecibels: gainDecibels, sampleRateHz: sampleRateHz)
    case .gentleLowPass: .gentleLowPass(cutoffHz: hertz, sampleRateHz: sampleRateHz)
    case .gentleHighPass: .gentleHighPass(cutoffHz: hertz, sampleRateHz: sampleRateHz)
    }
  }

  /// The bandwidth of an analogue filter is narrower near half of the sample rate; this makes up for
  /// it (Audio EQ Cookbook).
  private func q(hertz: Float, sampleRateHz: Float) -> Float {
    switch width {
    case .q(let q): return max(0.01, q)
    case .octaves(let octaves):
      let angle = 2 * Float.pi * max(1, min(hertz, 0.49 * sampleRateHz)) / sampleRateHz
      return 1 / (2 * sinh(Float(M_LN2) / 2 * max(0.001, octaves) * angle / sin(angle)))
    }
  }
}
