// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Foundation
import Instrument
import Profiles
import Testing

@testable import Reports

@Suite struct MomentTextTests {
  private static func line(
    at seconds: Float, decibels: Float, threshold: Float? = nil, refusal: Refusal? = nil,
    margin: Float? = nil, judgement: HitJudgement? = nil, sound: Int? = 0, confidence: Float = 0.9
  ) -> HitLine {
    let onset = Int((seconds * 48_000).rounded())
    let first = Decision(
      frame: onset + 43, sound: sound.map { _ in 1 }, confidence: 0.61, velocity: 0.5,
      peakDecibels: decibels, brightnessOctaves: 10)
    var hit = Hit(number: 1, onsetFrame: onset, peakAmplitude: 0.1, first: first)
    if confidence == 0 {
      hit = Hit(number: 1, onsetFrame: onset, peakAmplitude: 0.1, first: silent(onset))
    } else {
      hit.decide(
        Decision(
          frame: onset + 130, sound: sound, confidence: confidence, velocity: 0.5,
          peakDecibels: decibels, brightnessOctaves: 10))
    }
    hit.peakAmplitude = Units.amplitude(decibels: decibels)
    (hit.thresholdDecibels, hit.refusal) = (threshold, refusal)
    (hit.marginDecibels, hit.judgement) = (margin, judgement)
    return HitLine(hit, sounds: ["snare", "kick"], sampleRateHz: 48_000)
  }

  private static func silent(_ onset: Int) -> Decision {
    Decision(
      frame: onset + 900, sound: nil, confidence: 0, velocity: 0, peakDecibels: -60,
      brightnessOctaves: 0)
  }

  private static func lines(
    _ seconds: Double, _ all: [HitLine], level: MomentLevel? = nil,
    _ change: (inout HearingControls) -> Void = { _ in }
  ) -> [String] {
    var controls = HearingControls()
    change(&controls)
    return MomentText(seconds: seconds, all: all, level: level, controls: controls).lines
  }

  private static let quiet = MomentLevel(roomDecibels: -62.3, riseMarginDecibels: 9.2)
  private static let soft = line(
    at: 12.302, decibels: -40, threshold: -34, refusal: .tooSoft, margin: 6)

  @Test("a soft stroke: by how much, and the sensitivity that answers it")
  func soft() {
    #expect(
      Self.lines(12.3, [Self.soft]) == [
        "The stroke at 12.302 s was 6 dB under your threshold of -34 dBFS. "
          + "Raise the sensitivity: --sensitivity 65",
        "  peak: -40.0 dBFS, 6 dB under the threshold of -34",
        "  sound: kick 61 % after 0.9 ms, snare 90 % after 2.7 ms",
      ])
    #expect(
      Self.lines(12.3, [Self.soft]) { $0.thresholds["snare"] = -34 }[0].hasSuffix(
        "Lower your threshold: --threshold snare=-40"))
    #expect(
      Self.lines(12.3, [Self.soft]) { $0.sensitivity = 90 }[0].hasSuffix(
        "Hit harder, or go nearer to the microphone."))
  }

  @Test("an answered hit, with what each part of the hearing said")
  func answered() {
    let hit = Self.line(
      at: 1.25, decibels: -12, threshold: -34,
      judgement: HitJudgement(logOdds: 3.2, leastLogOdds: -1.9))
    #expect(
      Self.lines(1.21, [hit, Self.soft]) == [
        "The hit at 1.250 s was answered: snare.",
        "  peak: -12.0 dBFS, 22 dB over the threshold of -34",
        "  stroke or noise: log-odds 3.2, 5.1 over the least of -1.9",
        "  sound: kick 61 % after 0.9 ms, snare 90 % after 2.7 ms",
      ])
  }

  @Test("nothing near: the room, what the loudest rise lacked, and where the nearest sound is")
  func nothing() {
    #expect(
      Self.lines(3, [Self.soft], level: Self.quiet) == [
        "Nothing was heard within 50 ms of 3.000 s. The room was at -62 dBFS, and its loudest sound "
          + "lacked 9 dB to be heard as a hit. "
          + "Go nearer to the microphone, or raise the sensitivity: --sensitivity 100"
          + " The nearest sound began at 12.302 s."
      ])
  }

  @Test("a masked sound names the hit before it; a touch, a noise and a faint sound their reason")
  func others() {
    let hit = Self.line(at: 1.25, decibels: -12)
    let masked = Self.line(
      at: 1.262, decibels: -14, refusal: .masked, margin: 4.4, sound: nil, confidence: 0)
    let text = Self.lines(1.26, [masked, hit])
    #expect(text[0].hasPrefix("The hit at 1.250 s was answered"))
    #expect(
      text[3]
        == "The sound at 1.262 s came 12 ms after the hit at 1.250 s, which still sounded, "
        + "and lacked 4 dB to stand out from it. Play it harder, or leave more time before it.")
    let noise = Self.line(
      at: 2, decibels: -20, refusal: .notAStroke,
      judgement: HitJudgement(logOdds: -3, leastLogOdds: -1.9), sound: nil, confidence: 0)
    #expect(
      Self.lines(2, [noise]) == [
        "The sound at 2.000 s was taken for a noise, not for a stroke. "
          + "If it was you, let more doubtful hits through: --strictness open",
        "  peak: -20.0 dBFS", "  stroke or noise: log-odds -3.0, 1.1 under the least of -1.9",
      ])
    let faint = Self.line(
      at: 2, decibels: -70, refusal: .faint, margin: 3.6, sound: nil, confidence: 0)
    #expect(
      Self.lines(2, [faint]) { $0.sensitivity = 100 }[0]
        == "The faint sound at 2.000 s lacked 4 dB to be heard as a hit. "
        + "Go nearer to the microphone, or turn it up.")
    let touch = Self.line(at: 2, decibels: -30, refusal: .precursor, margin: 9)
    #expect(
      Self.lines(2, [touch])[0]
        == "The sound at 2.000 s was the touch before a stroke, and 9 dB softer than a grace note. "
        + "For a flam, play the grace note harder.")
  }

  @Test("as JSON it holds what was heard, the room and the text")
  func json() throws {
    let text = MomentText(
      seconds: 12.3, all: [Self.soft], level: Self.quiet, controls: HearingControls())
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(text.jsonLine.utf8)) as? [String: Any])
    #expect(read["seconds"] as? Double == 12.3)
    #expect((read["text"] as? String)?.hasPrefix("The stroke at 12.302 s") == true)
    let heard = try #require(read["heard"] as? [[String: Any]])
    #expect(heard.map { $0["why"] as? String } == ["threshold"])
    #expect(heard[0]["marginDecibels"] as? Double == 6 && heard[0]["hit"] == nil)
  }
}
