// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The loudness that a pad should have at each velocity: rising, and without steps.
enum LoudnessCurve {
  /// The velocity at which a layer sounds unchanged, and its loudness there.
  struct Anchor: Equatable {
    let velocity: Float
    let decibels: Float
  }

  /// The largest step between neighbouring MIDI velocities.
  static let steepestDecibels: Float = 2.5
  /// How far the softest hit may be below the hardest.
  static let rangeDecibels: Float = 50

  /// Decibels at MIDI velocities 0...127 for layers that carry the dynamics themselves: straight
  /// lines through their anchors, as near to these as a rising curve can be. Beyond the outermost
  /// anchors it is the kit's own response.
  static func recorded(
    _ anchors: [Anchor], lowest: VelocityResponse, highest: VelocityResponse
  ) -> [Float] {
    let rising = Self.rising(anchors)
    guard let first = rising.first, let last = rising.last else {
      return [Float](repeating: 0, count: 128)
    }
    let curve = (0...127).map { velocity -> Float in
      let at = Float(velocity)
      if at <= first.velocity {
        return first.decibels + min(0, lowest.decibels(at) - lowest.decibels(first.velocity))
      }
      if at >= last.velocity {
        let own = highest.decibels(at) - highest.decibels(last.velocity)
        let most = highest.isDeclared ? own : min(own, 20 * log10(at / last.velocity))
        return last.decibels + max(0, most)
      }
      let upper = rising.firstIndex { $0.velocity > at } ?? rising.count - 1
      let (from, to) = (rising[upper - 1], rising[upper])
      let share = (at - from.velocity) / (to.velocity - from.velocity)
      return from.decibels + share * (to.decibels - from.decibels)
    }
    return smoothed(curve)
  }

  /// Decibels at MIDI velocities 0...127 for layers that are about equally loud: the kit's own
  /// response below the loudness of the hardest.
  static func normalised(topDecibels: Float, _ response: VelocityResponse) -> [Float] {
    let top = response.decibels(127)
    return smoothed((0...127).map { topDecibels + response.decibels(Float($0)) - top })
  }

  /// A curve that never falls towards higher velocities, with limited range and steepness. At the
  /// highest velocity it is the kit's.
  static func smoothed(_ curve: [Float]) -> [Float] {
    var curve = curve
    let floor = curve[127] - rangeDecibels
    for velocity in stride(from: 126, through: 0, by: -1) {
      let above = curve[velocity + 1]
      curve[velocity] = max(floor, min(above, max(curve[velocity], above - steepestDecibels)))
    }
    return curve
  }

  /// Anchors by rising velocity whose loudness never falls. Neighbours whose loudness does fall are
  /// pooled.
  ///
  /// Source: R. Barlow et al., "Statistical Inference under Order Restrictions", Wiley 1972 (pool
  /// adjacent violators).
  static func rising(_ anchors: [Anchor]) -> [Anchor] {
    let sorted = anchors.filter { $0.decibels.isFinite }.sorted { $0.velocity < $1.velocity }
    var pools: [(sum: Float, count: Int)] = []
    for anchor in sorted {
      pools.append((anchor.decibels, 1))
      while pools.count > 1 {
        let upper = pools[pools.count - 1]
        let lower = pools[pools.count - 2]
        guard lower.sum / Float(lower.count) > upper.sum / Float(upper.count) else { break }
        pools.removeLast(2)
        pools.append((lower.sum + upper.sum, lower.count + upper.count))
      }
    }
    let levels = pools.flatMap { [Float](repeating: $0.sum / Float($0.count), count: $0.count) }
    var rising: [Anchor] = []
    for (anchor, level) in zip(sorted, levels) where anchor.velocity != rising.last?.velocity {
      rising.append(Anchor(velocity: anchor.velocity, decibels: level))
    }
    return rising
  }
}

extension VelocityResponse {
  /// Decibels at a MIDI velocity, 0...127; at least -100.
  func decibels(_ velocity: Float) -> Float {
    let low = min(126, Int(velocity))
    let gain = gains[low] + (velocity - Float(low)) * (gains[low + 1] - gains[low])
    return max(-100, 20 * log10(max(gain, 1e-6)))
  }
}
