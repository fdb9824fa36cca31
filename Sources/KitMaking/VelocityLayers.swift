// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Sounds of a pad by strength: those of about the same level are a layer, and take turns.
public struct VelocityLayers: Sendable, Equatable {
  /// Sounds that answer the same velocities.
  public struct Layer: Sendable, Equatable {
    /// Places of its sounds, from soft to loud.
    public var sounds: [Int]
    /// Velocities that it answers, within 1...127.
    public var velocities: ClosedRange<Int>
    /// At this velocity its sounds are as loud as they were recorded.
    public var ownVelocity: Int
  }

  /// The most layers of a pad.
  private static let mostLayers = 8
  /// Layers are at least so far apart, in decibels.
  private static let leastDecibels: Float = 3

  /// From soft to loud; together they answer all velocities.
  public let layers: [Layer]

  /// Layers of sounds with these levels, in decibels.
  ///
  /// The loudest answers velocity 127. Amplitude is in proportion to the square of velocity, as
  /// players of SFZ have it.
  public init(decibels: [Float]) {
    let order = decibels.indices.sorted { (decibels[$0], $0) < (decibels[$1], $1) }
    func mean(_ group: [Int]) -> Float {
      group.reduce(0) { $0 + decibels[$1] } / Float(group.count)
    }
    let loudest = order.last.map { decibels[$0] } ?? 0
    func velocity(_ group: [Int]) -> Int {
      max(1, Int((127 * Units.amplitude(decibels: (mean(group) - loudest) / 2)).rounded()))
    }
    var groups = order.map { [$0] }
    while groups.count > 1 {
      let gaps = groups.indices.dropLast().map { mean(groups[$0 + 1]) - mean(groups[$0]) }
      let nearest = gaps.indices.min { (gaps[$0], $0) < (gaps[$1], $1) } ?? 0
      let isSame = gaps.indices.first { velocity(groups[$0]) == velocity(groups[$0 + 1]) }
      guard groups.count > Self.mostLayers || gaps[nearest] < Self.leastDecibels || isSame != nil
      else { break }
      let merged = gaps[nearest] < Self.leastDecibels ? nearest : isSame ?? nearest
      groups[merged] += groups.remove(at: merged + 1)
    }
    let own = groups.map(velocity)
    layers = groups.indices.map { index in
      let first = index == 0 ? 1 : (own[index - 1] + own[index]) / 2 + 1
      let last = index + 1 < own.count ? (own[index] + own[index + 1]) / 2 : 127
      return Layer(sounds: groups[index], velocities: first...last, ownVelocity: own[index])
    }
  }
}
