// SPDX-License-Identifier: GPL-3.0-or-later
import Kits
import Patterns
import Storage

/// The grooves that come with Flam, which are called by name.
public enum Grooves {
  private static let ending = ".txt"

  private static let folder = KitLocator().samplesFolder.map { "\($0)/grooves" }

  /// Their names, in order: "rock".
  public static var names: [String] {
    guard let folder else { return [] }
    return FileSystem.names(in: folder).filter { $0.hasSuffix(ending) }
      .map { String($0.dropLast(ending.count)) }.sorted()
  }

  /// The file of a groove, with blanks or hyphens in its name; nil if there is none of that name.
  public static func path(ofName name: String) -> String? {
    let wanted = name.lowercased().replacing(" ", with: "-")
    guard let folder, names.contains(wanted) else { return nil }
    return "\(folder)/\(wanted)\(ending)"
  }

  /// The file that a player means: a groove by its name, else a path.
  public static func path(_ nameOrPath: String) -> String { path(ofName: nameOrPath) ?? nameOrPath }

  /// Reads what a player means: a groove by its name, else a file.
  public static func song(_ nameOrPath: String) throws(PatternError) -> Song {
    try PatternFile.song(path: path(nameOrPath), grooves: nameOrPath.contains("/") ? [] : names)
  }

  /// The name of a groove by its file; nil for another file.
  public static func name(ofPath path: String) -> String? {
    guard let folder, path.hasPrefix("\(folder)/"), path.hasSuffix(ending) else { return nil }
    return String(path.dropFirst(folder.count + 1).dropLast(ending.count))
  }
}
