// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Taps and the drums that answer them, in a recording of which nothing else is known: a phone's, laid beside.
public struct RecordedTaps {
  /// A tap comes at least this long after the one before, in seconds: what sounds in between is its drum.
  private static let apartSeconds = 0.2

  private let samples: [Float]
  private let sampleRateHz: Int

  /// The recording: mono samples, nominally -1...1.
  public init(_ samples: [Float], sampleRateHz: Int) {
    self.samples = samples
    self.sampleRateHz = sampleRateHz
  }

  /// The delay of each tap that is found.
  public func measured() -> TapResult {
    var result = TapResult()
    let rateHz = Double(sampleRateHz)
    let clipping = Clipping(samples)
    for rough in roughOnsets() {
      guard let tap = StrikeOnset(sampleRateHz: rateHz).frame(in: samples, near: rough) else {
        result.refusals.append(.cutOff)
        continue
      }
      let heard = tap..<min(samples.count, tap + Int(AnswerOnset.searchSeconds.upperBound * rateHz))
      let delay =
        clipping.isClipped(heard)
        ? .failure(RefusedTap(refusal: .clipped))
        : AnswerOnset(sampleRateHz: rateHz).delayFrames(in: samples, tap: tap)
      result.note(delay, tapFrame: tap, sampleRateHz: rateHz)
    }
    return result
  }

  /// About where each tap begins.
  private func roughOnsets() -> [Int] {
    var detector = OnsetDetector(sampleRateHz: Float(sampleRateHz))
    var onsets: [Int] = []
    for (frame, sample) in samples.enumerated() {
      guard let onset = detector.process(sample) else { continue }
      let start = frame - onset.ageFrames
      let isAnswer = onsets.last.map { start - $0 < Int(Self.apartSeconds * Double(sampleRateHz)) }
      if isAnswer != true { onsets.append(start) }
    }
    return onsets
  }
}

/// Where a recording has no more room for what is loud.
struct Clipping {
  /// So near full scale nothing comes by chance twice in a row.
  private static let fullScale: Float = 0.999
  private let samples: [Float]

  init(_ samples: [Float]) { self.samples = samples }

  /// Two neighbours in `range` are at full scale.
  func isClipped(_ range: Range<Int>) -> Bool {
    range.dropFirst().contains {
      abs(samples[$0]) >= Self.fullScale && abs(samples[$0 - 1]) >= Self.fullScale
    }
  }
}
