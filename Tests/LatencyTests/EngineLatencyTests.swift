// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Latency
import Profiles
import Realtime
import Simulation
import Testing

@Suite struct EngineLatencyTests {
  private let kit = BusyKit.kit(roles: [.kick, .snare, .hihatClosed], sampleRateHz: 48_000)
  private let buffers = BufferDelay(sampleRateHz: 48_000, periodFrames: 64, periodCount: 2)

  /// Taps through the instrument, the output's frames being counted `offsetFrames` ahead of the input's.
  private func hits(offsetFrames: Int) -> [HitLine] {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: [0.8, 0.4, 0.6], spacingSeconds: 0.2
    ).samples
    let performance = Performance(kit: kit, profile: .general, settings: InstrumentSettings())
    var timeline = Timeline()
    timeline.offsetFrames = Double(offsetFrames)
    var output = [Float](repeating: 0, count: 2 * max(64, offsetFrames))
    performance.audioSide.play(into: &output, frameCount: offsetFrames)
    for start in stride(from: 0, to: take.count - 64, by: 64) {
      let block = Array(take[start..<start + 64])
      performance.audioSide.hear(block, frameCount: 64, timeline: timeline)
      performance.audioSide.play(into: &output, frameCount: 64)
    }
    return performance.newHits()
  }

  @Test("clocks that have drifted apart are no delay")
  func drift() throws {
    let engine = EngineLatency(kit: kit, buffers: buffers)
    let together = try #require(engine.report(hits(offsetFrames: 0)))
    let apart = try #require(engine.report(hits(offsetFrames: 4800)))
    #expect(together.trials == 3 && together == apart)
  }

  /// Hits whose drum began so many frames after their onset, decided as soon.
  private func hits(voiceFrames: [Int]) throws -> [HitLine] {
    try voiceFrames.enumerated().map { index, voice in
      let onset = 24_000 * (index + 1)
      let decision =
        #"{"frame":\#(onset + voice),"sound":"low","confidence":1,"velocity":1,"peakDecibels":-6}"#
      let line =
        #"{"hit":\#(index + 1),"frame":\#(onset),"seconds":0,"sound":"low","velocity":1,"#
        + #""peakDecibels":-6,"decisions":[\#(decision)],"startFrame":\#(onset + voice + 8)}"#
      return try JSONDecoder().decode(HitLine.self, from: Data(line.utf8))
    }
  }

  @Test("drums that a touch started too early are named; no other item falls below zero")
  func early() throws {
    let engine = EngineLatency(kit: kit, buffers: buffers)
    let report = try #require(engine.report(hits(voiceFrames: [-48, -48, 20])))
    #expect(report.doubt == nil)
    let negative = report.stages.filter { $0.milliseconds < 0 }
    #expect(negative == [LatencyReport.Stage(.earlyStart, milliseconds: -1)])
  }

  @Test("drums that begin before their taps, buffers and all, are no delay")
  func beforeTaps() throws {
    let engine = EngineLatency(kit: kit, buffers: buffers)
    let report = try #require(engine.report(hits(voiceFrames: [-480, -480, 20])))
    guard case .soundBeforeTap = report.doubt else { Issue.record("no doubt"); return }
  }

  @Test("the expected delay has the items of the counted one, and its sum")
  func expected() throws {
    let report = try #require(
      EngineLatency(kit: kit, buffers: buffers).report(hits(offsetFrames: 0)))
    let expected = ExpectedDelay(
      kitOnsetFrames: kit.medianOnsetFrames, buffers: buffers, certainty: .fast, device: nil)
    #expect(report.stages.map(\.name) == expected.items.stages.map(\.name))
    #expect(abs(report.medianMilliseconds - expected.milliseconds) < 0.1)
  }
}
