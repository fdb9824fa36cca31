// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The folders in which programs keep a person's files, by the XDG Base Directory Specification 0.8
/// and xdg-user-dirs. Each may be missing.
public struct BaseFolders: Sendable {
  /// The variables of this program that name folders. Each byte of them is kept, as in
  /// ``FileNames/exact(_:)``.
  public static var variables: [String: String] {
    let names = [
      "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME",
      "XDG_DATA_DIRS", "XDG_RUNTIME_DIR", "FLAM_SAMPLES",
    ]
    let values = names.compactMap { name in getenv(name).map { (name, Self.text($0)) } }
    return Dictionary(uniqueKeysWithValues: values)
  }

  private static func text(_ bytes: UnsafePointer<CChar>) -> String {
    FileNames.exact(UnsafeRawBufferPointer(start: bytes, count: strlen(bytes)))
  }

  private let environment: [String: String]

  /// The folders that an environment names.
  public init(environment: [String: String] = BaseFolders.variables) {
    self.environment = environment
  }

  /// The person's home folder: `$HOME`, otherwise that in the system's list of users, otherwise the
  /// current folder.
  public var home: String {
    if let home = environment["HOME"], !home.isEmpty { return home }
    return getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { Self.text($0) } ?? "."
  }

  /// Settings: `$XDG_CONFIG_HOME`, otherwise `~/.config`.
  public var config: String { folder("XDG_CONFIG_HOME", else: ".config") }
  /// Files that are kept from one start to the next: `$XDG_STATE_HOME`, otherwise `~/.local/state`.
  public var state: String { folder("XDG_STATE_HOME", else: ".local/state") }
  /// Files that can be made again: `$XDG_CACHE_HOME`, otherwise `~/.cache`.
  public var cache: String { folder("XDG_CACHE_HOME", else: ".cache") }

  /// Files of running programs for each other: `$XDG_RUNTIME_DIR`, otherwise the same as ``cache``.
  public var runtime: String {
    environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? cache
  }

  /// The folders that are searched for data, the person's own first: `$XDG_DATA_HOME`, otherwise
  /// `~/.local/share`; then `$XDG_DATA_DIRS`, otherwise `/usr/local/share` and `/usr/share`.
  public var data: [String] {
    let listed = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
    let shared = (listed ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    return [folder("XDG_DATA_HOME", else: ".local/share")] + shared
  }

  /// The person's music folder: the one in `user-dirs.dirs`, otherwise `~/Music`.
  public var music: String {
    let bytes = try? RegularFile.bytes("\(config)/user-dirs.dirs", atMost: 1 << 20)
    let listed = bytes.flatMap { String(validating: $0, as: UTF8.self) }
    let music = listed?.split(separator: "\n").last { $0.hasPrefix("XDG_MUSIC_DIR=") }
      .map { $0.dropFirst("XDG_MUSIC_DIR=".count).filter { $0 != "\"" } }
      .map { $0.hasPrefix("$HOME") ? home + $0.dropFirst("$HOME".count) : $0 }
    return music.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/Music"
  }

  /// A variable that is not an absolute path is ignored, as the specification demands.
  private func folder(_ variable: String, else usual: String) -> String {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(usual)"
  }
}
