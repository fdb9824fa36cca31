// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import SoundFiles
import TestSupport
import Testing

/// Three ways to test what is heard, and what each catches and misses. `docs/testing.md` has the table.
@Suite(.waiting) struct WaysOfTestingTests {
  private let folder = TemporaryFolder()

  init() throws {
    for (name, samples) in Self.sounds {
      var writer = try SoundFileWriter(
        path: "\(folder.path)/\(name).wav", sampleRateHz: 48_000, channelCount: 1,
        isOverwriting: true)
      try writer.write(samples)
      try writer.finish()
    }
  }

  /// Kick, snare, hi-hat; noise that is the same on any machine; a melody, a tone.
  private static let sounds: [String: [Float]] = [
    "k": struck(12_000) {
      0.5 * sin(2 * .pi * (55 * $0 + 6 * (1 - exp(-40 * $0)))) * exp(-12 * $0)
    },
    "s": zip(
      struck(9600) { 0.2 * sin(2 * .pi * 190 * $0) * exp(-18 * $0) },
      zip(Signal.noise(count: 9600, amplitude: 0.3, seed: 1), struck(9600) { exp(-20 * $0) })
    ).map { $0 + $1.0 * $1.1 },
    "h": zip(
      high(Signal.noise(count: 2880, amplitude: 0.1, seed: 2)), struck(2880) { exp(-70 * $0) }
    )
    .map { $0 * $1 },
    "n": Signal.noise(count: 12_000, amplitude: 0.2, seed: 3),
    "q": Signal.noise(count: 9600, amplitude: 0.3, seed: 4), "m": melody,
    "t": struck(336_000) { 0.3 * sin(2 * .pi * 440 * $0) },
  ]

  private static func struck(_ count: Int, _ value: (Float) -> Float) -> [Float] {
    (0..<count).map { value(Float($0) / 48_000) }
  }

  private static func high(_ noise: [Float]) -> [Float] {
    noise.indices.map { $0 < 2 ? 0 : noise[$0] - 2 * noise[$0 - 1] + noise[$0 - 2] }
  }

  private static let melody: [Float] = {
    let keys: [Float] = [60, 64, 67, 72, 71, 67, 65, 62, 60, 65, 69, 74, 72, 69, 67, 64]
    return (0..<336_000).map { frame in
      let (note, place) = (frame / 19_200 % 16, Float(frame % 19_200) / 48_000)
      let hertz = 440 * exp2((keys[note] - 69) / 12)
      let sum = (1...4).reduce(Float(0)) {
        $0 + sin(2 * .pi * hertz * Float($1) * place) / Float($1)
      }
      return 0.15 * sum * exp(-3 * place)
    }
  }()

  /// Five seconds of a beat, changed.
  private func beat(_ change: String = "", kicks: Int = 99, isHatHeard: Bool = true) throws -> Sound
  {
    try Sound(
      """
      local o = object "o" for _, n in ipairs {"k", "s", "h"} do o:sound(n, n .. ".wav") end
      local kicks, late = 0, 0 \(change)
      for i = 0, 19 do
        \(isHatHeard ? #"o:play "h""# : "")
        if i % 4 == 0 then kicks = kicks + 1 if kicks ~= \(kicks) then o:play "k" end end
        if i % 4 == 2 then o:when("start", function() wait(late) late = 0 o:play "s" end) end
        wait(0.25)
      end
      """, in: folder)
  }

  /// A sound that is started, and again after so many seconds; nil for a fault that ignores that.
  private func restart(_ sound: String, after seconds: Double?) throws -> Sound {
    try Sound(
      """
      local o = object "o" o:sound("x", "\(sound).wav") o:play "x"
      \(seconds.map { #"wait(\#($0)) o:play "x" wait(7 - \#($0))"# } ?? "wait(7)") stop()
      """, in: folder)
  }

  private struct Sound {
    let samples: [Float]
    let left: [Float]
    let onsets: OnsetList
    let fingerprint: Fingerprint

    init(_ text: String, in folder: TemporaryFolder) throws {
      let score = try RenderedScore(text, in: folder)
      #expect(score.error == nil)
      left = score.left
      samples = zip(score.left, score.right).flatMap { [$0, $1] }
      onsets = OnsetList(left)
      fingerprint = try Fingerprint(samples, in: folder)
    }

