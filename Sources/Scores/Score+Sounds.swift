// SPDX-License-Identifier: GPL-3.0-or-later

/// A sound that plays.
struct Play {
  /// The object, and the sound's name there; nil for speech.
  let object: Int?
  /// It is a note of an instrument.
  var isNote = false
  let name: String
  let frameCount: Int
  /// Where it was on a frame, in parts of a frame; see ``Pitch``.
  var place = 0
  var placeFrame: Int
  var step: Int
  /// Its place in the order of what is asked for.
  let order: Int
  /// The script that waits for its end.
  var waiter: Int?
  var due: Agenda.Entry?

  /// It is a sound of an object.
  var isSound: Bool { object != nil && !isNote }
}

/// How sounds play and end.
extension Score {
  /// B1, B2: plays a sound from its beginning; where the object plays it already, that ends.
  func play(_ name: String, of object: Int, _ statement: Statement) throws(ScoreRefusal) -> Answer {
    guard let sound = objects[object].sounds[name] else {
      throw ScoreRefusal(
        "\"\(objects[object].name)\" has no sound \"\(name)\"; give it one: "
          + "o:sound(\"\(name)\", \"file.wav\")")
    }
    if let before = objects[object].plays[name] { try end(before) }
    try makeRoom()
    let play = try begin(sound, name, object: object, step: objects[object].step)
    objects[object].plays[name] = play
    var event = ScoreEvent("sound", frame: frame)
    (event.object, event.sound) = (objects[object].name, name)
    event.frames = (plays[play]?.due?.frame ?? frame) - frame
    stage.publish(event)
    return statement == .playAndWait ? wait(for: play, statement) : .nothing
  }

  /// B6, B7: speaks in place of what is spoken, or along with it.
  func speak(_ text: String, of object: Int, _ statement: Statement) throws(ScoreRefusal) -> Answer
  {
    let sound = try stage.speech(text)
    if let before = speech, !speechOverlaps { try end(before) }
    try makeRoom()
    let play = try begin(sound, text, object: nil, step: Pitch.step(0))
    speech = play
    var event = ScoreEvent("speech", frame: frame)
    (event.object, event.text, event.frames) = (objects[object].name, text, sound.frameCount)
    stage.publish(event)
    return statement == .speakAndWait ? wait(for: play, statement) : .nothing
  }

  /// B3: ends the sounds of all objects.
  func stopAllSounds() throws(ScoreRefusal) {
    for play in plays.keys.sorted() where plays[play]?.isSound == true { try end(play) }
  }

  private func begin(
    _ sound: ScoreSound, _ name: String, object: Int?, step: Int
  ) throws(ScoreRefusal) -> Int {
    playCount += 1
    try act(.start(play: playCount, sound, object: object))
    var play = Play(
      object: object, name: name, frameCount: sound.frameCount, placeFrame: frame, step: step,
      order: nextOrder())
    play.due = schedule(
      playCount,
      atFrame: frame + Pitch.frames(from: 0, of: sound.frameCount, step: step), order: play.order)
    plays[playCount] = play
    return playCount
  }

  private func wait(for play: Int, _ statement: Statement) -> Answer {
    plays[play]?.waiter = running
    let answer = wait(for: .play(play), statement)
    if let playing = plays[play] {
      script.waited?.object = playing.object.map { objects[$0].name }
      script.waited?.sound = playing.object == nil ? nil : playing.name
    }
    return answer
  }

  /// The oldest play gives way where there are too many.
  func makeRoom() throws(ScoreRefusal) {
    guard plays.count >= ScoreSettings.mostPlays, let oldest = plays.keys.min() else { return }
    if plays[oldest]?.isNote == true { finish(oldest) } else { try end(oldest) }
  }

  /// Ends a play before its end.
  private func end(_ play: Int) throws(ScoreRefusal) {
    try act(.end(play: play))
    finish(play)
  }

  /// A play is over: who waits for it goes on, once.
  func finish(_ number: Int) {
    guard let play = plays.removeValue(forKey: number) else { return }
    if play.isNote {
      // It always comes through: what ends is never too much.
      try? stage.perform(.endNote(play: number), atFrame: frame)
    } else if let object = play.object {
      objects[object].plays[play.name] = nil
    } else if speech == number {
      speech = nil
    }
    if let waiter = play.waiter { wake(waiter, from: .play(number), order: play.order) }
  }

  /// Lets the sounds of an object pass at another speed from now on.
  func setStep(of object: Int) throws(ScoreRefusal) {
    let step = objects[object].step
    try act(.pitch(step: step, object: object))
    for number in objects[object].plays.values.sorted() {
      guard var play = plays[number] else { continue }
      play.place += (frame - play.placeFrame) * play.step
      (play.placeFrame, play.step) = (frame, step)
      play.due = schedule(
        number,
        atFrame: frame + Pitch.frames(from: play.place, of: play.frameCount, step: step),
        order: play.order)
      plays[number] = play
    }
  }
}
