// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How the life of a hit ends.
extension HitTracker {
  /// No more decisions follow on a hit once the next has begun: settles it, or withdraws it if it
  /// was the next one's precursor; true as long as that does not show.
  @_noLocks mutating func mustWait(_ index: Int) -> Bool {
    guard let hit = open[index].hit else {
      refuse(index, open[index + 1].isCorrection ? .precursor : .tooSoft)
      return false
    }
    let onsetFrame = open[index].onsetFrame
    let nextFrame = open[index + 1].onsetFrame
    let loudness = open[index + 1].hit?.peakAmplitude ?? 0
    let isNear = nextFrame - onsetFrame <= precursorFrames
    let isPrecursor = isNear && loudness >= Self.precursorRatio * hit.peakAmplitude
    if isPrecursor || open[index + 1].isCorrection {
      refuse(index, .precursor)
      return false
    }
    // The next sound may still prove to be the first sign of a stroke that makes the current hit a
    // precursor.
    let isShown =
      frameCount - nextFrame > attackFrames && frameCount - onsetFrame > precursorFrames
    if !isNear || isShown { end(index, before: nextFrame) }
    return isNear && !isShown
  }

  /// Settles a hit that ends because the next has begun, if it sounds like a stroke so far.
  @_noLocks private mutating func end(_ index: Int, before nextFrame: Int) {
    guard var hit = open[index].hit else { return }
    let judgement = open[index].opinion?.judgement(isFinal: true)
    if !open[index].isStranger { open[index].judgement = judgement }
    hit.judgement = open[index].judgement
    switch open[index].opinion?.finalRuling ?? .stroke {
    case .stroke: break
    case .noStrike:
      refuse(index, .notAStroke)
      return
    case .unknownSound:
      if hit.latest.sound != nil {
        var decision = hit.latest
        decision.frame = frameCount
        decision.sound = nil
        hit.decide(decision)
        emit(.revised(hit))
      }
      (hit.startFrame, hit.isLate) = (nil, false)
    }
    settle(hit, signFrame: open[index].track.signFrame, before: nextFrame)
  }

  /// Reports the hit as it stands, with a number that leaves no gap for withdrawn ones, and with
  /// the onset that was answered, unless the whole hit shows that it lay elsewhere.
  @_noLocks mutating func settle(_ hit: Hit, signFrame: Int, before successorFrame: Int) {
    settledCount += 1
    var reported = hit
    reported.number = settledCount
    reported.refusal = reported.latest.sound == nil ? .unknownSound : nil
    let shown = detector.onsetFrame(
      near: hit.onsetFrame, earliestFrame: earliestFrame, beforeFrame: successorFrame)
    if abs(shown - hit.onsetFrame) > unnoticedFrames { reported.onsetFrame = shown }
    updateLevels(with: hit)
    detector.registerHit(onsetFrame: shown, signFrame: signFrame)
    earliestFrame = hit.onsetFrame + apartFrames
    emit(.settled(reported))
  }

  /// Takes in the level of a stroke, unless it is not one of the player's.
  @_noLocks mutating func updateLevels(with hit: Hit) {
    guard let sound = sound(of: hit) else { return }
    recogniser.levels.add(
      peakDecibels: Units.decibels(amplitude: max(hit.peakAmplitude, 1e-6)), sound: sound)
  }
}
