// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// Reads kits in the SFZ format.
///
/// Understood are the opcodes that drum kits use to say which sound answers which hit how loudly; others are
/// ignored and counted. Opcodes cascade from global over master and group to region, the later ones override.
/// Controllers stay where the file sets them. Source: sfzformat.info; P. Cook, "SFZ Format", Cakewalk Developer's Corner.
enum SFZKit {
  /// What the kit at `path` says. Its sounds are not looked for yet.
  static func describe(path: String) throws(TextFile.Errno) -> KitDescription {
    let (regions, problems) = try regions(path: path)
    let pads = SFZPads(regions)
    var description = KitDescription(
      name: Folder.stem(path), format: .sfz, folder: Folder.holding(path))
    description.credits = SFZCredits.credits(path: path)
    description.pads = pads.pads
    description.chokes = pads.chokes
    description.problems = problems + pads.problems
    return description
  }

  /// The regions that struck notes play, in the order of the file.
  static func regions(
    path: String
  ) throws(TextFile.Errno) -> (regions: [SFZRegion], problems: [KitProblem]) {
    let parser = try SFZParser(path: path)
    var cascade = Cascade()
    for section in parser.sections { cascade.takeControllers(section) }
    for section in parser.sections { cascade.takeHeldKey(section) }
    for section in parser.sections { cascade.take(section) }
    return (cascade.regions, parser.problems + cascade.problems)
  }

  /// Opcodes in force while the sections of a file pass by.
  private struct Cascade {
    typealias Opcodes = [String: SFZOpcode]

    private(set) var regions: [SFZRegion] = []
    private var badRegions: [KitProblem] = []
    /// What was made of regions, whether or not it is played.
    private var partCount = 0
    /// Regions so far, whether or not they are played.
    private var regionCount = 0
    private var sectionCount = 0
    private var global: Opcodes = [:]
    private var master: Opcodes = [:]
    private var group: Opcodes = [:]
    private var control = SFZControl()
    private var ignored: [String: Int] = [:]
    /// Values that are no numbers.
    private var unclear: [String: Int] = [:]
    private var unplayed: [SFZRegion.Absence: Int] = [:]

    var problems: [KitProblem] {
      var problems = badRegions
      for reason in SFZRegion.Absence.Reason.allCases {
        let counts = unplayed.filter { $0.key.reason == reason }
        guard !counts.isEmpty else { continue }
        let causes = Dictionary(counts.map { ($0.key.cause, $0.value) }, uniquingKeysWith: +)
        problems.append(
          KitProblem(
            kind: reason == .generator ? .unknownGenerator : .unplayedRegions, line: nil,
            message: "regions that \(reason.rawValue): \(Self.text(causes))"))
      }
      if !unclear.isEmpty {
        problems.append(
          KitProblem(
            kind: .unclearText, line: nil,
            message: "values that are no numbers, and are left out: \(Self.text(unclear))"))
      }
      if !ignored.isEmpty {
        problems.append(
          KitProblem(
            kind: .ignoredOpcodes, line: nil,
            message: "settings of the kit that Flam does not follow: \(Self.text(ignored))"))
      }
      return problems
    }

    private static func text(_ counts: [String: Int]) -> String {
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(100)
        .map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
    }

    /// Where the controllers stand, and what curves make of that, counts for all regions, also those
    /// before it.
    mutating func takeControllers(_ section: SFZSection) {
      switch section.header {
      case "control":
        for opcode in section.opcodes { control.takeController(opcode.name, opcode.value) }
      case "curve": control.takeCurve(section.opcodes)
      default: break
      }
    }

    /// The key that is held at first, wherever the file says so.
    mutating func takeHeldKey(_ section: SFZSection) {
      for opcode in section.opcodes where opcode.name == "sw_default" {
        if let key = SFZOpcodes.note(opcode.value) { control.hold(key) }
      }
    }

