// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the frame at which the attack of a strike begins, in a complete recording.
///
/// Every measurement of a delay counts from here, so that they agree. It does not matter where the
/// instrument first heard the tap: if a finger that touches before it strikes fooled it, the delay
/// shows it.
///
/// The envelope is the power over 1 ms. From its first strong maximum the search walks back to the
/// first instant after 3 ms of rest, 20 dB below the maximum. Near that, a change of the signal's
/// variance gives the frame (``VarianceChange``). The attack begins with the first sign before
/// that, unless it was the touch of a finger.
public struct AttackOnset: Sendable {
  /// Corner frequencies of the high-passes before the envelope and before the variance, in hertz: hum lies below.
  private static let cutoffHz = (envelope: 100.0, variance: 300.0)
  /// The high-passes settle within this time, in seconds.
  private static let settlingSeconds = 0.028
  /// Where to look for the strongest maximum, in seconds before and after the rough onset: a finger
  /// touches up to 20 ms before it strikes.
  private static let peakSeconds = (before: 0.003, after: 0.020)
  /// How far before the rough onset the attack may lie, in seconds.
  private static let backSeconds = 0.012
  /// The longest time after the rough onset at which a tap is first heard, in seconds.
  private static let signSeconds = 0.004
  private static let envelopeSeconds = 0.001
  private static let restSeconds = 0.003
  /// The stretch before a tap from which its ringing surroundings are learned, in seconds.
  private static let ringingSeconds = 0.040
  private static let clearSeconds = 0.002
  private static let order = 16
  private static let whiteShare = 1e-2
  private static let averagingSeconds = 0.0001
  /// A maximum this close to the strongest counts as strong.
  private static let strongDecibels = -4.0
  /// The envelope rests if it is so far below the maximum, or only a little above the noise before
  /// the strike.
  private static let restDecibels = -20.0
  private static let noiseDecibels = 6.0
  /// The noise is the median of stretches of this length before the strike, in seconds.
  private static let noiseSeconds = 0.005
  /// The range in which the variance is searched, in seconds before and after the result of the
  /// envelope.
  private static let refineSeconds = (before: 0.0015, after: 0.0008)
  private static let attackSeconds = 0.0006
  /// Power that is assumed in both parts of the variance's change, against the strike's loudest: filters of a recording
  /// ring before it, deeper. A clear onset is found from the higher one too, within so many seconds.
  private static let floorDecibels = (-43.0, higher: -38.0)
  private static let signFloorDecibels = (-36.0, higher: -31.0)
  private static let agreementSeconds = 0.0001

  private let sampleRateHz: Double

  /// A search in recordings of a sample rate in hertz.
  public init(sampleRateHz: Double) { self.sampleRateHz = sampleRateHz }

  /// The frame at which the attack begins of the strike heard about the frame `rough`; nil if less than 43 ms were
  /// recorded before it.
  ///
  /// - Parameters:
  ///   - samples: Mono.
  ///   - endFrame: Where the drum begins that answers: the strike lies before. The strike is at its loudest within
  ///     20 ms in any case.
  public func frame(in samples: [Float], near rough: Int, before endFrame: Int? = nil) -> Int? {
    guard let strike = strike(in: samples, near: rough, before: endFrame) else { return nil }
    return beginning(of: strike, in: samples, before: endFrame).frame
  }

  /// The same where the attack's beginning leaves no doubt.
  func clearFrame(
    in samples: [Float], near rough: Int, before endFrame: Int? = nil
  ) -> Result<Int, RefusedTap> {
    guard let strike = strike(in: samples, near: rough, before: endFrame) else {
      return .failure(RefusedTap(refusal: .cutOff))
    }
    let beginning = beginning(of: strike, in: samples, before: endFrame)
    return beginning.isClear
      ? .success(beginning.frame) : .failure(RefusedTap(refusal: .tapUnclear))
  }

  /// With its first sign, unless that is unclear or the touch of a finger.
  private func beginning(
    of strike: Strike, in samples: [Float], before endFrame: Int?
  ) -> (frame: Int, isClear: Bool) {
    let loud = onset(of: strike)
    let sign = firstSign(in: samples, near: loud.frame, before: endFrame)
    guard let sign, sign.isClear, loud.frame - sign.frame < frames(Self.restSeconds) else {
      return loud
    }
    return sign
  }

  /// Where a tap is first heard about the frame `rough`, be it the touch of a finger; nil if too little was recorded.
  ///
  /// What rings on from before is foretold, and the rest averaged over a tenth of a millisecond: a lossy recording rings
  /// before each attack at the edge of its band.
  func firstSign(
    in samples: [Float], near rough: Int, before endFrame: Int? = nil
  ) -> (frame: Int, isClear: Bool)? {
    let first = rough - frames(Self.ringingSeconds) - frames(Self.settlingSeconds)
    let end = min(samples.count, endFrame ?? .max, rough + frames(Self.signSeconds))
    let start = rough - frames(Self.backSeconds)
    guard first >= 0, end > start else { return nil }
    let signal = highPassed(samples[first..<end], cutoffHz: Self.cutoffHz.variance).map(Float.init)
    let before = frames(Self.settlingSeconds)..<rough - first - frames(Self.clearSeconds)
    let prediction = LinearPrediction(
      of: signal[before], order: Self.order, whiteShare: Self.whiteShare)
    let half = frames(Self.averagingSeconds) / 2
    let new = prediction.residual(of: signal, in: start - first - half..<signal.count)
    let averaged = (0..<max(0, new.count - 2 * half)).map { new[$0...$0 + 2 * half].reduce(0, +) }
    return onset(
      of: Strike(
        firstFrame: start, signal: averaged, searched: averaged.indices, attack: averaged.indices,
        floorDecibels: Self.signFloorDecibels))
  }

