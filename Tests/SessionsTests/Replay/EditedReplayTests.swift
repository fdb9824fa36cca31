// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Foundation
import Profiles
import Simulation
import TestSupport
import Testing

@testable import Instrument
@testable import Sessions

/// Hits that a person changed, among others that stay as they were.
@Suite struct EditedReplayTests {
  private static let sounds = RandomSession.sounds

  /// The hits of a session as its file has them.
  private func lines(_ session: RandomSession) throws -> [KeptHit] {
    try session.hits.map {
      try JSONDecoder().decode(KeptHit.self, from: Data($0.jsonLine.utf8))
    }
  }

  private func replayed(
    _ session: RandomSession, _ lines: [KeptHit], over result: ReplayResult,
    periodFrames: Int = 64
  ) -> (output: [Float], result: ReplayResult) {
    let score = EditedHits(lines, sounds: Self.sounds)
      .score(over: result, sampleRateHz: 48_000)
    return session.replayed(periodFrames: periodFrames, score: score)
  }

  private func edit(
    _ hit: KeptHit, hit number: Int?, sound: String? = nil, velocity: Float? = nil,
    laterFrames: Int = 0
  ) -> KeptHit {
    KeptHit(
      hit: number, frame: hit.frame + laterFrames, sound: sound ?? hit.sound,
      velocity: velocity ?? hit.velocity, startFrame: hit.startFrame.map { $0 + laterFrames })
  }

  /// A stroke as it sounds, of hits next to `left`.
  private func strokes(_ result: ReplayResult, except left: Set<Int> = []) -> [String] {
    result.strokes.filter { !left.contains($0.stroke.hit) && !Self.isAdded($0) }.map {
      let touch =
        $0.choices?[0].map { "\($0.layer) \($0.variation) \($0.touch)" } ?? "-"
      return "\($0.frame) \($0.action) \($0.stroke.pad) \($0.stroke.velocity) \(touch)"
    }
  }

  /// A stroke that was not played before: it comes from the edited score.
  private static func isAdded(_ played: VoiceEvent) -> Bool {
    HitIdentity(rawValue: UInt64(bitPattern: Int64(played.stroke.hit)))?.source == .score
  }