    mutating func take(_ section: SFZSection) {
      var own: Opcodes = [:]
      sectionCount += 1
      for opcode in section.opcodes {
        let name = SFZOpcodes.currentName(opcode.name)
        own[name] = opcode
        if name == "key", SFZOpcodes.note(opcode.value) != nil {
          for meant in ["lokey", "hikey", "pitch_keycenter"] { own[meant] = opcode }
        }
        if section.header == "control" {
          control.take(name, opcode.value)
        } else if section.header != "curve", !SFZOpcodes.isUnderstood(name), ignored.count < 1000 {
          ignored[name, default: 0] += 1
        } else if SFZFilters.isUnfollowed(name, opcode.value), ignored.count < 1000 {
          ignored["\(name)=\(opcode.value.prefix(40))", default: 0] += 1
        } else if SFZOpcodes.isUnclear(name, opcode.value), unclear.count < 1000 {
          unclear["\(name)=\(opcode.value.prefix(40))", default: 0] += 1
        }
        if ["sw_last", "sw_lolast"].contains(name), let key = SFZOpcodes.note(opcode.value) {
          control.hold(key)
        }
      }
      if let limit = own["polyphony"] {
        own[SFZOpcodes.limitingHeader] = SFZOpcode(
          name: SFZOpcodes.limitingHeader, value: "\(sectionCount)", line: limit.line)
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
      regionCount += 1
      if let absence = SFZRegion.Absence(opcodes, control) {
        if unplayed.count < 1000 { unplayed[absence, default: 0] += 1 }
      } else {
        let room = Limits.kitRegions - regions.count
        guard room > 0, partCount < Limits.kitRegions else { return reportTooMuch(line) }
        let parts = SFZNoteController.parts(opcodes, control, line: line)
        partCount += parts.count
        let made = parts.flatMap { SFZRegion.regions($0, line: line, number: regionCount) }
        if made.contains(where: { $0.region.slice != nil && $0.region.slice?.tone == nil }) {
          for name in SFZGenerator.ignored(opcodes) where ignored.count < 1000 {
            ignored[name, default: 0] += 1
          }
        }
        guard !made.isEmpty else {
          badRegions.append(
            KitProblem(
              kind: .unclearText, line: line,
              message: "a region without a sample, or with its ranges upside down, is skipped"))
          return
        }
        regions += made.prefix(room)
        if made.count > room { reportTooMuch(line) }
      }
    }

    private mutating func reportTooMuch(_ line: SourceLine) {
      guard badRegions.last?.kind != .tooMuch else { return }
      badRegions.append(
        KitProblem(
          kind: .tooMuch, line: line,
          message: "more than \(Limits.kitRegions) regions; the rest is left out"))
    }
  }
}

/// Who made an SFZ kit: a licence beside it, and what the text says before its first header.
enum SFZCredits {
  /// Names of files that hold terms.
  private static let names = [
    "license", "licence", "license.txt", "licence.txt", "license.md", "copying",
  ]

  static func credits(path: String) -> KitCredits {
    var credits = KitCredits()
    let folder = Folder.holding(path)
    if let file = Folder.names(folder).first(where: { names.contains($0.lowercased()) }),
      let lines = try? TextFile.lines(path: "\(folder)/\(file)")
    {
      credits.licence = lines.map { String(decoding: $0, as: UTF8.self) }
        .first { $0.contains { $0.isLetter } }.map { "\($0) (\(file))" }
    }
    guard let lines = try? TextFile.lines(path: path) else { return credits }
    var comments: [String] = []
    for line in lines.prefix(100).map({ String(decoding: $0, as: UTF8.self) }) {
      if line.contains("<") && !line.hasPrefix("//") { break }
      guard line.hasPrefix("//") else { continue }
      let text = line.drop { $0 == "/" || $0 == " " }
      if text.lowercased().hasPrefix("licen") {
        let terms = text.drop { $0 != " " }.dropFirst()
        let end = terms.firstRange(of: ". ")?.lowerBound ?? terms.endIndex
        credits.licence = credits.licence ?? String(terms[..<end])
      } else if text.lowercased().hasPrefix("author: ") {
        credits.author = String(text.dropFirst("author: ".count))
      } else if !text.isEmpty {
        comments.append(String(text))
      }
    }
    credits.notes = PlainText.withoutMarks(comments.joined(separator: " "))
    return credits
  }
}
