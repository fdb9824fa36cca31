// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Simulation
import Testing

@testable import Profiles

/// Two sounds struck at once.
@Suite struct SoundPairTests {
  private static let kick = StruckSounds.low
  private static let clap = StruckSounds.Sound(
    frequencyHz: 1700, decaySeconds: 0.02, noise: 0.8)
  private static let spacingSeconds = 0.4

  private typealias Take = (samples: [Float], onsetFrames: [Int])

  private static func single(_ sound: StruckSounds.Sound, count: Int, seed: UInt64) -> Take {
    StruckSounds.take(
      sound, amplitudes: StruckSounds.dynamics(count: count, hardest: 0.3),
      spacingSeconds: spacingSeconds, seed: seed)
  }

  /// Strokes of both, of which in turn one or the other comes later by these times, in milliseconds.
  private static func both(_ offsetsMilliseconds: [Double], seed: UInt64) -> Take {
    let count = offsetsMilliseconds.count
    let one = single(kick, count: count, seed: seed)
    let other = StruckSounds.take(
      clap, amplitudes: StruckSounds.dynamics(count: count, hardest: 0.3),
      spacingSeconds: spacingSeconds, background: 0, seed: seed + 50)
    let strokeFrames = Int(spacingSeconds * 48_000)
    var samples = [Float](repeating: 0, count: one.samples.count)
    for frame in 0..<one.onsetFrames[0] { samples[frame] = one.samples[frame] }
    for (index, onset) in one.onsetFrames.enumerated() {
      let shift = Int(offsetsMilliseconds[index] * 48)
      let (early, late) = index % 2 == 0 ? (one, other) : (other, one)
      for frame in 0..<strokeFrames where onset + frame < samples.count {
        samples[onset + frame] += early.samples[onset + frame]
        if frame >= shift { samples[onset + frame] += late.samples[onset + frame - shift] }
      }
    }
    return (samples, one.onsetFrames)
  }

  private static func lesson(_ label: String, _ take: Take) -> Lesson {
    Lesson(label: label, samples: take.samples, sampleRateHz: 48_000, source: "\(label).wav")
  }

  private static let lessons = [
    lesson("kick", single(kick, count: 12, seed: 1)),
    lesson("clap", single(clap, count: 12, seed: 2)),
    lesson("hat", single(StruckSounds.high, count: 12, seed: 3)),
    lesson("kick+clap", both((0..<12).map { Double($0 * 5 % 12) * 8 / 11 }, seed: 4)),
  ]
  private static let learned = Result { try Learner.learn(lessons) }

  /// At how many frames drums begin for each stroke of a take, and what it plays in the end: 1 for the
  /// kick, 4 for the clap, 16 for the hat, and their sum.
  private static func played(
    _ take: Take, _ certainty: Certainty = .fast
  ) throws -> [(beginnings: Int, last: Int)] {
    let hits = SPSCRing<HitEvent>(minimumCapacity: 1024)
    let snapshots = SnapshotCell(Snapshot())
    let loudness: Float = 0.005
    let pads = [(1, PadRole.kick), (4, .clap), (16, .hihatClosed)].map { value, role in
      var drum = TestKit.Drum(TestKit.steady(loudness * Float(value), frameCount: 9600))
      drum.role = role
      return drum
    }
    var settings = InstrumentSettings()
    settings.certainty = certainty
    settings.playing.humanising = .none
    var instrument = Instrument(
      settings: settings,
      hearing: try learned.get().profile.hearing(sampleRateHz: 48_000),
      drums: DrumSet.make(kit: TestKit.kit(pads, blockCount: 1024), seed: 1),
      hits: hits.producer, snapshots: snapshots.publisher)
    var left: [Float] = []
    for start in stride(from: 0, to: take.samples.count, by: 64) {
      let block = Array(take.samples[start..<min(start + 64, take.samples.count)])
      var output = [Float](repeating: 0, count: 2 * block.count)
      var span = output.mutableSpan
      instrument.process(block.span, into: &span)
      while hits.consumer.pop() != nil {}
      left += stride(from: 0, to: output.count, by: 2).map { output[$0] / loudness }
    }
    return take.onsetFrames.map { onset in
      // A drum that begins softly jumps by a third, and then rises by little from frame to frame.
      let stretch = left[onset..<onset + 2400]
      let beginnings = zip(stretch, stretch.dropFirst()).count { $1 - $0 > 0.1 }
      return (beginnings, Int(left[onset + 4800].rounded()))
    }
  }

