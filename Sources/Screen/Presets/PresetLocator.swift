// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Kits
import Storage

/// The places of presets: a person's own, `~/.config/flam/presets/NAME.txt`, those that come with
/// Flam, or any path. Their own come first.
package struct PresetLocator {
  private static let ending = ".txt"

  /// The folder of a person's own presets.
  package let ownFolder: String
  /// The folder of those that come with Flam; nil if it is not found.
  private let bundledFolder: String?

  /// Looks in the configuration folder that `environment` names.
  package init(environment: [String: String] = BaseFolders.variables) {
    ownFolder = BaseFolders(environment: environment).config + "/flam/presets"
    bundledFolder = KitLocator().samplesFolder.map { "\($0)/presets" }
  }

  /// Their names, in order: "dub".
  package var names: [String] {
    Set(folders.flatMap(Self.names)).sorted()
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
    return nil
  }

  /// The file that a person's own preset of a name has, or would have.
  package func ownPath(_ name: String) -> String { "\(ownFolder)/\(name)\(Self.ending)" }

  /// Reads what a player means: a preset by its name, else a file.
  package func preset(_ nameOrPath: String) throws(CommandFailure) -> EffectPreset {
    if let path = path(ofName: nameOrPath) { return try Self.read(path) }
    guard nameOrPath.contains("/") || FileSystem.exists(nameOrPath) else {
      throw CommandFailure(
        .noInput,
        "cannot use the preset '\(nameOrPath)': there is no such file, and no preset of that name; "
          + "the presets are \(names.joined(separator: ", "))")
    }
    return try Self.read(nameOrPath)
  }

  /// Reads a file.
  private static func read(_ path: String) throws(CommandFailure) -> EffectPreset {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try RegularFile.bytes(path, atMost: Limits.presetBytes)
    } catch {
      throw CommandFailure(
        .noInput,
        "cannot read '\(path)': \(error); give a text file with a bus and its effects a line")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(
        .brokenData, "cannot read '\(path)': it is no text in UTF-8; write it with a text editor")
    }
    do throws(EffectPreset.Fault) {
      let preset = try EffectPreset(text: text)
      guard preset.chains.isEmpty else { return preset }
    } catch {
      throw CommandFailure(
        .brokenData,
        "cannot read '\(path)', line \(error.line): \(error.reason); "
          + "a line is a bus and its effects: drums: delay:time=0.3, lowpass:cutoff=3000")
    }
    throw CommandFailure(
      .brokenData,
      "cannot use '\(path)': it has no effect; write a bus and its effects: drums: delay:time=0.3")
  }
}
