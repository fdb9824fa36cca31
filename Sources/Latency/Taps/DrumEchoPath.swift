// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How the drums that were played come back to the microphone, learned from a handful of them together.
///
/// The response is the cross spectrum of what was heard and what was played over the power of what was played, summed
/// over all drums, so that the taps, which differ, cancel out of it. What is heard of one drum is then held against
/// what the response lets expect of it: this shows how much later or earlier this one came than all.
struct DrumEchoPath {
  /// What of a drum is used, and how much later it may come back, in seconds.
  private static let drumSeconds = 0.15
  /// The drum fades out at the end of it.
  private static let fadeSeconds = 0.03
  /// High frequencies show time better than low ones: the share of the sample before that is subtracted.
  private static let emphasis: Float = 0.9
  /// Frequencies that the drums hardly hold say nothing: power added to each, as a part of their mean.
  private static let flooredShare: Float = 0.01
  /// The direct sound reaches this part of the loudest reflection.
  private static let directShare: Float = 0.5

  /// Response of the way back; frame 0 is the frame that was played.
  let response: [Float]
  /// Frames from a frame's being played to its first being heard.
  let arrivalFrames: Double

  /// The response to the drums that begin at `starts`; nil if nothing comes back.
  ///
  /// - Parameters:
  ///   - earliestFrames: Nothing comes back before, the buffers hold it so long.
  init?(
    microphone: [Float], drums: [Float], starts: [Int], earliestFrames: Int, sampleRateHz: Double
  ) {
    let lagCount = Int(Self.drumSeconds * sampleRateHz)
    var size = 2
    while size < 3 * lagCount { size *= 2 }
    var sums = SpectrumQuotient(size: size)
    let fade = Self.fadeSeconds * sampleRateHz
    for start in starts where start >= 1 && start + lagCount <= drums.count {
      let drum = (0..<lagCount).map {
        Self.emphasised(drums, start + $0) * min(1, Float(lagCount - $0) / Float(fade))
      }
      let heard = (start..<min(microphone.count, start + 2 * lagCount)).map {
        Self.emphasised(microphone, $0)
      }
      sums.add(heard, over: drum)
    }
    response = Array(sums.quotient(flooredShare: Self.flooredShare)[..<lagCount])
    guard let arrival = Self.arrival(in: response, from: earliestFrames) else { return nil }
    arrivalFrames = arrival
  }

  private static func emphasised(_ samples: [Float], _ frame: Int) -> Float {
    samples[frame] - emphasis * samples[frame - 1]
  }

  /// The first peak that reaches the share of the highest.
  private static func arrival(in response: [Float], from earliest: Int) -> Double? {
    let lags = max(1, earliest)..<response.count - 1
    let highest = lags.reduce(0) { max($0, abs(response[$1])) }
    guard highest > 0,
      var peak = lags.first(where: { abs(response[$0]) >= directShare * highest })
    else { return nil }
    while peak + 1 < lags.upperBound && abs(response[peak + 1]) > abs(response[peak]) { peak += 1 }
    return Peak.position(of: peak) { Double(abs(response[$0])) }
  }
}

/// A quotient of spectra, gathered from many pieces of sound, as a response over time.
private struct SpectrumQuotient: ~Copyable {
  private let transform: RealTransform
  private var cross: [SIMD8<Float>]
  private var power: [SIMD8<Float>]

  init(size: Int) {
    transform = RealTransform(size: size)
    cross = Array(repeating: .zero, count: 2 * transform.vectorCount)
    power = Array(repeating: .zero, count: transform.vectorCount)
  }

  /// Adds a piece; each weighs alike, however loud it is.
  mutating func add(_ heard: [Float], over played: [Float]) {
    let energy = heard.reduce(1e-12) { $0 + $1 * $1 }
    let (above, below) = (spectrum(of: heard), spectrum(of: played))
    let count = transform.vectorCount
    for index in 0..<count {
      let (a, b) = (above[index], above[index + count])
      let (c, d) = (below[index], below[index + count])
      cross[index] += (a * c + b * d) / energy
      cross[index + count] += (b * c - a * d) / energy
      power[index] += (c * c + d * d) / energy
    }
  }

  /// The quotient over time, `flooredShare` of the mean power added below.
  func quotient(flooredShare: Float) -> [Float] {
    let count = transform.vectorCount
    let floor = flooredShare * power.reduce(0) { $0 + $1.sum() } / Float(transform.size / 2) + 1e-20
    let quotient = (0..<2 * count).map { cross[$0] / (power[$0 % count] + floor) }
    quotient.withUnsafeBufferPointer { spectrum in
      if let start = spectrum.baseAddress { transform.inverse(of: start) }
    }
    return (0..<transform.size).map { transform.signal[$0] }
  }

  private func spectrum(of signal: [Float]) -> [SIMD8<Float>] {
    for index in 0..<transform.size {
      transform.signal[index] = index < signal.count ? signal[index] : 0
    }
    return [SIMD8<Float>](unsafeUninitializedCapacity: 2 * transform.vectorCount) {
      spectrum, count in
      count = 2 * transform.vectorCount
      if let start = spectrum.baseAddress { transform.forward(into: start) }
    }
  }
}
