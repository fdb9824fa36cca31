// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct RoomSignalTests {
  @Test("150 s of strikes 0.4…1.4 s apart, over noises that come and go")
  func stage() throws {
    let noises = try RoomNoises([], sampleRateHz: 48_000)
    #expect(noises.count == 6)
    #expect(try (0..<6).allSatisfy { try abs(noises.sound($0).levelDecibels) < 0.01 })
    let stage = try RoomSignal.make(.knocks(), over: noises, seed: 5)
    #expect(stage.seconds == 150)
    let times = stage.strikes.map(\.seconds)
    #expect(zip(times, times.dropFirst()).allSatisfy { (0.39...1.41).contains($1 - $0) })
    // Some seconds are as loud as noise of -25 dBFS with strikes, some as quiet as the room
    // between.
    let levels = (0..<600).map { quarter in
      Array(stage.samples[12_000 * quarter..<12_000 * (quarter + 1)]).levelDecibels
    }
    #expect(levels.min() ?? 0 < -68 && levels.max() ?? -99 > -30)
  }
}
