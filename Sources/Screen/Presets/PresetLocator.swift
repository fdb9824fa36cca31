// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import KitMaking
import Kits
import Storage

/// The places of presets: a person's own, `~/.config/flam/presets/NAME.txt`, those that come with
/// Flam, those of kits, or any path. Their own come first, and those of kits last.
package struct PresetLocator {
  private static let ending = ".txt"

  /// The folder of a person's own presets.
  package let ownFolder: String
  /// The folder of those that come with Flam; nil if it is not found.
  let bundledFolder: String?
  /// Kits have a preset beside their text, which has the kit's name.
  let kits: KitLocator

  /// Looks in the configuration folder that `environment` names.
  package init(environment: [String: String] = BaseFolders.variables) {
    ownFolder = BaseFolders(environment: environment).config + "/flam/presets"
    kits = KitLocator(
      environment: environment, executablePath: FileNames.resolved("/proc/self/exe") ?? "")
    bundledFolder = KitLocator().samplesFolder.map { "\($0)/presets" }
  }

  /// Their names, in order: "dub".
  package var names: [String] {
    Set(folders.flatMap(Self.names) + ofKits.map(\.name)).sorted()
  }

  /// The presets of kits that are found by name, by the names of the kits.
  private var ofKits: [(name: String, path: String)] {
    kits.kits.compactMap { kit in path(besideKit: kit.path).map { (kit.name, $0) } }
  }

  /// The preset of a kit: `effects.txt` in its folder; nil if there is none.
  private func path(besideKit path: String) -> String? {
    let beside = Self.path(in: WholeFile.folder(of: path))
    // Kits that are a single file each may share a folder.
    let isShared = kits.kitFolders.contains(WholeFile.folder(of: path))
    // A kit of sounds alone is a folder.
    return ([Self.path(in: path)] + (isShared ? [] : [beside])).first(where: FileSystem.exists)
  }

  /// Where a kit's folder keeps its preset.
  static func path(in folder: String) -> String { "\(folder)/\(KitEffects.fileName)" }

  /// What 'fx preset' calls the preset that is kept with a kit: its name, or else its path; nil if
  /// there is none.
  func preset(ofKit name: String, path: String?) -> String? {
    guard let path, let preset = self.path(besideKit: path) else { return nil }
    return self.path(ofName: name) == preset ? name : preset
  }

  private var folders: [String] { [ownFolder] + [bundledFolder].compactMap { $0 } }

  private static func names(in folder: String) -> [String] {
    FileSystem.names(in: folder).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(ending.count)) }
  }

  /// The file of a name; nil if there is no preset of that name.
  package func path(ofName name: String) -> String? {
    let wanted = name.lowercased().replacing(" ", with: "-")
    for folder in folders {
      if let found = Self.names(in: folder).sorted().first(where: { $0.lowercased() == wanted }) {
        return "\(folder)/\(found)\(Self.ending)"
      }
    }
    return ofKits.first { $0.name.lowercased().replacing(" ", with: "-") == wanted }?.path
  }

  /// The file that a person's own preset of a name has, or would have.
  package func ownPath(_ name: String) -> String { "\(ownFolder)/\(name)\(Self.ending)" }

  /// Reads what a player means: a preset by its name, else a file.
  package func preset(_ nameOrPath: String) throws(CommandFailure) -> EffectPreset {
    let path = path(ofName: nameOrPath)
    guard path != nil || nameOrPath.contains("/") || FileSystem.exists(nameOrPath) else {
      throw CommandFailure(
        .noInput,
        "cannot use the preset '\(nameOrPath)': there is no such file, and no preset of that name; "
          + "the presets are \(names.joined(separator: ", "))")
    }
    let file = path ?? nameOrPath
    do throws(Fault) { return try Self.read(file) } catch {
      throw CommandFailure(
        error.code,
        "cannot read '\(file)'\(error.place): \(error.reason); \(error.advice)")
    }
  }

  /// Reads a preset by its name alone, for guests: they see no paths.
  package func named(_ name: String) throws(EngineError) -> EffectPreset {
    let operation = "use the preset '\(name.printable)'"
    guard let path = path(ofName: name) else {
      throw EngineError(
        operation, reason: "there is no preset of that name",
        advice: "the presets are \(names.joined(separator: ", ").printable)")
    }
    do throws(Fault) { return try Self.read(path) } catch {
      throw EngineError(
        operation, reason: "it cannot be read\(error.place): \(error.reason)",
        advice: error.advice)
    }
  }

  /// Why a file is no preset.
  private struct Fault: Error {
    let code: CommandFailure.Code
    /// ", line 2"; empty for the whole file.
    var place = ""
    let reason: String
    let advice: String
  }

  /// Reads a file.
  private static func read(_ path: String) throws(Fault) -> EffectPreset {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try RegularFile.bytes(path, atMost: Limits.presetBytes)
    } catch {
      throw Fault(
        code: .noInput, reason: "\(error)",
        advice: "give a text file with a bus and its effects a line")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(
        code: .brokenData, reason: "it is no text in UTF-8",
        advice: "write it with a text editor")
    }
    do throws(EffectPreset.Fault) {
      let preset = try EffectPreset(text: text)
      guard preset.chains.isEmpty else { return preset }
    } catch {
      throw Fault(
        code: .brokenData, place: ", line \(error.line)", reason: error.reason,
        advice:
          "a line is a bus and its effects: drums: delay:time=0.3, lowpass:cutoff=3000")
    }
    throw Fault(
      code: .brokenData, reason: "it has no effect",
      advice: "write a bus and its effects: drums: delay:time=0.3")
  }
}
