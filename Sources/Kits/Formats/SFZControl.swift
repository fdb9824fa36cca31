// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What an SFZ file sets for the player as a whole.
struct SFZControl {
  /// Put before the names of samples.
  private(set) var defaultPath = ""
  /// Added to keys.
  var noteOffset: Int { semitones + 12 * octaves }
  private var semitones = 0
  private var octaves = 0
  /// Positions of the controllers, 0...127; nobody moves them.
  private(set) var controllers: [Int: Float] = [7: 100, 10: 64, 11: 127]
  /// Curves of the file's own, 128 points each.
  private var curves: [Int: [Float]] = [:]
  /// The key that is held among those that switch, by the file or as the first that any region asks for.
  private(set) var heldKey: Int?

  /// An opcode under `<control>` that holds from there on.
  mutating func take(_ name: String, _ value: String) {
    let number = SFZOpcodes.number(value)
    let notes = Int(min(127, max(-127, number ?? 0)))
    switch name {
    case "default_path": defaultPath = value
    case "note_offset": semitones = notes
    case "octave_offset": octaves = min(10, max(-10, notes))
    default: break
    }
  }

  /// An opcode under `<control>` that says where a controller stands.
  mutating func takeController(_ name: String, _ value: String) {
    guard let number = SFZOpcodes.number(value) else { return }
    if let index = SFZOpcodes.index(name, after: "set_cc") {
      controllers[index] = number
    } else if let index = SFZOpcodes.index(name, after: "set_hdcc") {
      controllers[index] = number * 127
    }
  }

  /// The opcodes under `<curve>`: points, between them straight lines.
  mutating func takeCurve(_ opcodes: [SFZOpcode]) {
    var index: Int?
    var points: [Int: Float] = [0: 0, 127: 1]
    for opcode in opcodes {
      if opcode.name == "curve_index" {
        index = SFZOpcodes.number(opcode.value).flatMap { Int(exactly: $0) }
      }
      if opcode.name.hasPrefix("v"), let point = Int(opcode.name.dropFirst()),
        (0...127).contains(point)
      {
        points[point] = SFZOpcodes.number(opcode.value)
      }
    }
    if let index { curves[index] = SFZOpcodes.lines(through: points) }
  }

  /// The same where a controller stands elsewhere, 0...127.
  func with(_ controller: Int, at position: Float) -> SFZControl {
    var control = self
    control.controllers[controller] = position
    return control
  }

  /// Keys that choose among regions: the one held at first.
  mutating func hold(_ key: Int) { heldKey = heldKey ?? key }

  /// Where a controller stands, 0...1 or as a curve makes of it.
  func position(_ controller: Int, curve: Int) -> Float {
    shape(min(1, max(0, controllers[controller, default: 0] / 127)), curve: curve)
  }

  /// What a curve makes of a position, 0...1.
  func shape(_ position: Float, curve: Int) -> Float {
    if let own = curves[curve] { return own[Int(position * 127 + 0.5)] }
    switch curve {
    case 1: return 2 * position - 1
    case 2: return 1 - position
    case 3: return 1 - 2 * position
    case 4: return position * position
    case 5: return sqrt(position)
    case 6: return sqrt(1 - position)
    default: return position
    }
  }
}
