// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Testing

@Suite struct WorkingLevelTests {
  @Test(
    "hard hits between -12 and -3 dBFS are good; others are turned towards the middle",
    arguments: [
      (-3, .good, 0), (-12, .good, 0), (-12.5, .soft, 5.5), (-31, .muchTooSoft, 24),
      (-2, .loud, -5), (0, .clipped, -12), (3, .clipped, -12),
    ] as [(Float, WorkingLevel.Verdict, Float)])
  func verdicts(hardest: Float, verdict: WorkingLevel.Verdict, gain: Float) {
    let level = WorkingLevel(hardestDecibels: hardest)
    #expect(level.verdict == verdict)
    #expect(level.gainDecibels == gain)
    if verdict != .good && verdict != .clipped {
      #expect(WorkingLevel.best.contains(hardest + gain))
    }
  }

  @Test("no hit is no level")
  func unheard() {
    #expect(WorkingLevel(hardestDecibels: nil).verdict == .unheard)
    #expect(WorkingLevel(hardestDecibels: nil).gainDecibels == 0)
  }
}
