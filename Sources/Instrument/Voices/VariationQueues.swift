// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Chooses among the variations of each layer.
///
/// The variations of a layer stand in a queue, the longest unused first. A stroke chooses among the first few, and what it
/// chose goes to the end: it cannot come twice running, and what can be asked for next is known before it is asked for.
/// Each use makes a variation a little less wanted than those used less, so that in the long run all are used equally,
/// whatever is struck.
struct VariationQueues: ~Copyable {
  /// A stroke chooses among so many.
  static var mostCandidates: Int { @_noLocks get { 4 } }
  /// So far apart, in standard deviations, variation and stroke differ entirely.
  private static var farDeviations: Float { @_noLocks get { 3 } }

  private let choice: VariationChoice
  private let order: UnsafeMutablePointer<Int>
  private let useCounts: UnsafeMutablePointer<Int>
  private var generator: SeededGenerator

  /// Queues in an order that follows from the seed, or for round robin from the kit.
  init(_ kit: borrowing CompiledKit, choice: VariationChoice, seed: UInt64) {
    self.choice = choice
    order = .allocate(capacity: kit.variationCount)
    useCounts = .allocate(capacity: kit.variationCount)
    for variation in 0..<kit.variationCount {
      (order + variation).initialize(to: variation)
      (useCounts + variation).initialize(to: 0)
    }
    generator = SeededGenerator(seed: seed)
    guard choice == .scored || choice == .random else { return }
    for layer in 0..<kit.layerCount { shuffle(kit.layers[layer]) }
  }

  deinit {
    order.deallocate()
    useCounts.deallocate()
  }

  /// The variation that the next stroke on a layer plays.
  ///
  /// - Parameters:
  ///   - strength: Of the stroke among those of the layer, in standard deviations.
  ///   - brightness: Of the stroke among those on the pad, in standard deviations; nil where that is not known.
  @_noLocks mutating func draw(
    _ kit: borrowing CompiledKit, layer: Int, strength: Float, brightness: Float?
  ) -> Int {
    let entry = kit.layers[layer]
    let queue = order + entry.firstVariation
    let count = entry.variationCount
    // The last in the queue was played last.
    let fresh = max(1, count - 1)
    let place =
      switch choice {
      case .scored:
        cheapest(
          of: min(Self.mostCandidates, fresh), in: queue, kit, strength: strength,
          brightness: brightness)
      case .roundRobin: 0
      case .random: min(fresh - 1, Int(generator.uniform() * Float(fresh)))
      case .nearest: nearest(of: count, in: queue, kit, strength: strength, brightness: brightness)
      }
    let variation = queue[place]
    useCounts[variation] += 1
    if case .nearest = choice { return variation }
    for later in place..<count - 1 { queue[later] = queue[later + 1] }
    queue[count - 1] = variation
    return variation
  }

  /// A variation of a layer by chance of another source; the queues stay as they are.
  @_noLocks static func draw(
    _ kit: borrowing CompiledKit, layer: Int, with generator: inout SeededGenerator
  ) -> Int {
    let entry = kit.layers[layer]
    let place = Int(generator.uniform() * Float(entry.variationCount))
    return entry.firstVariation + min(entry.variationCount - 1, place)
  }

  /// The variation at a place of the queue, the next to be chosen from first; nil where the layer has no more.
  @_noLocks func upcoming(_ kit: borrowing CompiledKit, layer: Int, place: Int) -> Int? {
    let entry = kit.layers[layer]
    return place < entry.variationCount ? order[entry.firstVariation + place] : nil
  }

  /// The place of the candidate with the lowest sum of distance, uses and chance.
  @_noLocks private mutating func cheapest(
    of count: Int, in queue: UnsafeMutablePointer<Int>, _ kit: borrowing CompiledKit,
    strength: Float, brightness: Float?
  ) -> Int {
    var fewestUses = Int.max
    for place in 0..<count { fewestUses = min(fewestUses, useCounts[queue[place]]) }
    var chosen = 0
    var lowest = Float.infinity
    for place in 0..<count {
      let cost =
        Self.distance(
          kit.variations[queue[place]], strength: strength, brightness: brightness)
        + Float(useCounts[queue[place]] - fewestUses) + generator.uniform()
      if cost < lowest { (chosen, lowest) = (place, cost) }
    }
    return chosen
  }

  @_noLocks private func nearest(
    of count: Int, in queue: UnsafeMutablePointer<Int>, _ kit: borrowing CompiledKit,
    strength: Float, brightness: Float?
  ) -> Int {
    var chosen = 0
    var lowest = Float.infinity
    for place in 0..<count {
      let distance = Self.distance(
        kit.variations[queue[place]], strength: strength, brightness: brightness)
      if distance < lowest { (chosen, lowest) = (place, distance) }
    }
    return chosen
  }

  /// How unlike a variation and a stroke are: 0...2.
  @_noLocks private static func distance(
    _ variation: Variation, strength: Float, brightness: Float?
  ) -> Float {
    share(variation.strength - strength)
      + (brightness.map { share(variation.brightness - $0) } ?? 0)
  }

  @_noLocks private static func share(_ deviations: Float) -> Float {
    let share = deviations / farDeviations
    return min(1, share * share)
  }

  /// Fisher-Yates.
  private mutating func shuffle(_ layer: CompiledKit.LayerEntry) {
    let queue = order + layer.firstVariation
    for index in 0..<layer.variationCount {
      let rest = layer.variationCount - index
      let other = index + min(rest - 1, Int(generator.uniform() * Float(rest)))
      let kept = queue[index]
      queue[index] = queue[other]
      queue[other] = kept
    }
  }
}
