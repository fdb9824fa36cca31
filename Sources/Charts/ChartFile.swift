// SPDX-License-Identifier: GPL-3.0-or-later

/// A file that a chart is drawn into: SVG or PNG, by the ending of its name.
public struct ChartFile: Sendable, Equatable {
  /// How a drawing is kept.
  public enum Format: String, Sendable, CaseIterable {
    /// Lines and letters, sharp at any size.
    case svg
    /// Pixels.
    case png
  }

  /// Where it lies.
  public let path: String
  /// By its ending.
  public let format: Format

  /// The file at `path`; nil if its ending is neither `.svg` nor `.png`.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: "."),
      let format = Format(rawValue: path[path.index(after: dot)...].lowercased())
    else { return nil }
    self.path = path
    self.format = format
  }
}

/// Why a chart could not be drawn.
public struct ChartError: Error, CustomStringConvertible {
  /// Where it was to lie.
  public let path: String
  /// What cairo says.
  public let reason: String

  /// What was attempted, on what, why not, and what to do.
  public var description: String {
    "cannot create '\(path)': \(reason); choose a folder you may write to"
  }
}
