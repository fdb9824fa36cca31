// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Finds files by the names that kits give them, also where upper and lower case differ.
struct SoundFinder {
  /// Names in a folder by their lower-case form.
  private var listings: [String: [String: String]] = [:]

  /// The path of an existing file; nil where there is none.
  mutating func find(_ path: String, in folder: String) -> String? {
    let inFolder = "\(folder)/\(path)"
    if access(inFolder, F_OK) == 0 { return inFolder }
    if path.hasPrefix("/") && access(path, F_OK) == 0 { return path }
    var found = folder
    for component in path.split(separator: "/") {
      let exact = "\(found)/\(component)"
      if access(exact, F_OK) == 0 {
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

/// What is in a folder.
enum Folder {
  /// The names in it, sorted; empty where it cannot be read.
  static func names(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// There is a folder at `path`.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The folder that holds the file at `path`.
  static func holding(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A file's name without its folder and extension.
  static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}
