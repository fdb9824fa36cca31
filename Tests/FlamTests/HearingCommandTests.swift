// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles
import Simulation
import Testing

@testable import Flam

/// What is typed of hearing while playing, without the playing.
@Suite struct HearingCommandTests {
  private let performance = Performance(
    kit: TestKit.kit(TestKit.noiseDrums(frameCount: 480)), profile: .general,
    settings: InstrumentSettings())

  private func told(_ line: String) -> [String]? { HearingCommand(performance).carryOut(line) }

  @Test("sensitivity is set, and moved from where it is, within its range")
  func sensitivity() {
    #expect(told("sensitivity 60") == ["sensitivity 60, strictness normal, adapt on"])
    _ = told("sensitivity +5")
    #expect(performance.hearing.sensitivity == 65)
    _ = told("sensitivity -80")
    #expect(performance.hearing.sensitivity == 0)
    for line in ["sensitivity 101", "sensitivity loud"] {
      #expect(told(line)?.first?.contains("0...100") == true, "\(line)")
    }
    #expect(performance.hearing.sensitivity == 0)
  }

  @Test("a sound's threshold is set, and left to the sensitivity again")
  func threshold() {
    _ = told("threshold snare -30 dB")
    #expect(performance.hearing.thresholds == ["snare": -30])
    #expect(told("hearing")?.first?.hasSuffix("threshold snare -30 dBFS") == true)
    _ = told("threshold snare auto")
    #expect(performance.hearing.thresholds.isEmpty)
    #expect(told("threshold gong -30")?.first?.contains("kick, snare, hihat-closed") == true)
    #expect(told("threshold snare -99")?.first?.contains("-90...0") == true)
  }

  @Test("strictness and learning are set")
  func others() {
    _ = told("strictness strict")
    _ = told("adapt off")
    #expect(performance.hearing.strictness == .strict && !performance.hearing.adapts)
    _ = told("adapt on")
    #expect(performance.hearing.adapts)
    #expect(told("strictness hard")?.first?.contains("open, normal or strict") == true)
    #expect(told("adapt maybe")?.first?.contains("on or off") == true)
  }

  @Test("a sound is taught anew, and the player told what to do")
  func learn() {
    var changes: [PerformanceChange] = []
    performance.tellChange = { changes.append($0) }
    #expect(told("learn snare") == ["hit your snare 4 times, and nothing else"])
    #expect(changes.last?.hearing?.learn?.sound == "snare")
    #expect(changes.last?.hearing?.learn?.hits == 4)
    #expect(told("learn gong")?.first?.contains("kick, snare, hihat-closed") == true)
    #expect(changes.count == 1)
  }

  @Test("what is left open is said, what is nothing of hearing is left to others, help tells all")
  func left() {
    #expect(told("threshold snare")?.first?.contains("'help'") == true)
    #expect(told("kick -6") == nil && told("") == nil)
    let help = MixCommand(performance).carryOut("help")?.joined(separator: "\n") ?? ""
    for word in [
      "sensitivity", "threshold", "strictness", "adapt", "mask time is 10 ms", "crosstalk",
    ] {
      #expect(help.contains(word), "\(word)")
    }
  }

  @Test("each change is told for the session, at an input frame ahead")
  func journal() {
    var changes: [PerformanceChange] = []
    performance.tellChange = { changes.append($0) }
    _ = told("sensitivity 60")
    _ = told("threshold snare -30")
    #expect(changes.map { $0.hearing?.frame } == [4800, 4800])
    #expect(changes.last?.hearing?.threshold?.sound == "snare")
  }
}
