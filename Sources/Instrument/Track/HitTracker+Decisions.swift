// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The decisions on a hit at each horizon.
extension HitTracker {
  /// Takes the decision that is due for an open hit; false once its life is over.
  @_noLocks mutating func advance(_ index: Int) -> Bool {
    if index + 1 < openCount {
      let waits = mustWait(index)
      if !waits { open[index + 1].isCorrection = false }
      return waits
    }
    relocate(index)
    guard isDue(index) else { return true }
    if !isStrike(index) {
      refuse(index, .notAStroke)
      return false
    }
    decide(index)
    open[index].track.advance()
    guard open[index].track.horizon == recogniser.classifier.horizonCount else { return true }
    guard var hit = open[index].hit else {
      if let soft = open[index].softHit { updateLevels(with: soft) }
      refuse(index, .tooSoft)
      return false
    }
    hit.judgement = open[index].judgement
    if isAdapting && hit.latest.sound != nil {
      hit.learning = recogniser.classifier.learn(
        slot: open[index].slot, answerHorizon: Certainty.fast.horizon)
    }
    settle(hit, signFrame: open[index].track.signFrame, before: .max)
    return false
  }

  /// Whether a decision on an open hit is due.
  @_noLocks private mutating func isDue(_ index: Int) -> Bool {
    guard open[index].track.isReached(atFrame: frameCount) else { return false }
    return open[index].track.isDue(
      frameCount: frameCount, detector: detector, earliestFrame: earliestFrame(index))
  }

  /// Looks at an open hit as far as it was heard: whether it may be a strike, and whether it is a
  /// stranger, which it then stays.
  @_noLocks private mutating func isStrike(_ index: Int) -> Bool {
    let onsetFrame = open[index].onsetFrame
    let shape = shapes.shape(onsetFrame: onsetFrame)
    guard shape.heardSegments >= HitShape.fewestSegments else { return true }
    let peak = max(1e-6, detector.history.peakAmplitude(from: onsetFrame, to: frameCount))
    let opinion = recogniser.judge.opinion(shape, peakDecibels: Units.decibels(amplitude: peak))
    open[index].opinion = opinion
    let isLast = open[index].track.horizon + 1 == recogniser.classifier.horizonCount
    let judgement = opinion.judgement(isFinal: isLast)
    if !open[index].isStranger || judgement.marginLogOdds > 0 { open[index].judgement = judgement }
    switch isLast ? opinion.finalRuling : opinion.ruling {
    case .stroke: return true
    case .unknownSound:
      open[index].isStranger = true
      return true
    case .noStrike: return false
    }
  }

  @_noLocks private mutating func decide(_ index: Int) {
    let (onsetFrame, horizon) = (open[index].track.onsetFrame, open[index].track.horizon)
    var difference = ChannelDifference()
    if recogniser.classifier.knowsPlaces {
      difference = pair.difference(onsetFrame: onsetFrame, horizon: horizon)
    }
    let verdict = recogniser.classifier.judge(
      detector.history, difference: difference, onsetFrame: onsetFrame, horizon: horizon,
      slot: open[index].slot)
    let decision = Decision(
      frame: frameCount, sound: open[index].isStranger ? nil : recogniser.places[verdict.sound],
      confidence: verdict.confidence, velocity: verdict.velocity,
      peakDecibels: verdict.expectedPeakDecibels, brightnessOctaves: verdict.brightnessOctaves)
    let threshold = recogniser.levels.thresholdDecibels(sound: verdict.sound)
    let reported = threshold > -200 ? threshold : nil
    // Once its voice sounds it is not refused for its level any more, unless it proves to be
    // another sound, and softer than the player wants that.
    let mayRefuse =
      open[index].hit == nil || open[index].track.horizon < Self.sureHorizon
      || decision.sound != open[index].hit?.latest.sound
        && recogniser.levels.isSet(sound: verdict.sound)
    let isTooSoft =
      mayRefuse
      && recogniser.levels.isTooSoft(
        verdict.expectedPeakDecibels, thresholdDecibels: threshold,
        horizon: open[index].track.horizon)
    guard var hit = open[index].hit, !isTooSoft else {
      if let hit = open[index].hit { emit(.withdrawn(hit)) }
      var hit = Hit(
        number: hitCount + 1, onsetFrame: open[index].onsetFrame,
        peakAmplitude: verdict.peakAmplitude, first: decision, touch: open[index].touch)
      hit.thresholdDecibels = reported
      open[index].hit = isTooSoft ? nil : hit
      open[index].softHit = isTooSoft ? hit : nil
      guard !isTooSoft else { return }
      hitCount += 1
      latest = hit
      emit(.begun(hit))
      if open[index].track.isHeld { emit(.held(hit)) }
      return
    }
    hit.peakAmplitude = verdict.peakAmplitude
    let change = abs(decision.velocity - hit.latest.velocity)
    let isChanged = decision.sound != hit.latest.sound || change >= Self.velocityResolution
    if decision.sound != hit.latest.sound { hit.thresholdDecibels = reported }
    if isChanged { hit.decide(decision) }
    open[index].hit = hit
    latest = hit
    if isChanged && !open[index].track.isHeld { emit(.revised(hit)) }
  }
}
