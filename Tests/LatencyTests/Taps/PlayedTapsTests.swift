// SPDX-License-Identifier: GPL-3.0-or-later
import Latency
import Testing

@Suite struct PlayedTapsTests {
  private func measured(_ recording: TapRecording) -> TapResult {
    let answers = zip(recording.tapFrames, recording.startFrames).map {
      PlayedTaps.Answer(tapFrame: $0 + 20, startFrame: $1)
    }
    return PlayedTaps(
      microphone: recording.samples, drums: recording.drums, earliestFrames: 128,
      sampleRateHz: recording.plan.sampleRateHz
    ).measured(answers).result
  }

  @Test(
    "each delay is within 0.1 ms of the truth, from drums louder than the taps to 12 dB softer",
    arguments: [6, 0, -6, -12] as [Float], [3.2, 11, 23, 40])
  func levels(decibels: Float, milliseconds: Double) throws {
    let recording = try TapRecording(
      .init(
        drumDecibels: decibels, delayMilliseconds: milliseconds, strayMilliseconds: 0.5,
        seed: UInt64(milliseconds)))
    var scores = Scores()
    scores.add(recording, measured(recording), toAudible: true)
    #expect(scores.worst <= 0.1)
    #expect(scores.foundShare == 1)
  }

  @Test(
    "where the loudspeaker is off, no delay is told", arguments: [3.2, 11, 23],
    [1, 2, 3] as [UInt64])
  func off(milliseconds: Double, seed: UInt64) throws {
    let plan = TapRecording.Plan(delayMilliseconds: milliseconds, seed: seed)
    let played = try TapRecording(plan)
    var silent = plan
    silent.drumDecibels = -200
    let answers = zip(played.tapFrames, played.startFrames).map {
      PlayedTaps.Answer(tapFrame: $0 + 20, startFrame: $1)
    }
    let result = PlayedTaps(
      microphone: try TapRecording(silent).samples, drums: played.drums, earliestFrames: 128,
      sampleRateHz: plan.sampleRateHz
    ).measured(answers).result
    #expect(result.delaysMilliseconds.isEmpty)
  }
}
