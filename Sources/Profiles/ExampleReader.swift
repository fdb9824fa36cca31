// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Finds the hits in a take with the live detector, and reads an example from each.
public struct ExampleReader: ~Copyable {
  /// A later peak belongs to another sound, in seconds.
  static let longestRiseSeconds: Float = 0.05
  /// The stretch of the attack, and of the sound before it, for measuring the rise, in seconds.
  static let attackSeconds: Float = 0.01
  static let beforeSeconds: ClosedRange<Float> = 0.001...0.008
  /// A hit is located again within this time of where it was counted, in seconds.
  private static let nearSeconds: Float = 0.012

  let sampleRateHz: Float
  private let detector: DetectorSettings
  private let horizons: HorizonFrames
  private var features: HitFeatures
  private let comparison: ChannelComparison
  private var outlineWindow: HitWindow
  private let outlineBandCount: Int
  private let outlinesStrikes: Bool

  /// A reader of takes at one sample rate.
  public init(sampleRateHz: Float, detector: DetectorSettings = DetectorSettings()) {
    self.init(sampleRateHz: sampleRateHz, detector: detector, outlinesStrikes: true)
  }

  /// - Parameter outlinesStrikes: The trainer of these examples aligns their strikes.
  init(
    sampleRateHz: Float, detector: DetectorSettings = DetectorSettings(), outlinesStrikes: Bool
  ) {
    self.sampleRateHz = sampleRateHz
    self.outlinesStrikes = outlinesStrikes
    self.detector = detector
    horizons = HorizonFrames(sampleRateHz: sampleRateHz)
    features = HitFeatures(sampleRateHz: sampleRateHz)
    comparison = ChannelComparison(sampleRateHz: sampleRateHz)
    let edges = HitOutline.edgesHz(sampleRateHz: sampleRateHz)
    outlineBandCount = edges.count - 2
    outlineWindow = HitWindow(
      leadSeconds: HitOutline.windowSeconds / 2,
      horizonSeconds: HitOutline.windowSeconds / 2, summit: 0.5, edgesHz: edges,
      sampleRateHz: sampleRateHz)
  }

  /// The hits of a take, in order.
  ///
  /// - Parameters:
  ///   - second: The same take from a second microphone; nil without one.
  ///   - onsetFrames: Only hits near these count; nil if all do.
  public mutating func examples(
    in samples: [Float], second: [Float]? = nil, near onsetFrames: [Int]? = nil
  ) -> [Example] {
    played(in: samples, second: second, near: onsetFrames).map(\.example)
  }

  /// Where the hits of a take begin, as frames in order: those of ``examples(in:second:near:)``.
  public mutating func onsetFrames(in samples: [Float], near onsetFrames: [Int]? = nil) -> [Int] {
    played(in: samples, second: nil, near: onsetFrames).map(\.onsetFrame)
  }

  private mutating func played(
    in samples: [Float], second: [Float]?, near onsetFrames: [Int]?
  ) -> [HitFilter.Candidate] {
    precondition(second?.count ?? samples.count == samples.count, "both channels are equally long")
    var history = InputHistory(minimumCapacity: max(1, samples.count), sampleRateHz: sampleRateHz)
    var heard: [Float] = []
    var secondHeard: [Float]? = second.map { _ in [] }
    var secondFilter = SteadySoundFilter(sampleRateHz: sampleRateHz)
    var onsetDetector = OnsetDetector(settings: detector, sampleRateHz: sampleRateHz)
    var onsets: [TrackedOnset] = []
    let apart = Units.frames(seconds: OnsetDetector.apartSeconds, sampleRateHz: sampleRateHz)
    for (frame, sample) in samples.enumerated() {
      let onset = onsetDetector.process(sample)
      history.append(onsetDetector.heard)
      heard.append(onsetDetector.heard)
      if let second {
        secondHeard?.append(
          secondFilter.process(second[frame], isStrokeSounding: onsetDetector.isStrokeSounding))
      }
      if let onset,
        !(onset.isCorrection && onsets.last?.covers(frameCount: history.frameCount) ?? false)
      {
        if onset.isCorrection { _ = onsets.popLast() }
        onsets.append(
          TrackedOnset(
            foundFrame: max(0, history.frameCount - 1 - onset.ageFrames),
            frameCount: history.frameCount,
            earliestFrame: onsets.last.map { $0.foundFrame + apart } ?? 0, horizons: horizons))
      }
      guard !onsets.isEmpty else { continue }
      let wasSettled = onsets[onsets.count - 1].isSettled
      onsets[onsets.count - 1].hear(frameCount: history.frameCount, detector: onsetDetector)
      if !wasSettled, let last = onsets.last, last.isSettled {
        onsetDetector.registerHit(onsetFrame: last.onsetFrame, signFrame: last.signFrame)
      }
    }
    let near = Units.frames(seconds: Self.nearSeconds, sampleRateHz: sampleRateHz)
    let candidates = onsets.indices.map { index in
      let next = index + 1 < onsets.count ? onsets[index + 1].foundFrame : .max
      return candidate(history, second: secondHeard, onset: onsets[index], nextOnsetFrame: next)
    }.filter { hit in
      onsetFrames?.contains { abs($0 - hit.onsetFrame) <= near } ?? true
    }
    return HitFilter.played(
      candidates, noiseDecibels: noiseDecibels(heard), sampleRateHz: sampleRateHz)
  }

