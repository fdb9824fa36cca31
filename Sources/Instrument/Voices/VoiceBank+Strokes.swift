// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How strokes change voices. Everything here happens between two frames, at ``VoiceBank/frame``.
extension VoiceBank {
  /// A change of velocity over this many layers or more changes the sound, too; a smaller one the
  /// loudness only.
  private var farLayers: Int { @_noLocks get { 2 } }

  /// Starts a voice for each struck pad, and ends voices that these choke; returns the random
  /// choices.
  @_noLocks mutating func begin(_ stroke: NoteOn, of drums: DrumSetPointer) -> VoiceChoices {
    standInCount += drums.pointee.kit.isWhole ? 0 : 1
    var choices = VoiceChoices()
    for place in 0..<stroke.pads.count {
      strike(stroke, at: place, of: drums)
      choices[place] = play(stroke, at: place, of: drums, since: frame)
    }
    return choices
  }

  /// Changes the hit's voices: their loudness if the pads stay, their sounds if they do not;
  /// returns the random choices.
  ///
  /// A stroke that changes its pad begins the new sound with its attack, because the attack
  /// identifies a drum; the two attacks, as close as a hit's decisions, are heard as one stroke. If
  /// they would be ``latestAttackSeconds`` apart, or if a stroke stays on its pad but changes its
  /// layer, the new sound continues at the same place: its attack has been heard.
  @_noLocks mutating func correct(_ stroke: NoteOn) -> VoiceChoices? {
    guard let first = slot(hit: stroke.hit), let drums = voices[first].drums else { return nil }
    let before = voices[first]
    let joining = keepPads(of: stroke, struckBefore: before.padCount)
    for slot in 0..<slotCount
    where voices[slot].isHeld && voices[slot].hit == stroke.hit
      && voices[slot].place >= stroke.pads.count
    {
      voices[slot].fade(.leaving, frameCount: crossfadeFrames)
    }
    var choices: VoiceChoices?
    for place in 0..<stroke.pads.count {
      let choice: VoiceChoice?
      if let slot = slot(hit: stroke.hit, place: place) {
        choice = correct(stroke, at: place, in: slot, of: drums)
      } else if joining[place] {
        choice = join(stroke, at: place, beside: before, of: drums)
      } else {
        choice = nil
      }
      guard let choice else { continue }
      if choices == nil { choices = VoiceChoices() }
      choices?[place] = choice
    }
    for slot in 0..<slotCount where voices[slot].isHeld && voices[slot].hit == stroke.hit {
      voices[slot].belong(to: stroke)
    }
    return choices
  }

  /// Changes the voice in a slot to the pad at a place of a stroke; returns its random choice.
  @_noLocks private mutating func correct(
    _ stroke: NoteOn, at place: Int, in slot: Int, of drums: DrumSetPointer
  ) -> VoiceChoice? {
    let old = voices[slot]
    let layer = drums.pointee.kit.layer(pad: stroke.pads[place], velocity: stroke.velocity)
    let changesPad = old.pad != stroke.pads[place]
    if changesPad || (abs(layer - old.choice.layer) >= farLayers && old.isSounding) {
      if changesPad { strike(stroke, at: place, of: drums) }
      let isLate = !changesPad || frame - old.startFrame > latestAttackFrames
      for slot in 0..<slotCount where answers(slot, hit: stroke.hit, place: place) {
        voices[slot].fade(.leaving, frameCount: crossfadeFrames)
      }
      return play(
        stroke, at: place, of: drums, since: old.startFrame, following: isLate ? old : nil)
    }
    for slot in 0..<slotCount
    where answers(slot, hit: stroke.hit, place: place) && voices[slot].isSounding {
      voices[slot].glide(toVelocity: stroke.velocity, frameCount: glideFrames)
    }
    return nil
  }

  /// Starts a voice for a pad that the hit did not strike before, in addition to another of its
  /// voices; returns its random choice.
  @_noLocks private mutating func join(
    _ stroke: NoteOn, at place: Int, beside other: Voice, of drums: DrumSetPointer
  ) -> VoiceChoice {
    strike(stroke, at: place, of: drums)
    let isLate = frame - other.startFrame > latestAttackFrames
    return play(
      stroke, at: place, of: drums, since: other.startFrame, following: isLate ? other : nil)
  }

  /// Fades the hit's voices out.
  @_noLocks mutating func end(hit: Int) {
    for slot in 0..<slotCount where voices[slot].isHeld && voices[slot].hit == hit {
      voices[slot].fade(.ending, frameCount: crossfadeFrames)
    }
  }

