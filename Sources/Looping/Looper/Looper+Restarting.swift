// SPDX-License-Identifier: GPL-3.0-or-later

/// A loop that outlives the clock it was played on.
extension Looper {
  /// The same loop with its steps and settings on a clock that begins anew, maybe at another rate: its first cycle begins on
  /// frame 0. A take that was not closed yet is left out, and nothing is added until that is asked for again.
  public func restarted(sampleRateHz rateHz: Int) -> Looper {
    var looper = Looper(sampleRateHz: rateHz)
    (looper.settings, looper.isLocked, looper.layerCount) = (settings, isLocked, layerCount)
    looper.source = source
    var sounds: [ObjectIdentifier: LoopSound] = [:]
    looper.history = history.map { content in
      content.restarted(fromHz: sampleRateHz, now: frame, rateHz) { sound in
        let known = sounds[ObjectIdentifier(sound)]
        let resampled = known ?? sound.resampled(fromHz: sampleRateHz, toHz: rateHz)
        sounds[ObjectIdentifier(sound)] = resampled
        return resampled
      }
    }
    if content.grid != nil { looper.stage = stage == .stopped ? .stopped : .playing }
    return looper
  }
}

extension LoopContent {
  fileprivate func restarted(
    fromHz: Int, now: Int, _ rateHz: Int, resampled: (LoopSound) -> LoopSound
  ) -> LoopContent {
    let scale = Double(rateHz) / Double(fromHz)
    func scaled(_ frames: Int) -> Int { Int((Double(frames) * scale).rounded()) }
    let layers = layers.map { layer in
      let notes = layer.notes.map { note in
        LoopNote(
          heard: note.heard.moved(
            toFrame: scaled(note.heard.frame - now),
            lengthFrames: note.heard.lengthFrames.map(scaled)),
          position: scaled(note.position))
      }
      let stretches = layer.stretches.map { stretch in
        LoopStretch(
          sound: resampled(stretch.sound),
          heardFrame: scaled(stretch.heardFrame - now), position: scaled(stretch.position))
      }
      return LoopLayer(number: layer.number, notes: notes, stretches: stretches)
    }
    return LoopContent(grid: grid?.restarted(scale, rateHz), layers: layers)
  }
}
