// SPDX-License-Identifier: GPL-3.0-or-later
import Latency
import TestSupport
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
    .slow,
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
    "if the loudspeaker is off, no delay is given", .slow, arguments: [3.2, 11, 23],
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

  @Test(
    "drums later by known times are measured without these; others do not follow, and are not",
    .slow,
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64], [0, -6] as [Float])
  func following(seed: UInt64, decibels: Float) throws {
    var plan = TapRecording.Plan(drumDecibels: decibels, delayMilliseconds: 15, seed: seed)
    let another = try TapRecording(plan)
    plan.strayMilliseconds = 2
    let ours = try TapRecording(plan)
    let laterFrames = zip(ours.startFrames, ours.tapFrames).map { $0 - $1 }
    let usualFrames = laterFrames.min() ?? 0
    let answers = ours.tapFrames.indices.map {
      PlayedTaps.Answer(
        tapFrame: ours.tapFrames[$0] + 20, startFrame: ours.startFrames[$0],
        laterFrames: laterFrames[$0] - usualFrames)
    }
    func reported(_ heard: TapRecording) -> TapResult {
      PlayedTaps(
        microphone: heard.samples, drums: ours.drums, earliestFrames: 128, sampleRateHz: 48_000
      ).measured(answers).result
    }
    let result = reported(ours)
    #expect(result.delaysMilliseconds.count == answers.count && result.doubt == nil)
    let truths = zip(ours.delaysMilliseconds(toAudible: true), answers).map {
      $0 - Double($1.laterFrames) / 48
    }
    for (delay, truth) in zip(result.delaysMilliseconds, truths) {
      #expect(abs(delay - truth) <= 0.1)
    }
    // Even the same drums, from the same place, are another player's if they come after the same
    // time.
    #expect(reported(another).delaysMilliseconds.isEmpty)
  }
}
