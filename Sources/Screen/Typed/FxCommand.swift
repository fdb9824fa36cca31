// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument

/// A typed command for the effects of buses and drums while playing: "fx drums lowpass cutoff=800".
struct FxCommand {
  /// The typed commands, a line each.
  static let help = """
    fx drums lowpass cutoff=800
                         insert an effect in the rack of a bus or a drum
    fx drums 1 cutoff=500 q=2
                         set the effect in slot 1; 'fx drums 1 off' bypasses it,
                         'on' ends that, 'remove' removes it, 'to 2' moves it
    fx                   the racks, and all effects

    """ + PresetCommand.help

  /// Words with which a line begins.
  static let verbs = ["fx"]

  private let engine: Engine
  private let locator: PresetLocator

  init(_ engine: Engine, _ locator: PresetLocator = PresetLocator()) {
    (self.engine, self.locator) = (engine, locator)
  }

  /// Carries out a line and returns its answer, a line each; nil if it is not about effects.
  func carryOut(_ line: String) -> [String]? {
    let words = Self.words(line)
    guard words.first.map(Self.verbs.contains) == true else { return nil }
    if words.count == 1 { return racks + EffectText.table }
    do {
      if let answer = try PresetCommand(engine, locator).carryOut(
        [words[1]] + line.split(separator: " ").dropFirst(2).map(String.init))
      {
        return answer
      }
      let end = end(ofName: words)
      let asked = EffectText.place(named: words[1..<end].joined(separator: " "))
      let place = engine.state.place(asked) ?? asked
      guard end < words.count else {
        guard engine.state.place(asked) != nil else {
          throw TypedFault("there is no bus or drum '\(asked)'; buses are \(RackPlace.busNames)")
        }
        return lines(of: place)
      }
      try engine.perform(try command(words[end], words.dropFirst(end + 1), on: place))
      return lines(of: place)
    } catch {
      return [MixCommand.message(error)]
    }
  }

  /// Where the name of a bus or a drum ends, which may have several words: before an effect or a
  /// number.
  private func end(ofName words: [String]) -> Int {
    guard MixBus(typed: words[1]) == nil else { return 2 }
    let end = words.indices.dropFirst(2).first {
      Effect(rawValue: words[$0]) != nil || Int(words[$0]) != nil
    }
    if let end { return end }
    let isWhole = engine.state.place(.pad(words[1...].joined(separator: " "))) != nil
    return isWhole || engine.state.place(.pad(words[1])) == nil ? words.count : 2
  }

  /// The words of a line. The name of a value and what follows it, such as a file, keep their
  /// capitals.
  private static func words(_ line: String) -> [String] {
    var isText = false
    return line.split(separator: " ").map { word in
      isText = isText || word.contains("=")
      return isText ? String(word) : word.lowercased()
    }
  }

  private func command(
    _ what: String, _ words: ArraySlice<String>, on bus: RackPlace
  ) throws -> EngineCommand {
    if let effect = Effect(rawValue: what) {
      let values = try EffectText.values(words, of: effect, separator: " ")
      return .insertEffect(
        EngineCommand.InsertEffect(bus, effect, values: values.numbers, source: values.source))
    }
    guard let slot = Int(what), let first = words.first else {
      throw TypedFault("'\(what)' is no effect; there are \(EffectText.effectNames)")
    }
    switch first {
    case "off", "on":
      return .bypassEffect(EngineCommand.BypassEffect(bus, slot: slot, isBypassed: first == "off"))
    case "to":
      guard let to = words.dropFirst().first.flatMap({ Int($0) }) else {
        throw TypedFault("write the slot that it comes to: fx \(bus) \(slot) to 2")
      }
      return .moveEffect(EngineCommand.MoveEffect(bus, slot: slot, to: to))
    case "remove": return .removeEffect(EngineCommand.RemoveEffect(bus, slot: slot))
    default:
      guard let effect = engine.state.rack(of: bus)[slot]?.effect else {
        throw TypedFault(
          "slot \(slot) of \(bus) is empty; put an effect into it before: "
            + "fx \(bus) delay")
      }
      let values = try EffectText.values(words, of: effect, separator: " ")
      return .setEffect(
        EngineCommand.SetEffect(
          bus, slot: slot, values: values.numbers, source: values.source))
    }
  }

  private var racks: [String] {
    let lines = engine.state.filledRacks.flatMap(lines(of:))
    return lines.isEmpty ? ["nothing has an effect"] : lines
  }

  func lines(of place: RackPlace) -> [String] {
    let rack = engine.state.rack(of: place)
    guard !rack.isEmpty else { return ["\(place) has no effect"] }
    return rack.sorted { $0.key < $1.key }.map { "\(place) \($0.key): \($0.value)" }
      + (late(rack).map { ["\(place): \($0)"] } ?? [])
      + (isUnheard(place) ? ["the microphone is not in the mix: type 'microphone 0'"] : [])
  }

  /// A rack is the microphone's, which is not played along.
  private func isUnheard(_ place: RackPlace) -> Bool {
    place == .bus(.microphone) && engine.state.bus(.microphone).gain == 0
  }

  /// How much later a rack makes its sound; nil if it does not.
  private func late(_ rack: [Int: EffectSetting]) -> String? {
    let frames = rack.values.reduce(0) { $0 + $1.latencyFrames }
    guard frames > 0, let rateHz = engine.state.devices?.rateHz else { return nil }
    return
      "these effects make it \((1000 * Double(frames) / Double(rateHz)).text(places: 1)) ms later"
  }
}

extension MixBus {
  /// A bus by its typed name.
  init?(typed name: String) { self.init(rawValue: name == "mic" ? "microphone" : name) }
}
