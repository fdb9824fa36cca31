// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a recording has no more room for what is loud.
struct Clipping {
  /// So near full scale nothing comes by chance twice in a row.
  private static let fullScale: Float = 0.999
  private let samples: [Float]

  init(_ samples: [Float]) { self.samples = samples }

  /// Two neighbours in `range` are at full scale.
  func isClipped(_ range: Range<Int>) -> Bool {
    range.dropFirst().contains {
      abs(samples[$0]) >= Self.fullScale && abs(samples[$0 - 1]) >= Self.fullScale
    }
  }
}
