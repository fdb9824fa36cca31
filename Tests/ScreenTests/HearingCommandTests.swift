// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Profiles
import Simulation
import TestSupport
import Testing

@testable import Screen

/// Commands for hearing, typed while playing, without the playing.
@Suite struct HearingCommandTests {
  private let silent: SilentEngine
  private var engine: Engine { silent.engine }

  init() throws { silent = try SilentEngine() }

  private var hearing: HearingControls { engine.state.hearing ?? HearingControls() }

  private func hearingChanges(_ subscription: EventSubscription) -> [CommandEffect<
    EngineCommand.Hearing
  >] {
    subscription.take().events.compactMap {
      if case .hearing(let change) = $0 { change } else { nil }
    }
  }

  private func reported(_ line: String) -> [String]? { HearingCommand(engine).carryOut(line) }

  @Test("sensitivity is set, and moved from its value, within its range", .slow)
  func sensitivity() {
    #expect(
      reported("sensitivity 60") == [
        "sensitivity 60, strictness normal, adapt on; certainty fast, curve linear"
      ])
    _ = reported("sensitivity +5")
    #expect(hearing.sensitivity == 65)
    #expect(reported("sensitivity -80")?.first?.hasPrefix("0 to 100 is all there is; sens") == true)
    #expect(hearing.sensitivity == 0)
    for line in ["sensitivity 101", "sensitivity loud"] {
      #expect(reported(line)?.first?.contains("0...100") == true, "\(line)")
    }
    #expect(hearing.sensitivity == 0)
  }

  @Test("a sound's threshold is set, and left to the sensitivity again", .slow)
  func threshold() {
    _ = reported("threshold snare -30 dB")
    #expect(hearing.thresholds == ["snare": -30])
    #expect(reported("hearing")?.first?.contains("; threshold snare -30 dBFS") == true)
    _ = reported("threshold snare auto")
    #expect(hearing.thresholds.isEmpty)
    #expect(reported("threshold gong -30")?.first?.contains("kick, snare, hihat-closed") == true)
    #expect(reported("threshold snare -99")?.first?.contains("-90...0") == true)
  }

  @Test("strictness and learning are set", .slow)
  func others() {
    _ = reported("strictness strict")
    _ = reported("adapt off")
    #expect(hearing.strictness == .strict && !hearing.adapts)
    _ = reported("adapt on")
    #expect(hearing.adapts)
    #expect(reported("strictness hard")?.first?.contains("open, normal, strict") == true)
    let sure = reported("certainty sure")
    #expect(sure?.first?.hasSuffix("certainty sure, curve linear") == true)
    #expect(sure?.dropFirst().first?.hasPrefix("Certainty sure: drums start 5.6 ms") == true)
    #expect(reported("curve exp2")?.first?.hasSuffix("certainty sure, curve exp2") == true)
    #expect(reported("certainty vague")?.first?.contains("fastest, fast, sure, surest") == true)
    #expect(reported("adapt maybe")?.first?.contains("on or off") == true)
  }

  @Test("a sound is taught anew, and the prompt shows the player what to do", .slow)
  func learn() {
    let subscription = engine.events.subscribe()
    #expect(reported("learn snare") == ["hit your snare 4 times, and nothing else"])
    let changes = hearingChanges(subscription)
    #expect(changes.last?.sound == "snare" && changes.last?.learnHits == 4)
    #expect(reported("learn gong")?.first?.contains("kick, snare, hihat-closed") == true)
    #expect(changes.count == 1 && hearingChanges(subscription).isEmpty)
  }

  @Test(
    "incomplete commands are reported, others are left alone, help shows all", .slow
  )
  func left() {
    #expect(reported("threshold snare")?.first?.contains("'threshold snare -30'") == true)
    #expect(reported("kick -6") == nil && reported("") == nil)
    let help = TypedCommand(engine, NewSounds(engine)).carryOut("help").joined(separator: "\n")
    for word in [
      "sensitivity", "threshold", "strictness", "adapt", "mask snare 60", "closer than 13 ms",
      "crosstalk",
    ] {
      #expect(help.contains(word), "\(word)")
    }
  }

  @Test("each change is sent to the session, at an input frame ahead", .slow)
  func journal() {
    let subscription = engine.events.subscribe()
    _ = reported("sensitivity 60")
    _ = reported("threshold snare -30")
    let changes = hearingChanges(subscription)
    #expect(changes.map(\.frame) == [4800, 4800])
    #expect(changes.last?.sound == "snare" && changes.last?.thresholdDecibels == -30)
  }
}
