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
      /// A bar of it begins.
      case bar
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
    /// The output frame from which it or its bar begins, or by which it ends; missing if it has none.
    public let frame: Int?
    /// The bar that begins, counted from 1; missing for other changes.
    public let bar: Int?

    /// A change.
    public init(
      _ change: Change, path: String, title: String, bars: Int, frame: Int? = nil, bar: Int? = nil
    ) {
      (self.change, self.path, self.title) = (change, path, title)
      (self.bars, self.frame, self.bar) = (bars, frame, bar)
    }

    /// The bar that sounds at a frame, counted from 1, where this is the last that was announced; nil before the first.
    public func bar(atFrame now: Int) -> Int? {
      guard let bar, let frame else { return nil }
      guard now < frame else { return bar }
      return bar > 1 ? bar - 1 : nil
    }
  }
}
