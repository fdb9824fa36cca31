// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import DSP
import Instrument

/// A session's hits as a person has changed them.
public struct EditedHits: Sendable {
  /// The hits that sound, in the order in which they begin, each with its `startFrame`.
  public let hits: [KeptHit]
  /// All of the file, as far as their `startFrame` is known.
  private let lines: [KeptHit]
  private let sounds: [String]

  /// The hits of the file at `path`. One without a `startFrame` begins as long after its onset as
  /// the hit before it; a line with a sound that is not in `sounds` is an error.
  ///
  /// - Parameter answerFrames: From onset to voice, if no line gives it.
  public init(path: String, sounds: [String], answerFrames: Int) throws(SessionError) {
    let read = try HitFile.read(path: path, isWhole: true)
    var delayFrames =
      read.lazy.compactMap { line in line.hit.startFrame.map { $0 - line.hit.frame } }.first
      ?? answerFrames
    var lines: [KeptHit] = []
    for (line, hit) in read {
      if let startFrame = hit.startFrame { delayFrames = startFrame - hit.frame }
      guard let name = hit.sound else {
        lines.append(hit)
        continue
      }
      guard sounds.contains(name) else {
        throw SessionError(
          .broken, "read '\(path)', line \(line)", reason: "there is no sound '\(name)'",
          advice: "use one of: \(sounds.joined(separator: ", "))")
      }
      lines.append(hit.starting(atFrame: hit.startFrame ?? hit.frame + delayFrames))
    }
    self.init(lines, sounds: sounds)
  }

  init(_ lines: [KeptHit], sounds: [String]) {
    self.lines = lines
    self.sounds = sounds
    let sounding = lines.filter { $0.sound != nil }
    hits = sounding.indices.sorted {
      (sounding[$0].startFrame ?? 0, $0) < (sounding[$1].startFrame ?? 0, $1)
    }.map { sounding[$0] }
  }

  /// How they are played, with the session's strokes in `result`: unchanged hits are played as they
  /// were, regardless of the changed ones.
  ///
  /// - Parameter firstFrame: Where the session began, in output frames of the playing.
  func score(
    over result: ReplayResult, fromOutputFrame firstFrame: Int = 0, sampleRateHz: Int
  ) -> ReplayScore {
    let (drawn, heard) = (result.drawn, result.heard)
    let before = matches(in: result.hits)
    var changed = Set(result.hits.indices).subtracting(before.values)
    var struck: [ReplayScore.Struck] = []
    for (index, line) in lines.enumerated() {
      let old = before[index]
      if let old, line.isSame(as: result.hits[old]) { continue }
      if let old { changed.insert(old) }
      guard let sound = line.sound.flatMap({ sounds.firstIndex(of: $0) }),
        let startFrame = line.startFrame
      else { continue }
      struck.append(
        ReplayScore.Struck(
          frame: firstFrame + startFrame - Instrument.outputLatencyFrames, sound: sound,
          velocity: line.velocity,
          known: old.flatMap { drawn[result.hits[$0].beginning] },
          heard: old.flatMap { heard[result.hits[$0].beginning] }))
    }
    return ReplayScore(
      played: result.strokes(
        without: changed.map { result.hits[$0] }, sampleRateHz: sampleRateHz),
      struck: struck, returns: result.returns)
  }

  /// Which hit each line was: the one at its place, else the one of its number.
  private func matches(in hits: [HitLine]) -> [Int: Int] {
    var free = Set(hits.indices)
    var found: [Int: Int] = [:]
    func match<Key: Hashable>(_ key: (HitLine) -> Key, _ lineKey: (KeptHit) -> Key?) {
      var places = Dictionary(grouping: free.sorted(by: >)) { key(hits[$0]) }
      for index in lines.indices where found[index] == nil {
        guard let key = lineKey(lines[index]), let hit = places[key]?.popLast() else { continue }
        found[index] = hit
        free.remove(hit)
      }
    }
    match({ Place(frame: $0.frame, startFrame: $0.startFrame) }) {
      Place(frame: $0.frame, startFrame: $0.startFrame)
    }
    match({ $0.hit }) { $0.hit }
    return found
  }

  private struct Place: Hashable {
    let frame: Int
    let startFrame: Int?
  }
}

extension KeptHit {
  /// Nothing of it was changed.
  fileprivate func isSame(as hit: HitLine) -> Bool {
    frame == hit.frame && startFrame == hit.startFrame && sound == hit.sound
      && velocity == hit.velocity
  }
}
