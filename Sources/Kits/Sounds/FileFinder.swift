// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// Finds files by the names that kits give them, also if upper and lower case differ.
struct FileFinder {
  /// Names in a folder by their lower-case form.
  private var listings: [String: [String: String]] = [:]

  /// The path of an existing file; nil if there is none, or if it is not a regular file.
  ///
  /// - Parameter otherEndings: Endings to try instead of the file's own if it is missing.
  mutating func find(
    _ path: String, in folder: String, otherEndings: [String] = []
  ) -> String? {
    let stem = path.lastIndex(of: ".").map { path[..<$0] } ?? path[...]
    for candidate in [path] + otherEndings.map({ "\(stem).\($0)" }) {
      if let found = existing(candidate, in: folder), Self.isPlainFile(found) { return found }
    }
    return nil
  }

  /// Opening a pipe would wait for ever.
  private static func isPlainFile(_ path: String) -> Bool {
    var status = stat()
    return stat(FileNames.systemPath(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private mutating func existing(_ path: String, in folder: String) -> String? {
    let inFolder = "\(folder)/\(path)"
    if TextFile.exists(inFolder) { return inFolder }
    if path.hasPrefix("/") && TextFile.exists(path) { return path }
    var found = folder
    for component in path.split(separator: "/") {
      let exact = "\(found)/\(component)"
      if TextFile.exists(exact) {
        found = exact
      } else if let name = listing(found)[component.lowercased()] {
        found += "/\(name)"
      } else {
        return nil
      }
    }
    return found
  }

  private mutating func listing(_ folder: String) -> [String: String] {
    if let known = listings[folder] { return known }
    var names: [String: String] = [:]
    for name in Folder.names(folder) { names[name.lowercased()] = name }
    listings[folder] = names
    return names
  }
}
