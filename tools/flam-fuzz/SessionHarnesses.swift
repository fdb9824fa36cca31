// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Instrument
import Notation
import Profiles
import Sessions
import Simulation

/// Profiles, and the files of a session: it is shown, written as notes, and played again.
extension Harness {
  static let profile = Harness(
    name: "profile", reads: "a profile",
    words: jsonWords + [
      "\"version\":", "\"noiseDecibels\":", "\"velocityCurve\":", "\"sounds\":", "\"name\":",
      "\"pad\":", "\"role\":", "\"examples\":", "\"session\":", "\"sound\":", "\"second\":",
      "\"onsetErrorFrames\":", "\"shapeDecibels\":", "\"burst\":", "\"taught\":", "\"hits\":",
      "\"decibels\":", "\"sampleRateHz\":", "\"peak\":", "\"samples\":", "\"kick\"", "\"snare\"",
      "\"hard\"", "1000", "8000", "192000", "1000000",
    ],
    seeds: {
      let low = StruckSounds.examples(StruckSounds.low, count: 2, sampleRateHz: 8000)
      let high = StruckSounds.examples(StruckSounds.high, count: 1, sampleRateHz: 8000)
      let profile = Profile(
        sounds: [
          Profile.SoundClass(name: "palm", role: .kick, examples: low),
          Profile.SoundClass(name: "nail", role: .snare, pad: "Side stick", examples: high),
        ], noiseDecibels: -80)
      return [[UInt8](try ProfileFile.data(profile))]
    },
    accepts: { sandbox, input in
      let path = sandbox.put(input.bytes, "profile.json")
      guard let profile = try? ProfileFile.read(path: path) else { return false }
      guard input.isUsed else { return true }
      let again = try ProfileFile.profile(ProfileFile.data(profile), path: path)
      precondition(again == profile, "a profile is written as it was read")
      var hearing = profile.hearing(sampleRateHz: Float(Sandbox.sampleRateHz))
      for sample in Signal.noise(count: 512, amplitude: 0.5, seed: 1) {
        hearing.process(sample)
      }
      return true
    })

  static let session = Harness(
    name: "session", reads: "session.json",
    words: jsonWords + [
      "\"devices\":", "\"isGeneralProfile\":", "\"kit\":", "\"outcome\":",
      "\"seconds\":", "\"sampleRateHz\":", "\"settings\":", "\"certainty\":", "\"gainDecibels\":",
      "\"hearing\":", "\"sensitivity\":", "\"strictness\":", "\"thresholds\":{\"kick\":-20}",
      "\"playing\":", "\"humanising\":", "\"pitchCents\":", "\"seed\":", "\"strips\":", "\"drum\":",
      "\"gain\":", "\"voiceCount\":", "\"monitorDecibels\":", "\"feedback\":",
      "\"earliestFrames\":",
      "\"pathSeconds\":", "\"raisesExpectation\":", "\"backing\":", "\"countIn\":", "\"place\":",
      "\"number\":", "\"folders\":", "\"kitPart\":", "\"roles\":", "\"startedAt\":",
      "\"velocityCurve\":", "\"version\":", "2026-01-02T03:04:05Z", "\"delay\":", "\"effects\":",
      "\"slot\":", "\"setting\":", "\"effect\":", "\"values\":",
    ] + rowWords,
    seeds: { [Array(SessionTrial.record.utf8)] },
    accepts: { try SessionTrial($0, named: "session.json", $1, hearsAgain: true).isPlayed })

  static let hits = Harness(
    name: "hits", reads: "hits.jsonl of a session",
    words: jsonWords + hitWords,
    seeds: { [Array(SessionTrial.hits.utf8)] },
    accepts: { try SessionTrial($0, named: "hits.jsonl", $1).isPlayed })

  static let strokes = Harness(
    name: "strokes", reads: "strokes.jsonl of a session",
    words: jsonWords + hitWords + [
      "\"turn\":", "\"told\":", "\"action\":", "\"start\"", "\"revise\"", "\"release\"",
      "\"askedFrame\":", "\"brightnessOctaves\":", "\"number\":", "\"returnDecibels\":",
      "\"pastReturns\":", "\"pad\":",
    ],
    seeds: { [Array(SessionTrial.strokes.utf8)] },
    accepts: { try SessionTrial($0, named: "strokes.jsonl", $1).isPlayed })

