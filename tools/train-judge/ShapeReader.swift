// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles

/// Reads the shapes of all onsets in a take, by the detector that listens live, and what profiles think of them.
struct ShapeReader: ~Copyable {
  private struct Found {
    let onsetFrame: Int
    let toldFrames: Int
  }

  /// A profile and what tells strangers from it.
  private final class Ears {
    var judge: StrangerJudge

    init(_ profile: Profile, sampleRateHz: Float) {
      judge = StrangerJudge(model: profile.strangers, sampleRateHz: sampleRateHz)
    }
  }

  private let ears: [Ears]
  private let sampleRateHz: Float
  private let stageEnds: [Int]

  /// A reader of takes at one sample rate.
  init(profiles: [Profile], sampleRateHz: Float) {
    ears = profiles.map { Ears($0, sampleRateHz: sampleRateHz) }
    self.sampleRateHz = sampleRateHz
    stageEnds = (0..<StrangerModel.stageCount).map { stage in
      let segment = StrikeShape.fewestSegments + stage - 1
      return Units.frames(
        seconds: StrikeShape.endSeconds(segment: segment), sampleRateHz: sampleRateHz)
    }
  }

  /// One row an onset, without the number of the take.
  mutating func rows(of samples: [Float]) -> [[Float]] {
    var detector = OnsetDetector(sampleRateHz: sampleRateHz)
    var shapes = ShapeHistory(sampleRateHz: sampleRateHz)
    var waiting: [Found] = []
    var rows: [[Float]] = []
    let grainFrames = Units.frames(seconds: 0.001, sampleRateHz: sampleRateHz)
    let lastEnd = stageEnds[stageEnds.count - 1] + grainFrames
    for (frame, sample) in samples.enumerated() {
      shapes.process(sample)
      if let onset = detector.process(sample) {
        if onset.isCorrection { _ = waiting.popLast() }
        waiting.append(
          Found(onsetFrame: max(0, frame - onset.ageFrames), toldFrames: onset.ageFrames))
      }
      while let first = waiting.first, frame >= first.onsetFrame + lastEnd {
        waiting.removeFirst()
        let shape = shapes.shape(onsetFrame: first.onsetFrame)
        rows.append(row(first, shape: shape, samples: samples))
      }
    }
    return rows
  }

  private func row(_ found: Found, shape: StrikeShape, samples: [Float]) -> [Float] {
    let peaks = stageEnds.map { end in
      let last = min(samples.count, found.onsetFrame + end)
      let peak = samples[found.onsetFrame..<last].reduce(0) { max($0, abs($1)) }
      return Units.decibels(amplitude: max(peak, 1e-6))
    }
    var row = [Float(found.onsetFrame), Float(found.toldFrames)] + peaks
    for segment in 0..<StrikeShape.segmentCount {
      row += (0..<StrikeShape.bandCount).map { decibels(shape.power[segment][$0]) }
    }
    row += (0..<StrikeShape.bandCount).map { decibels(shape.noise[$0]) }
    for ears in ears {
      for (stage, peak) in peaks.enumerated() {
        let heard = shape.heard(segments: StrikeShape.fewestSegments + stage)
        guard let nearest = ears.judge.nearest(heard) else {
          row += [0, 0, 0]
          continue
        }
        row += [
          nearest.margin, peak - nearest.medianDecibels, Float(nearest.sound),
        ]
      }
    }
    return row
  }

  private func decibels(_ power: Float) -> Float { Units.decibels(power: max(power, 1e-14)) }
}
