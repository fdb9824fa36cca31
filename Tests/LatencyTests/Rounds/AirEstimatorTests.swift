// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import TestSupport
import Testing

@testable import Latency

@Suite struct AirEstimatorTests {
  private static let estimator = AirEstimator(sampleRateHz: 48_000)
  private static let silence = [Float](repeating: 0, count: 9600)

  @Test(
    "in a room with noise 10 dB below, the first arrival is found within 0.1 ms", .slow,
    arguments: 1...6 as ClosedRange<UInt64>)
  func room(seed: UInt64) throws {
    let room = SimulatedRoom(seed: seed)
    let heard = room.heard(Self.estimator.stimulus, noiseDecibels: 10, seed: seed)
    let trips = try Self.estimator.roundTrips(heard: heard, before: Self.silence)
    #expect(abs(trips.medianFrames - room.arrivalFrames) < 4.8)
    #expect(trips.medianDeviationFrames < 1 && trips.confidence > 0.5)
  }

  @Test("each trial has its own delay if buffers wander")
  func jitter() throws {
    let room = SimulatedRoom(seed: 3)
    let heard = room.heard(Self.estimator.stimulus, noiseDecibels: 30, seed: 3)
    let spacing = (heard.count - 48_000) / 10
    let wandering = heard.indices.map { frame in
      let later = 40 * ((frame / spacing) % 4)
      return frame >= later ? heard[frame - later] : 0
    }
    let trips = try Self.estimator.roundTrips(heard: wandering, before: Self.silence)
    #expect(trips.delaysFrames.count == 10 && trips.medianDeviationFrames > 39)
    for (trial, delay) in trips.delaysFrames.enumerated() {
      #expect(abs(delay - room.arrivalFrames - Double(40 * (trial % 4))) < 4.8)
    }
  }

  @Test(
    "a delay that steps while it is measured is not given", .slow,
    arguments: zip([60, 240, 600], [5, 3, 7]))
  func step(frames: Int, trial: Int) throws {
    let room = SimulatedRoom(seed: 3)
    let heard = room.heard(Self.estimator.stimulus, noiseDecibels: 30, seed: 3)
    let spacing = (heard.count - 48_000) / 10
    let stepping = heard.indices.map { frame in
      frame >= trial * spacing ? heard[frame - frames] : heard[frame]
    }
    #expect(throws: RoundFailure.self) {
      try Self.estimator.roundTrips(heard: stepping, before: Self.silence)
    }
  }

  @Test("two delays, one after the other, are a step; stray trials and drift are not")
  func steps() throws {
    func step(_ delays: [Double]) -> Double? {
      RoundTrips(delaysFrames: delays, confidence: 1, spacingFrames: 26_000).stepFrames
    }
    let later: [Double] = [100, 101, 99, 100, 100, 160, 161, 159, 160, 160]
    #expect(try #require(step(later)) == 60)
    #expect(try #require(step([100, 101, 99, 130, 161, 159, 160])) == 60)
    #expect(step([100, 140, 180, 220, 100, 140, 180, 220, 100, 140]) == nil)
    #expect(step((0..<10).map { 100 + 4 * Double($0) }) == nil)
    #expect(step([100, 100.2, 99.9, 100.1, 100, 100.3, 100.5, 100.4, 100.2, 100.4]) == nil)
  }

  @Test("a bang in the middle of a trial does not move it")
  func bang() throws {
    let room = SimulatedRoom(seed: 4)
    var heard = room.heard(Self.estimator.stimulus, noiseDecibels: 20, seed: 4)
    let bang = Signal.noise(count: 30_000, amplitude: 0.9, seed: 9)
    for frame in bang.indices { heard[62_000 + frame] += 0.5 * bang[frame] }
    let trips = try Self.estimator.roundTrips(heard: heard, before: Self.silence)
    #expect(trips.medianDeviationFrames < 0.01)
    #expect(abs(trips.medianFrames - room.arrivalFrames) < 4.8)
  }

  @Test("harmonics of a small loudspeaker are no early arrivals")
  func distortion() throws {
    let room = SimulatedRoom(seed: 5)
    let heard = room.heard(Self.estimator.stimulus, noiseDecibels: 60, seed: 5)
    let peak = heard.reduce(0) { max($0, abs($1)) }
    let distorted = heard.map { $0 + 0.2 * $0 * $0 / peak + 0.2 * $0 * $0 * $0 / (peak * peak) }
    let trips = try Self.estimator.roundTrips(heard: distorted, before: Self.silence)
    #expect(abs(trips.medianFrames - room.arrivalFrames) < 4.8)
  }

  @Test("silence, noise and clipping are refused")
  func refusals() {
    func failure(_ heard: [Float], before: [Float] = Self.silence) -> RoundFailure? {
      do throws(RoundFailure) {
        _ = try Self.estimator.roundTrips(heard: heard, before: before)
        return nil
      } catch { return error }
    }
    let count = Self.estimator.stimulus.count
    #expect(failure([Float](repeating: 0, count: count)) == .silence(levelDecibels: -.infinity))
    let noise = Signal.noise(count: count, amplitude: 0.05)
    guard case .elsewhere = failure(noise) else {
      Issue.record("noise was taken for an answer")
      return
    }
    let room = SimulatedRoom(seed: 1)
    let heard = room.heard(Self.estimator.stimulus, noiseDecibels: -25, seed: 1)
    guard case .elsewhere = failure(heard.map { 0.05 * $0 }) else {
      Issue.record("what drowns in noise was taken for sure")
      return
    }
    guard case .clipped = failure(heard.map { max(-1, min(1, 100 * $0)) }) else {
      Issue.record("clipping was not noticed")
      return
    }
  }

  @Test("a loudspeaker that is switched on late gives no delay", arguments: [1, 2])
  func late(missing: Int) {
    let room = SimulatedRoom(seed: 2)
    var heard = room.heard(Self.estimator.stimulus, noiseDecibels: 20, seed: 2)
    let spacing = (heard.count - 48_000) / 10
    for frame in 0..<missing * spacing { heard[frame] = 0 }
    let failure = #expect(throws: RoundFailure.self) {
      try Self.estimator.roundTrips(heard: heard, before: Self.silence)
    }
    #expect(failure == .incomplete(heard: 10 - missing, played: 10))
  }
}
