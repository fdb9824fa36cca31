// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import SoundFiles
import Storage

extension OwnKit {
  /// Changes pads of the kit at a place, which is made if nothing is there. The other pads, and all
  /// else in its folder, stay as they are. If anything fails, nothing is changed.
  ///
  /// - Parameters:
  ///   - changes: Of each pad at most one; may be empty where there is a kit.
  ///   - terms: Who made the kit, and on what terms; nil leaves them as they are.
  /// - Returns: The changed pads as they are then; one without sounds was removed.
  @discardableResult
  public static func change(
    _ changes: [(role: PadRole, change: PadChange)], of place: OwnKitPlace, terms: KitTerms? = nil
  ) throws -> [Pad] {
    let states = try KitStates(place)
    let old = try OwnKit(at: place)
    var text = old?.text ?? OwnKitText(name: place.name)
    if let terms = terms ?? (old == nil ? KitTerms() : nil) { text.terms = terms }
    var changed: [ChangedPad] = []
    for (role, change) in changes {
      let pad = try old?.pad(role) ?? Pad(role, [], files: [])
      changed.append(ChangedPad(role, try change.parts(of: pad, kit: place.name)))
    }
    for new in changed { text.set(new.pad.role, to: new.pad.files, layers: new.pad.layers) }
    guard !text.roles.isEmpty else {
      throw KitMakingError(
        .missing, "cannot leave the kit '\(place.name)' without a sound",
        advice: "to remove it, remove its folder '\(place.folder)'")
    }
    let textName = FileNames.last(place.textPath)
    let rewritten = Set(changed.map(\.pad.role.name) + [textName])
    try states.replace { folder in
      if old != nil { try KitFiles.carry(place.folder, to: folder, except: rewritten) }
      for new in changed { try new.write(to: folder, from: place.folder) }
      do throws(SystemError) {
        try WholeFile.write(Array(text.text.utf8), to: "\(folder)/\(textName)")
      } catch { throw KitMakingError.writing(place.folder, error) }
    }
    return changed.map(\.pad)
  }

  /// Fails where a kit cannot be written: said before anything is recorded for it.
  public static func checkIsWritable(at place: OwnKitPlace) throws(KitMakingError) {
    try KitStates(place).checkIsWritable()
  }

  /// Brings back what a kit was before the last change, also if it was not there. Once more brings
  /// the change back.
  ///
  /// - Returns: The kit as it is then; nil if there is none.
  public static func undo(_ place: OwnKitPlace) throws(KitMakingError) -> OwnKit? {
    try KitStates(place).undo()
    return try OwnKit(at: place)
  }
}

/// A pad as it will be: its sounds from soft to loud, in files that are numbered so.
private struct ChangedPad {
  let pad: OwnKit.Pad
  private let parts: [PadChange.Part]

  init(_ role: PadRole, _ parts: [PadChange.Part]) {
    let sorted = parts.map { (part: $0, decibels: $0.sound.decibels) }.enumerated()
      .sorted { ($0.element.decibels, $0.offset) < ($1.element.decibels, $1.offset) }
      .map(\.element.part)
    let width = "\(HitCutter.mostSounds)".count
    let files = sorted.indices.map { index in
      let number = "\(index + 1)"
      let zeros = String(repeating: "0", count: width - number.count)
      return "\(role.name)/\(role.name)-\(zeros)\(number).flac"
    }
    self.parts = sorted
    pad = OwnKit.Pad(role, sorted.map(\.sound), files: files)
  }

  /// Writes its files into a folder; those that are there already come from the kit's.
  func write(to folder: String, from old: String) throws(KitMakingError) {
    guard !parts.isEmpty else { return }
    try KitFiles.make("\(folder)/\(pad.role.name)")
    for (part, file) in zip(parts, pad.files) {
      if let own = part.file {
        try KitFiles.carryFile("\(old)/\(own)", to: "\(folder)/\(file)")
      } else {
        do throws(SoundFileError) {
          try part.sound.write(to: "\(folder)/\(file)")
        } catch {
          throw KitMakingError(
            .cannotCreate, "cannot write '\(file)' of the kit '\(old)': \(error.reason)",
            advice: error.advice)
        }
      }
    }
  }
}
