// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The opcodes in force for a region, and how their values are read.
struct SFZOpcodes {
  private let opcodes: [String: SFZOpcode]
  /// An opcode is of a controller that each note sets.
  let areOfNotes: Bool

  init(_ opcodes: [String: SFZOpcode]) {
    self.opcodes = opcodes
    areOfNotes = opcodes.keys.contains { name in
      SFZNoteController.endings.contains { name.hasSuffix($0) }
    }
  }

  /// Opcodes that have an effect here, or whose effect is what happens anyway.
  private static let understood = own.union(SFZFilters.numbers).union(SFZFilters.texts)
    .union(SFZCrossfade.keys).union(SFZGenerator.numbers)

  private static let own: Set<String> = [
    "sample", "key", "lokey", "hikey", "lovel", "hivel", "seq_length", "seq_position", "lorand",
    "hirand", "group", "off_by", "off_mode", "off_time", "volume", "global_volume",
    "master_volume", "group_volume", "amplitude", "global_amplitude", "master_amplitude",
    "group_amplitude", "pan", "position", "width", "amp_veltrack", "amp_keytrack",
    "amp_keycenter", "pitch_veltrack",
    "loop_mode", "direction", "count", "phase", "offset", "offset_random", "delay_random",
    "end", "trigger", "pitch_keycenter", "pitch_keytrack", "tune", "transpose", "delay",
    "pitch_random", "amp_random", "note_polyphony", "note_selfmask", "polyphony", "sw_lokey",
    "sw_hikey", "sw_default", "sw_last", "sw_lolast", "sw_hilast", "sw_down", "sw_up",
    "sw_previous", "sw_label", "lobend", "hibend", "lochanaft", "hichanaft", "lopolyaft",
    "hipolyaft", "loprog", "hiprog", "lobpm", "hibpm", "ampeg_attack", "ampeg_hold", "ampeg_decay",
    "ampeg_sustain", "ampeg_release", "xfin_lovel", "xfin_hivel", "xfout_lovel", "xfout_hivel",
    "xf_velcurve", "xf_cccurve", "xf_keycurve", "global_label", "master_label", "group_label",
    "region_label",
  ]

  private static let numbered = [
    "amp_velcurve_", "locc", "hicc", "lohdcc", "hihdcc", "on_locc", "on_hicc", "start_locc",
    "start_hicc",
    "xfin_locc", "xfin_hicc", "xfout_locc", "xfout_hicc",
  ]

  /// Opcodes that a controller adds to, and their names for it.
  static let controlled = SFZFilters.controlled.merging(ownControlled) { $1 }

  private static let ownControlled: [String: [String]] = [
    "offset": ["offset_oncc", "offset_cc"], "amplitude": ["amplitude_oncc", "amplitude_cc"],
    "volume": ["volume_oncc", "volume_cc", "gain_oncc", "gain_cc"],
    "pan": ["pan_oncc", "pan_cc"],
    "tune": ["tune_oncc", "tune_cc", "pitch_oncc", "pitch_cc"],
    "delay": ["delay_oncc", "delay_cc"],
    "amp_veltrack": ["amp_veltrack_oncc", "amp_veltrack_cc"],
    "position": ["position_oncc", "position_cc"], "width": ["width_oncc", "width_cc"],
    "ampeg_attack": ["ampeg_attack_oncc", "ampeg_attackcc"],
    "ampeg_hold": ["ampeg_hold_oncc", "ampeg_holdcc"],
    "ampeg_decay": ["ampeg_decay_oncc", "ampeg_decaycc"],
    "ampeg_sustain": ["ampeg_sustain_oncc", "ampeg_sustaincc"],
    "ampeg_release": ["ampeg_release_oncc", "ampeg_releasecc"],
  ]
  /// Those of them that a controller of the note does not move.
  private static let unmoved: Set<String> = [
    "position", "width", "ampeg_attack", "ampeg_hold", "ampeg_decay", "ampeg_sustain",
    "ampeg_release",
  ]

  /// Beginnings of names of opcodes that nobody hears where strokes are played: texts, pictures, hints
  /// for other programs, and what the pitch wheel and pedals do, which rest.
  private static let unheard = [
    "label_", "image", "hint_", "bend_", "bendup", "benddown", "sustain_", "sostenuto_", "rt_",
    "ampeg_release_shape", "output", "set_realcc",
  ]

  /// Where `polyphony` stands: the place of its header in the file.
  static let limitingHeader = "polyphony_header"

  static func isUnderstood(_ name: String) -> Bool {
    understood.contains(name) || unheard.contains(where: name.hasPrefix)
      || numbered.contains { index(name, after: $0) != nil }
      || controlled.contains { own, prefixes in
        (prefixes + ["\(own)_curvecc"]).contains { prefix in
          guard let controller = index(name, after: prefix) else { return false }
          return !unmoved.contains(own) || !SFZNoteController.all.contains(controller)
        }
      }
  }

  /// Opcodes whose values are texts.
  private static let texts: Set<String> = [
    "sample", "off_mode", "loop_mode", "direction", "phase", "trigger", "xf_velcurve", "xf_cccurve",
    "xf_keycurve",
    "sw_label",
    "global_label", "master_label", "group_label", "region_label", "note_selfmask",
  ]
  /// Opcodes whose values are keys.
  private static let keys: Set<String> = [
    "key", "lokey", "hikey", "pitch_keycenter", "sw_lokey", "sw_hikey", "sw_default", "sw_last",
    "sw_lolast", "sw_hilast", "sw_down", "sw_up", "sw_previous", "amp_keycenter", "fil_keycenter",
    "fil2_keycenter",
  ]

