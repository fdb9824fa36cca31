// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Decides by its level whether a sound can be a stroke of the player.
///
/// A profile knows how loud its owner plays each sound. Sounds far below that
/// (``HearingControls/sensitivity``, or a threshold of the player's own) are not answered. If no
/// level was learned, the last strokes give it. When the capture gain changes, all strokes become
/// louder or softer by the same amount, and the thresholds follow.
struct LevelGate: ~Copyable {
  /// A stroke lies at most this far below the usual one, in decibels, at the middle sensitivity.
  private static var belowUsualDecibels: Float { @_noLocks get { 20 } }
  /// The same if the last strokes give the usual level: ghost notes are far below it.
  private static var belowRecentDecibels: Float { @_noLocks get { 30 } }
  /// This share of the last strokes is softer than their usual level.
  private static var recentShare: Float { @_noLocks get { 0.75 } }
  /// A difference from the learned level within a player's own dynamics, in decibels.
  private static var ownDynamicsDecibels: Float { @_noLocks get { 6 } }
  /// The largest change of gain that is followed, in decibels.
  private static var mostDriftDecibels: Float { @_noLocks get { 30 } }

  private struct Threshold: BitwiseCopyable {
    /// Median peak of the strokes that were learned, in dBFS; nil if none was.
    let usualDecibels: Float?
    /// The player's threshold, in dBFS.
    var setDecibels: Float?
  }

  private let sounds: UnsafeMutablePointer<Threshold>
  private let soundCount: Int
  private var sensitivity: Float = 50
  private var recent = RecentHits()
  /// How much louder than learned strokes are; if no level was learned, their usual peak in dBFS.
  private var usualNow: Float?

  /// A gate for sounds with these usual peaks, in dBFS; nil if it is not known.
  init(usualPeaksDecibels: [Float?]) {
    soundCount = usualPeaksDecibels.count
    sounds = .allocate(capacity: max(1, soundCount))
    for (index, decibels) in usualPeaksDecibels.enumerated() {
      sounds[index] = Threshold(usualDecibels: decibels)
    }
  }

  deinit { sounds.deallocate() }

  /// How much louder than learned the last strokes were, in decibels; 0 within a player's usual
  /// range.
  var driftDecibels: Float {
    @_noLocks get {
      guard let usualNow, soundCount > 0, sounds[0].usualDecibels != nil else { return 0 }
      let drift = max(-Self.mostDriftDecibels, min(Self.mostDriftDecibels, usualNow))
      return abs(drift) < Self.ownDynamicsDecibels ? 0 : drift
    }
  }

  @_noLocks mutating func set(sensitivity: Float) { self.sensitivity = sensitivity }

  @_noLocks mutating func set(thresholdDecibels: Float?, sound: Int) {
    guard sound >= 0 && sound < soundCount else { return }
    sounds[sound].setDecibels = thresholdDecibels
  }

  /// The player set the threshold of a sound.
  @_noLocks func isSet(sound: Int) -> Bool { sounds[sound].setDecibels != nil }

  /// The least peak of a stroke of a sound, in dBFS.
  @_noLocks func thresholdDecibels(sound: Int) -> Float {
    if let set = sounds[sound].setDecibels { return set }
    let wanted = HearingControls.decibelsPerStep * (sensitivity - 50)
    if let usual = sounds[sound].usualDecibels {
      return usual + driftDecibels - Self.belowUsualDecibels - wanted
    }
    return (usualNow ?? -.infinity) - Self.belowRecentDecibels - wanted
  }

  /// The least peak that any sound needs, in dBFS; nil as long as no level is known.
  var leastThresholdDecibels: Float? {
    @_noLocks get {
      var least = Float.infinity
      for sound in 0..<soundCount { least = min(least, thresholdDecibels(sound: sound)) }
      return least.isFinite ? least : nil
    }
  }

  /// Whether a hit is refused that is expected to reach a peak at a horizon, in dBFS.
  @_noLocks func isTooSoft(
    _ expectedDecibels: Float, thresholdDecibels: Float, horizon: Int
  ) -> Bool {
    expectedDecibels < thresholdDecibels - Self.doubtDecibels(horizon: horizon)
  }

  /// How far a peak may still be forecast too low, in decibels.
  @_noLocks private static func doubtDecibels(horizon: Int) -> Float {
    switch horizon {
    case 0: 24
    case 1: 14
    case 2: 5
    default: 0
    }
  }

  /// Takes in the peak of a stroke, judged by everything except its level, in dBFS.
  @_noLocks mutating func add(peakDecibels: Float, sound: Int) {
    if let usual = sounds[sound].usualDecibels {
      recent.add(peakDecibels - usual)
      usualNow = recent.quantile(0.5)
    } else {
      recent.add(peakDecibels)
      usualNow = recent.quantile(Self.recentShare)
    }
  }
}
