// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Looping
import Sequencing

/// A typed command for the loop with values while playing: "loop bars 4", "loop quantise 60".
struct LooperCommand {
  /// The typed commands, a line each.
  static let help = """
    loop                 loop what you play next: the first hit starts it; again
                         closes it in its own tempo, and adds to it; again ends that
    loop arm tempo=96 bars=2 count=1
                         loop at a tempo, a length, after a bar of clicks
    loop source microphone
                         loop what the microphone hears; 'loop source hits'
    loop bars 4          as many bars: cut, or repeated
    loop move 2 0.5      layer 2 half a beat later; -0.5: earlier
    loop quantise 60     move its notes 60 % to their steps; 0 as you played them
    loop swing 62        the second half of a beat begins at 62 % of it; 'loop
                         swing off' as you played it
    loop humanise 30     make it less even, 0...100 %
    loop mute 2          silence layer 2; 'loop unmute 2'; without a number all
    loop solo 2          hear only this layer of the loop; 'loop unsolo 2'
    loop remote clap 2   two claps do what 'loop' does; 'loop remote off'
    loop save groove     write it into the new folder 'groove': MIDI, MusicXML,
                         drum tab, a WAV for each layer
    loop lock            nothing can change or end the loop; 'loop unlock'
    """

  /// Words with which a line begins.
  static let verbs = ["loop"]

  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// Carries out a line and returns its answer; nil if it is not about the loop.
  func carryOut(_ line: String) -> [String]? {
    let words = line.lowercased().split(separator: " ").map(String.init)
    guard words.first.map(Self.verbs.contains) == true else { return nil }
    do {
      if words.dropFirst().first == "save" { return [try save(line)] }
      if words.dropFirst().first == "remote" {
        try engine.perform(.loopRemote(try remote(words.dropFirst(2))))
      } else {
        try engine.perform(.loop(try command(Array(words.dropFirst()))))
      }
      return engine.state.loop.map { [LoopText.summary($0)] } ?? []
    } catch {
      return [MixCommand.message(error)]
    }
  }

  private func command(_ words: [String]) throws -> LoopCommand {
    let value = words.dropFirst().first
    switch (words.first, words.count) {
    case (nil, _): return .record
    case ("arm", _): return .arm(try setup(words.dropFirst()))
    case ("source", 2):
      guard let source = LoopSource(rawValue: words[1]) else {
        throw TypedFault(
          "a loop records 'hits' or the 'microphone', not '\(words[1])': type 'loop source microphone'"
        )
      }
      return .source(source)
    case ("overdub", 1): return .overdub(nil)
    case ("overdub", 2) where ["on", "off"].contains(value): return .overdub(value == "on")
    case ("mute", 1...2): return .mute(true, layer: try value.map(layer))
    case ("unmute", 1...2): return .mute(false, layer: try value.map(layer))
    case ("solo", 2): return .solo(true, layer: try layer(words[1]))
    case ("unsolo", 2): return .solo(false, layer: try layer(words[1]))
    case ("bars", 2): return .bars(try whole(words[1], "a number of bars"))
    case ("move", 3):
      let most = Float(LoopCommand.mostBeats)
      let beats = try TypedValue.number(words[2], "beats", -most...most)
      return .move(layer: try layer(words[1]), beats: Double("\(beats)") ?? 0)
    case ("quantise", 2), ("quantize", 2): return .quantise(try percent(words[1], 0...100))
    case ("swing", 2) where value == "off": return .swing(nil)
    case ("swing", 2): return .swing(try percent(words[1], 50...75))
    case ("humanise", 2), ("humanize", 2):
      return .humanise(try percent(words[1], 0...100), seed: 1)
    case ("lock", 1): return .lock(true)
    case ("unlock", 1): return .lock(false)
    default:
      throw TypedFault(
        "'loop \(words.joined(separator: " "))' is no command: 'help loop' lists what there is")
    }
  }

  /// "loop save My groove": the name has its capitals and its blanks.
  private func save(_ line: String) throws -> String {
    let words = line.split(separator: " ", maxSplits: 2)
    let rest = (words.count == 3 ? words[2] : "").drop { $0 == " " }
    guard let last = rest.lastIndex(where: { $0 != " " }) else {
      throw TypedFault("'loop save' needs the name of a new folder: 'loop save groove'")
    }
    let path = TransportCommand.expanded(String(rest[...last]))
    do { try engine.perform(.loopSave(EngineCommand.LoopSave(path: path))) } catch {
      throw TypedFault("\(error)")
    }
    return "saving the loop in '\(path)'"
  }

  /// "clap 2", "clap", "off".
  private func remote(_ words: ArraySlice<String>) throws -> EngineCommand.LoopRemote {
    guard let first = words.first else {
      throw TypedFault("'loop remote' needs a sound of yours and a number: 'loop remote clap 2'")
    }
    if words == ["off"] { return EngineCommand.LoopRemote(sound: nil) }
    let hits = words.count > 1 ? Int(words[words.endIndex - 1]) : nil
    let typed = (hits == nil ? words : words.dropLast()).joined(separator: " ")
    let sounds = engine.state.profile?.sounds ?? []
    let sound = sounds.first { $0.lowercased() == typed } ?? (typed.isEmpty ? first : typed)
    return EngineCommand.LoopRemote(sound: sound, hits: hits)
  }

  /// "tempo=96 bars=2 count=1 meter=6/8".
  private func setup(_ words: ArraySlice<String>) throws -> LoopSetup {
    var setup = LoopSetup()
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts.first, parts.count) {
      case ("tempo", 2): setup.beatsPerMinute = Double(try number(parts[1], PlayedTempo.range))
      case ("bars", 2): setup.bars = try whole(parts[1], "bars")
      case ("count", 2): setup.countInBars = try whole(parts[1], "count")
      case ("meter", 2):
        guard let meter = Meter(parts[1]) else {
          throw TypedFault("'\(parts[1])' is no meter; there are 4/4, 6/8 and such")
        }
        setup.meter = meter
      default:
        throw TypedFault("'\(word)' is not known; write 'loop arm tempo=96 bars=2 count=1'")
      }
    }
    return setup
  }

  private func number(_ text: String, _ range: ClosedRange<Double>) throws -> Float {
    try TypedValue.number(text, "the tempo", Float(range.lowerBound)...Float(range.upperBound))
  }

  private func layer(_ text: String) throws -> Int { try whole(text, "a layer") }

  private func whole(_ text: String, _ name: String) throws -> Int {
    if let number = Int(text) { return number }
    throw TypedFault("\(name) is a whole number, not '\(text)'")
  }

  /// "60" or "60%" as a share.
  private func percent(_ text: String, _ range: ClosedRange<Float>) throws -> Double {
    let number = text.hasSuffix("%") ? String(text.dropLast()) : text
    return Double(try TypedValue.number(number, "the share", range)) / 100
  }
}
