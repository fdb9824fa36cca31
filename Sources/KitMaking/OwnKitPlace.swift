// SPDX-License-Identifier: GPL-3.0-or-later
import Kits
import Profiles
import Storage

/// The folder of a kit of the player's own.
public struct OwnKitPlace: Sendable, Equatable {
  /// The name of the kit.
  public let name: String
  /// Its folder.
  public let folder: String

  /// The place of a kit that a player names: in the first folder where kits are found by name, or
  /// at a path if it has a slash. The kit need not be there yet.
  public init(_ nameOrPath: String, locator: KitLocator = KitLocator()) throws(KitMakingError) {
    let hasPath = nameOrPath.contains("/")
    var path = nameOrPath
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let isText = hasPath && path.lowercased().hasSuffix(".sfz")
    let folder =
      isText
      ? WholeFile.folder(of: path)
      : hasPath ? path : "\(locator.kitFolders.first ?? ".")/\(nameOrPath)"
    let name = hasPath ? FileNames.last(folder) : nameOrPath
    if let fault = Self.fault(ofName: name) {
      throw KitMakingError(
        .unknownName, "cannot make a kit '\(nameOrPath)': \(fault)", advice: "give it another name")
    }
    (self.name, self.folder) = (name, folder)
    guard !hasPath, let other = locator.kits.first(where: { $0.name == name }),
      WholeFile.folder(of: other.path) != folder
    else { return }
    throw KitMakingError(
      .notOwn, "cannot change the kit '\(name)': it is '\(other.path)', no kit of yours",
      advice: "give yours another name")
  }

  /// Its text.
  public var textPath: String { "\(folder)/\(name).sfz" }
  /// The folder that holds it.
  var parent: String { WholeFile.folder(of: folder) }
  /// Its state before the last change: an empty folder if there was none.
  var earlierFolder: String { "\(parent)/.\(name).before" }
  /// Where a new state is made.
  var stagePath: String { "\(parent)/.\(name)" }

  private static func fault(ofName name: String) -> String? {
    if let fault = GivenName.fault(ofSound: name) { return fault }
    return name.hasPrefix(".") || name.hasPrefix("-") ? "a name begins with a letter" : nil
  }
}
