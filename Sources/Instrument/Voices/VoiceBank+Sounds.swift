// SPDX-License-Identifier: GPL-3.0-or-later

/// Which pads sounds strike.
extension VoiceBank {
  /// The stroke with its sound's pads at ``VoiceBank/frame``, if it names none. If its sound plays
  /// pads in turn, a hit keeps its turn as long as it is the same sound; another takes the next.
  @_noLocks mutating func addressed(_ asked: NoteOn, on drums: DrumSetPointer) -> NoteOn {
    guard let sound = asked.sound else { return asked }
    if let turn = asked.turn { pads.take(turn: turn, ofSound: sound) }
    guard asked.pads.count == 0 else { return asked }
    var stroke = asked
    let address = pads.address(ofSound: sound, inKit: drums.pointee.kit.nameKey)
    let part = address.part(
      velocity: stroke.velocity, brightnessOctaves: stroke.brightnessOctaves)
    let turnCount = address.turnCount(part: part)
    stroke.turn = asked.turn ?? turn(ofHit: stroke.hit, sound: sound)
    if stroke.turn == nil && turnCount > 1 { stroke.turn = pads.takeTurn(ofSound: sound) }
    stroke.pads = drums.pointee.pads(
      of: address, part: part, turn: (stroke.turn ?? 0) % turnCount)
    return stroke
  }

  /// The turn that a hit has as a sound; nil if it has none.
  @_noLocks private func turn(ofHit hit: Int, sound: Int) -> Int? {
    guard let slot = slot(hit: hit), voices[slot].heard == sound else { return nil }
    return voices[slot].turn
  }

  /// The first of this many sounds that plays a pad, in any rotation of its strokes; nil if none
  /// does.
  @_noLocks func sound(ofPad pad: Int, on drums: DrumSetPointer, among soundCount: Int) -> Int? {
    for sound in 0..<soundCount where plays(sound, pad, on: drums) { return sound }
    return nil
  }

  @_noLocks private func plays(_ sound: Int, _ pad: Int, on drums: DrumSetPointer) -> Bool {
    let address = pads.address(ofSound: sound, inKit: drums.pointee.kit.nameKey)
    for place in 0..<address.entryCount {
      let entry = address.entry(place)
      let struck = drums.pointee.pads(of: address, part: Int(entry.part), turn: Int(entry.turn))
      for place in 0..<struck.count where struck[place] == pad { return true }
    }
    return false
  }
}
