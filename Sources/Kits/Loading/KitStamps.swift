// SPDX-License-Identifier: GPL-3.0-or-later

/// The files that a kit was made of, as they were then.
public struct KitStamps: Sendable {
  private let paths: [String]
  private var stamps: [String?]
  private var next = 0

  /// - Parameters:
  ///   - text: The kit's file, or its folder if it has none, and its stamp.
  ///   - sounds: The stamps of its sounds by their paths.
  init(text: (path: String, stamp: String?), sounds: [String: String]) {
    let files = [(text.path, text.stamp)] + sounds.sorted { $0.key < $1.key }.map { ($0, $1) }
    (paths, stamps) = (files.map(\.0), files.map(\.1))
  }

  /// Looks at the next few files, in turn; true if one of them is not as it was. From then on it
  /// counts as it is.
  public mutating func hasChanged(lookingAt count: Int) -> Bool {
    var isChanged = false
    for _ in 0..<min(count, paths.count) {
      let stamp = Folder.stamp(paths[next])
      isChanged = isChanged || stamp != stamps[next]
      stamps[next] = stamp
      next = (next + 1) % paths.count
    }
    return isChanged
  }
}
