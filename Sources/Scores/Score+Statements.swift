// SPDX-License-Identifier: GPL-3.0-or-later

/// The statements of a score.
extension Score {
  func answer(_ given: Arguments) throws(ScoreRefusal) -> Answer {
    given.statement.isMethod ? try answer(given, of: given.object()) : try answerFunction(given)
  }

  private func answerFunction(_ given: Arguments) throws(ScoreRefusal) -> Answer {
    switch given.statement {
    case .object: return .object(try object(named: given.words(1, "its name")))
    case .broadcast, .broadcastAndWait:
      return try broadcast(given.words(1, "a message"), given.statement)
    case .stopAllSounds: try stopAllSounds()
    case .wait:
      let seconds = try bounded(given.duration(1, "seconds"), "seconds", longest: 1)
      return wait(frames: seconds * Double(settings.sampleRateHz), .wait)
    case .setTempo: try setTempo(given.number(1, "beats a minute"))
    case .changeTempo: try setTempo(tempo.beatsPerMinute + given.number(1, "the change"))
    case .tempo: return .number(tempo.beatsPerMinute)
    case .setSpeech: try setSpeech(given.text(1, "how texts meet"))
    case .loudness: return .number(stage.loudness(atFrame: frame))
    case .frame: return .number(Double(frame))
    case .seconds: return .number(script.exactFrame / Double(settings.sampleRateHz))
    case .beat: return .number(tempo.beat(atFrame: script.exactFrame))
    case .hit: try hit(given)
    case .command: try command(given)
    case .stop: return .end
    case .print:
      var event = ScoreEvent("print", frame: frame)
      if case .text(let text) = given[1] { event.text = text }
      stage.publish(event)
    default: return .text(try stage.module(given.text(1, "its name")))
    }
    return .nothing
  }

  private func answer(_ given: Arguments, of object: Int) throws(ScoreRefusal) -> Answer {
    let statement = given.statement
    switch statement {
    case .when: try addFunction(given)
    case .sound: try addSound(given, to: object)
    case .play, .playAndWait:
      return try play(given.words(1, "its name"), of: object, statement)
    case .setVolume: try setVolume(given.number(1, "percent"), of: object)
    case .changeVolume:
      try setVolume(objects[object].volume + given.number(1, "the change"), of: object)
    case .volume: return .number(objects[object].volume)
    case .speak, .speakAndWait:
      return try speak(given.words(1, "what to say"), of: object, statement)
    case .setEffect: try setEffect(given, of: object, isChange: false)
    case .changeEffect: try setEffect(given, of: object, isChange: true)
    case .clearEffects:
      for effect in ScoreObject.Effect.allCases where objects[object][effect] != 0 {
        try set(effect, to: 0, of: object)
      }
    case .playDrum: return try playDrum(given, of: object)
    case .rest:
      let beats = try bounded(
        given.duration(1, "beats"), "beats", longest: 60 / tempo.beatsPerMinute)
      return wait(frames: tempo.frames(beats: beats), .rest)
    case .playNote: return try playNote(given, of: object)
    default: try setInstrument(given, of: object)
    }
    return .nothing
  }

  /// A duration of units that last so many seconds each, if it is not endless.
  func bounded(
    _ duration: Double, _ name: String, longest unitSeconds: Double
  ) throws(ScoreRefusal) -> Double {
    guard duration * unitSeconds <= ScoreSettings.longestWaitSeconds else {
      throw ScoreRefusal(
        "\(name) must not last longer than \(Int(ScoreSettings.longestWaitSeconds)) seconds, "
          + "as \(ScoreValue.shown(duration)) would")
    }
    return duration
  }

  private func object(named name: String) throws(ScoreRefusal) -> Int {
    if let number = objects.firstIndex(where: { $0.name == name }) { return number }
    guard objects.count < ScoreSettings.mostObjects else {
      throw ScoreRefusal("\(ScoreSettings.mostObjects) objects are the most")
    }
    objects.append(ScoreObject(name: name))
    return objects.count - 1
  }

  /// F8: a function that runs as a new script whenever something happens.
  private func addFunction(_ given: Arguments) throws(ScoreRefusal) {
    let kind = try given.text(1, "what it waits for")
    let hasName = if case .function = given[2] { false } else { true }
    let function = try given.function(hasName ? 3 : 2, "what to do")
    let isNamed = hasName && given[2] != .none
    switch kind {
    case "start":
      try begin(function, ScriptEvent(frame: frame, sampleRateHz: settings.sampleRateHz))
    case "message": try add(function, on: .message(given.words(2, "the message")))
    case "hit": try add(function, on: .hit(isNamed ? given.words(2, "the sound") : nil))
    case "pad": try add(function, on: .pad(isNamed ? given.words(2, "the pad") : nil))
    case "key": try add(function, on: .key(isNamed ? given.words(2, "the key") : nil))
    case "note":
      try add(
        function, on: .note(isNamed ? Int(given.number(2, "the note", in: 0...127)) : nil))
    default:
      throw ScoreRefusal(
        "it waits for start, message, hit, pad, key or note, not for \"\(kind)\"")
    }
  }

  /// F9: the functions that wait for a message run as new scripts.
  private func broadcast(
    _ message: String, _ statement: Statement
  ) throws(ScoreRefusal) -> Answer {
    var sent = ScoreEvent("message", frame: frame)
    sent.text = message
    stage.publish(sent)
    var event = ScriptEvent(frame: frame, sampleRateHz: settings.sampleRateHz)
    (event.message, event.source) = (message, "score")
    let functions = functions(on: .message(message))
    let waits = statement == .broadcastAndWait && !functions.isEmpty
    if waits { script.pendingOrder = nextOrder() }
    for function in functions { try begin(function, event, parent: waits ? running : nil) }
    guard waits else { return .nothing }
    script.pendingCount = functions.count
    return wait(for: .scripts, statement)
  }

