// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import ArgumentParser
import Instrument

/// What a player types of the mixer while playing: "kick -6", "mute snare", "drums -3".
struct MixCommand {
  /// What can be typed, a line each.
  static let help = """
    kick -6              gain of a drum in dB; -inf is silence
    kick pan -0.3        from -1 (left) to 1 (right)
    snare send -12       how much goes into the room, in dB; -inf is nothing
    mute kick            silence a drum; 'unmute kick' brings it back
    solo snare           hear only this drum; 'unsolo' brings all back
    drums -3             gain of all drums in dB; also: room, backing, master, and
                         microphone (with --monitor)
    mix                  how the drums and the buses are mixed
    GMRockKit            change to the kit of that name
    A drum is a role (kick, snare, hihat-closed), a name in the kit, a MIDI note, or
    a part of a name.
    """

  /// What is typed for a bus.
  private static let buses: [String: MixBus] = [
    "drums": .drums, "room": .room, "backing": .backing, "microphone": .microphone,
    "mic": .microphone,
    "master": .master,
  ]

  /// Words that are of the mixer wherever they stand.
  private static let verbs: Set = ["gain", "volume", "pan", "send", "mute", "unmute", "solo"]

  private let performance: Performance

  init(_ performance: Performance) { self.performance = performance }

  /// Does what a line asks for and says what that is, a line each; nil where it is nothing of the mixer.
  func carryOut(_ line: String) -> [String]? {
    let lostBefore = performance.lostMixChanges
    guard let told = answer(line) else { return nil }
    let lost = performance.lostMixChanges - lostBefore
    return lost == 0 ? told : told + ["\(lost) changes came too fast and are lost: type it again"]
  }

  private func answer(_ line: String) -> [String]? {
    let words = Self.words(line)
    guard let first = words.first else { return nil }
    do {
      switch (first, words.count) {
      case ("help", 1):
        return "\(Self.help)\n\(HearingCommand.help)".split(separator: "\n").map(String.init)
      case ("mix", 1):
        return mixed(performance.kit.pads.indices.filter(isChanged)) + [busText]
      case ("unsolo", 1):
        performance.endSolo()
        return ["all drums are heard"]
      case ("mute", 2...), ("unmute", 2...):
        return try change(words.dropFirst()) { $0.isMuted = first == "mute" }
      case ("solo", 2...): return try change(words.dropFirst()) { $0.isSoloed = true }
      case ("unsolo", 2...): return try change(words.dropFirst()) { $0.isSoloed = false }
      default: return try set(words)
      }
    } catch {
      return ["\((error as? ValidationError)?.message ?? "\(error)")"]
    }
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
    guard words.count > 1, let value = words.last, Float(value) != nil || value == "-inf" else {
      guard words.contains(where: Self.verbs.contains) || Self.buses[words[0]] != nil else {
        return nil
      }
      throw ValidationError(
        "'\(words.joined(separator: " "))' leaves open what to do: 'help' tells what can be typed")
    }
    let rest = words.dropLast()
    if let bus = Self.buses[rest.joined(separator: " ")] {
      let gain = try PadText.gain(value, bus.rawValue, PadText.gains)
      try check(bus)
      performance.mix(bus, gain: gain)
      return ["\(bus.rawValue) \(Self.decibels(value))"]
    }
    let what = rest.count > 1 ? rest.last : nil
    let name = rest.dropLast()
    switch what {
    case "gain", "volume":
      let gain = try PadText.gain(value, "gain", PadText.gains)
      return try change(name) { $0.gain = gain }
    case "pan":
      let pan = try PadText.number(value, "pan", PadText.pans)
      return try change(name) { $0.pan = pan }
    case "send":
      let send = try PadText.gain(value, "send", PadText.sends)
      return try change(name) { $0.send = send }
    default:
      // A kit's name may end in a number, too.
      guard !performance.kit.pads(named: rest.joined(separator: " ")).isEmpty else { return nil }
      let gain = try PadText.gain(value, "gain", PadText.gains)
      return try change(rest) { $0.gain = gain }
    }
  }

  /// Whether there is such a bus.
  private func check(_ bus: MixBus) throws {
    guard performance.gain(of: bus) == nil else { return }
    throw ValidationError(
      bus == .backing
        ? "nothing is played along: begin with --backing FILE"
        : "the microphone is not played along: begin with --monitor DECIBELS")
  }

  /// "drums -3.0 dB, room 0.0 dB, master 0.0 dB".
  private var busText: String {
    MixBus.allCases.compactMap { bus in
      performance.gain(of: bus).map { "\(bus.rawValue) \(StripText.gain($0))" }
    }.joined(separator: ", ")
  }

  private func change(
    _ name: ArraySlice<String>, _ edit: (inout StripChange) -> Void
  ) throws -> [String] {
    var change = StripChange(drum: name.joined(separator: " "))
    edit(&change)
    let pads = performance.mix(change)
    guard !pads.isEmpty else {
      var known: Set<String> = []
      let names = performance.kit.pads.map(\.title).filter { known.insert($0).inserted }
      let more = names.count > 20 ? " and \(names.count - 20) more" : ""
      throw ValidationError(
        "the kit has no drum '\(change.drum)': " + names.prefix(20).joined(separator: ", ") + more)
    }
    return mixed(pads)
  }

  private func isChanged(_ pad: Int) -> Bool { performance.strips[pad] != Strip() }

  /// How pads are mixed, a line for those that are alike.
  private func mixed(_ pads: [Int]) -> [String] {
    let strips = performance.strips
    guard !pads.isEmpty else { return ["all drums are as their kit has them"] }
    var lines: [String] = []
    for pad in pads {
      let line = "\(performance.kit.pads[pad].title): \(StripText(strip: strips[pad]))"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  private static func decibels(_ text: String) -> String {
    text == "-inf" ? "silent" : "\(text) dB"
  }
}
