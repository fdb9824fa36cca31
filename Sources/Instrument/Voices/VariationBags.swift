// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Chooses among the variations of each layer: in random order, all equally often, never one twice running where
/// there are two or more.
///
/// A shuffle bag a layer: every variation is drawn once before any is drawn again, and a fresh bag does not begin
/// with the one drawn last.
struct VariationBags: ~Copyable {
  private let order: UnsafeMutablePointer<Int>
  private let drawn: UnsafeMutablePointer<Int>
  private var generator: SeededGenerator

  /// Full bags for all layers of a kit; their order follows from the seed and the strokes.
  init(_ kit: borrowing CompiledKit, seed: UInt64) {
    order = .allocate(capacity: kit.variationCount)
    for variation in 0..<kit.variationCount { (order + variation).initialize(to: variation) }
    drawn = .allocate(capacity: kit.layerCount)
    for layer in 0..<kit.layerCount {
      // An empty bag: the first draw shuffles.
      (drawn + layer).initialize(to: kit.layers[layer].variationCount)
    }
    generator = SeededGenerator(seed: seed)
  }

  deinit {
    order.deallocate()
    drawn.deallocate()
  }

  /// The variation that the next stroke on a layer plays.
  @_noLocks mutating func draw(_ kit: borrowing CompiledKit, layer: Int) -> Int {
    let entry = kit.layers[layer]
    let bag = order + entry.firstVariation
    if drawn[layer] == entry.variationCount {
      shuffle(bag, count: entry.variationCount)
      drawn[layer] = 0
    }
    let variation = bag[drawn[layer]]
    drawn[layer] += 1
    return variation
  }

  /// Fisher-Yates; the last of the old order does not come first in the new one.
  @_noLocks private mutating func shuffle(_ bag: UnsafeMutablePointer<Int>, count: Int) {
    guard count > 1 else { return }
    let last = count - 1
    swap(bag, 0, random(last))
    for index in 1..<last { swap(bag, index, index + random(count - index)) }
  }

  @_noLocks private func swap(_ bag: UnsafeMutablePointer<Int>, _ a: Int, _ b: Int) {
    let kept = bag[a]
    bag[a] = bag[b]
    bag[b] = kept
  }

  /// A whole number drawn evenly from 0 ..< `bound`.
  @_noLocks private mutating func random(_ bound: Int) -> Int {
    min(bound - 1, Int(generator.uniform() * Float(bound)))
  }
}
