// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation
import TestSupport
import Testing

@testable import Latency

@Suite struct LoopEstimatorTests {
  private static let estimator = LoopEstimator(sampleRateHz: 48_000)
  private static let silence = [Float](repeating: 0, count: 9600)

  /// The stimulus `delayFrames` later; `response` is the device's part at a frequency in hertz.
  private func heard(
    delayFrames: Double, gain: Double = 1,
    response: @escaping (Double) -> (gain: Double, turns: Double) = { _ in (1, 0) }
  ) -> [Float] {
    Signal.delayed(Self.estimator.stimulus, frames: delayFrames) { frequency in
      let device = response(48_000 * frequency)
      return (gain * device.gain, device.turns)
    }
  }

  private func found(_ heard: [Float], before: [Float] = silence) throws -> LoopEstimator.Cable {
    try Self.estimator.cable(heard: heard, before: before)
  }

  @Test(
    "the delay is found to a thousandth of a frame, anywhere between two frames", .slow,
    arguments: [0, 127.999, 128, 128.25, 128.5, 608.731, 1999.1, 47_900.4])
  func delay(frames: Double) throws {
    let cable = try found(heard(delayFrames: frames, gain: 0.3))
    #expect(abs(cable.trips.medianFrames - frames) < 0.001)
    #expect(cable.trips.delaysFrames.count == 10 && cable.trips.medianDeviationFrames < 0.001)
    #expect(cable.trips.confidence > 0.99 && !cable.isInverted)
    #expect(abs(cable.gainDecibels + 10.46) < 0.1 && abs(cable.trips.driftPartsPerMillion) < 0.01)
  }

  @Test("a cable that swaps its wires is recognised, and delays as much")
  func inverted() throws {
    let cable = try found(heard(delayFrames: 300.4, gain: -0.5))
    #expect(cable.isInverted && abs(cable.trips.medianFrames - 300.4) < 0.001)
  }

  @Test("over noise 40 dB below it is still right to a hundredth of a frame")
  func noisy() throws {
    // The stimulus has -23 dB, evenly distributed noise of this amplitude -63 dB.
    let noise = Signal.noise(count: Self.estimator.stimulus.count, amplitude: 0.0012)
    let cable = try found(zip(heard(delayFrames: 500.3), noise).map { $0 + $1 })
    #expect(abs(cable.trips.medianFrames - 500.3) < 0.01 && cable.trips.confidence > 0.9)
  }

  @Test("a DC blocker moves it by less than a thousandth of a frame")
  func blocker() throws {
    let corner = 7.0
    let cable = try found(
      heard(delayFrames: 500.3) { hertz in
        let ratio = hertz / corner
        return (ratio / (1 + ratio * ratio).squareRoot(), atan2(corner, hertz) / (2 * .pi))
      })
    #expect(abs(cable.trips.medianFrames - 500.3) < 0.001)
  }

  @Test("a low-pass adds the delay of its passband")
  func lowPass() throws {
    let corner = 60_000.0
    let cable = try found(
      heard(delayFrames: 500.3) { hertz in
        let ratio = hertz / corner
        return (1 / (1 + ratio * ratio).squareRoot(), -atan(ratio) / (2 * .pi))
      })
    // One pole delays the range far below its corner by 1 / (2π corner), a little less near it.
    let most = 48_000 / (2 * .pi * corner)
    #expect(
      cable.trips.medianFrames > 500.3 + 0.9 * most && cable.trips.medianFrames < 500.3 + most)
  }

  @Test("silence, a signal from elsewhere, clipping and a delay past the range are refused")
  func refusals() throws {
    let count = Self.estimator.stimulus.count
    func failure(_ heard: [Float], before: [Float] = Self.silence) -> RoundFailure? {
      do throws(RoundFailure) {
        _ = try Self.estimator.cable(heard: heard, before: before)
        return nil
      } catch { return error }
    }
    #expect(failure([Float](repeating: 0, count: count)) == .silence(levelDecibels: -.infinity))
    let noise = Signal.noise(count: count, amplitude: 0.05)
    guard case .elsewhere = failure(noise) else {
      Issue.record("noise was taken for an answer")
      return
    }
    let answer = zip(noise, Self.estimator.stimulus).map { $1 == 0 ? 0 : $0 }
    guard case .unclear = failure(answer) else {
      Issue.record("noise that begins and ends with the stimulus was taken for it")
      return
    }
    guard case .clipped = failure(heard(delayFrames: 100, gain: 10).map { max(-1, min(1, $0)) })
    else {
      Issue.record("clipping was not noticed")
      return
    }
    #expect(failure(heard(delayFrames: 60_000)) == .tooLate(mostSeconds: 1))
  }

  private func failure(_ heard: [Float], before: [Float] = silence) -> RoundFailure? {
    do throws(RoundFailure) {
      _ = try Self.estimator.cable(heard: heard, before: before)
      return nil
    } catch { return error }
  }

  @Test(
    "a cable that is plugged in late, or pulled out early, gives no delay", .slow,
    arguments: [0.6, 1, 1.5, 2, 4])
  func incomplete(periods: Double) {
    let whole = heard(delayFrames: 500.3)
    let missing = Int(periods * 16_384) + 500
    let late = Array(repeating: 0, count: missing) + whole[missing...]
    let sounding = 11 * 16_384 + 501 - missing
    let early = whole[..<sounding] + Array(repeating: 0, count: whole.count - sounding)
    for heard in [late, Array(early)] {
      let noise = Signal.noise(count: heard.count, amplitude: 0.0003)
      guard case .incomplete(let there, 11) = failure(zip(heard, noise).map { $0 + $1 }) else {
        Issue.record("periods that are missing were not missed")
        continue
      }
      #expect(there < 11)
    }
  }

  @Test("two paths that are nearly equally loud give no delay", arguments: [300, 5000, 20_000])
  func twoWays(apartFrames: Int) {
    let one = heard(delayFrames: 500)
    let both = one.indices.map {
      $0 < apartFrames ? one[$0] : one[$0] + 0.9 * one[$0 - apartFrames]
    }
    guard case .twoWays(let milliseconds) = failure(both) else {
      Issue.record("the second way was not noticed")
      return
    }
    let reported = min(apartFrames, abs(apartFrames - 16_384))
    #expect(abs(milliseconds - Double(reported) / 48) < 0.1)
  }

  @Test("a delay that changes while it is measured is not given")
  func moving() {
    let whole = heard(delayFrames: 500)
    let moved = whole.indices.map { $0 < 90_000 ? whole[$0] : whole[$0 - 24] }
    #expect(failure(moved) != nil)
  }
}
