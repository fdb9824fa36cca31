// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Engine

/// Periods that leave plug-ins no time.
@Suite(.simulated) struct PluginPeriodTests {
  /// An engine with a plug-in on the drums; it was not started, and passes the sound.
  private static func engine(periodFrames: Int) throws -> SilentEngine {
    try SilentEngine {
      $0.streams.periodFrames = periodFrames
      $0.settings.effects = [
        SlotChange(.drums, slot: 1, EffectSetting(.gate)),
        SlotChange(.drums, slot: 3, EffectSetting(.lv2)),
      ]
    }
  }

  @Test("a period that leaves a plug-in no time is refused until the plug-in is taken out", .slow)
  func refused() throws {
    let silent = try Self.engine(periodFrames: 64)
    let engine = silent.engine
    let error = #expect(throws: EngineError.self) {
      try engine.perform(.period(EngineCommand.Period(frames: 129)))
    }
    #expect(error?.reason.contains("slot 3 of drums has no time") == true, "\(error?.reason ?? "")")
    #expect(error?.advice.contains("128 frames or fewer") == true)
    try engine.perform(.period(EngineCommand.Period(frames: 128)))
    try engine.perform(.removeEffect(EngineCommand.RemoveEffect(.drums, slot: 3)))
    try engine.perform(.period(EngineCommand.Period(frames: 129)))
  }

  @Test("a plug-in goes where the device has a longer period, and stays where it has not", .slow)
  func taken() throws {
    for (frames, slots) in [(256, [1]), (128, [1, 3])] {
      let silent = try Self.engine(periodFrames: frames)
      let engine = silent.engine
      try engine.start()
      defer {
        engine.stop()
        engine.finish()
      }
      #expect(engine.state.devices?.periodFrames == frames)
      MonotonicClock.sleep(microseconds: 300_000)
      #expect(engine.state.rack(of: .drums).keys.sorted() == slots)
    }
  }
}
