// SPDX-License-Identifier: GPL-3.0-or-later

/// A file for a chart: SVG or PNG, by the ending of its name.
public struct ChartFile: Sendable, Equatable {
  /// The format of a drawing.
  public enum Format: String, Sendable, CaseIterable {
    /// Lines and letters, sharp at any size.
    case svg
    /// Pixels.
    case png
  }

  /// Its path.
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
  /// The path of the chart.
  public let path: String
  /// The message of cairo.
  public let reason: String

  /// What was attempted, with which file, why it failed, and what to do.
  public var description: String {
    "cannot create '\(path)': \(reason); choose a folder you may write to"
  }
}
