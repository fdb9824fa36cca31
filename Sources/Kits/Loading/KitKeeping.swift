// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc
import Instrument
import Realtime

/// Stores what was measured and made of a kit, so that it is ready at once the next time.
///
/// It holds the kit until it is done, so that nothing of it is freed meanwhile.
struct KitKeeping: Sendable {
  private static let niceness: Int32 = 10

  let cache: SampleCache
  let path: String
  /// The measurements; nil if they are stored already.
  let figures: KnownFigures?
  /// The sounds to be stored as they are played; none if they are stored already.
  let recipes: [SoundRecipe]
  let kit: Kit
  let sounds: [SoundRecipe: Sample]

  /// Writes it. If that fails, everything is measured and made again.
  func keep() {
    if let figures { cache.keep(figures.hashed(), ofKit: path) }
    guard !recipes.isEmpty else { return }
    _ = try? cache.sounds(recipes, sampleRateHz: kit.sampleRateHz) { recipe in
      sounds[recipe].map { kit.memory.frames(of: $0) } ?? []
    }
  }

  /// Writes it while the kit plays, on a thread of low priority. If the program ends before, it is
  /// lost.
  func keepLater() {
    _ = WorkThread {
      nice(Self.niceness)
      keep()
      rt_trim_memory()
    }
  }
}
