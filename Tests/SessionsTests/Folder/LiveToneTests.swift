// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Realtime
import Simulation
import Storage
import TestSupport
import Testing

@testable import Sessions

/// Notes of instruments that are sent while hits are heard, in a session that is kept and played again.
@Suite(.simulated) struct LiveToneTests {
  private let folder = TemporaryFolder()

  /// A sine of 440 Hz at key 69 of every program, and of 880 Hz at that of program 2.
  private final class Sines: ToneSource {
    private let wave = ToneWave(
      (0..<4800).map { 0.5 * Float(sin(2 * Double.pi * 440 * Double($0) / 48_000)) },
      loop: ToneWave.Loop(0..<4800))

    func tones(program: Int, key: Double, velocity: Double) throws(EngineError) -> [Tone] {
      let ratio = exp2((key - 69) / 12) * (program == 1 ? 2 : 1)
      let level = Float(velocity / 127) * 0.3
      var settings = ToneSettings(wave.view, ratio: ratio, gains: SIMD2(level, level))
      settings.volume.releaseFrames = 4800
      return [Tone(wave, settings)]
    }
  }

  @Test(
    "notes of instruments have their pitch, their loudness and their frames, and the replay has the same bits",
    .slow)
  func tones() throws {
    let live = try LiveSession(
      hearing: [Float](repeating: 0, count: 192_000), in: folder.path,
      instruments: { _ in Sines() })
    let engine = live.engine
    try engine.start()
    func begin(_ key: Float, _ velocity: Float, channel: Int = 1, at frame: Int) throws
      -> HitIdentity
    {
      let tone = EngineCommand.ToneOn(
        channel: channel, key: key, velocity: velocity, source: .midi, frame: frame)
      return try #require(try engine.perform(.toneOn(tone)))
    }
    // The last is sent first: a note far ahead keeps none waiting.
    let last = try begin(69, 0.8, at: 120_001)
    try engine.perform(
      .toneBend(EngineCommand.ToneBend(channel: 1, cents: 200, frame: 140_001)))
    let first = try begin(69, 0.8, at: 30_001)
    try engine.perform(.toneOff(EngineCommand.ToneOff(id: first, frame: 45_001)))
    try engine.perform(.chooseInstrument(EngineCommand.ChooseInstrument(channel: 2, program: 2)))
    let second = try begin(57, 0.4, channel: 2, at: 60_001)
    try engine.perform(.toneOff(EngineCommand.ToneOff(id: second, frame: 75_001)))
    try engine.perform(.toneOff(EngineCommand.ToneOff(id: last, frame: 160_001)))
    let report = live.end(afterFrames: 180_000)
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    let mix = try LiveSession.samples(live.folder.mixPath)
    let left = stride(from: 0, to: mix.count, by: 2).map { mix[$0] }
    let begun = try #require(left.firstIndex { abs($0) > 1e-6 })
    #expect((30_001..<30_049).contains(begun))
    #expect(abs(TonePitch.cents(Array(left[32_000..<44_000]), from: 440)) < 0.5)
    #expect(left[50_500..<60_000].allSatisfy { abs($0) < 1e-6 })
    #expect(abs(TonePitch.cents(Array(left[62_000..<74_000]), from: 440)) < 0.5)
    #expect(abs(TonePitch.cents(Array(left[122_000..<138_000]), from: 440)) < 0.5)
    #expect(
      abs(TonePitch.cents(Array(left[142_000..<158_000]), from: 440 * exp2(2.0 / 12))) < 0.5)
    func peak(_ frames: Range<Int>) -> Float { left[frames].map(abs).max() ?? 0 }
    #expect(abs(peak(62_000..<74_000) / peak(32_000..<44_000) - 0.5) < 0.01)
    try live.expectSameBits()
  }

  @Test("a note that is ended before its frame does not stay", .slow)
  func endedBefore() throws {
    let live = try LiveSession(
      hearing: [Float](repeating: 0, count: 96_000), in: folder.path, instruments: { _ in Sines() })
    let engine = live.engine
    try engine.start()
    let tone = EngineCommand.ToneOn(key: 69, velocity: 0.8, source: .midi, frame: 60_001)
    let id = try #require(try engine.perform(.toneOn(tone)))
    try engine.perform(.toneOff(EngineCommand.ToneOff(id: id)))
    _ = live.end(afterFrames: 80_000)
    let mix = try LiveSession.samples(live.folder.mixPath)
    #expect(mix[(2 * 66_000)...].allSatisfy { abs($0) < 1e-6 })
    try live.expectSameBits()
  }

  @Test("without instruments a note of one says how to begin with them")
  func missing() throws {
    let engine = try SilentEngine().engine
    do throws(EngineError) {
      try engine.perform(.toneOn(EngineCommand.ToneOn(key: 60, velocity: 1)))
      Issue.record("it played")
    } catch {
      #expect(
        error.description
          == "cannot play key 60.0: no instruments are loaded; begin the playing with instruments"
      )
    }
  }
}