  static let calls = Harness(
    name: "calls", reads: "calls.jsonl of a session",
    words: jsonWords + [
      "\"count\":", "\"inputFrames\":", "\"outputFrames\":", "\"offsetFrames\":", "\"ratio\":",
      "\"laterFrames\":", "\"arrivedDrums\":", "\"isBefore\":true",
    ],
    seeds: {
      [
        SessionTrial.calls,
        """
        {"count":3,"inputFrames":64,"laterFrames":0,"offsetFrames":0,"outputFrames":64,"ratio":1,"isBefore":true}
        {"count":70,"inputFrames":64,"laterFrames":10,"offsetFrames":-3.5,"ratio":1.001}
        {"count":50,"laterFrames":10,"offsetFrames":-3.5,"outputFrames":100,"ratio":1.001,"arrivedDrums":1}

        """,
      ].map { Array($0.utf8) }
    },
    accepts: { try SessionTrial($0, named: "calls.jsonl", $1).isPlayed })

  static let journal = Harness(
    name: "journal", reads: "journal.jsonl of a session",
    words: jsonWords + [
      "\"command\":", "\"mixFrame\":", "\"inputFrame\":", "\"mix.strip\"", "\"mix.unsolo\"",
      "\"mix.bus\"", "\"tempo\"", "\"backing.start\"", "\"backing.stop\"", "\"hearing\"",
      "\"sound.pad\"", "\"profile\"", "\"kit\"", "\"sweep\"", "\"event\":", "\"note\"",
      "\"drum\":", "\"gain\":", "\"pan\":", "\"send\":", "\"mute\":true", "\"solo\":true",
      "\"bus\":", "\"drums\"", "\"room\"", "\"beatsPerMinute\":", "\"meter\":",
      "\"isClicking\":true", "\"sensitivity\":", "\"strictness\":", "\"adapts\":",
      "\"sound\":", "\"pad\":", "\"thresholdDecibels\":", "\"learnHits\":", "\"certainty\":",
      "\"velocityCurve\":", "\"id\":", "\"source\":", "\"midi\"", "\"action\":", "\"choke\"",
      "\"place\":", "\"startFrame\":", "\"askedFrame\":", "\"detail\":", "\"path\":",
      "\"number\":", "\"sounds\":", "\"left\":", "\"right\":", "\"delayFrames\":",
      "\"gainDecibels\":", "\"confidence\":", "\"faintestDecibels\":", "\"delay\":",
      "\"modulate\"", "\"row\":", "\"effect.insert\"", "\"effect.set\"", "\"effect.bypass\"",
      "\"effect.remove\"", "\"effect\":", "\"slot\":", "\"values\":", "\"isBypassed\":",
    ] + rowWords,
    seeds: { [Array(SessionTrial.journal.utf8)] },
    accepts: { try SessionTrial($0, named: "journal.jsonl", $1, hearsAgain: true).isPlayed })

  private static let jsonWords = [
    "{", "}", "[", "]", ",", ":", "null", "true", "false", "-1", "0", "1e308", "1e-308", "1e15",
    "9223372036854775807", "-9223372036854775808", "\"nan\"", "\"inf\"", "\"-inf\"", "\\ud800",
    "\n",
  ]
  /// Of a row of the matrix of hits.
  private static let rowWords = [
    "\"modulations\":", "\"source\":", "\"parameter\":", "\"amount\":", "\"cutoff\"", "\"q\"",
    "\"velocity\"", "\"brightness\"", "\"loudness\"", "\"place\"",
  ]
  private static let hitWords = [
    "\"hit\":", "\"frame\":", "\"sound\":", "\"velocity\":", "\"startFrame\":", "\"decisions\":",
    "\"confidence\":", "\"peakDecibels\":", "\"seconds\":", "\"taught\":", "\"kick\"", "\"snare\"",
    "\"hihat-closed\"",
  ]
}