  /// A strike, high-passed, and where to look for its onset.
  private struct Strike {
    /// The frame of the recording at which ``signal`` begins.
    let firstFrame: Int
    let signal: [Double]
    /// Where in ``signal`` the onset is looked for.
    let searched: Range<Int>
    /// Where in ``signal`` the strike is at its loudest.
    let attack: Range<Int>
    let floorDecibels: (Double, higher: Double)
  }

  private func strike(in samples: [Float], near rough: Int, before endFrame: Int?) -> Strike? {
    let searchFrames = frames(Self.peakSeconds.before)
    let first = rough - searchFrames - frames(Self.backSeconds) - frames(Self.settlingSeconds)
    let end = min(samples.count, endFrame ?? .max, rough + frames(Self.peakSeconds.after))
    let search = rough - searchFrames - first
    guard first >= 0, end - first > search + frames(Self.envelopeSeconds) else { return nil }
    let envelope = envelope(of: highPassed(samples[first..<end], cutoffHz: Self.cutoffHz.envelope))
    let peak = firstStrongMaximum(of: envelope, from: search)
    let begin = beginning(of: peak, in: envelope, noiseEnd: search)
    let half = frames(Self.envelopeSeconds) / 2
    let signal = highPassed(samples[first..<end], cutoffHz: Self.cutoffHz.variance)
    let searched =
      max(
        0, begin + half - frames(Self.refineSeconds.before))..<min(
        signal.count, begin + half + frames(Self.refineSeconds.after))
    return Strike(
      firstFrame: first, signal: signal, searched: searched,
      attack: begin..<min(signal.count, peak + half + 1), floorDecibels: Self.floorDecibels)
  }

  /// Where the variance changes, as a frame of the recording; clear where a higher floor makes no difference.
  private func onset(of strike: Strike) -> (frame: Int, isClear: Bool) {
    let loudest = strike.signal[strike.attack].reduce(0) { max($0, $1 * $1) }
    func frame(floorDecibels: Double) -> Int {
      strike.firstFrame + strike.searched.lowerBound
        + VarianceChange.index(
          in: Array(strike.signal[strike.searched]),
          floorPower: loudest * powerRatio(decibels: floorDecibels),
          attackCount: frames(Self.attackSeconds))
    }
    let lower = frame(floorDecibels: strike.floorDecibels.0)
    let higher = frame(floorDecibels: strike.floorDecibels.higher)
    return (lower, Double(abs(higher - lower)) <= Self.agreementSeconds * sampleRateHz)
  }

  private func firstStrongMaximum(of envelope: [Double], from start: Int) -> Int {
    let strongest = envelope[start...].reduce(0, max)
    let threshold = strongest * powerRatio(decibels: Self.strongDecibels)
    var peak = envelope[start...].firstIndex { $0 >= threshold } ?? start
    while true {
      let ahead = peak..<min(envelope.count, peak + frames(Self.envelopeSeconds))
      let next = ahead.reduce(peak) { envelope[$1] > envelope[$0] ? $1 : $0 }
      if next == peak { return peak }
      peak = next
    }
  }

  /// Walks back from `peak` to the first instant after the envelope rested.
  private func beginning(of peak: Int, in envelope: [Double], noiseEnd: Int) -> Int {
    let stretch = frames(Self.noiseSeconds)
    let noise = stride(from: stretch, to: max(stretch + 1, noiseEnd - stretch), by: stretch).map {
      envelope[$0..<$0 + stretch].reduce(0, +) / Double(stretch)
    }.sorted()
    let threshold = max(
      envelope[peak] * powerRatio(decibels: Self.restDecibels),
      noise[noise.count / 2] * powerRatio(decibels: Self.noiseDecibels))
    var onset = peak
    var place = peak
    while place >= 0 && onset - place < frames(Self.restSeconds) {
      if envelope[place] >= threshold { onset = place }
      place -= 1
    }
    return onset
  }

  /// The power over 1 ms around each sample.
  private func envelope(of signal: [Double]) -> [Double] {
    let half = frames(Self.envelopeSeconds) / 2
    var sums = [0.0]
    for sample in signal { sums.append(sums[sums.count - 1] + sample * sample) }
    return signal.indices.map {
      sums[min(signal.count, $0 + half)] - sums[max(0, $0 - half)]
    }
  }

  private func highPassed(_ samples: ArraySlice<Float>, cutoffHz: Double) -> [Double] {
    let kept = 1 / (1 + 2 * Double.pi * cutoffHz / sampleRateHz)
    var high = 0.0
    var last = Double(samples.first ?? 0)
    return samples.map { sample in
      high = kept * (high + Double(sample) - last)
      last = Double(sample)
      return high
    }
  }

  private func frames(_ seconds: Double) -> Int { Int((seconds * sampleRateHz).rounded()) }
}
