// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Engine

/// A sound as the pedal of the looper.
@Suite(.simulated) struct LoopRemoteTests {
  private static func hit(_ number: Int, _ sound: Int, at frame: Int) -> EngineEvent {
    var hit = Hit(
      number: number, onsetFrame: frame, peakAmplitude: 0.5,
      first: Decision(
        frame: frame, sound: sound, confidence: 0.9, velocity: 0.7, peakDecibels: -6,
        brightnessOctaves: 10))
    hit.startFrame = frame - Instrument.outputLatencyFrames
    return .hit(HitMessage(HitEvent(.settled, hit, atFrame: frame), sounds: ["kick", "clap"]))
  }

  @Test("two hits of the sound, one soon after the other, are a press where the first came")
  func presses() throws {
    let hub = EventHub()
    var player = LoopPlayer(
      hub, sampleRateHz: 48_000, heard: SampleHistory(minimumFrames: 1))
    player.remote = EngineCommand.LoopRemote(sound: "clap")
    try player.feed.perform(.record, atFrame: 0)
    let (kick, clap) = (0, 1)
    let played = [
      (clap, 1000), (clap, 15_000), (kick, 30_000), (clap, 40_000), (kick, 50_000),
      (clap, 60_000), (clap, 99_000), (clap, 110_000), (clap, 120_000),
    ]
    for (number, (sound, frame)) in played.enumerated() {
      hub.publish(Self.hit(number + 1, sound, at: frame))
    }
    player.takePlayed { $0 }
    #expect(player.takePresses() == [1000, 99_000])
    #expect(player.takePresses() == [])
    // Only the kicks are in the loop.
    #expect(player.feed.looper.takeNotes == 2)
  }

  @Test("a sound that the profile does not have is an error, and so is a number of no hits", .slow)
  func wrong() throws {
    let engine = try SilentEngine().engine
    let sound = try #require(engine.state.profile?.sounds.first)
    for remote in [
      EngineCommand.LoopRemote(sound: "gong of Java"),
      EngineCommand.LoopRemote(sound: sound, hits: 5),
    ] {
      #expect(throws: EngineError.self) { try engine.perform(.loopRemote(remote)) }
    }
    #expect(engine.state.loop == nil)
    try engine.perform(.loopRemote(EngineCommand.LoopRemote(sound: sound, hits: 1)))
    #expect(engine.state.loop?.remote?.sound == sound)
    try engine.perform(.loopRemote(EngineCommand.LoopRemote(sound: nil)))
    #expect(engine.state.loop?.remote == nil && engine.state.loop?.stage == .empty)
  }
}
