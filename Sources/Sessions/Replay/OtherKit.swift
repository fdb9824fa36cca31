// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

extension SessionReplay {
  /// The same session for another kit: notes from outside the microphone strike the drums of that
  /// kit that they struck in their own, by role, name and MIDI note.
  public func onOtherKit(_ kit: Kit) -> SessionReplay {
    var other = self
    other.journal = journal.map { entry in
      entry.note.map { JournalEntry($0.struck(on: kit)) } ?? entry
    }
    let notes = Dictionary(
      journal.compactMap(\.note).map { ($0.id.voiceNumber, $0) },
      uniquingKeysWith: { first, _ in first })
    other.played?.strokes = (played?.strokes ?? []).map { played in
      guard played.stroke.sound == nil, played.action == .start || played.action == .revise,
        let note = notes[played.stroke.hit]
      else { return played }
      let place = kit.place(of: note)
      return VoiceEvent(
        played.action, hit: played.stroke.hit, pad: place,
        key: kit.key(played.stroke.key, ofPad: place),
        sound: nil, velocity: played.stroke.velocity,
        brightnessOctaves: played.stroke.brightnessOctaves,
        peakDecibels: played.stroke.peakDecibels, atFrame: played.frame,
        askedFrame: played.askedFrame, of: played.stroke.object)
    }
    return other
  }
}

extension EngineEvent.Note {
  /// The same note on another kit.
  fileprivate func struck(on kit: Kit) -> Self {
    guard action.isOfPad else { return self }
    let place = kit.place(of: self)
    return Self(
      id: id, action: action, pad: kit.pads[place].title, place: place,
      midiNote: kit.pads[place].note ?? kit.pads[place].role.generalMIDINote,
      key: kit.key(key, ofPad: place),
      velocity: velocity, startFrame: startFrame, askedFrame: askedFrame, of: noteObject)
  }
}

extension Kit {
  /// The key of a note, if the pad answers it; nil for the pad's own.
  fileprivate func key(_ key: Float?, ofPad place: Int) -> Float? {
    key.flatMap { pads[place].zone.keys.contains(Int($0)) ? $0 : nil }
  }

  /// The pad for a note that was played on another kit: of its role, if it has one, and then of its
  /// MIDI note, too; else of its name, else of its MIDI note; else the nearest in sound.
  fileprivate func place(of note: EngineEvent.Note) -> Int {
    let name = note.pad ?? ""
    let role = PadRole(name: name) ?? .other
    let byNote = pads.indices.filter { note.midiNote != nil && pads[$0].note == note.midiNote }
    if role != .other {
      return byNote.first { pads[$0].role == role } ?? pad(role: role)
    }
    if let place = pads.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
      return place
    }
    return byNote.first ?? pad(role: note.midiNote.map { PadRole(generalMIDINote: $0) } ?? .other)
  }
}
