// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct VelocityTrialTests {
  @Test("a strike that is heard in one signal only changes by all of its velocity")
  func changes() {
    let changes = VelocityTrial.changes(from: [0.5, 0.5, nil, nil], to: [0.75, nil, 0.25, nil])
    #expect(changes == [0.25, 0.5, 0.25, 0])
  }

  @Test("each change leaves the strikes where they are, and adds what it says")
  func signals() {
    let clean = StrokeSeries.dynamics.signal(.knocks(.close), count: 4, seed: 1)
    func added(_ change: VelocityTrial.Change) -> [Float] {
      let heard = change.heard(of: clean, seed: 1)
      #expect(heard.strikes.map(\.seconds) == clean.strikes.map(\.seconds))
      return zip(heard.samples, clean.samples).map { $0 - $1 }
    }
    #expect(added(.offsetUp).allSatisfy { abs($0 - 0.05) < 1e-6 })
    #expect(added(.offsetDown).allSatisfy { abs($0 + 0.05) < 1e-6 })
    #expect(zip(added(.inverted), clean.samples).allSatisfy { abs($0 + 2 * $1) < 1e-6 })
    #expect(abs(added(.hum).levelDecibels + 30) < 0.1)
    #expect(abs(added(.rumble).levelDecibels + 30) < 0.1)
  }
}
