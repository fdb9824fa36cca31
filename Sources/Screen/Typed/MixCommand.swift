// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// A typed command for the mixer while playing: "kick -6", "mute snare", "drums -3".
struct MixCommand {
  /// The typed commands, a line each.
  static let help = """
    kick -6              gain of a drum in dB; -inf is silence
    kick pan -0.3        from -1 (left) to 1 (right); 'kick pan kit': the kit's own
    snare send -12       how much goes into the room, in dB; -inf is nothing
    snare delay -12      how much goes to the delay, which echoes
    mute kick            silence a drum or a bus; 'unmute kick' brings it back
    solo snare           hear only this drum; 'unsolo' brings all back
    drums -3             gain of all drums in dB; also: room, delay,
                         backing, click, microphone, instruments,
                         speech, loops, master
    mix                  how the drums and the buses are mixed
    GMRockKit            change to the kit of that name. In another terminal,
                         'flam sample mouth' makes a kit of your own sounds
    A drum is a role (kick, snare, hihat-closed), a name in the kit, a MIDI note, or
      a part of a name.
    """

  /// Words before a drum or a bus that switch a value on or off: "mute", "unmute".
  private static let toggles = Dictionary(
    uniqueKeysWithValues: StripParameter.allCases.filter(\.isToggle).flatMap {
      [($0.name, ($0, Float(1))), ("un\($0.name)", ($0, Float(0)))]
    })
  /// Words between a drum and a number: "pan".
  private static let numbers = Dictionary(
    uniqueKeysWithValues: StripParameter.allCases.filter { !$0.isToggle }.map { ($0.name, $0) }
      + [("volume", .gain)])

  /// The word for the kit's own value.
  private static let kitWord = "kit"

  /// Words that are of the mixer wherever they stand.
  private static let verbs = Set(numbers.keys).union(toggles.keys)
  /// The first words of lines, except drums.
  static let firstWords = toggles.keys.sorted() + ["mix", "mic"] + MixBus.allCases.map(\.rawValue)

  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  /// Carries out a line and returns its answer, a line each; nil if it is not about the mixer.
  func carryOut(_ line: String) -> [String]? {
    let words = Self.words(line)
    guard let first = words.first else { return nil }
    do {
      switch (first, words.count) {
      case ("mix", 1):
        return mixed(where: { $0.strip != Strip() }) + [busText]
      case ("unsolo", 1):
        try engine.perform(.endSolo)
        return ["all drums are heard"]
      default:
        guard let (parameter, value) = Self.toggles[first], words.count > 1 else {
          return try set(words)
        }
        let channel = words.dropFirst()
        if let bus = MixBus(typed: channel.joined(separator: " ")),
          let parameter = BusParameter(rawValue: parameter.name)
        {
          return try change(bus, parameter, value)
        }
        return try change(channel, parameter, value)
      }
    } catch {
      return [Self.message(error)]
    }
  }

  /// Why nothing was done.
  static func message(_ error: any Error) -> String {
    if let error = error as? EngineError { return "\(error.reason): \(error.advice)" }
    return "\(error)"
  }

  /// A line's words; a number at its end as people write it: "-3 dB", "-3dB" and "-0,3" too.
  static func words(_ line: String) -> [String] {
    var words = line.lowercased().split(separator: " ").map(String.init)
    if words.count > 1, words.last == "db" { words.removeLast() }
    guard var value = words.last else { return [] }
    if value.hasSuffix("db") { value.removeLast(2) }
    value = value.replacing(",", with: ".")
    if Float(value) != nil || value == "-inf" { words[words.count - 1] = value }
    return words
  }

  /// "drums -3", "kick -6", "kick pan -0.3".
  private func set(_ words: [String]) throws -> [String]? {
    guard words.count > 1, let value = words.last,
      Float(value) != nil || value == "-inf"
        || value == Self.kitWord && words.count > 2 && Self.numbers[words[words.count - 2]] != nil
    else {
      guard words.contains(where: Self.verbs.contains) || MixBus(typed: words[0]) != nil else {
        return nil
      }
      if words.count > 2, let value = words.last,
        let parameter = Self.numbers[words[words.count - 2]]
      {
        let range = parameter.scale.writtenRange
        throw TypedFault(
          "\(parameter.name) lies in \(ParameterScale.digits(range.lowerBound))..."
            + "\(ParameterScale.digits(range.upperBound)), not '\(value)'")
      }
      throw TypedFault(
        "'\(words.joined(separator: " "))' is incomplete: type 'help' for the commands"
      )
    }
    let rest = words.dropLast()
    if let bus = MixBus(typed: rest.joined(separator: " ")) {
      return try change(
        bus, .gain, try TypedValue.value(value, bus.rawValue, BusParameter.gain.scale))
    }
    let what = rest.count > 1 ? rest.last : nil
    let name = rest.dropLast()
    if let parameter = what.flatMap({ Self.numbers[$0] }) {
      if value == Self.kitWord {
        guard parameter.isOfKit else {
          throw TypedFault("a kit has no \(parameter.name) of its own: give a number")
        }
        return try change(name, parameter, nil)
      }
      let value = try TypedValue.value(value, parameter.name, parameter.scale)
      return try change(name, parameter, value)
    }
    // A kit's name may end in a number, too.
    guard let kit = engine.state.kit, !kit.pads(named: rest.joined(separator: " ")).isEmpty
    else { return nil }
    return try change(
      rest, .gain, try TypedValue.value(value, "gain", StripParameter.gain.scale))
  }

  /// "drums -3.0 dB, room 0.0 dB muted, master 0.0 dB".
  private var busText: String {
    MixBus.allCases.map(text).joined(separator: ", ")
  }

  /// "room 0.0 dB muted".
  private func text(_ bus: MixBus) -> String {
    let values = BusParameter.allCases.compactMap { $0.text(in: engine.state.bus(bus)) }
    return "\(bus.rawValue) \(values.joined(separator: " "))"
  }

  private func change(
    _ bus: MixBus, _ parameter: BusParameter, _ value: Float
  ) throws -> [String] {
    try engine.perform(.bus(BusChange(bus, parameter, value)))
    return [text(bus)]
  }

  private func change(
    _ name: ArraySlice<String>, _ parameter: StripParameter, _ value: Float?
  ) throws -> [String] {
    let change = StripChange(drum: name.joined(separator: " "), parameter, value)
    try engine.perform(.strip(change))
    let meant = engine.state.kit?.pads(named: change.drum) ?? []
    return mixed(meant)
  }

  /// The mixer settings of the matching pads, a line for equal ones.
  private func mixed(where isMeant: (EngineEvent.Kit.Pad) -> Bool) -> [String] {
    let pads = engine.state.kit?.pads ?? []
    return mixed(pads.indices.filter { isMeant(pads[$0]) })
  }

  private func mixed(_ places: [Int]) -> [String] {
    guard let pads = engine.state.kit?.pads, !places.isEmpty else {
      return ["all drums are as their kit has them"]
    }
    var lines: [String] = []
    for place in places {
      let line = "\(pads[place].name): \(pads[place].strip)"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}
