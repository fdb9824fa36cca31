// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import Instrument

struct ToneEnvelopeTests {
  /// The gains of an envelope that is released after some frames, in pieces of a size.
  private func gains(
    _ times: ToneSettings.Envelope, count: Int, releasedAt release: Int = .max, piece: Int = 64
  ) -> [Float] {
    var envelope = ToneEnvelope(times)
    var gains: [Float] = []
    while gains.count < count {
      if gains.count == release { envelope.release(frameCount: times.releaseFrames) }
      let next = gains.count < release ? min(count, release) : count
      var frames = [Float](repeating: 1, count: min(piece, next - gains.count))
      frames.withUnsafeMutableBufferPointer { frames in
        guard let base = frames.baseAddress else { return }
        envelope.apply(to: base, count: frames.count)
      }
      gains += frames
    }
    return gains
  }

  private func decibels(_ gain: Float) -> Float { 20 * log10(gain) }

  @Test("it waits, rises in a straight line, holds, falls by 96 dB in its decay, and stays")
  func stages() {
    var times = ToneSettings.Envelope()
    (times.delayFrames, times.attackFrames, times.holdFrames) = (100, 200, 300)
    (times.decayFrames, times.sustain) = (960, 0.1)
    let gains = gains(times, count: 2000)
    #expect(gains[..<100].allSatisfy { $0 == 0 })
    for frame in stride(from: 100, to: 300, by: 7) {
      #expect(abs(gains[frame] - Float(frame - 99) / 200) < 1e-5)
    }
    #expect(gains[300..<600].allSatisfy { $0 == 1 })
    // A tenth of a decibel a frame.
    for frame in [600, 650, 700, 790] {
      #expect(abs(decibels(gains[frame]) + 0.1 * Float(frame - 599)) < 0.01)
    }
    #expect(gains[802...].allSatisfy { $0 == 0.1 })
  }

  @Test(
    "a released note falls by 96 dB in its release, from wherever it is", arguments: [0, 50, 500])
  func release(frame: Int) {
    var times = ToneSettings.Envelope()
    (times.attackFrames, times.releaseFrames) = (100, 4800)
    let gains = gains(times, count: 6000, releasedAt: frame)
    guard frame > 0 else { return #expect(gains.allSatisfy { $0 == 0 }) }
    let top = decibels(gains[frame - 1])
    for passed in [1, 480, 2400] {
      #expect(abs(decibels(gains[frame - 1 + passed]) - (top - 0.02 * Float(passed))) < 0.01)
    }
    #expect(gains[(frame + 4801)...].allSatisfy { $0 == 0 })
  }

  @Test("a decay of a minute is exact at its end")
  func long() {
    var times = ToneSettings.Envelope()
    (times.decayFrames, times.sustain) = (60 * 48_000, 0)
    let gains = gains(times, count: 30 * 48_000 + 2, piece: 4096)
    #expect(abs(decibels(gains[30 * 48_000]) + 48) < 0.01)
  }

  @Test("its values are the same in pieces of any size", arguments: [1, 7, 441])
  func pieces(size: Int) {
    var times = ToneSettings.Envelope()
    (times.delayFrames, times.attackFrames, times.holdFrames) = (33, 71, 10)
    (times.decayFrames, times.sustain, times.releaseFrames) = (3000, 0.3, 900)
    #expect(
      gains(times, count: 4000, releasedAt: 2500, piece: size)
        == gains(times, count: 4000, releasedAt: 2500, piece: 64))
  }

  @Test("the envelope of pitch and low-pass rises by a convex curve, and falls in straight lines")
  func modulation() {
    var times = ToneSettings.Envelope()
    (times.delayFrames, times.attackFrames, times.holdFrames) = (10, 1000, 50)
    (times.decayFrames, times.sustain, times.releaseFrames) = (400, 0.25, 800)
    var envelope = ToneModulation(times)
    #expect(envelope.value(atAge: 10) == 0)
    // 40 decibels of 96 a decade.
    #expect(abs(envelope.value(atAge: 110) - 0.58333) < 1e-4)
    #expect(envelope.value(atAge: 1010) == 1 && envelope.value(atAge: 1060) == 1)
    #expect(abs(envelope.value(atAge: 1160) - 0.75) < 1e-5)
    #expect(envelope.value(atAge: 2000) == 0.25)
    envelope.release(atAge: 1160)
    #expect(abs(envelope.value(atAge: 1360) - 0.5) < 1e-5)
    #expect(envelope.value(atAge: 1800) == 0)
  }
}