  /// Ends the hit's note.
  @_noLocks mutating func endNote(hit: Int) {
    for slot in 0..<slotCount where voices[slot].isHeld && voices[slot].hit == hit {
      let releaseFrames = voices[slot].releaseFrames
      voices[slot].fade(
        .ending, frameCount: releaseFrames > 0 ? releaseFrames : crossfadeFrames,
        isSteep: releaseFrames > 0)
    }
  }

  /// Ends the voices that a stroke on the pad at a place chokes, and those beyond its limit.
  @_noLocks private mutating func strike(
    _ stroke: NoteOn, at place: Int, of drums: DrumSetPointer
  ) {
    choke(by: stroke, on: stroke.pads[place], of: drums)
    makeRoom(for: stroke, on: stroke.pads[place], of: drums)
  }

  /// Starts what the pad at a place of a stroke plays, a voice for each sound; returns the random
  /// choice.
  ///
  /// - Parameter other: The voice at whose place in its sound they continue; nil for none.
  @_noLocks private mutating func play(
    _ stroke: NoteOn, at place: Int, of drums: DrumSetPointer, since startFrame: Int,
    following other: Voice? = nil
  ) -> VoiceChoice {
    let choice = drums.pointee.choice(for: stroke, at: place, startFrame: startFrame)
    let partners = drums.pointee.kit.partners(of: choice.variation)
    var variation = choice.variation
    var next = partners.first
    while true {
      var voice = Voice(
        stroke, at: place, of: drums, choice, playing: variation, startFrame: startFrame)
      if let other {
        // What goes on has ended others already.
        voice.follow(other, frameCount: crossfadeFrames)
      } else {
        beginSoftly(&voice, confidence: stroke.confidence)
        choke(by: voice)
      }
      play(voice)
      guard next < partners.end else { return choice }
      variation = next
      next += 1
    }
  }

  /// Gives the voice a slot; there always is one.
  @_noLocks private mutating func play(_ voice: Voice) {
    var count = 0
    for slot in 0..<slotCount where voices[slot].isHeld { count += 1 }
    if count >= voiceCount { steal(for: voice.hit) }
    voices[freeSlot()] = voice
    announce(voice)
  }

  /// Ends the voices of the same drums that a stroke chokes, except the hit's own.
  @_noLocks private mutating func choke(
    by stroke: NoteOn, on pad: Int, of drums: DrumSetPointer
  ) {
    for slot in 0..<slotCount
    where voices[slot].isHeld && voices[slot].drums == drums && voices[slot].hit != stroke.hit {
      let choke = drums.pointee.kit.choke(of: voices[slot].pad, by: pad)
      if choke.frames > 0 {
        voices[slot].fade(.ending, frameCount: choke.frames, isSteep: choke.isSteep)
      }
    }
  }

  /// Ends the sounds of the same drums that a sound ends by its group, except the hit's own, and
  /// those of its own pad in its own group.
  @_noLocks private mutating func choke(by voice: Voice) {
    let group = voice.choke.group
    guard group != 0 else { return }
    for slot in 0..<slotCount
    where voices[slot].isHeld && voices[slot].drums == voice.drums && voices[slot].hit != voice.hit
      && voices[slot].choke.endedBy == group
      && !(voices[slot].choke.group == group && voices[slot].pad == voice.pad)
    {
      let choke = voices[slot].choke
      voices[slot].fade(
        .ending,
        frameCount: max(1, Units.frames(seconds: choke.seconds, sampleRateHz: sampleRateHz)),
        isSteep: choke.isSteep)
    }
  }

  /// Takes the places of the least audible hit but this one. Of equally loud ones the older is the
  /// less audible.
  @_noLocks private mutating func steal(for hit: Int) {
    var victim = hit
    var lowest = Float.infinity
    for slot in 0..<slotCount where voices[slot].isHeld && voices[slot].hit != hit {
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

  /// Its voice answers for a pad of a hit.
  @_noLocks private func answers(_ slot: Int, hit: Int, place: Int) -> Bool {
    voices[slot].isHeld && voices[slot].hit == hit && voices[slot].place == place
  }

  /// A voice that answers for a pad of a hit.
  @_noLocks private func slot(hit: Int, place: Int) -> Int? {
    for slot in 0..<slotCount where answers(slot, hit: hit, place: place) { return slot }
    return nil
  }

  /// A voice that answers for a hit.
  @_noLocks func slot(hit: Int) -> Int? {
    for slot in 0..<slotCount where voices[slot].isHeld && voices[slot].hit == hit {
      return slot
    }
    return nil
  }
}
