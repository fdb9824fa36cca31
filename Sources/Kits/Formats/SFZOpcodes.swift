// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The opcodes in force for a region, and what they mean.
struct SFZOpcodes {
  private let opcodes: [String: SFZOpcode]

  init(_ opcodes: [String: SFZOpcode]) { self.opcodes = opcodes }

  /// Opcodes that have an effect here, or whose effect is what happens anyway.
  private static let understood: Set<String> = [
    "sample", "key", "lokey", "hikey", "lovel", "hivel", "seq_length", "seq_position", "lorand",
    "hirand", "group", "off_by", "off_mode", "off_time", "volume", "global_volume",
    "master_volume", "group_volume", "amplitude", "pan", "amp_veltrack", "loop_mode", "offset",
    "end", "trigger", "pitch_keycenter", "global_label", "master_label", "group_label",
    "region_label",
  ]

  private static let numbered = ["amp_velcurve_", "locc", "hicc", "on_locc", "on_hicc"]

  static func isUnderstood(_ name: String) -> Bool {
    understood.contains(name) || numbered.contains { index(name, after: $0) != nil }
  }

  /// Older and other spellings of an opcode lead to one.
  static func currentName(_ name: String) -> String {
    switch name {
    case "loopmode": "loop_mode"
    case "polyphony_group": "group"
    case "offby": "off_by"
    default: name
    }
  }

  /// The number that ends `name` after `prefix`.
  static func index(_ name: String, after prefix: String) -> Int? {
    name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
  }

  /// The number that a value begins with, finite.
  static func number(_ value: String) -> Float? {
    value.split(separator: " ").first.flatMap { Float($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  private func text(_ name: String) -> String? { opcodes[name]?.value }

  private func number(_ name: String) -> Float? { text(name).flatMap(Self.number) }

  private func integer(_ name: String) -> Int? {
    number(name).map { Int(min(max($0, -1e15), 1e15)) }
  }

  /// False for regions that are meant not to sound when a note is struck, or that the controllers switch off.
  func isPlayed(by control: SFZControl) -> Bool {
    if let trigger = text("trigger"), trigger != "attack" && trigger != "first" { return false }
    if let sample = text("sample"), sample.hasPrefix("*") { return false }
    if let end = integer("end"), end < 0 { return false }
    return !opcodes.keys.contains { name in
      if Self.index(name, after: "on_locc") != nil { return true }
      if Self.index(name, after: "on_hicc") != nil { return true }
      if let index = Self.index(name, after: "locc"), let low = number(name) {
        return control.controllers[index, default: 0] < low
      }
      if let index = Self.index(name, after: "hicc"), let high = number(name) {
        return control.controllers[index, default: 0] > high
      }
      return false
    }
  }

  /// The region that these opcodes describe; nil where they name no sample, key or velocity.
  func region(line: SourceLine, control: SFZControl) -> KitRegion? {
    guard let sample = text("sample"), !sample.isEmpty, let notes = notes(control.noteOffset)
    else { return nil }
    let lowVelocity = max(0, integer("lovel") ?? 0)
    let highVelocity = min(127, integer("hivel") ?? 127)
    guard lowVelocity <= highVelocity else { return nil }
    let path = String((control.defaultPath + sample).map { $0 == "\\" ? "/" : $0 })
    return KitRegion(
      slice: KitRegion.Slice(
        path: path, firstFrame: max(0, integer("offset") ?? 0), lastFrame: integer("end")),
      line: opcodes["sample"]?.line ?? line, notes: notes, velocities: lowVelocity...highVelocity,
      turn: turn, gain: gain, pan: min(1, max(-1, (number("pan") ?? 0) / 100)),
      velocityGains: velocityGains, offBy: integer("off_by") ?? 0, group: integer("group") ?? 0,
      offSeconds: offSeconds,
      label: text("region_label") ?? text("group_label") ?? text("master_label") ?? "")
  }

  private func notes(_ offset: Int) -> ClosedRange<Int>? {
    let key = text("key").flatMap(Self.note)
    let low = text("lokey").flatMap(Self.note) ?? key ?? 0
    let high = text("hikey").flatMap(Self.note) ?? key ?? 127
    guard low >= 0, high >= low, high <= 127 else { return nil }
    guard low + offset <= 127, high + offset >= 0 else { return nil }
    return max(0, low + offset)...min(127, high + offset)
  }

  /// A MIDI note by number or by name; c4 is 60.
  static func note(_ value: String) -> Int? {
    if let number = Int(value) { return number }
    let semitones: [Character: Int] = ["c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11]
    var rest = value.lowercased()[...]
    guard let letter = rest.popFirst(), var note = semitones[letter] else { return nil }
    if rest.first == "#" || rest.first == "♯" {
      note += 1
      rest.removeFirst()
    } else if rest.first == "b" || rest.first == "♭" {
      note -= 1
      rest.removeFirst()
    }
    guard let octave = Int(rest), (-1...9).contains(octave) else { return nil }
    return note + 12 * (octave + 1)
  }

  private var turn: KitRegion.Turn? {
    let turn = KitRegion.Turn(
      sequenceLength: max(1, integer("seq_length") ?? 1),
      sequencePosition: integer("seq_position") ?? 1, lowRandom: number("lorand") ?? 0,
      highRandom: number("hirand") ?? 1)
    return turn.sequenceLength == 1 && turn.lowRandom <= 0 && turn.highRandom >= 1 ? nil : turn
  }

  private var gain: Float {
    let decibels = ["volume", "global_volume", "master_volume", "group_volume"]
      .reduce(Float(0)) { $0 + (number($1) ?? 0) }
    let percent = max(0, number("amplitude") ?? 100)
    return Units.amplitude(decibels: min(48, max(-144, decibels))) * percent / 100
  }

  private var offSeconds: Float {
    switch text("off_mode") {
    case "time": min(10, max(0.001, number("off_time") ?? 0.006))
    default: 0.006
    }
  }

  /// Velocity squared, or straight lines through the points of `amp_velcurve_N`, as far as `amp_veltrack` says.
  private var velocityGains: [Float] {
    var points: [Int: Float] = [:]
    for name in opcodes.keys {
      if let velocity = Self.index(name, after: "amp_velcurve_"), (0...127).contains(velocity) {
        points[velocity] = number(name)
      }
    }
    let track = min(100, max(-100, number("amp_veltrack") ?? 100)) / 100
    return Self.velocityCurve(points).map { gain in
      track < 0 ? 1 + track * gain : 1 - track * (1 - gain)
    }
  }

  static func velocityCurve(_ given: [Int: Float]) -> [Float] {
    guard !given.isEmpty else { return (0...127).map { Float($0 * $0) / (127 * 127) } }
    let points = [0: 0, 127: 1].merging(given) { $1 }.sorted { $0.key < $1.key }
    var curve = [Float](repeating: points[0].value, count: 128)
    for (from, to) in zip(points, points.dropFirst()) {
      for velocity in from.key...to.key {
        let share = Float(velocity - from.key) / Float(to.key - from.key)
        curve[velocity] = from.value + share * (to.value - from.value)
      }
    }
    return curve.map { min(4, max(0, $0)) }
  }
}
