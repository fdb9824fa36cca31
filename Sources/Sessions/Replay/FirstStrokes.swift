// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import DSP
import FoundationEssentials
import Instrument

/// The strokes of a session of version 1, which kept hits but not what the voices played, found again from its hits, its
/// calls and its microphone. What was withdrawn before it was a hit is not among them.
struct FirstStrokes {
  /// From onset to voice, in seconds, by how sure the first sound was to be.
  private static func answerDelaySeconds(_ certainty: Certainty) -> Float {
    switch certainty {
    case .fastest: 0.0016
    case .fast: 0.0027
    case .sure: 0.0056
    case .surest: 0.0112
    }
  }

  private let places: CallPlaces
  private let sounds: [String]
  private let answerDelayFrames: Int
  private let sampleRateHz: Int

  init(_ record: SessionRecord, _ runs: [LoopCallRun], sounds: [String]) {
    places = CallPlaces(runs)
    self.sounds = sounds
    sampleRateHz = record.sampleRateHz
    answerDelayFrames = Units.frames(
      seconds: Self.answerDelaySeconds(record.settings.certainty),
      sampleRateHz: Float(sampleRateHz))
  }

  /// The turns of the strokes of `hits`.
  ///
  /// - Parameter read: Fills a buffer with the next samples that were heard.
  func replay(
    of hits: [HitLine], read: (UnsafeMutableBufferPointer<Float>) throws -> Int
  ) throws -> ReplayResult {
    let hits = hits.map { $0.begun(as: $0.hit) }
    var ears = FirstEars(sampleRateHz: sampleRateHz)
    let decisions = hits.flatMap { hit in
      let onsetFrame = onsetFrame(hit)
      return hit.decisions.indices.map { (hit: hit, index: $0, onsetFrame: onsetFrame) }
    }.sorted { $0.hit.decisions[$0.index].frame < $1.hit.decisions[$1.index].frame }
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096)
    defer { block.deallocate() }
    var held = block[..<0]
    var strokes: [VoiceEvent] = []
    for (hit, index, onsetFrame) in decisions {
      let decision = hit.decisions[index]
      while ears.history.frameCount < decision.frame {
        if held.isEmpty { held = block[..<(try read(block))] }
        guard let sample = held.popFirst() else { break }
        ears.history.append(Instrument.sane(sample))
      }
      guard ears.history.frameCount >= decision.frame else { break }
      let brightness = ears.brightnessOctaves(
        foundFrame: onsetFrame, toldFrame: hit.frame, decidedAt: decision.frame)
      turn(of: hit, index, onsetFrame: onsetFrame, brightnessOctaves: brightness)
        .map { strokes.append($0) }
    }
    return ReplayResult(hits: hits, strokes: strokes)
  }

  /// What the decision at `index` asked of the voices; nil for nothing.
  private func turn(
    of hit: HitLine, _ index: Int, onsetFrame: Int, brightnessOctaves: Float
  ) -> VoiceEvent? {
    let decision = hit.decisions[index]
    let isSounding = index > 0 && hit.decisions[index - 1].sound != nil
    let (next, first) = places.outputFrames(hearing: decision.frame - 1)
    guard let name = decision.sound, let sound = sounds.firstIndex(of: name) else {
      guard isSounding else { return nil }
      return VoiceEvent(
        .release, hit: hit.beginning, sound: nil, velocity: 0, brightnessOctaves: nil,
        atFrame: first, askedFrame: next)
    }
    // A hit that was silenced tells its start no more.
    let startFrame =
      hit.startFrame.map { $0 - SoftLimiter.latencyFrames }
      ?? max(first, places.outputFrame(answering: onsetFrame) + answerDelayFrames)
    return VoiceEvent(
      isSounding ? .revise : .start, hit: hit.beginning, sound: sound,
      velocity: decision.velocity, brightnessOctaves: brightnessOctaves,
      atFrame: isSounding ? first : max(next, startFrame), askedFrame: next)
  }

  /// Where the onset was found that was answered. A hit may be told with another one, as all of it shows.
  private func onsetFrame(_ hit: HitLine) -> Int {
    guard let startFrame = hit.startFrame, let first = hit.decisions.first?.frame else {
      return hit.frame
    }
    let started = startFrame - SoftLimiter.latencyFrames
    // One that was decided late started at once, and does not tell.
    guard started > places.outputFrames(hearing: first - 1).first else { return hit.frame }
    let answered = started - answerDelayFrames
    let found = hit.frame + answered - places.outputFrame(answering: hit.frame)
    return places.outputFrame(answering: found) == answered ? found : hit.frame
  }
}
