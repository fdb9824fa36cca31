// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Finds the hits in a take, with the detector that hears live, and reads an example from each.
public struct ExampleReader: ~Copyable {
  /// A peak later than this belongs to something else, in seconds.
  static let longestRiseSeconds: Float = 0.05
  /// What is this much weaker than the strongest hit of the take is not one, in decibels.
  static let dynamicRangeDecibels: Float = 45
  /// A hit this much weaker than one up to ``tailSeconds`` before it is its tail, in decibels.
  static let tailDecibels: Float = 6
  static let tailSeconds: Float = 0.2
  /// How far a hit rises above the background at least (peak over root mean square), in decibels. The peaks of noise
  /// itself reach 12.
  static let aboveNoiseDecibels: Float = 15

  let sampleRateHz: Float
  private let detector: DetectorSettings
  private var features: HitFeatures
  private var outlineWindow: HitWindow
  private let outlineBandCount: Int

  /// A reader of takes at one sample rate.
  public init(sampleRateHz: Float, detector: DetectorSettings = DetectorSettings()) {
    self.sampleRateHz = sampleRateHz
    self.detector = detector
    features = HitFeatures(sampleRateHz: sampleRateHz)
    let edges = StrikeOutline.edgesHz(sampleRateHz: sampleRateHz)
    outlineBandCount = edges.count - 2
    outlineWindow = HitWindow(
      leadSeconds: StrikeOutline.windowSeconds / 2,
      horizonSeconds: StrikeOutline.windowSeconds / 2, summit: 0.5, edgesHz: edges,
      sampleRateHz: sampleRateHz)
  }

  /// The hits of a take, in order.
  public mutating func examples(in samples: [Float]) -> [Example] {
    var history = InputHistory(minimumCapacity: max(1, samples.count))
    var onsetDetector = OnsetDetector(settings: detector, sampleRateHz: sampleRateHz)
    var onsets: [Int] = []
    for sample in samples {
      history.append(sample)
      if let onset = onsetDetector.process(sample) {
        if onset.isCorrection { _ = onsets.popLast() }
        onsets.append(max(0, history.frameCount - 1 - onset.ageFrames))
      }
    }
    let found = onsets.map { onset in
      (onset: onset, example: example(history, onsetFrame: onset))
    }
    let strongest = found.map(\.example.loudestDecibels).max() ?? 0
    let least = max(
      strongest - Self.dynamicRangeDecibels,
      noiseDecibels(samples) + Self.aboveNoiseDecibels)
    let tailFrames = Units.frames(seconds: Self.tailSeconds, sampleRateHz: sampleRateHz)
    return found.filter { hit in
      let level = hit.example.loudestDecibels
      let isTail = found.contains { other in
        other.onset < hit.onset && hit.onset - other.onset < tailFrames
          && other.example.loudestDecibels - level > Self.tailDecibels
      }
      return level > least && !isTail
    }.map(\.example)
  }

  /// Level of the quietest tenth of a take in stretches of 10 ms, in dBFS (root mean square), -120 or more.
  public func noiseDecibels(_ samples: [Float]) -> Float {
    let length = max(1, Units.frames(seconds: 0.01, sampleRateHz: sampleRateHz))
    let powers = stride(from: 0, to: max(1, samples.count - length), by: length).map { start in
      samples[start..<min(start + length, samples.count)].reduce(0) { $0 + $1 * $1 }
        / Float(length)
    }.sorted()
    return max(-120, Units.decibels(power: powers[powers.count / 10]))
  }

  /// The example that the hit at `onsetFrame` gives; what was not heard counts as silence.
  public mutating func example(_ history: borrowing InputHistory, onsetFrame: Int) -> Example {
    let first = onsetFrame - ShortSound.onsetFrame(sampleRateHz: sampleRateHz)
    var samples: [Float] = []
    for frame in 0..<ShortSound.frameCount(sampleRateHz: sampleRateHz) {
      samples.append(history[first + frame])
    }
    return example(ShortSound(samples: samples, sampleRateHz: sampleRateHz))
  }

  /// The example that a sound gives, which must have the sample rate of this reader.
  mutating func example(_ sound: ShortSound) -> Example {
    precondition(sound.sampleRateHz == sampleRateHz, "a sound of the reader's sample rate")
    let samples = sound.samples
    var history = InputHistory(minimumCapacity: samples.count)
    for sample in samples { history.append(sample) }
    let peaks = (HitFeatures.horizonSeconds + [Self.longestRiseSeconds]).map { seconds in
      let end = sound.onsetFrame + Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
      let peak = samples[sound.onsetFrame..<end].reduce(Float(1e-6)) { max($0, abs($1)) }
      return Units.decibels(amplitude: peak)
    }
    return Example(
      sound: sound, levels: levels(history, onsetFrame: sound.onsetFrame),
      outline: outline(history, onsetFrame: sound.onsetFrame), bandCount: features.availableBands,
      peakDecibels: Array(peaks.dropLast()), loudestDecibels: peaks.last ?? -120)
  }

  /// The features of a hit as if its onset had been found so much earlier or later.
  private mutating func levels(_ history: borrowing InputHistory, onsetFrame: Int) -> [Float] {
    let bands = features.availableBands
    let size = HitFeatures.lookCount * bands
    var levels = [Float](
      repeating: 0, count: (2 * Example.mostShifts + 1) * HitFeatures.horizonCount * size)
    levels.withUnsafeMutableBufferPointer { buffer in
      guard var next = buffer.baseAddress else { return }
      for shift in -Example.mostShifts...Example.mostShifts {
        let frames = (Float(shift) * Example.shiftSeconds * sampleRateHz).rounded()
        for horizon in 0..<HitFeatures.horizonCount {
          features.levels(
            history, onsetFrame: onsetFrame + Int(frames), horizon: horizon, bandCount: bands,
            into: next)
          next += size
        }
      }
    }
    return levels
  }

  private mutating func outline(
    _ history: borrowing InputHistory, onsetFrame: Int
  ) -> StrikeOutline {
    var powers = [Float](repeating: 0, count: outlineBandCount * StrikeOutline.frameCount)
    powers.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for index in 0..<StrikeOutline.frameCount {
        let hops = index - StrikeOutline.before - StrikeOutline.farthest
        let frames = (Float(hops) * StrikeOutline.hopSeconds * sampleRateHz).rounded()
        outlineWindow.powers(
          history, onsetFrame: onsetFrame + Int(frames), bandCount: outlineBandCount,
          into: base + index * outlineBandCount)
      }
    }
    return StrikeOutline(
      levels: powers.map { Units.decibels(power: max($0, 1e-12)) }, bandCount: outlineBandCount)
  }
}