  @Test(
    "unchanged hits are the same bits as before, kits and mixer changed, in pieces of any size",
    .slow
  )
  func unedited() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let live = RandomSession(seed: seed)
      let result = live.replayed(periodFrames: 480).result
      for periodFrames in [7, 512] {
        let again = try replayed(
          live, lines(live), over: result, periodFrames: periodFrames)
        #expect(again.output == live.output, "\(seed) \(periodFrames)")
      }
      // Neither the order of lines nor their numbers matter.
      let bare = try lines(live).reversed().map { edit($0, hit: nil) }
      #expect(replayed(live, bare, over: result).output == live.output)
    }
  }

  /// A hit whose voice plays its last sound and velocity: it began by these, or by similar ones.
  /// Pads have two layers each, in their order.
  private func isOfItsLayer(_ hit: HitLine, in result: ReplayResult) -> Bool {
    let turns = result.strokes.filter { $0.stroke.hit == hit.beginning }
    guard let choice = result.drawn[hit.beginning]?.choices?[0], let last = turns.last else {
      return false
    }
    return choice.layer == 2 * last.stroke.pad + (hit.velocity > 0.51 ? 1 : 0)
  }

  @Test(
    "a hit that is deleted, changed or added leaves every other as it was, sound and humanising",
    .slow)
  func others() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      // A sound's change of pads waits for the strokes that keep its drums: it may come sooner if
      // one of them is left out.
      let live = RandomSession(seed: seed, changesPads: false)
      let (output, result) = live.replayed(periodFrames: 64)
      let all = try lines(live)
      let place = try #require(
        all.indices.dropFirst(2).first {
          all[$0].sound != nil && all[$0 - 1].sound != nil
            && isOfItsLayer(result.hits[$0], in: result)
        })
      let start = try #require(all[place].startFrame)
      let left: Set = [result.hits[place].beginning]

      var without = all
      without.remove(at: place)
      let deleted = replayed(live, without, over: result)
      #expect(strokes(deleted.result) == strokes(result, except: left))
      // Once it is requested, a stroke keeps the drums that it is to strike from making room for
      // others.
      let asked = result.strokes.first { left.contains($0.stroke.hit) }?.askedFrame
      // The limiter looks ahead.
      let before = 2 * min(start - SoftLimiter.latencyFrames, try #require(asked))
      #expect(before > 2 * 4800)
      #expect(deleted.output[..<before] == output[..<before])

      var softer = all
      softer[place] = edit(all[place], hit: nil, velocity: all[place].velocity * 0.99)
      let changed = replayed(live, softer, over: result)
      #expect(strokes(changed.result) == strokes(result, except: left))
      let new = try #require(changed.result.strokes.first { Self.isAdded($0) })
      let old = try #require(result.drawn[result.hits[place].beginning]?.choices?[0])
      #expect(new.frame == start - SoftLimiter.latencyFrames)
      #expect(new.choices?[0]?.variation == old.variation)
      #expect(new.choices?[0]?.touch.gain == old.touch.gain)
      // Effects follow what was heard of it at last; its recording is chosen without that.
      let heard = try #require(
        result.strokes.last {
          left.contains($0.stroke.hit) && ($0.action == .start || $0.action == .revise)
        }?.stroke)
      #expect(new.stroke.peakDecibels == (try #require(heard.peakDecibels)))
      #expect(new.stroke.followedOctaves == (try #require(heard.brightnessOctaves)))
      #expect(new.stroke.brightnessOctaves == nil)

      let added = edit(all[place], hit: nil, laterFrames: 2400)
      let more = replayed(live, all + [added], over: result)
      #expect(strokes(more.result) == strokes(result))
      // An added hit's sound does not depend on another one that is added.
      let first = more.result.strokes.filter { Self.isAdded($0) }
      let earlier = edit(all[place - 1], hit: nil, laterFrames: 1200)
      let both = replayed(live, all + [added, earlier], over: result)
      let second = both.result.strokes.filter { $0.frame == first[0].frame }
      #expect(first.count == 1 && second.count == 1)
      #expect(first[0].stroke.peakDecibels == nil && first[0].stroke.followedOctaves == nil)
      #expect(first[0].choices?[0]?.variation == second[0].choices?[0]?.variation)
      #expect(first[0].choices?[0]?.touch.gain == second[0].choices?[0]?.touch.gain)
    }
  }

  @Test("hits added around a change of their pad are the same in pieces of any size", .slow)
  func aroundPads() throws {
    var addedCount = 0
    for seed in 1...8 as ClosedRange<UInt64> {
      let live = RandomSession(seed: seed)
      let result = live.replayed(periodFrames: 64).result
      var added: [KeptHit] = []
      for entry in live.journal {
        guard let pad = entry.command(EngineCommand.SoundPad.self),
          case .mix(let mixFrame)? = entry.moment
        else { continue }
        for later in [-40, -3, 0, 3, 40] {
          let frame = mixFrame + later + SoftLimiter.latencyFrames
          added.append(
            KeptHit(hit: nil, frame: frame, sound: pad.sound, velocity: 0.5, startFrame: frame))
        }
      }
      addedCount += added.count
      let outputs = try [7, 64, 512].map {
        try replayed(live, lines(live) + added, over: result, periodFrames: $0).output
      }
      #expect(outputs[0] == outputs[1] && outputs[1] == outputs[2], "\(seed)")
    }
    #expect(addedCount > 0)
  }

  /// A stroke's sound on one of the pads that it strikes.
  private struct Played {
    let event: VoiceEvent
    let pad: Int
    let choice: VoiceChoice
    /// Its place among all strokes.
    let place: Int
  }

  @Test("added hits repeat neither the recording before them nor the one after", .slow)
  func neverTwice() throws {
    var pairCount = 0
    for seed in 1...6 as ClosedRange<UInt64> {
      let live = RandomSession(seed: seed)
      let result = live.replayed(periodFrames: 64).result
      let all = try lines(live)
      let added = all.filter { $0.sound != nil }.flatMap { hit in
        [1200, 1500, 1800].map { edit(hit, hit: nil, laterFrames: $0) }
      }
      let strokes = replayed(live, all + added, over: result).result.strokes
      let played = strokes.enumerated().flatMap { place, event in
        (0..<event.stroke.pads.count).compactMap { pad in
          event.choices?[pad].map {
            Played(event: event, pad: event.stroke.pads[pad], choice: $0, place: place)
          }
        }
      }
      for pad in 0..<4 {
        let own = played.filter { $0.pad == pad }
        for (one, next) in zip(own, own.dropFirst())
        where one.choice.layer == next.choice.layer
          && one.event.drumsNumber == next.event.drumsNumber
        {
          let sound = next.event.stroke.sound
          let isNext =
            next.event.action == .start && one.event.stroke.sound == sound
            && !strokes[(one.place + 1)..<next.place].contains { $0.stroke.sound == sound }
          guard Self.isAdded(next.event) || Self.isAdded(one.event) && isNext else { continue }
          pairCount += 1
          #expect(one.choice.variation != next.choice.variation, "\(seed) \(one.place)")
        }
      }
    }
    #expect(pairCount > 100)
  }

  @Test("another sound, and a removed hit, are just that")
  func changed() throws {
    let live = RandomSession(seed: 3)
    let result = live.replayed(periodFrames: 64).result
    var all = try lines(live)
    let place = try #require(all.indices.last { all[$0].sound != nil })
    let other = try #require(Self.sounds.first { $0 != all[place].sound })
    all[place] = edit(all[place], hit: all[place].hit, sound: other)
    let new = replayed(live, all, over: result).result.strokes.filter { Self.isAdded($0) }
    #expect(new.count == 1 && new[0].stroke.velocity == all[place].velocity)
    let old = result.strokes.last { $0.stroke.hit == result.hits[place].beginning }
    #expect(new[0].stroke.sound != old?.stroke.sound)
    all[place] = KeptHit(
      hit: nil, frame: all[place].frame, sound: nil, velocity: 0, startFrame: all[place].startFrame)
    let silent = replayed(live, all, over: result).result
    #expect(!silent.strokes.contains { Self.isAdded($0) })
    #expect(
      strokes(silent) == strokes(result, except: [result.hits[place].beginning]))
  }
}

extension RandomSession {
  /// Plays it again in pieces of a size: with its own hits, or struck by `score`.
  fileprivate func replayed(
    periodFrames: Int, score: ReplayScore? = nil
  ) -> (output: [Float], result: ReplayResult) {
    let performanceLog = PerformanceLog(sampleRateHz: 48_000)
    let performance = Self.performance(isListening: score == nil, performanceLog)
    var output: [Float] = []
    var result = ReplayResult()
    play(
      through: Replay(performance, periodFrames: periodFrames, score: score),
      write: {
        output += $0
        result.strokes += performanceLog.newStrokes()
        result.returns.values += performanceLog.newReturns()
      }, report: { result.hits.append($0) })
    return (output, result)
  }
}
