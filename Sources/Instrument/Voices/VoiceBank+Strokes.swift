// SPDX-License-Identifier: GPL-3.0-or-later

/// What strokes do to voices. Everything here happens between two frames, at ``VoiceBank/frame``.
extension VoiceBank {
  /// A change of velocity over this many layers or more changes the sound, too; a smaller one the loudness only.
  private var farLayers: Int { @_noLocks get { 2 } }

  /// Starts a voice and chokes what it chokes; what was drawn for it.
  @_noLocks mutating func begin(_ stroke: NoteOn, of drums: DrumSetPointer) -> VoiceChoice {
    choke(by: stroke, of: drums)
    standInCount += drums.pointee.kit.isWhole ? 0 : 1
    makeRoom(for: stroke, of: drums)
    let voice = drums.pointee.voice(for: stroke, of: drums, startFrame: frame)
    play(voice)
    return voice.choice
  }

  /// Changes the hit's voice: its loudness where the pad stays, its sound where it does not; what was drawn for that.
  ///
  /// A stroke that changes its pad begins the new sound with its attack, since by the attack a drum is told; the
  /// two attacks, as close as a hit's decisions, are heard as one stroke. Where they would be
  /// ``latestAttackSeconds`` apart, and where a stroke stays on its pad but changes its layer, the new sound goes on
  /// at the same place: its attack has been heard.
  @_noLocks mutating func correct(_ stroke: NoteOn) -> VoiceChoice? {
    guard let slot = slot(hit: stroke.hit), let drums = voices[slot].drums else { return nil }
    let old = voices[slot]
    let layer = drums.pointee.kit.layer(pad: stroke.pad, velocity: stroke.velocity)
    let changesPad = old.pad != stroke.pad
    if changesPad || (abs(layer - old.choice.layer) >= farLayers && old.isSounding) {
      if changesPad {
        choke(by: stroke, of: drums)
        makeRoom(for: stroke, of: drums)
      }
      var new = drums.pointee.voice(for: stroke, of: drums, startFrame: old.startFrame)
      if !changesPad || frame - old.startFrame > latestAttackFrames {
        new.follow(old, frameCount: crossfadeFrames)
      }
      voices[slot].fade(.leaving, frameCount: crossfadeFrames)
      play(new)
      return new.choice
    }
    if old.isSounding {
      voices[slot].glide(toVelocity: stroke.velocity, frameCount: glideFrames)
    }
    return nil
  }

  /// Fades the hit's voice out.
  @_noLocks mutating func end(hit: Int) {
    guard let slot = slot(hit: hit) else { return }
    voices[slot].fade(.ending, frameCount: crossfadeFrames)
  }

  /// Gives the voice a slot; there always is one.
  @_noLocks private mutating func play(_ voice: Voice) {
    var count = 0
    for slot in 0..<slotCount where voices[slot].isHeld { count += 1 }
    if count >= voiceCount { steal() }
    voices[freeSlot()] = voice
    announce(voice)
  }

  /// Ends the voices of the same drums that a stroke chokes, except the hit's own.
  @_noLocks private mutating func choke(by stroke: NoteOn, of drums: DrumSetPointer) {
    for slot in 0..<slotCount
    where voices[slot].isHeld && voices[slot].drums == drums && voices[slot].hit != stroke.hit {
      let fadeFrames = drums.pointee.kit.chokeFrames(of: voices[slot].pad, by: stroke.pad)
      if fadeFrames > 0 { voices[slot].fade(.ending, frameCount: fadeFrames) }
    }
  }

  /// Takes the places of the least audible hit. Of equally loud ones the older is the less audible.
  @_noLocks private mutating func steal() {
    var victim = 0
    var lowest = Float.infinity
    for slot in 0..<slotCount where voices[slot].isHeld {
      let ageSeconds = Float(frame - voices[slot].startFrame) / sampleRateHz
      let audibility = voices[slot].level / (1 + ageSeconds)
      if audibility < lowest {
        lowest = audibility
        victim = voices[slot].hit
      }
    }
    for slot in 0..<slotCount where voices[slot].isHeld && voices[slot].hit == victim {
      voices[slot].fade(.leaving, frameCount: stealFrames)
    }
  }

  /// An idle slot, else the one of the quietest voice that is leaving.
  @_noLocks private func freeSlot() -> Int {
    var quietest = 0
    var lowest = Float.infinity
    for slot in 0..<slotCount {
      if voices[slot].isIdle { return slot }
      let level = voices[slot].level
      if voices[slot].isLeaving && level < lowest {
        lowest = level
        quietest = slot
      }
    }
    return quietest
  }

  /// The voice that answers for a hit.
  @_noLocks func slot(hit: Int) -> Int? {
    for slot in 0..<slotCount where voices[slot].isHeld && voices[slot].hit == hit {
      return slot
    }
    return nil
  }
}
