// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A folder of its own for a test, gone when the test ends.
public final class TemporaryFolder: Sendable {
  /// Its path.
  public let path: String

  /// An empty folder.
  public init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "flam-test-\(UUID())")
    path = url.path
    do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch
    {
      preconditionFailure("no temporary folder: \(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file of the given bytes, and the folders it needs, and returns its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) -> String {
    let file = "\(path)/\(name)"
    let folder = URL(filePath: file).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    precondition(
      FileManager.default.createFile(atPath: file, contents: Data(bytes)), "cannot write \(file)")
    return file
  }

  /// Writes a text file and returns its path.
  @discardableResult
  public func write(text: String, to name: String) -> String { write(text.utf8, to: name) }

  /// The bytes of a file in it.
  public func bytes(_ name: String) -> [UInt8] {
    [UInt8](FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data())
  }
}