  private mutating func candidate(
    _ history: borrowing InputHistory, second: [Float]?, onset: TrackedOnset, nextOnsetFrame: Int
  ) -> HitFilter.Candidate {
    let onsetFrame = onset.foundFrame
    func frame(_ seconds: Float) -> Int { onsetFrame + Int(seconds * sampleRateHz) }
    let attack = peakDecibels(
      history, from: onsetFrame, to: min(nextOnsetFrame, frame(Self.attackSeconds)))
    let before = peakDecibels(
      history, from: frame(-Self.beforeSeconds.upperBound),
      to: frame(-Self.beforeSeconds.lowerBound))
    return HitFilter.Candidate(
      onsetFrame: onsetFrame, example: example(history, second: second, onset: onset),
      attackDecibels: attack, riseDecibels: attack - before)
  }

  /// The level of the quietest tenth of a take in stretches of 10 ms, in dBFS (root mean square),
  /// at least -120.
  public func noiseDecibels(_ samples: [Float]) -> Float {
    let length = max(1, Units.frames(seconds: 0.01, sampleRateHz: sampleRateHz))
    let powers = stride(from: 0, to: max(1, samples.count - length), by: length).map { start in
      samples[start..<min(start + length, samples.count)].reduce(0) { $0 + $1 * $1 }
        / Float(length)
    }.sorted()
    return max(-120, Units.decibels(power: powers[powers.count / 10]))
  }

  /// The example of the hit at `onsetFrame`; missing sound counts as silence.
  public mutating func example(_ history: borrowing InputHistory, onsetFrame: Int) -> Example {
    example(
      sound(history, onsetFrame: onsetFrame), second: nil,
      shape: shape(history, onsetFrame: onsetFrame), found: .exact)
  }

  private mutating func example(
    _ history: borrowing InputHistory, second: [Float]?, onset: TrackedOnset
  ) -> Example {
    example(
      sound(history, onsetFrame: onset.onsetFrame),
      second: second.map { sound($0, onsetFrame: onset.onsetFrame) },
      shape: shape(history, onsetFrame: onset.foundFrame), found: onset.found)
  }

  private func sound(_ history: borrowing InputHistory, onsetFrame: Int) -> ShortSound {
    let first = onsetFrame - ShortSound.onsetFrame(sampleRateHz: sampleRateHz)
    var samples: [Float] = []
    for frame in 0..<ShortSound.frameCount(sampleRateHz: sampleRateHz) {
      samples.append(history[first + frame])
    }
    return ShortSound(samples: samples, sampleRateHz: sampleRateHz)
  }

  /// The same for a whole channel.
  private func sound(_ samples: [Float], onsetFrame: Int) -> ShortSound {
    let first = onsetFrame - ShortSound.onsetFrame(sampleRateHz: sampleRateHz)
    return ShortSound(
      samples: (first..<first + ShortSound.frameCount(sampleRateHz: sampleRateHz)).map {
        samples.indices.contains($0) ? samples[$0] : 0
      }, sampleRateHz: sampleRateHz)
  }

  /// The example of a sound. It and the second microphone's sound must have this reader's sample
  /// rate.
  mutating func example(
    _ sound: ShortSound, second: ShortSound?, shape: ShapeExample, found: FoundOnset
  ) -> Example {
    precondition(sound.sampleRateHz == sampleRateHz, "a sound of the reader's sample rate")
    let history = history(sound)
    let onsetFrames = found.errorFrames.map { sound.onsetFrame + $0 }
    let viewFrames = FoundOnset.views.indices.map {
      sound.onsetFrame + found.errorFrames(view: $0)
    }
    let longestRise = Units.frames(seconds: Self.longestRiseSeconds, sampleRateHz: sampleRateHz)
    return Example(
      sound: sound, second: second,
      differences: second.map { differences(history, $0, onsetFrames: onsetFrames) } ?? [],
      shape: shape, found: found,
      levels: levels(history, onsetFrames: viewFrames),
      heardLevels: heardLevels(history, onsetFrames: onsetFrames),
      wave: HitWave.template(
        history, onsetFrame: sound.onsetFrame, sampleRateHz: sampleRateHz),
      heardWaves: (0...HitWave.lastHorizon).map { horizon in
        HitWave.heard(
          history, onsetFrame: onsetFrames[horizon], horizon: horizon, sampleRateHz: sampleRateHz)
      },
      outlines: outlinesStrikes ? outlines(history, onsetFrames: viewFrames) : [],
      bandCount: features.availableBands,
      peakDecibels: onsetFrames.enumerated().map { horizon, onsetFrame in
        peakDecibels(history, from: onsetFrame, to: onsetFrame + horizons[horizon])
      },
      loudestDecibels: peakDecibels(
        history, from: sound.onsetFrame, to: sound.onsetFrame + longestRise))
  }

