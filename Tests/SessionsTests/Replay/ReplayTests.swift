// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Realtime
import TestSupport
import Testing

@testable import Sessions

@Suite struct ReplayTests {
  private static let take = StruckSounds.take(
    StruckSounds.middle, amplitudes: [0.5, 0.2, 0.7, 0.1, 0.4, 0.6, 0.3, 0.7, 0.2, 0.5, 0.4, 0.6],
    spacingSeconds: 0.15,
    background: 3e-4
  ).samples

  private func performance() -> Performance {
    var settings = InstrumentSettings()
    settings.feedback = FeedbackSettings()
    settings.monitorDecibels = -20
    return Performance(
      kit: TestKit.kit(TestKit.noiseDrums(frameCount: 4800)), profile: .general, settings: settings)
  }

  /// Drums that can take over, all, or a part of them.
  private let kits = (0..<4).map { number in
    TestKit.kit(
      [.kick, .snare, .hihatClosed, .crash].map { (role: PadRole) in
        var drum = TestKit.Drum(
          TestKit.noise(frameCount: 4800, seed: UInt64(number)))
        drum.role = role
        drum.pan = 0
        return drum
      }, in: SampleMemory(blockCount: 64), isWhole: number > 1)
  }

  /// Blocks as two devices of their own might give them: heard and played apart, of any length, on clocks that drift.
  private func playedLive(seed: UInt64) throws -> (
    output: [Float], hits: [String], runs: [LoopCallRun], changes: [PerformanceChange]
  ) {
    let performance = performance()
    var changes: [PerformanceChange] = []
    performance.tellChange = { changes.append($0) }
    let log = LoopCallLog(sampleRateHz: 48_000)
    var generator = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + Int(generator.next() % UInt64(range.count))
    }
    var changing = SeededGenerator(seed: seed + 100)
    func chance(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + Int(changing.next() % UInt64(range.count))
    }
    func share() -> Double { 2 * Double(generator.uniform()) - 1 }
    var timeline = Timeline()
    timeline.offsetFrames = 100
    var output: [Float] = []
    var hits: [String] = []
    var runs: [LoopCallRun] = []
    var heard = 0
    var alike = 0
    var (inputFrames, outputFrames): (Int?, Int?) = (64, 64)
    while heard < Self.take.count {
      if alike == 0 {
        alike = number(1...20)
        inputFrames =
          number(0...1) == 0 ? number(1...200) : 64
        outputFrames = inputFrames
        if number(0...9) == 0 { outputFrames = nil }
        if number(0...9) == 0 { inputFrames = nil }
        timeline.offsetFrames += 3 * share()
        timeline.ratio = 1 + 1e-4 * share()
      }
      alike -= 1
      switch chance(0...150) {
      case 0...2:
        let kit = chance(0...3)
        _ = performance.change(
          to: kits[kit],
          from: PerformanceChange.KitPart(name: "", path: "\(kit)", detail: .whole))
      case 3...4:
        var strip = StripChange(drum: "drum \(chance(0...3))")
        strip.gain = Float(chance(0...20)) / 10
        strip.send = Float(chance(0...3)) / 10
        strip.isSoloed = chance(0...3) == 0
        performance.mix(strip)
      case 5: performance.endSolo()
      case 6: performance.mix(.drums, gain: Float(chance(5...20)) / 10)
      default: break
      }
      if let inputFrames {
        var block = Array(Self.take[heard..<min(Self.take.count, heard + inputFrames)])
        block += [Float](repeating: 0, count: inputFrames - block.count)
        performance.audioSide.hear(block, frameCount: inputFrames, timeline: timeline)
        heard += inputFrames
      }
      if let outputFrames {
        var block = [Float](repeating: 0, count: 2 * outputFrames)
        performance.audioSide.play(into: &block, frameCount: outputFrames)
        output += block
      }
      log.audioSide.note(
        LoopCall(
          inputFrames: inputFrames, outputFrames: outputFrames, timeline: timeline,
          arrivedDrums: performance.audioSide.arrivedDrumsCount))
      hits += performance.newHits().map(\.jsonLine)
      runs += log.newRuns()
    }
    #expect(performance.snapshot.lateMixChanges == 0)
    return (output, hits, runs + log.newRuns(isLast: true), changes)
  }

  @Test(
    "what was played is played again, bit for bit, kits and mixer changed, in pieces of any size",
    arguments: 1...8)
  func same(seed: UInt64) throws {
    let live = try playedLive(seed: seed)
    #expect(live.output.contains { abs($0) > 0.05 } && live.hits.count >= 3)
    #expect(live.changes.contains { $0.kit != nil } && live.changes.contains { $0.mix != nil })
    for periodFrames in [1, 48, 512] {
      var place = 0
      var output: [Float] = []
      var hits: [String] = []
      Replay(performance(), periodFrames: periodFrames).run(
        live.runs, heardFrames: .max, changes: live.changes, kit: { Int($0.path).map { kits[$0] } },
        read: { block in
          for frame in block.indices {
            block[frame] = place < Self.take.count ? Self.take[place] : 0
            place += 1
          }
        }, write: { output += $0 }, tell: { hits.append($0.jsonLine) })
      #expect(output == live.output && hits == live.hits)
    }
  }

  @Test("twenty seconds of the fastest loop wait for a slow disk, and none is lost")
  func room() {
    let log = LoopCallLog(sampleRateHz: 96_000)
    // Sixteen frames a call, capture and playback each by itself.
    for call in 0..<(20 * 2 * 96_000 / 16) {
      log.audioSide.note(
        LoopCall(
          inputFrames: call % 2 == 0 ? 16 : nil, outputFrames: call % 2 == 0 ? nil : 16,
          timeline: Timeline()))
    }
    #expect(log.lostCount == 0 && log.newRuns(isLast: true).count == 240_000)
  }

  @Test("calls that are alike are one line, and lines give the calls back")
  func runs() {
    let log = LoopCallLog(sampleRateHz: 48_000)
    var timeline = Timeline()
    for call in 0..<1000 {
      if call == 600 { timeline.laterFrames = 64 }
      log.audioSide.note(
        LoopCall(inputFrames: 64, outputFrames: call == 3 ? nil : 64, timeline: timeline))
    }
    let runs = log.newRuns() + log.newRuns(isLast: true)
    #expect(runs.map(\.count) == [3, 1, 596, 400] && log.lostCount == 0)
    #expect(
      runs.map(\.outputFrames) == [64, nil, 64, 64] && runs.map(\.laterFrames) == [0, 0, 0, 64])
  }
}