  @Test("a pair plays the drums of its two sounds, and is counted among the sounds")
  func taught() throws {
    let (profile, report) = try Self.learned.get()
    #expect(profile.sounds.map(\.name) == ["kick", "clap", "hat", "kick+clap"])
    #expect(profile.sounds[3].choice.text() == "kick + clap")
    #expect(report.validation.names == ["kick", "clap", "hat", "kick+clap"])
    let outcome = try #require(report.pairOutcomes.first)
    #expect(outcome.pair == SoundPair("kick", "clap") && outcome.isDistinct)
    #expect(outcome.right.hits == 12 && outcome.alone.hits == 24)
    #expect(report.pairsToTeach.isEmpty)
  }

  @Test("strokes up to 8 ms apart play both drums", arguments: [0.0, 2, 4, 8])
  func together(offsetMilliseconds: Double) throws {
    let take = Self.both([Double](repeating: offsetMilliseconds, count: 12), seed: 20)
    let played = try Self.played(take).map(\.last)
    #expect(played == [Int](repeating: 5, count: 12))
  }

  @Test(
    "with the surest certainty both drums of a stroke within 2 ms begin on the same frame",
    arguments: [0.0, 1, 2])
  func sameFrame(offsetMilliseconds: Double) throws {
    let take = Self.both([Double](repeating: offsetMilliseconds, count: 12), seed: 20)
    let played = try Self.played(take, .surest)
    #expect(played.map(\.beginnings) == [Int](repeating: 1, count: 12))
    #expect(played.map(\.last) == [Int](repeating: 5, count: 12))
  }

  @Test("single strokes play one drum")
  func alone() throws {
    for (sound, drum) in [(Self.kick, 1), (Self.clap, 4), (StruckSounds.high, 16)] {
      let played = try Self.played(Self.single(sound, count: 12, seed: 40))
      #expect(played.map(\.last) == [Int](repeating: drum, count: 12))
    }
  }

  @Test("a pair follows the drums of its sounds, unless it was given its own")
  func follows() throws {
    let profile = try Self.learned.get().profile
    let moved = profile.playing(PadTable(["clap": "snare / cowbell"]))
    #expect(moved.sounds[3].choice.text() == "kick + snare / kick + cowbell")
    let own = moved.playing(PadTable(["kick+clap": "crash"]))
    #expect(own.playing(PadTable(["kick": "tom-low"])).sounds[3].choice.text() == "crash")
  }

  @Test("a pair of known sounds can be taught later; its drums are those of before")
  func later() throws {
    let (first, report) = try Learner.learn(Array(Self.lessons.prefix(3)))
    #expect(
      report.pairsToTeach.map(\.name) == ["kick+clap", "kick+hat", "clap+hat"])
    let changed = first.playing(PadTable(["kick": "tom-low"]))
    let (later, again) = try Learner.relearn(changed, [Self.lessons[3]])
    #expect(later.sounds.map(\.choice).map { $0.text() }.last == "tom-low + clap")
    #expect(again.pairOutcomes.count == 1 && again.pairsToTeach.isEmpty)
  }

  @Test("a pair that sounds like one of its sounds is reported, with what to do")
  func indistinct() throws {
    let report = try Learner.learn(
      Array(Self.lessons.prefix(2)) + [
        Self.lesson("kick+clap", Self.single(Self.kick, count: 12, seed: 9))
      ]
    ).report
    let warning = try #require(report.warnings.first)
    #expect(warning.hasPrefix("Flam cannot distinguish “kick+clap” from its single sounds"))
    #expect(warning.contains("strike “kick” and “clap” at the same moment"))
    #expect(!report.warnings.dropFirst().contains { $0.contains("kick+clap” sound alike") })
  }

  @Test(
    "two different names with one plus sign between them are a pair",
    arguments: [
      ("kick+clap", ["kick", "clap"]), ("kick + rim shot", ["kick", "rim shot"]), ("kick", nil),
      ("kick+", nil), ("+", nil), ("kick+kick", nil), ("a+b+c", nil),
    ] as [(String, [String]?)])
  func names(name: String, sounds: [String]?) {
    #expect(SoundPair(named: name).map { [$0.first, $0.second] } == sounds)
  }

  @Test("a pair needs both its sounds")
  func lacking() {
    #expect(SoundPair.fault(ofSound: "kick+clap", among: ["clap", "kick"]) == nil)
    #expect(SoundPair.fault(ofSound: "kick", among: []) == nil)
    for name in ["kick+kick", "kick+clap+hat"] {
      #expect(
        SoundPair.fault(ofSound: name, among: ["kick", "clap", "hat"])
          == "'\(name)' is no pair: two different sounds can be struck at once, as in 'kick+clap'")
    }
    let fault = SoundPair.fault(ofSound: "kick+clap", among: ["kick"])
    #expect(fault?.hasSuffix("and 'clap' is not taught") == true)
  }
}
