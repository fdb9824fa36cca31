// SPDX-License-Identifier: GPL-3.0-or-later

/// How a stroke's variation is chosen among those of its layer.
public enum VariationChoice: String, CaseIterable, Codable, Sendable, BitwiseCopyable {
  /// Near in strength and brightness to the heard hit, long unused, and partly random; all equally
  /// often in the long run, and never one twice running.
  case scored
  /// One after the other, as the kit lists them.
  case roundRobin = "round-robin"
  /// By chance alone, never one twice running.
  case random
  /// The nearest in strength and brightness: the same stroke always sounds the same.
  case nearest
}
