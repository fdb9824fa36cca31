// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// What the last strokes had in common: how loud they were, and whether the hand was heard on its way
/// to them.
///
/// A finger brushes over the table before it strikes, a key clicks before it reaches its bottom. One
/// such sound may be a soft stroke. A player whose strokes came after such sounds will bring the next
/// one after such a sound, too.
struct UsualStroke: BitwiseCopyable {
  /// A stroke whose first sign came earlier than its onset by more than this had such a sound, in seconds.
  private static let leadSeconds: Float = 0.0015

  private var bodies = RecentHits()
  private var wholes = RecentHits()
  private var leads = RecentHits()
  private let leastLeadFrames: Float

  /// The median of the loudest powers that the last strokes reached: of the body and of the whole. Nil
  /// if there were too few.
  private(set) var power: SIMD2<Float>?
  /// The power of the whole that only a quarter of them did not reach: a player who plays accents
  /// plays softly, too.
  private(set) var softPower: Float = 0
  /// Most of them came after a sound of the hand.
  private(set) var isHandHeard = false

  /// Nothing was heard yet.
  init(sampleRateHz: Float) {
    leastLeadFrames = Float(Units.frames(seconds: Self.leadSeconds, sampleRateHz: sampleRateHz))
  }

  /// Adds a stroke.
  ///
  /// - Parameter leadFrames: From its first sign to its onset.
  @_noLocks mutating func add(power: SIMD2<Float>, leadFrames: Int) {
    bodies.add(power[0])
    wholes.add(power[1])
    leads.add(Float(leadFrames))
    isHandHeard = (leads.quantile(0.5) ?? 0) > leastLeadFrames
    guard let body = bodies.quantile(0.5), let whole = wholes.quantile(0.5) else { return }
    self.power = SIMD2(body, whole)
    softPower = wholes.quantile(0.25) ?? whole
  }
}
