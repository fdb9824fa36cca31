// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// What was heard and is not answered.
extension HitTracker {
  /// By how many decibels the loudest of the last milliseconds would have had to be louder to be
  /// found; negative if it could be softer. A new value each ``lookFrames``.
  public var riseMarginDecibels: Float {
    @_noLocks get { unheard.marginDecibels(detector, lastOnsetFrame: lastOnsetFrame) }
  }

  /// An open hit is not answered: it is withdrawn if it had begun, else refused if it was judged.
  @_noLocks mutating func refuse(_ index: Int, _ refusal: Refusal) {
    if refusal == .precursor, let hit = open[index].hit ?? open[index].softHit {
      withdraw(hit, beforeStrokeAt: open[index + 1].onsetFrame, isBegun: open[index].hit != nil)
      return
    }
    var judged = open[index].hit ?? open[index].softHit
    if judged == nil && refusal == .notAStroke {
      judged = unjudged(onsetFrame: open[index].onsetFrame, margin: nil)
    }
    guard var hit = judged else { return }
    hit.judgement = open[index].judgement
    if refusal == .tooSoft, let threshold = hit.thresholdDecibels {
      hit.marginDecibels = max(0, threshold - hit.latest.peakDecibels)
    }
    if refusal == .notAStroke {
      var decision = hit.latest
      (decision.frame, decision.sound) = (frameCount, nil)
      hit.decide(decision)
    }
    report(hit, refusal, isBegun: open[index].hit != nil)
  }

  /// A hit was the touch before the stroke that began at `strokeFrame`.
  @_noLocks mutating func withdraw(
    _ hit: Hit, beforeStrokeAt strokeFrame: Int, isBegun: Bool = true
  ) {
    let stroke = detector.history.peakAmplitude(from: strokeFrame, to: frameCount)
    let grace = stroke / Self.precursorRatio
    var hit = hit
    hit.marginDecibels = max(
      0, Units.decibels(amplitude: max(grace, 1e-6) / max(hit.peakAmplitude, 1e-6)))
    report(hit, .precursor, isBegun: isBegun)
  }

  /// An onset was of the burst of the hit before it.
  @_noLocks mutating func refuse(_ suspect: BurstWatch.Suspect) {
    let peak = detector.history.peakAmplitude(from: suspect.onsetFrame, to: frameCount)
    let margin = Units.decibels(amplitude: suspect.loudest / max(peak, 1e-6))
    report(unjudged(onsetFrame: suspect.onsetFrame, margin: max(0, margin)), .masked)
  }

  /// An onset came within the mask time of the hit before it.
  @_noLocks mutating func refuseMasked(onsetFrame: Int) {
    report(unjudged(onsetFrame: onsetFrame, margin: nil), .masked)
  }

  /// Looks for what rose and was not found, if it is time to look.
  @_noLocks mutating func watchUnheard(residual: SIMD4<Float>?) {
    guard unheard.framesToLook(after: frameCount) == lookFrames else { return }
    let found = unheard.look(detector, residual: residual, lastOnsetFrame: lastOnsetFrame)
    guard let found else { return }
    let onsetFrame = detector.onsetFrame(
      near: found.onsetFrame, earliestFrame: max(lastOnsetFrame, found.onsetFrame - lookFrames))
    report(
      unjudged(onsetFrame: onsetFrame, margin: found.marginDecibels),
      found.isMasked ? .masked : .faint)
  }

  /// Something that began at `onsetFrame` and was not judged.
  @_noLocks private func unjudged(onsetFrame: Int, margin: Float?) -> Hit {
    let peak = detector.history.peakAmplitude(from: onsetFrame, to: frameCount)
    let decision = Decision(
      frame: frameCount, sound: nil, confidence: 0, velocity: 0,
      peakDecibels: Units.decibels(amplitude: max(peak, 1e-6)), brightnessOctaves: 0)
    var hit = Hit(number: 0, onsetFrame: onsetFrame, peakAmplitude: peak, first: decision)
    hit.marginDecibels = margin
    return hit
  }

  /// Reports why a hit is not answered, unless that was reported of another just before.
  @_noLocks private mutating func report(
    _ hit: Hit, _ refusal: Refusal, isBegun: Bool = false
  ) {
    let isShown = pace.allows(refusal, atFrame: frameCount)
    var hit = hit
    if isShown { hit.refusal = refusal } else { hit.marginDecibels = nil }
    if isBegun {
      emit(.withdrawn(hit))
    } else if isShown {
      refusedCount += 1
      hit.number = 0
      hit.identity = HitIdentity(refused: refusedCount)
      emit(.refused(hit))
    }
  }
}
