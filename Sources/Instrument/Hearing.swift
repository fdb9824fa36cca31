// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Detect and classify: from samples to the life of hits.
///
/// A hit is *begun* at the first horizon after its onset that has been heard, *revised* at each later horizon where
/// its sound or velocity changed, and *settled* at the last.
public struct Hearing: ~Copyable {
  /// A turn in the life of a hit.
  public enum Event: BitwiseCopyable {
    case begun(Hit)
    case revised(Hit)
    case settled(Hit)
  }

  /// Smallest change of velocity that counts as one.
  static let velocityResolution: Float = 0.02
  /// How many hits can be undecided at a time: the last horizon over the shortest distance of two hits, and one.
  static let maximumOpenHits = 8

  private struct OpenHit: BitwiseCopyable {
    var hit: Hit
    var nextHorizon: Int
    /// Where the voice answers, kept outside by the instrument.
    var isBegun: Bool
  }

  private var history: InputHistory
  private var detector: OnsetDetector
  private var classifier: Classifier
  private var open: UnsafeMutablePointer<OpenHit>
  private var openCount = 0
  private var hitCount = 0

  /// Ears that have heard nothing yet.
  public init(
    detector: consuming OnsetDetector, classifier: consuming Classifier, sampleRateHz: Float
  ) {
    history = InputHistory(
      minimumCapacity: Units.frames(seconds: 0.25, sampleRateHz: sampleRateHz))
    self.detector = detector
    self.classifier = classifier
    open = .allocate(capacity: Self.maximumOpenHits)
  }

  deinit { open.deallocate() }
}
