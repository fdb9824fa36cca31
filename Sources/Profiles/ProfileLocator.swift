// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Storage

/// The places of profiles: `~/.config/flam/profiles/NAME.json`, or any path.
public struct ProfileLocator: Sendable {
  /// The name of the built-in profile, for people who have not taught any sounds yet.
  public static let generalName = "general"

  /// The folder of named profiles.
  public let folder: String

  /// Looks in the configuration folder that `environment` names.
  public init(environment: [String: String] = BaseFolders.variables) {
    folder = BaseFolders(environment: environment).config + "/flam/profiles"
  }

  /// The file of a profile: a path if `name` has a slash or ends in `.json`, else a file in
  /// ``folder``.
  public func path(_ name: String) -> String {
    name.contains("/") || name.hasSuffix(".json") ? name : "\(folder)/\(name).json"
  }

  /// The profile with a name or path; without one, the general profile.
  public func profile(_ name: String?) throws(ProfileError) -> Profile {
    guard let name, name != Self.generalName else { return .general }
    let path = path(name)
    guard FileSystem.exists(path) else {
      throw .missing(path: path, known: [Self.generalName] + names)
    }
    return try ProfileFile.read(path: path)
  }

  /// The names of the profiles in ``folder``, in order.
  public var names: [String] {
    FileSystem.names(in: folder).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
      .sorted()
  }
}
