// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads kits in the SFZ format.
///
/// Understood are the opcodes that drum kits use to say which sound answers which hit how loudly; others are
/// ignored and counted. Opcodes cascade from global over master and group to region, the later ones override.
/// Source: sfzformat.info; P. Cook, "SFZ Format", Cakewalk Developer's Corner.
enum SFZKit {
  /// What the kit at `path` says. Its sounds are not looked for yet.
  static func describe(path: String) throws(TextFile.Errno) -> KitDescription {
    let parser = try SFZParser(path: path)
    var cascade = Cascade()
    for section in parser.sections { cascade.take(section) }
    return KitDescription(
      name: Folder.stem(path), format: "SFZ", regions: cascade.regions,
      problems: parser.problems + cascade.problems)
  }

  /// Opcodes in force while the sections of a file pass by.
  private struct Cascade {
    typealias Opcodes = [String: SFZOpcode]

    private(set) var regions: [KitRegion] = []
    private var badRegions: [KitProblem] = []
    private var global: Opcodes = [:]
    private var master: Opcodes = [:]
    private var group: Opcodes = [:]
    private var control = SFZControl()
    private var ignored: [String: Int] = [:]

    var problems: [KitProblem] {
      guard !ignored.isEmpty else { return badRegions }
      let names = ignored.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
      return badRegions + [
        KitProblem(kind: .ignoredOpcodes, line: nil, message: "opcodes without effect: \(names)")
      ]
    }

    mutating func take(_ section: SFZSection) {
      var own: Opcodes = [:]
      for opcode in section.opcodes {
        let name = SFZOpcodes.currentName(opcode.name)
        own[name] = opcode
        if section.header == "control" {
          control.take(name, opcode.value)
        } else if !SFZOpcodes.isUnderstood(name) {
          ignored[name, default: 0] += 1
        }
      }
      switch section.header {
      case "global": (global, master, group) = (own, [:], [:])
      case "master": (master, group) = (own, [:])
      case "group": group = own
      case "region":
        let inForce = [master, group, own].reduce(global) { $0.merging($1) { $1 } }
        addRegion(SFZOpcodes(inForce), section.line)
      default: break
      }
    }

    private mutating func addRegion(_ opcodes: SFZOpcodes, _ line: SourceLine) {
      guard opcodes.isPlayed(by: control) else { return }
      guard let region = opcodes.region(line: line, control: control) else {
        badRegions.append(
          KitProblem(
            kind: .unclearText, line: line,
            message: "a region without a sample, or with its ranges upside down, is skipped"))
        return
      }
      regions.append(region)
    }
  }
}

/// What an SFZ file sets for the player as a whole.
struct SFZControl {
  /// Put before the names of samples.
  private(set) var defaultPath = ""
  /// Added to keys.
  private(set) var noteOffset = 0
  /// Positions of the controllers, 0...127; nobody moves them.
  private(set) var controllers: [Int: Float] = [7: 100, 10: 64, 11: 127]

  mutating func take(_ name: String, _ value: String) {
    let number = SFZOpcodes.number(value)
    let notes = Int(min(127, max(-127, number ?? 0)))
    switch name {
    case "default_path": defaultPath = value
    case "note_offset": noteOffset = notes
    case "octave_offset": noteOffset = 12 * notes
    default:
      if let index = SFZOpcodes.index(name, after: "set_cc"), let number {
        controllers[index] = number
      } else if let index = SFZOpcodes.index(name, after: "set_hdcc"), let number {
        controllers[index] = number * 127
      }
    }
  }
}
