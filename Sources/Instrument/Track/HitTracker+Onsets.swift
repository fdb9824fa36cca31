// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The onsets of hits.
extension HitTracker {
  /// Lets a hit begin, unless it may be of the burst of the last one.
  @_noLocks mutating func meet(_ onset: Onset) {
    let onsetFrame = frameCount - 1 - onset.ageFrames
    lastOnsetFrame = max(lastOnsetFrame, onsetFrame)
    if onset.isCorrection, openCount > 0, open[openCount - 1].track.covers(frameCount: frameCount) {
      return
    }
    guard onset.isCorrection || !isMasked(onsetFrame: onsetFrame) else {
      refuseMasked(onsetFrame: onsetFrame)
      return
    }
    let isCorrection = onset.isCorrection && !bursts.isWatching
    let loudest = isCorrection ? 0 : burstAmplitude(onsetFrame: onsetFrame)
    if let suspect = bursts.clear() { refuse(suspect) }
    if loudest > 0 {
      bursts.watch(onsetFrame: onsetFrame, loudest: loudest, frameCount: frameCount)
    } else {
      begin(onsetFrame: onsetFrame, isCorrection: isCorrection)
    }
  }

  /// A sound that begins at `onsetFrame` comes within the mask time of the last hit.
  @_noLocks private func isMasked(onsetFrame: Int) -> Bool {
    guard let latest, let sound = sound(of: latest) else { return false }
    let seconds = recogniser.maskSeconds(sound: sound)
    return Float(onsetFrame - latest.onsetFrame) < seconds * sampleRateHz
  }

  /// The possible amplitude of the last hit's burst in the sound that begins at `onsetFrame`; 0 for
  /// none.
  @_noLocks private func burstAmplitude(onsetFrame: Int) -> Float {
    guard let latest, let sound = sound(of: latest) else { return 0 }
    let burst = recogniser.classifier.burst(sound: sound)
    let seconds = Float(onsetFrame - latest.onsetFrame) / sampleRateHz
    guard seconds >= burst.earliestSeconds && seconds < burst.latestSeconds else { return 0 }
    return latest.peakAmplitude * Units.amplitude(decibels: burst.decibels)
  }

  @_noLocks mutating func begin(onsetFrame: Int, isCorrection: Bool) {
    guard openCount < Self.maximumOpenHits else { return }
    let track = OnsetTrack(
      foundFrame: onsetFrame, frameCount: frameCount, horizons: horizons)
    slot = (slot + 1) % ClassAdaptation.slotCount
    recogniser.classifier.forget(slot: slot)
    open[openCount] = OpenHit(track: track, isCorrection: isCorrection, slot: slot)
    open[openCount].track.holdTouch(
      frameCount: frameCount, detector: detector, earliestFrame: earliestFrame(openCount))
    openCount += 1
  }

  /// Locates an open hit again, using everything heard of it so far.
  @_noLocks mutating func relocate(_ index: Int) {
    guard open[index].track.looks(atFrame: frameCount) else { return }
    let change = open[index].track.look(
      frameCount: frameCount, detector: detector, earliestFrame: earliestFrame(index))
    switch change {
    case .none: return
    case .held, .released: break
    case .moved, .struck:
      lastOnsetFrame = max(lastOnsetFrame, open[index].onsetFrame)
      open[index].softHit = nil
      recogniser.classifier.forget(slot: open[index].slot)
    }
    guard var hit = open[index].hit else { return }
    let earlier = hit
    hit.onsetFrame = open[index].onsetFrame
    open[index].hit = hit
    switch change {
    case .none: break
    case .held: emit(.held(hit))
    case .moved, .released: emit(.due(hit))
    case .struck:
      withdraw(earlier, beforeStrokeAt: hit.onsetFrame)
      open[index].touch = hit
      open[index].hit = nil
    }
  }

  /// The hit at `index` began no earlier.
  @_noLocks func earliestFrame(_ index: Int) -> Int {
    index > 0 ? open[index - 1].onsetFrame + apartFrames : earliestFrame
  }
}
