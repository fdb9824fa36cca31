// SPDX-License-Identifier: GPL-3.0-or-later
import CPluginLine
import Instrument
import Plugins
import Profiles
import Realtime
import Simulation
import Testing

@testable import Engine

/// What is known of plug-ins that failed.
@Suite struct PlayedPluginsTests {
  /// A plug-in whose process has ended.
  private static func ended(_ uri: String) throws -> EffectSetting {
    var descriptor: Int32 = -1
    let memory = try #require(plugin_memory_make(&descriptor))
    var setting = EffectSetting(.lv2)
    setting.source = uri
    setting.material = PluginMaterial(
      plugin_line_make(memory, 0, descriptor, 0), latencyFrames: 0, isPrompt: true)
    return setting
  }

  private static func play(_ performance: Performance, frameCount: Int) {
    let silence = [Float](repeating: 0, count: frameCount)
    var played = [Float](repeating: 0, count: 2 * frameCount)
    silence.withUnsafeBufferPointer { heard in
      played.withUnsafeMutableBufferPointer { played in
        guard let heard = heard.baseAddress, let base = played.baseAddress else { return }
        performance.audioSide.hear(heard, frameCount: frameCount, timeline: Timeline())
        performance.audioSide.play(into: base, frameCount: frameCount)
      }
    }
  }

  private static func performance(_ settings: InstrumentSettings) -> Performance {
    Performance(
      kit: TestKit.kit(TestKit.noiseDrums(frameCount: 4800)), profile: .general, settings: settings)
  }

  @Test(
    "a plug-in that failed is named at the end, also if it was taken out long before",
    arguments: [0, 20])
  func takenOut(blocksBefore: Int) throws {
    var settings = InstrumentSettings()
    settings.effects = [SlotChange(.drums, slot: 1, try Self.ended("urn:first"))]
    let performance = Self.performance(settings)
    for _ in 0..<blocksBefore { Self.play(performance, frameCount: 64) }
    performance.take(.removeEffect(EngineCommand.RemoveEffect(.drums, slot: 1)))
    for _ in 0..<100 {
      Self.play(performance, frameCount: 64)
      _ = performance.newHits()
    }
    #expect(performance.rack(of: .drums).isEmpty)
    let error = #expect(throws: PluginError.self) { try performance.checkPlugins() }
    #expect(error?.problem.contains("'urn:first'") == true, "\(error?.problem ?? "")")
  }

  @Test("a performance without plug-ins, or with one that was never started, has no fault")
  func none() throws {
    var settings = InstrumentSettings()
    settings.effects = [SlotChange(.drums, slot: 1, EffectSetting(.lv2))]
    let performance = Self.performance(settings)
    Self.play(performance, frameCount: 64)
    try performance.checkPlugins()
  }
}
