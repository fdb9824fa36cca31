// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Chooses among the variations of each layer.
///
/// The variations of a layer stand in a queue, the longest unused first. A stroke chooses among the
/// first few, and its choice goes to the end: it cannot come twice running, and the next candidates
/// are known in advance. A sound that stands in a queue more than once, as kits weigh it, is
/// skipped after it was played. Each use makes a variation a little less wanted than those used
/// less, so that in the long run all are used equally, whatever is struck.
struct VariationQueues: ~Copyable {
  /// A stroke chooses among this many.
  static var mostCandidates: Int { @_noLocks get { 4 } }

  private let choice: VariationChoice
  private let order: UnsafeMutablePointer<Int>
  private let useCounts: UnsafeMutablePointer<Int>
  /// The last sound of each layer.
  let last: LastPlayed
  private var generator: SeededGenerator

  /// Queues in an order that follows from the seed, or for round robin from the kit.
  init(_ kit: borrowing CompiledKit, choice: VariationChoice, seed: UInt64) {
    self.choice = choice
    order = .allocate(capacity: kit.variationCount)
    useCounts = .allocate(capacity: kit.variationCount)
    last = LastPlayed(layerCount: kit.layerCount)
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
  ///   - brightness: Of the stroke among those on the pad, in standard deviations; nil if that is
  ///     not known.
  @_noLocks mutating func draw(
    _ kit: borrowing CompiledKit, layer: Int, strength: Float, brightness: Float?
  ) -> Int {
    let entry = kit.layers[layer]
    let queue = order + entry.firstVariation
    let count = entry.variationCount
    let spent = spentBlock(kit, entry)
    let place =
      switch choice {
      case .scored: cheapest(kit, entry, spent, strength: strength, brightness: brightness)
      case .roundRobin: fresh(kit, entry, after: -1, spent) ?? 0
      case .random: byChance(kit, entry, spent)
      case .nearest: nearest(of: count, in: queue, kit, strength: strength, brightness: brightness)
      }
    let variation = queue[place]
    useCounts[variation] += 1
    if case .nearest = choice { return variation }
    for later in place..<count - 1 { queue[later] = queue[later + 1] }
    queue[count - 1] = variation
    return variation
  }

  /// The variations for the next stroke, the next to be chosen from first, then the last played
  /// one; nil if the layer has no more.
  @_noLocks func upcoming(_ kit: borrowing CompiledKit, layer: Int, place number: Int) -> Int? {
    let entry = kit.layers[layer]
    let spent = spentBlock(kit, entry)
    var place = -1
    for passed in 0...number {
      if let next = fresh(kit, entry, after: place, spent) {
        place = next
      } else {
        let isLast = passed == number && number < entry.variationCount
        return isLast ? order[entry.firstVariation + entry.variationCount - 1] : nil
      }
    }
    return order[entry.firstVariation + place]
  }

  /// The first block of the last played sound, if there is another one to play; else
  /// ``Sample/noBlock``.
  @_noLocks private func spentBlock(
    _ kit: borrowing CompiledKit, _ entry: CompiledKit.LayerEntry
  ) -> Int32 {
    let queue = order + entry.firstVariation
    let last = queue[entry.variationCount - 1]
    let sound = kit.variations[last].sound
    let isSilence = sound.frameCount == 1
    guard !entry.isAccented, !isSilence, useCounts[last] > 0 else { return Sample.noBlock }
    for place in 0..<entry.variationCount - 1
    where kit.variations[queue[place]].sound.firstBlock != sound.firstBlock {
      return sound.firstBlock
    }
    return Sample.noBlock
  }

  /// The next place of the queue from which a stroke may play; nil if there is none. The last was
  /// played last.
  @_noLocks private func fresh(
    _ kit: borrowing CompiledKit, _ entry: CompiledKit.LayerEntry, after place: Int,
    _ spentBlock: Int32
  ) -> Int? {
    let queue = order + entry.firstVariation
    var next = place + 1
    while next < max(1, entry.variationCount - 1) {
      if kit.variations[queue[next]].sound.firstBlock != spentBlock { return next }
      next += 1
    }
    return nil
  }

  /// The place of any that may be played.
  @_noLocks private mutating func byChance(
    _ kit: borrowing CompiledKit, _ entry: CompiledKit.LayerEntry, _ spentBlock: Int32
  ) -> Int {
    var count = 0
    var place = fresh(kit, entry, after: -1, spentBlock)
    while let fresh = place {
      count += 1
      place = self.fresh(kit, entry, after: fresh, spentBlock)
    }
    var chosen = -1
    for _ in 0...min(count - 1, Int(generator.uniform() * Float(count))) {
      chosen = fresh(kit, entry, after: chosen, spentBlock) ?? chosen
    }
    return max(0, chosen)
  }

  /// The place of the candidate with the lowest sum of distance, uses and chance.
  @_noLocks private mutating func cheapest(
    _ kit: borrowing CompiledKit, _ entry: CompiledKit.LayerEntry, _ spentBlock: Int32,
    strength: Float, brightness: Float?
  ) -> Int {
    let queue = order + entry.firstVariation
    var fewestUses = Int.max
    var last = -1
    for _ in 0..<Self.mostCandidates {
      guard let place = fresh(kit, entry, after: last, spentBlock) else { break }
      fewestUses = min(fewestUses, useCounts[queue[place]])
      last = place
    }
    var chosen = 0
    var lowest = Float.infinity
    var place = -1
    while place < last {
      place = fresh(kit, entry, after: place, spentBlock) ?? last
      let cost =
        kit.variations[queue[place]].distance(strength: strength, brightness: brightness)
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
      let distance = kit.variations[queue[place]]
        .distance(strength: strength, brightness: brightness)
      if distance < lowest { (chosen, lowest) = (place, distance) }
    }
    return chosen
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
