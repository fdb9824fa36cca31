// SPDX-License-Identifier: GPL-3.0-or-later

extension EngineEvent {
  /// The pattern, and what happened to it.
  public struct Pattern: Codable, Sendable, Equatable {
    /// What happened to it.
    public enum Change: String, Codable, Sendable {
      /// It is ready to begin.
      case loaded
      /// It is played from its beginning.
      case begun
      /// It was ended.
      case ended
    }

    /// What happened to it.
    public let change: Change
    /// Its file.
    public let path: String
    /// Its title.
    public let title: String
    /// How many bars it has.
    public let bars: Int
    /// The output frame from which it begins, or by which it ends; missing if it has none.
    public let frame: Int?

    /// A change.
    public init(_ change: Change, path: String, title: String, bars: Int, frame: Int? = nil) {
      (self.change, self.path, self.title) = (change, path, title)
      (self.bars, self.frame) = (bars, frame)
    }
  }
}
