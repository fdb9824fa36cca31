// SPDX-License-Identifier: GPL-3.0-or-later

/// The share of hits that were recognised, and what it predicts for further hits.
public struct KnownShare: Sendable, Equatable {
  /// Standard deviations of a normal distribution within which 90 % of it lie.
  public static let ninetyPercent = 1.644854

  /// The number of recognised hits.
  public let knownHits: Int
  /// The number of judged hits; one or more.
  public let hits: Int

  /// `knownHits` of `hits`; nil if there were none.
  public init?(knownHits: Int, of hits: Int) {
    guard hits > 0 else { return nil }
    (self.knownHits, self.hits) = (knownHits, hits)
  }

  /// The share of these hits, 0...1.
  public var share: Double { Double(knownHits) / Double(hits) }

  /// The range of the share among many more such hits, 0...1; by default with a probability of 90
  /// %.
  ///
  /// The score interval p' ± h with p' = (k + z²/2) / (n + z²) and h = z √(k(n − k)/n + z²/4) / (n
  /// + z²). Unlike the usual p ± z √(p(1 − p)/n) it holds for few hits and for shares near 1.
  /// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
  /// Journal of the American Statistical Association 22, 1927, 209–212.
  ///
  /// - Parameter deviations: z, in standard deviations of a normal distribution.
  public func interval(deviations: Double = ninetyPercent) -> ClosedRange<Double> {
    let (known, count) = (Double(knownHits), Double(hits))
    let square = deviations * deviations
    let centre = (known + square / 2) / (count + square)
    let half =
      deviations * (known * (count - known) / count + square / 4).squareRoot() / (count + square)
    return max(0, centre - half)...min(1, centre + half)
  }
}
