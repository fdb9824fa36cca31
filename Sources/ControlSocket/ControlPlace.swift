// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// The folder for the sockets of a person's running programs. Each program has a folder in it with
/// its socket, which nobody else can open.
public struct ControlPlace: Sendable {
  private static let start = "play"
  private static let socket = "socket"

  private let folder: String

  /// - Parameter folder: The folder that contains those folders; it may be missing.
  public init(_ folder: String = "\(BaseFolders().runtime)/flam") { self.folder = folder }

  /// The sockets of the running programs. Removes what killed programs left.
  public var sockets: [String] {
    clean()
    return names.sorted().map { "\(folder)/\($0)/\(Self.socket)" }
  }

  /// Makes a folder for the calling program, and the path of the socket in it. The folder exists as
  /// long as it is held.
  func make() throws(SystemError) -> (folder: UnfinishedFolder, socket: String) {
    try PrivateFolder.make(folder)
    clean()
    let own = try UnfinishedFolder(for: "\(folder)/\(Self.start)")
    return (own, "\(own.path)/\(Self.socket)")
  }

  private var names: [String] {
    FileSystem.names(in: folder).filter { $0.hasPrefix(Self.start + ".") }
  }

  private func clean() {
    UnfinishedFolder.clean(names, in: folder, remove: FileSystem.remove)
  }
}
