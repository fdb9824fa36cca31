// SPDX-License-Identifier: GPL-3.0-or-later

/// How a loop is played: what can be changed at any time, and changes no note of it.
public struct LoopSettings: Codable, Sendable, Equatable {
  /// Nothing of it sounds.
  public internal(set) var isMuted = false
  /// Layers that are silent: their numbers, in order, so that a loop is written in one way only.
  public internal(set) var mutedLayers: [Int] = []
  /// Layers that alone sound: their numbers, in order; empty for all.
  public internal(set) var soloLayers: [Int] = []
  /// How far notes are moved to their steps: 0 as they were played, 1 exactly there.
  public internal(set) var quantise = 0.0
  /// The swing of a beat's halves; nil as it was played. Notes of beats in three parts keep theirs.
  public internal(set) var swing: LoopSwing?
  /// How uneven notes become, 0...1; at 1 by 8 ms and 8 % of the velocity (standard deviations).
  public internal(set) var humanise = 0.0
  /// The same seed makes the same unevenness.
  public internal(set) var seed: UInt64 = 1

  /// As it was played.
  public init() {}

  /// A layer sounds among others.
  func sounds(_ layer: Int, among layers: [LoopLayer]) -> Bool {
    guard !isMuted, !mutedLayers.contains(layer) else { return false }
    return soloLayers.contains(layer) || !layers.contains { soloLayers.contains($0.number) }
  }
}
