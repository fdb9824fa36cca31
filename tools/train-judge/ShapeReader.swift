// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles

/// Reads the shapes of all onsets in a take as live hearing sees them, and the opinions of profiles
/// about them.
///
/// The onset of a hit moves while more of it is heard (``OnsetTrack``). So each stage of the judge has a shape of its own,
/// from the onset's estimate by then.
struct ShapeReader: ~Copyable {
  /// The view at one stage.
  private struct Look {
    let shape: HitShape
    let peakDecibels: Float
  }

  private struct Followed {
    var track: OnsetTrack
    let earliestFrame: Int
    var looks: [Look] = []
  }

  /// Distinguishes strangers from a profile.
  private final class Ears {
    var judge: UnknownSoundRejector

    init(_ profile: Profile, sampleRateHz: Float) {
      judge = UnknownSoundRejector(model: profile.strangers, sampleRateHz: sampleRateHz)
    }
  }

  private let ears: [Ears]
  private let sampleRateHz: Float
  private let horizons: HorizonFrames
  private let apartFrames: Int

  /// A reader of takes at one sample rate.
  init(profiles: [Profile], sampleRateHz: Float) {
    ears = profiles.map { Ears($0, sampleRateHz: sampleRateHz) }
    self.sampleRateHz = sampleRateHz
    horizons = HorizonFrames(sampleRateHz: sampleRateHz)
    apartFrames = Units.frames(seconds: OnsetDetector.apartSeconds, sampleRateHz: sampleRateHz)
  }

  /// One row an onset, without the number of the take.
  func rows(of samples: [Float]) -> [[Float]] {
    var detector = OnsetDetector(sampleRateHz: sampleRateHz)
    var shapes = ShapeHistory(sampleRateHz: sampleRateHz)
    var open: [Followed] = []
    var lastOnsetFrame = -apartFrames
    var rows: [[Float]] = []
    for (frame, sample) in samples.enumerated() {
      let onset = detector.process(sample)
      shapes.process(detector.heard)
      if let onset {
        let isCovered = open.last?.track.covers(frameCount: frame + 1) ?? false
        if !onset.isCorrection || !isCovered {
          if onset.isCorrection { _ = open.popLast() }
          open.append(
            Followed(
              track: OnsetTrack(
                foundFrame: max(0, frame - onset.ageFrames), frameCount: frame + 1,
                horizons: horizons),
              earliestFrame: (open.last?.track.onsetFrame ?? lastOnsetFrame) + apartFrames))
        }
      }
      for index in open.indices {
        hear(
          &open[index], samples: samples[...frame], detector: detector, shapes: shapes)
      }
      while let first = open.first, first.track.horizon == HitFeatures.horizonCount {
        open.removeFirst()
        lastOnsetFrame = first.track.onsetFrame
        detector.registerHit(onsetFrame: lastOnsetFrame, signFrame: first.track.signFrame)
        if first.looks.count == UnknownSoundModel.stageCount { rows.append(row(first)) }
      }
    }
    return rows
  }

  /// Follows a hit once the next frame was heard.
  private func hear(
    _ hit: inout Followed, samples: ArraySlice<Float>, detector: borrowing OnsetDetector,
    shapes: borrowing ShapeHistory
  ) {
    let frameCount = samples.endIndex
    let change = hit.track.look(
      frameCount: frameCount, detector: detector, earliestFrame: hit.earliestFrame)
    if change == .moved || change == .struck { hit.looks = [] }
    let isDue = hit.track.isDue(
      frameCount: frameCount, detector: detector, earliestFrame: hit.earliestFrame)
    guard isDue else { return }
    let onsetFrame = hit.track.onsetFrame
    let shape = shapes.shape(onsetFrame: onsetFrame)
    if shape.heardSegments >= HitShape.fewestSegments {
      let peak = samples[max(0, onsetFrame)...].reduce(1e-6) { max($0, abs($1)) }
      let look = Look(shape: shape, peakDecibels: Units.decibels(amplitude: peak))
      while hit.looks.count + HitShape.fewestSegments <= shape.heardSegments {
        hit.looks.append(look)
      }
    }
    hit.track.advance()
  }

  private func row(_ hit: Followed) -> [Float] {
    var row = [Float(hit.track.onsetFrame)] + hit.looks.map(\.peakDecibels)
    for look in hit.looks {
      for segment in 0..<HitShape.segmentCount {
        row += (0..<HitShape.bandCount).map { decibels(look.shape.power[segment][$0]) }
      }
      row += (0..<HitShape.bandCount).map { decibels(look.shape.noise[$0]) }
    }
    for ears in ears {
      for (stage, look) in hit.looks.enumerated() {
        let heard = look.shape.heard(segments: HitShape.fewestSegments + stage)
        let nearest = ears.judge.nearest(heard)
        row += [nearest?.margin ?? 0, look.peakDecibels - (nearest?.medianDecibels ?? 0)]
      }
    }
    return row
  }

  private func decibels(_ power: Float) -> Float { Units.decibels(power: max(power, 1e-14)) }
}