  private func history(_ sound: ShortSound) -> InputHistory {
    let samples = sound.samples
    var history = InputHistory(minimumCapacity: samples.count, sampleRateHz: sampleRateHz)
    for sample in samples { history.append(sample) }
    return history
  }

  /// How the channels of a hit differ at each horizon, from the onset as located then.
  private func differences(
    _ first: borrowing InputHistory, _ second: ShortSound, onsetFrames: [Int]
  ) -> [ChannelDifference] {
    let second = history(second)
    return onsetFrames.enumerated().map { horizon, onsetFrame in
      comparison.difference(
        first: first, second: second, onsetFrame: onsetFrame, horizon: horizon)
    }
  }

  private func peakDecibels(
    _ history: borrowing InputHistory, from first: Int, to end: Int
  ) -> Float {
    Units.decibels(amplitude: max(1e-6, history.peakAmplitude(from: first, to: end)))
  }

  /// The features of a hit at each horizon and the one before, from the onset as located then.
  private mutating func heardLevels(
    _ history: borrowing InputHistory, onsetFrames: [Int]
  ) -> [Float] {
    let bands = features.availableBands
    let size = HitFeatures.lookCount * bands
    var levels = [Float](repeating: 0, count: 2 * HitFeatures.horizonCount * size)
    levels.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for horizon in 0..<HitFeatures.horizonCount {
        for (row, heard) in [max(0, horizon - 1), horizon].enumerated() {
          features.levels(
            history, onsetFrame: onsetFrames[horizon], horizon: heard, bandCount: bands,
            into: base + (2 * horizon + row) * size)
        }
      }
    }
    return levels
  }

  /// The features of a hit as if its onset had been found so much earlier or later, in each view.
  private mutating func levels(
    _ history: borrowing InputHistory, onsetFrames: [Int]
  ) -> [Float] {
    let bands = features.availableBands
    let size = HitFeatures.lookCount * bands
    var levels = [Float](
      repeating: 0, count: (2 * Example.mostShifts + 1) * HitFeatures.horizonCount * size)
    levels.withUnsafeMutableBufferPointer { buffer in
      guard var next = buffer.baseAddress else { return }
      for shift in -Example.mostShifts...Example.mostShifts {
        let frames = (Float(shift) * Example.shiftSeconds * sampleRateHz).rounded()
        for horizon in 0..<HitFeatures.horizonCount {
          let onsetFrame = onsetFrames[FoundOnset.view(horizon: horizon)]
          features.levels(
            history, onsetFrame: onsetFrame + Int(frames), horizon: horizon, bandCount: bands,
            into: next)
          next += size
        }
      }
    }
    return levels
  }

  /// The outline at each onset; most examples have the same onset in all views.
  private mutating func outlines(
    _ history: borrowing InputHistory, onsetFrames: [Int]
  ) -> [HitOutline] {
    var known: [Int: HitOutline] = [:]
    return onsetFrames.map { onsetFrame in
      let outline = known[onsetFrame] ?? outline(history, onsetFrame: onsetFrame)
      known[onsetFrame] = outline
      return outline
    }
  }

  private mutating func outline(
    _ history: borrowing InputHistory, onsetFrame: Int
  ) -> HitOutline {
    var powers = [Float](repeating: 0, count: outlineBandCount * HitOutline.frameCount)
    powers.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for index in 0..<HitOutline.frameCount {
        let hops = index - HitOutline.before - HitOutline.farthest
        let frames = (Float(hops) * HitOutline.hopSeconds * sampleRateHz).rounded()
        outlineWindow.powers(
          history, onsetFrame: onsetFrame + Int(frames), bandCount: outlineBandCount,
          into: base + index * outlineBandCount)
      }
    }
    return HitOutline(
      levels: powers.map { Units.decibels(power: max($0, 1e-12)) }, bandCount: outlineBandCount)
  }

  /// The shapes of the hit at `onsetFrame`; missing sound counts as silence.
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
