// SPDX-License-Identifier: GPL-3.0-or-later

/// A loop that is written down.
extension Looper {
  /// The loop that is there, or was there before it was taken away; nil if there was none.
  public var kept: Looper? {
    var looper = self
    while looper.content.grid == nil, looper.history.undo() {}
    if looper.content.grid != nil { return looper }
    var fullest: Looper?
    while looper.history.redo() {
      if looper.content.grid != nil { fullest = looper }
    }
    return fullest
  }

  /// The same loop from its first cycle on, on a clock that begins anew: all of its layers sound, or one alone.
  public func playedAnew(onlyLayer number: Int? = nil) -> Looper {
    var looper = restarted(sampleRateHz: sampleRateHz)
    (looper.settings.isMuted, looper.settings.mutedLayers) = (false, [])
    looper.settings.soloLayers = number.map { [$0] } ?? []
    if looper.stage == .stopped { looper.stage = .playing }
    return looper
  }

  /// The notes of all layers as they sound in one cycle, in their order. Their frames are counted from its beginning.
  public var cycleNotes: [LoopedNote] {
    guard let grid = content.grid else { return [] }
    var looper = playedAnew()
    let (length, start) = (grid.cycleFrames, looper.content.grid?.start(ofCycle: 1) ?? 0)
    _ = looper.advance(to: start)
    return looper.advance(to: start + length).compactMap { event in
      guard case .noteOn(let note, _) = event else { return nil }
      return LoopedNote(
        heard: note.heard, layer: note.layer, frame: note.frame - start, velocity: note.velocity,
        endFrame: note.endFrame.map { $0 - start })
    }
  }

  /// Where the second half of a beat is heard, in beats; 0.5 for straight ones.
  public var heardSwing: Double {
    guard let grid = content.grid else { return LoopSwing.straight.place }
    return LoopPlaying(grid, content.layers, settings).swing.place
  }
}