    /// Which ways find that the other one differs: bit by bit, by the list of onsets, by the fingerprint as a whole, by its
    /// codes.
    func found(_ other: Sound) -> [Bool] {
      [
        samples != other.samples, !onsets.isLike(other.onsets),
        fingerprint.simHashSimilarity(to: other.fingerprint) < 0.85,
        fingerprint.similarity(to: other.fingerprint) < 0.85,
      ]
    }
  }

  @Test("each way finds other faults in a beat", .enabled(if: Fingerprint.isInstalled))
  func beats() throws {
    let right = try beat()
    #expect(right.onsets.onsets.count == 20)
    #expect(try beat().found(right) == [false, false, false, false])
    // Nobody hears 5 ms: it is no fault, and only bits say it is one.
    #expect(try beat("wait(0.005)").found(right) == [true, false, false, false])
    // A drummer hears all of these. A fingerprint hears no hi-hats, and no time.
    #expect(try beat(isHatHeard: false).found(right) == [true, true, false, false])
    #expect(try beat("late = 0.06").found(right) == [true, true, false, false])
    #expect(try beat("o:change_volume(-50)").found(right) == [true, true, false, false])
    #expect(try beat(kicks: 3).found(right)[...1] == [true, true])
    let silence = try Sound("wait(5)", in: folder)
    #expect(silence.found(right)[...1] == [true, true])
    // What has nothing in common still agrees in more than half of its bits.
    #expect(silence.fingerprint.simHashSimilarity(to: right.fingerprint) > 0.5)
  }

  @Test(
    "a fingerprint finds a restart of a melody that failed early, not late, and never one of a tone",
    .enabled(if: Fingerprint.isInstalled))
  func restarts() throws {
    let (early, late, none) = (
      try restart("m", after: 0.5), try restart("m", after: 6), try restart("m", after: nil)
    )
    #expect(early.found(none)[3] && early.found(none)[0])
    #expect(late.found(none) == [true, late.found(none)[1], false, false])
    let (tone, noTone) = (try restart("t", after: 0.5), try restart("t", after: nil))
    #expect(tone.found(noTone)[0])
    #expect(tone.fingerprint.similarity(to: noTone.fingerprint) == 1)
  }

  @Test(
    "a fingerprint needs three seconds", .enabled(if: Fingerprint.isInstalled),
    arguments: [(2.0, 0), (2.5, 0), (3, 3), (5, 19), (7, 35)])
  func codes(seconds: Double, count: Int) throws {
    let samples = Array(Self.melody.prefix(Int(48_000 * seconds))).flatMap { [$0, $0] }
    #expect(try Fingerprint(samples, in: folder).codes.count == count)
  }

  @Test("bits are those that were once found right by ear", arguments: [1, 64, 441])
  func bits(block: Int) throws {
    let score = try RenderedScore(
      """
      local o, p = object "o", object "p" for _, n in ipairs {"n", "q"} do o:sound(n, n .. ".wav") p:sound(n, n .. ".wav") end
      p:set_volume(25) o:play "n" wait(0.1) o:play "q" p:play "n" o:play_and_wait "n" p:play "q"
      """, in: folder, block: block)
    let kept = "\(FileManager.default.temporaryDirectory.path)/flam-mismatch.wav"
    let hash = score.hash
    if hash != Self.hash {
      var writer = try SoundFileWriter(
        path: kept, sampleRateHz: 48_000, channelCount: 2, isOverwriting: true)
      try writer.write(zip(score.left, score.right).flatMap { [$0, $1] })
      try writer.finish()
    }
    #expect(hash == Self.hash, "the sound is kept in \(kept)")
  }

  private static let hash: UInt64 = 15_317_268_432_083_135_249
}

extension RenderedScore {
  /// The samples as 16 bits, by Fowler, Noll and Vo's hash 1a.
  fileprivate var hash: UInt64 {
    zip(left, right).flatMap { [$0, $1] }.reduce(0xcbf2_9ce4_8422_2325) { hash, sample in
      let value = UInt16(bitPattern: Int16((sample * 32_767).rounded()))
      return [UInt64(value & 0xff), UInt64(value >> 8)].reduce(hash) {
        ($0 ^ $1) &* 0x100_0000_01b3
      }
    }
  }
}
