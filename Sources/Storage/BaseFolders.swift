// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The folders in which a person's programs keep what is theirs, by the XDG Base Directory Specification 0.8 and
/// xdg-user-dirs. None of them need be there.
public struct BaseFolders: Sendable {
  /// The variables of this program that name folders; each byte of them is kept, as in ``FileNames/exact(_:)``.
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

  /// The person's own folder: `$HOME`, else that of the system's list of users, else the current one.
  public var home: String {
    if let home = environment["HOME"], !home.isEmpty { return home }
    return getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { Self.text($0) } ?? "."
  }

  /// Settings: `$XDG_CONFIG_HOME`, else `~/.config`.
  public var config: String { folder("XDG_CONFIG_HOME", else: ".config") }
  /// What is kept from one start to the next: `$XDG_STATE_HOME`, else `~/.local/state`.
  public var state: String { folder("XDG_STATE_HOME", else: ".local/state") }
  /// What can be made again: `$XDG_CACHE_HOME`, else `~/.cache`.
  public var cache: String { folder("XDG_CACHE_HOME", else: ".cache") }

  /// What programs that run leave for each other: `$XDG_RUNTIME_DIR`, else the same as ``cache``.
  public var runtime: String {
    environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? cache
  }

  /// Where data are looked for, the person's own first: `$XDG_DATA_HOME`, else `~/.local/share`, then `$XDG_DATA_DIRS`, else
  /// `/usr/local/share` and `/usr/share`.
  public var data: [String] {
    let listed = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
    let shared = (listed ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    return [folder("XDG_DATA_HOME", else: ".local/share")] + shared
  }

  /// The person's music: as `user-dirs.dirs` has it, else `~/Music`.
  public var music: String {
    let bytes = try? RegularFile.bytes("\(config)/user-dirs.dirs", atMost: 1 << 20)
    let listed = bytes.flatMap { String(validating: $0, as: UTF8.self) }
    let music = listed?.split(separator: "\n").last { $0.hasPrefix("XDG_MUSIC_DIR=") }
      .map { $0.dropFirst("XDG_MUSIC_DIR=".count).filter { $0 != "\"" } }
      .map { $0.hasPrefix("$HOME") ? home + $0.dropFirst("$HOME".count) : $0 }
    return music.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/Music"
  }

  /// A variable that is no absolute path is passed over, as the specification asks.
  private func folder(_ variable: String, else usual: String) -> String {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(usual)"
  }
}
