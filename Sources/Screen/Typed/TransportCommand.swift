// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import Sequencing
import Storage

/// Carries out typed commands for the backing, recording and the end: "click on", "backing
/// song.flac", "record stop", "quit".
struct TransportCommand {
  /// The lines of 'help' about the backing, recording and the end.
  static let help = """
    click on             a metronome; 'tempo 96' and 'tempo 6/8' set it, 'click off'
    backing FILE         play a sound file along; 'backing stop', 'backing start'
    pattern rock         play a groove along, in your tempo; 'pattern' lists them;
                         'pattern FILE' plays a drum tab or a MIDI file
    kits                 list the kits that are found; the name of one plays it
    profile NAME         listen for the sounds of another profile
    record groove.wav    record to a new file from now on: WAV, FLAC or OGG
    record stop          end that recording
    session              keep a session from now on; 'flam replay' plays it again
    session stop         end that session

    """
    + plain.map { word, command in
      word + String(repeating: " ", count: max(1, 21 - word.count)) + (command.meaning ?? "")
    }.joined(separator: "\n")

  /// Typed words for commands without values.
  private static let plain = EngineCommand.plain.filter { $0.meaning != nil }.map {
    (word: $0.typedName, command: $0)
  }

  /// Words with which a line begins.
  static let verbs =
    ["click", "tempo", "backing", "pattern", "profile", "record", "session"] + plain.map(\.word)

  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// Carries out a typed line and returns the answer; nil if the line is about something else.
  func carryOut(_ line: String) -> [String]? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    do {
      if let command = EngineCommand.plain(typed: words.joined(separator: " ")) {
        try engine.perform(command)
        return command.answer.map { [$0] } ?? []
      }
      switch (words.first?.lowercased(), words.count) {
      case ("q", 1), ("exit", 1):
        try engine.perform(.quit)
        return []
      case ("profile", 1): return [profileText]
      case ("profile", 2):
        try engine.perform(.profile(EngineCommand.Profile(name: Self.expanded(words[1]))))
        return []
      case ("record", 1):
        return ["'record' needs a file: 'record groove.wav'; 'record stop' ends it"]
      case ("record", 2) where words[1] == "stop":
        try engine.perform(.endRecording)
        return ["recording ends"]
      case ("record", 2):
        let file = words[1].hasPrefix("start ") ? words[1].dropFirst(6) : words[1][...]
        let path = Self.expanded(String(file))
        try engine.perform(.record(EngineCommand.Record(path: path)))
        return ["recording to '\(path)'"]
      case ("session", 1),
        ("session", 2) where words.last == "stop":
        return try session(isBegun: words.count == 1)
      case ("click", 2) where ["on", "off"].contains(words[1]):
        try engine.perform(.tempo(EngineCommand.Tempo(isClicking: words[1] == "on")))
        return [tempoText]
      case ("tempo", _): return try setTempo(words.dropFirst().first)
      case ("backing", 2) where words[1] == "start":
        try engine.perform(.startBacking)
        return ["the backing begins"]
      case ("backing", 2) where words[1] == "stop":
        try engine.perform(.stopBacking)
        return []
      case ("backing", 2) where !Self.isGain(line):
        let path = Self.expanded(words[1])
        try engine.perform(.loadBacking(EngineCommand.Backing(path: path)))
        try engine.perform(.startBacking)
        return ["playing '\(path)' along"]
      case ("pattern", 1):
        return ["The name of a groove behind 'pattern' plays it:"]
          + Grooves.names.map { "  " + $0.printable }
      case ("pattern", 2):
        let path = Self.expanded(words[1])
        try engine.perform(.loadPattern(EngineCommand.Pattern(path: path)))
        try engine.perform(.startPattern)
        return []
      default: return nil
      }
    } catch {
      return ["\(error)"]
    }
  }

  /// The sounds, and the profiles that there are.
  private var profileText: String {
    guard let profile = engine.state.profile else { return "" }
    let known = ([ProfileLocator.generalName] + ProfileLocator().names).joined(separator: ", ")
    return Self.text(profile) + "; profiles: \(known)"
  }

  /// "your sounds: kick, snare (profile me)".
  static func text(_ profile: EngineEvent.Profile) -> String {
    let sounds = profile.sounds.joined(separator: ", ")
    let name = profile.name.map { " (profile \($0))" } ?? ""
    return profile.isGuess
      ? "sounds of the built-in guess: \(sounds)" : "your sounds: \(sounds)\(name)"
  }

  /// Begins or ends a session.
  private func session(isBegun: Bool) throws(EngineError) -> [String] {
    try engine.perform(isBegun ? .session(EngineCommand.Session()) : .endSession)
    return isBegun ? ["keeping a session in '\(engine.state.session ?? "")'"] : []
  }

  /// "96" or "6/8"; nil if nothing is to change.
  private func setTempo(_ text: String?) throws(EngineError) -> [String] {
    if let text {
      let (meter, number) = (Meter(text), Double(text))
      guard meter != nil || number != nil else {
        return ["'tempo' needs beats a minute or a time signature: 'tempo 96', 'tempo 6/8'"]
      }
      try engine.perform(.tempo(EngineCommand.Tempo(beatsPerMinute: number, meter: meter)))
      if number != nil, engine.state.pattern?.change == .begun {
        return ["\(text) beats a minute from the next beat on"]
      }
    }
    return [tempoText]
  }

  /// "96 beats a minute, 4/4, click on".
  private var tempoText: String {
    guard let tempo = engine.state.tempo else { return "" }
    let beats = tempo.beatsPerMinute
    let number = beats == beats.rounded() ? "\(Int(beats))" : "\(beats)"
    return "\(number) beats a minute, \(tempo.meter), click \(tempo.isClicking ? "on" : "off")"
  }

  /// "backing -6" and "backing -6 dB" are gains of the mixer, and no files.
  private static func isGain(_ line: String) -> Bool {
    let value = MixCommand.words(line).last ?? ""
    return Float(value) != nil
  }

  /// A path as a shell reads it: "~/groove.wav" is in the home folder.
  static func expanded(_ path: String) -> String {
    path.hasPrefix("~/") ? BaseFolders().home + path.dropFirst() : path
  }
}
