// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Latency
import Simulation

/// Round trips whose delay is known: cables of many fractions of a frame, loudspeakers in many rooms.
struct RoundTripBenchmark {
  /// Largest errors: frames through a cable, milliseconds through the air.
  private static let targets = (cableFrames: 0.01, airMilliseconds: 0.1)
  /// Level of the noise below the signal, in decibels, and the share of rooms that may be refused
  /// there.
  private static let noises: [(decibels: Float, refusedShare: Double)] = [(10, 0.05), (-10, 1)]
  private static let sampleRateHz = 48_000.0
  private static let silence = [Float](repeating: 0, count: 14_400)

  private let cableCount: Int
  private let roomCount: Int
  private let seed: UInt64

  init(isQuick: Bool, seed: UInt64) {
    cableCount = isQuick ? 10 : 100
    roomCount = isQuick ? 10 : 100
    self.seed = seed
  }

  func run() -> Bool {
    var isMet = runCables()
    for noise in Self.noises {
      isMet =
        runRooms(noiseDecibels: noise.decibels, refusedShare: noise.refusedShare) && isMet
    }
    return isMet
  }

  private func runCables() -> Bool {
    let estimator = LoopEstimator(sampleRateHz: Self.sampleRateHz)
    var random = SeededGenerator(seed: seed)
    var worst = 0.0
    for number in 0..<cableCount {
      let delay = 64 + 4000 * Double(random.uniform())
      let noise = Signal.noise(
        count: estimator.stimulus.count, amplitude: 0.0012, seed: seed &+ UInt64(number))
      let heard = zip(Signal.delayed(estimator.stimulus, frames: delay), noise).map { $0 + $1 }
      let cable = try? estimator.cable(heard: heard, before: Self.silence)
      worst = max(worst, cable.map { abs($0.trips.medianFrames - delay) } ?? .infinity)
    }
    let isMet = worst <= Self.targets.cableFrames
    print(
      "latency: \(cableCount) cables, noise 40 dB below: off by \(worst) frames at most; "
        + "target \(Self.targets.cableFrames): \(isMet ? "met" : "MISSED")")
    return isMet
  }

  private func runRooms(noiseDecibels: Float, refusedShare: Double) -> Bool {
    let estimator = AirEstimator(sampleRateHz: Self.sampleRateHz)
    var (worst, refused) = (0.0, 0)
    for number in 0..<roomCount {
      let seed = seed &+ UInt64(number)
      let room = SimulatedRoom(seed: seed)
      let heard = room.heard(estimator.stimulus, noiseDecibels: noiseDecibels, seed: seed)
      guard let trips = try? estimator.roundTrips(heard: heard, before: Self.silence) else {
        refused += 1
        continue
      }
      worst = max(worst, 1000 * abs(trips.medianFrames - room.arrivalFrames) / Self.sampleRateHz)
    }
    let share = Double(refused) / Double(roomCount)
    let isMet = worst <= Self.targets.airMilliseconds && share <= refusedShare
    print(
      "latency: \(roomCount) rooms, noise \(-noiseDecibels) dB re what is heard: off by \(worst) ms at most, "
        + "\(refused) refused; target \(Self.targets.airMilliseconds) ms, at most "
        + "\(Int(100 * refusedShare)) % refused: \(isMet ? "met" : "MISSED")")
    return isMet
  }
}
