// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Realtime

/// Keeps what was measured and made of a kit, so that it is there at once the next time.
///
/// It holds the kit until it is done: nothing of it goes meanwhile.
struct KitKeeping: Sendable {
  private static let niceness: Int32 = 10

  let cache: SampleCache
  let path: String
  /// What was measured; nil if that is kept.
  let figures: KnownFigures?
  /// What is to be kept as it is played; none if that is kept.
  let recipes: [SoundRecipe]
  let kit: Kit
  let sounds: [SoundRecipe: Sample]

  /// Writes it; where that fails, all is measured and made again.
  func keep() {
    if let figures { cache.keep(figures.hashed(), ofKit: path) }
    guard !recipes.isEmpty else { return }
    _ = try? cache.sounds(recipes, sampleRateHz: kit.sampleRateHz) { recipe in
      sounds[recipe].map { kit.memory.frames(of: $0) } ?? []
    }
  }

  /// Writes it while the kit plays, by a thread that gives way to all others. Where the program ends before, that is lost.
  func keepLater() {
    _ = WorkThread {
      nice(Self.niceness)
      keep()
    }
  }
}
