// SPDX-License-Identifier: GPL-3.0-or-later

/// Notes of instruments.
extension Score {
  /// The keys that can be played; a number beyond them is the nearest.
  private static let keys = 0.0...130

  /// B11: plays a note for its beats, and the script goes on exactly after them. A note of 0 beats is silent.
  func playNote(_ given: Arguments, of object: Int) throws(ScoreRefusal) -> Answer {
    let key = try given.number(1, "the note").clamped(to: Self.keys)
    let beats = try bounded(
      given.duration(2, "beats"), "beats", longest: 60 / tempo.beatsPerMinute)
    let frames = tempo.frames(beats: beats)
    // Its end falls on the frame on which the script goes on.
    let end = max(frame, Int((script.exactFrame + frames).rounded()))
    if end > frame {
      try makeRoom()
      playCount += 1
      try act(.note(play: playCount, objects[object].instrument, key: key, object: object))
      var play = Play(
        object: object, name: "", frameCount: end - frame, placeFrame: frame, step: 0,
        order: nextOrder())
      play.isNote = true
      play.due = schedule(playCount, atFrame: end, order: play.order)
      plays[playCount] = play
    }
    var event = ScoreEvent("note", frame: frame)
    (event.object, event.note, event.frames) = (objects[object].name, key, end - frame)
    stage.publish(event)
    return wait(frames: frames, .playNote)
  }

  /// B12: the instrument of the notes from now on; what sounds stays as it is.
  func setInstrument(_ given: Arguments, of object: Int) throws(ScoreRefusal) {
    var file: String?
    if case .number(let number) = given[1], number.isFinite {
      objects[object].instrument = ScoreInstrument(number: number)
    } else {
      let name = try given.text(1, "the instrument")
      if Self.isFile(name) {
        file = name
      } else {
        objects[object].instrument = try Self.instrument(name)
      }
    }
    try stage.useInstrument(path: file, object: object)
    var event = ScoreEvent("instrument", frame: frame)
    (event.object, event.text) = (objects[object].name, file ?? objects[object].instrument.rawValue)
    stage.publish(event)
  }

  private static func isFile(_ name: String) -> Bool { name.lowercased().hasSuffix(".sfz") }

  private static func instrument(_ name: String) throws(ScoreRefusal) -> ScoreInstrument {
    if let instrument = ScoreInstrument(name: name) { return instrument }
    let names = ScoreInstrument.allCases.map(\.rawValue).joined(separator: ", ")
    throw ScoreRefusal(
      """
      there is no instrument "\(name)"; there are \(names), "bass.sfz" and "lead.sfz" of Flam, and files beside the score \
      as "piano.sfz"
      """
    )
  }
}
