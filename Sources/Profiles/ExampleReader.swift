// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Finds the hits in a take, with the detector that hears live, and reads an example from each.
public struct ExampleReader: ~Copyable {
  /// A peak later than this belongs to something else, in seconds.
  static let longestRiseSeconds: Float = 0.05
  /// The attack of a hit, and what sounded before it, as the rise is measured, in seconds.
  static let attackSeconds: Float = 0.01
  static let beforeSeconds: ClosedRange<Float> = 0.001...0.008

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
    let candidates = onsets.indices.map { index in
      let next = index + 1 < onsets.count ? onsets[index + 1] : .max
      return candidate(history, onsetFrame: onsets[index], nextOnsetFrame: next)
    }
    return HitSieve.played(
      candidates, noiseDecibels: noiseDecibels(samples),
      sampleRateHz: sampleRateHz
    ).map(\.example)
  }

  private mutating func candidate(
    _ history: borrowing InputHistory, onsetFrame: Int, nextOnsetFrame: Int
  ) -> HitSieve.Candidate {
    func peak(from start: Float, to end: Float) -> Float {
      let first = onsetFrame + Int(start * sampleRateHz)
      var peak: Float = 1e-6
      for frame in first..<min(nextOnsetFrame, onsetFrame + Int(end * sampleRateHz)) {
        peak = max(peak, abs(history[frame]))
      }
      return Units.decibels(amplitude: peak)
    }
    let attack = peak(from: 0, to: Self.attackSeconds)
    let before = peak(from: -Self.beforeSeconds.upperBound, to: -Self.beforeSeconds.lowerBound)
    return HitSieve.Candidate(
      onsetFrame: onsetFrame, example: example(history, onsetFrame: onsetFrame),
      attackDecibels: attack, riseDecibels: attack - before)
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
    return example(
      ShortSound(samples: samples, sampleRateHz: sampleRateHz),
      shape: shape(history, onsetFrame: onsetFrame))
  }

  /// The example that a sound gives, which must have the sample rate of this reader.
  mutating func example(_ sound: ShortSound, shape: ShapeExample) -> Example {
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
      sound: sound, shape: shape, levels: levels(history, onsetFrame: sound.onsetFrame),
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

  /// The shapes of the hit at `onsetFrame`; what was not heard counts as silence.
  private func shape(_ history: borrowing InputHistory, onsetFrame: Int) -> ShapeExample {
    func frames(_ seconds: Float) -> Int { Int((seconds * sampleRateHz).rounded()) }
    var shapes = ShapeHistory(
      sampleRateHz: sampleRateHz,
      firstFrame: max(
        onsetFrame - frames(ShapeHistory.memorySeconds), history.frameCount - history.capacity))
    let end = onsetFrame + frames(Self.longestRiseSeconds)
    for frame in shapes.beginFrame..<max(end, shapes.beginFrame) { shapes.process(history[frame]) }
    return ShapeExample(
      shapes: ShapeExample.onsetErrorsSeconds.map {
        shapes.shape(onsetFrame: max(0, onsetFrame + frames($0)))
      }, bandCount: ShapeHistory.availableBands(sampleRateHz: sampleRateHz))
  }
}
