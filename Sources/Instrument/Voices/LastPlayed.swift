// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// What each layer of a kit played last, so that a stroke outside the rotation repeats neither the
/// stroke before it nor the one after it.
struct LastPlayed: ~Copyable {
  private struct Entry: BitwiseCopyable {
    /// The first block of the last sound; ``Sample/noBlock`` for none.
    var block = Sample.noBlock
    /// The same of strokes that have their turn.
    var turnBlock = Sample.noBlock
  }

  private let entries: UnsafeMutablePointer<Entry>

  /// Nothing so far.
  init(layerCount: Int) {
    entries = .allocate(capacity: layerCount)
    entries.initialize(repeating: Entry(), count: layerCount)
  }

  deinit { entries.deallocate() }

  /// A layer plays a sound.
  ///
  /// - Parameter isAside: It is outside the rotation.
  @_noLocks func note(_ sound: Sample, layer: Int, isAside: Bool) {
    entries[layer].block = sound.firstBlock
    if !isAside { entries[layer].turnBlock = sound.firstBlock }
  }

  /// The random choice of a stroke outside the rotation. It follows from the strokes in the
  /// rotation, before it and after it; other strokes outside it do not count, except the one right
  /// before it, which is not repeated either. If a layer has too few sounds, the one before counts
  /// more than the one after.
  @_noLocks func draw(
    _ kit: borrowing CompiledKit, layer: Int, before later: VoiceChoices?,
    with generator: inout SeededGenerator
  ) -> Int {
    let entry = kit.layers[layer]
    let chance = generator.uniform()
    let last = entries[layer]
    let next = nextBlock(kit, layer: layer, later)
    if let drawn = Self.any(kit, entry, chance, except: last.turnBlock, next),
      kit.variations[drawn].sound.firstBlock != last.block || last.block == Sample.noBlock
    {
      return drawn
    }
    return Self.any(kit, entry, chance, except: last.block, next)
      ?? Self.any(kit, entry, chance, except: last.block, Sample.noBlock)
      ?? Self.any(kit, entry, chance, except: Sample.noBlock, Sample.noBlock)
      ?? entry.firstVariation
  }

  /// The first block of a later stroke's sound in a layer; ``Sample/noBlock`` if it plays none.
  @_noLocks private func nextBlock(
    _ kit: borrowing CompiledKit, layer: Int, _ later: VoiceChoices?
  ) -> Int32 {
    for place in 0..<StruckPads.most {
      if let choice = later?[place], kit.isChoice(choice, ofLayer: layer) {
        return kit.variations[choice.variation].sound.firstBlock
      }
    }
    return Sample.noBlock
  }

  /// One of the variations whose sounds begin elsewhere than at two blocks, by a chance of 0..<1;
  /// nil if there is none.
  @_noLocks private static func any(
    _ kit: borrowing CompiledKit, _ entry: CompiledKit.LayerEntry, _ chance: Float,
    except one: Int32, _ other: Int32
  ) -> Int? {
    var count = 0
    for place in 0..<entry.variationCount where isFree(kit, entry, place, one, other) { count += 1 }
    var left = min(count - 1, Int(chance * Float(count)))
    for place in 0..<entry.variationCount where isFree(kit, entry, place, one, other) {
      if left == 0 { return entry.firstVariation + place }
      left -= 1
    }
    return nil
  }

  @_noLocks private static func isFree(
    _ kit: borrowing CompiledKit, _ entry: CompiledKit.LayerEntry, _ place: Int, _ one: Int32,
    _ other: Int32
  ) -> Bool {
    let block = kit.variations[entry.firstVariation + place].sound.firstBlock
    return block == Sample.noBlock || block != one && block != other
  }
}