  /// The value is no number, nor a key, where it must be one.
  static func isUnclear(_ name: String, _ value: String) -> Bool {
    guard isUnderstood(name), !texts.contains(name), !SFZFilters.texts.contains(name),
      !unheard.contains(where: name.hasPrefix)
    else {
      return false
    }
    if name == "pitch_keycenter", value.lowercased().hasPrefix("sample") { return false }
    return keys.contains(name) || SFZCrossfade.keys.contains(name)
      ? note(value) == nil : number(value) == nil
  }

  /// Older and other spellings of an opcode lead to one.
  static func currentName(_ name: String) -> String {
    switch name {
    case "loopmode": "loop_mode"
    case "polyphony_group": "group"
    case "offby": "off_by"
    case "pitch": "tune"
    case "gain": "volume"
    case "filtype": "fil_type"
    case "fil1_type": "fil_type"
    case "cutoff1": "cutoff"
    case "resonance1": "resonance"
    default: name
    }
  }

  /// The number that ends `name` after `prefix`.
  static func index(_ name: String, after prefix: String) -> Int? {
    name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
  }

  /// The number that a value begins with, finite.
  static func number(_ value: String) -> Float? { WrittenNumber.leading(value) }

  /// Straight lines through points at 0...127.
  static func lines(through given: [Int: Float]) -> [Float] {
    let points = given.sorted { $0.key < $1.key }
    var curve = [Float](repeating: points.first?.value ?? 0, count: 128)
    for (from, to) in zip(points, points.dropFirst()) {
      for place in from.key...to.key {
        let share = Float(place - from.key) / Float(to.key - from.key)
        curve[place] = from.value + share * (to.value - from.value)
      }
    }
    return curve
  }

  /// A MIDI note by the number or the name that a value begins with; c4 is 60.
  static func note(_ value: String) -> Int? {
    if let number = number(value) { return Int(min(1e6, max(-1e6, number))) }
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
    guard let octave = number(String(rest)), (-1...9).contains(octave) else { return nil }
    return note + 12 * (Int(octave) + 1)
  }

  /// The same with other values of some opcodes.
  func setting(_ values: [String: Int], line: SourceLine) -> SFZOpcodes {
    SFZOpcodes(
      opcodes.merging(
        values.map { ($0, SFZOpcode(name: $0, value: "\($1)", line: line)) },
        uniquingKeysWith: { $1 }))
  }

  /// A controller adds to one of these opcodes, which have their own name for each controller.
  func isMoved(_ names: [String], by controller: Int) -> Bool {
    names.contains { name in
      (Self.controlled[name] ?? []).contains { opcodes["\($0)\(controller)"] != nil }
    }
  }

  /// What a controller adds to an opcode at its full position, and the curves by which it does.
  func moves(of name: String, by controller: Int) -> [(value: Float, curve: Int)] {
    guard areOfNotes || !SFZNoteController.all.contains(controller) else { return [] }
    return (Self.controlled[name] ?? []).compactMap { number("\($0)\(controller)") }
      .map { ($0, integer("\(name)_curvecc\(controller)") ?? 0) }
  }

  func text(_ name: String) -> String? { opcodes[name]?.value }

  func line(_ name: String) -> SourceLine? { opcodes[name]?.line }

  func number(_ name: String) -> Float? { text(name).flatMap(Self.number) }

  func integer(_ name: String) -> Int? { number(name).map { Int(min(max($0, -1e15), 1e15)) } }

  /// All opcodes that end with the number of a controller: that number, and the value.
  func controllers(_ prefix: String) -> [(controller: Int, value: Float)] {
    opcodes.compactMap { name, opcode in
      guard let index = Self.index(name, after: prefix), let value = Self.number(opcode.value)
      else { return nil }
      return (index, value)
    }
    .sorted { $0.controller < $1.controller }
  }

  /// What the controllers, as they stand, make of an opcode: their shares of it, each.
  ///
  /// - Parameter isIncluded: Which controllers count.
  func shares(
    of name: String, _ control: SFZControl, where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [Float] {
    (Self.controlled[name] ?? []).flatMap(controllers).filter { isIncluded($0.controller) }
      .map { controller, value in
        let curve = integer("\(name)_curvecc\(controller)")
        // The panorama's own controller has its centre in the middle, as has chance to both sides.
        let isCentral =
          name == "pan" && controller == 10
          || controller == SFZNoteController.bipolarRandom
        return value * control.position(controller, curve: curve ?? (isCentral ? 1 : 0))
      }
  }

  /// An opcode with what the controllers, as they stand, add to it.
  func sum(_ name: String, _ control: SFZControl, default value: Float = 0) -> Float {
    shares(of: name, control).reduce(number(name) ?? value, +)
  }

  /// The points of `amp_velcurve_N`.
  var velocityPoints: [Int: Float] {
    var points: [Int: Float] = [:]
    for (velocity, value) in controllers("amp_velcurve_") where (0...127).contains(velocity) {
      points[velocity] = value
    }
    return points
  }
}
