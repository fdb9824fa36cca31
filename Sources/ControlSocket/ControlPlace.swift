// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// Where the running programs of a person can be reached: each has a folder, with a socket in it, that nobody else can open.
public struct ControlPlace: Sendable {
  private static let start = "play"
  private static let socket = "socket"

  private let folder: String

  /// - Parameter folder: Where those folders lie; need not be there.
  public init(_ folder: String = "\(BaseFolders().runtime)/flam") { self.folder = folder }

  /// The sockets of those that run. What killed ones left is taken away.
  public var sockets: [String] {
    clean()
    return names.sorted().map { "\(folder)/\($0)/\(Self.socket)" }
  }

  /// A folder of its own for the program that calls, and the socket that is to lie in it. It lasts as long as it is held.
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