  /// F2, F3: a sound of an object.
  private func addSound(_ given: Arguments, to object: Int) throws(ScoreRefusal) {
    let name = try given.words(1, "its name")
    let path = try given.text(2, "its file")
    let count = objects.reduce(0) { $0 + $1.sounds.count }
    guard count < ScoreSettings.mostSounds || objects[object].sounds[name] != nil else {
      throw ScoreRefusal("\(ScoreSettings.mostSounds) sounds are the most")
    }
    objects[object].sounds[name] = try stage.sound(path: path)
  }

  /// B4, B5.
  private func setVolume(_ percent: Double, of object: Int) throws(ScoreRefusal) {
    let volume = percent.clamped(to: 0...100)
    objects[object].volume = volume
    try act(.volume(volume, object: object))
    publish("volume", volume, of: object)
  }

  /// B8, B9: an effect that there is not changes nothing.
  private func setEffect(
    _ given: Arguments, of object: Int, isChange: Bool
  ) throws(ScoreRefusal) {
    let name = try given.text(1, "its name")
    let value = try given.number(2, isChange ? "the change" : "its value")
    guard let effect = ScoreObject.Effect(rawValue: name) else {
      var event = ScoreEvent("warning", frame: frame)
      event.text =
        "\(lua.place)\(given.statement.name): there is no effect \"\(name)\", so nothing changes; "
        + "there are pan and pitch"
      return stage.publish(event)
    }
    try set(effect, to: isChange ? objects[object][effect] + value : value, of: object)
  }

  private func set(
    _ effect: ScoreObject.Effect, to asked: Double, of object: Int
  ) throws(ScoreRefusal) {
    let value = asked.clamped(to: effect.range)
    objects[object].effects[effect] = value
    switch effect {
    case .pan: try act(.pan(value, object: object))
    case .pitch: try setStep(of: object)
    }
    publish("effect", value, of: object, effect: effect.rawValue)
  }

  /// B13: the drum sounds to its end, and the script goes on after its beats.
  private func playDrum(_ given: Arguments, of object: Int) throws(ScoreRefusal) -> Answer {
    let drum: ScoreDrum
    if case .number(let number) = given[1], number.isFinite {
      drum = ScoreDrum(number: number)
    } else {
      let name = try given.text(1, "the drum")
      guard let named = ScoreDrum(name: name) else {
        let names = ScoreDrum.allCases.map(\.rawValue).joined(separator: ", ")
        throw ScoreRefusal("there is no drum \"\(name)\"; there are \(names)")
      }
      drum = named
    }
    let beats = try bounded(
      given.duration(2, "beats"), "beats", longest: 60 / tempo.beatsPerMinute)
    let frames = tempo.frames(beats: beats)
    try countAction()
    let pad = try stage.strike(drum, object: object, atFrame: frame)
    var event = ScoreEvent("drum", frame: frame)
    (event.object, event.drum, event.pad) = (objects[object].name, drum.rawValue, pad)
    event.frames = Int(frames.rounded())
    stage.publish(event)
    try sound(pad, velocity: nil)
    return wait(frames: frames, .playDrum)
  }

  /// Strikes a pad of the kit.
  private func hit(_ given: Arguments) throws(ScoreRefusal) {
    let name = try given.words(1, "the pad")
    let velocity =
      given[2] == .none ? ScoreSettings.velocity : try given.number(2, "velocity", in: 0...1)
    try countAction()
    let pad = try stage.strike(pad: name, velocity: velocity, object: nil, atFrame: frame)
    var event = ScoreEvent("hit", frame: frame)
    (event.pad, event.velocity) = (pad, velocity)
    stage.publish(event)
    try sound(pad, velocity: velocity)
  }

  /// The functions that wait for a pad run.
  private func sound(_ pad: String, velocity: Double?) throws(ScoreRefusal) {
    do throws(ScoreError) {
      try happen(
        ScoreOccurrence(.pad(pad), frame: frame, velocity: velocity, source: "score"),
        atFrame: frame)
    } catch { throw ScoreRefusal(error.description) }
  }

  private func command(_ given: Arguments) throws(ScoreRefusal) {
    guard case .table(let json) = given[1] else {
      throw ScoreRefusal(
        "a table is expected, as {command=\"tempo\", isClicking=true}, not \(given[1].shown)")
    }
    try countAction()
    guard let beatsPerMinute = try stage.command(json, atFrame: frame) else { return }
    tempo.change(to: beatsPerMinute, atFrame: script.exactFrame)
    publish("tempo", tempo.beatsPerMinute)
  }

  /// B15, B16: one tempo for all, for what begins from now on.
  private func setTempo(_ beatsPerMinute: Double) throws(ScoreRefusal) {
    tempo.change(to: beatsPerMinute, atFrame: script.exactFrame)
    try act(.tempo(tempo.beatsPerMinute))
    publish("tempo", tempo.beatsPerMinute)
  }

  /// Whether a text ends the one before.
  private func setSpeech(_ how: String) throws(ScoreRefusal) {
    switch how {
    case "latest": speechOverlaps = false
    case "overlap": speechOverlaps = true
    default: throw ScoreRefusal("texts meet by \"latest\" or \"overlap\", not by \"\(how)\"")
    }
  }

  private func publish(
    _ name: String, _ value: Double, of object: Int? = nil, effect: String? = nil
  ) {
    var event = ScoreEvent(name, frame: frame)
    (event.value, event.effect) = (value, effect)
    event.object = object.map { objects[$0].name }
    stage.publish(event)
  }
}
