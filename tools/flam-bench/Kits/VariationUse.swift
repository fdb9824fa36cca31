// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument

/// How the variations of a kit are used by strokes of any strength and brightness on each pad.
struct VariationUse {
  private static let gapFrames = 4
  /// Of the normal distribution.
  private static let quantile99 = 2.326

  /// Strokes that repeat the sound of the stroke before on the same layer, if that has another.
  private(set) var repeats = 0
  /// χ² of equal use against its 99 % quantile, of the worst layer.
  private(set) var unevenness = 0.0

  /// Strikes each pad so often.
  init(_ kit: Kit, strokeCount: Int, seed: UInt64) {
    let log = PerformanceLog(sampleRateHz: kit.sampleRateHz)
    var bank = VoiceBank(drums: DrumSet.make(kit: kit, seed: seed), performanceLog: log.audioSide)
    var random = SeededGenerator(seed: seed)
    var block = [Float](repeating: 0, count: 2 * Self.gapFrames)
    var hit = 0
    var firstVariation = 0
    for (pad, own) in kit.pads.enumerated() {
      var counts = own.layers.map { [Int](repeating: 0, count: $0.variations.count) }
      var last: Variation?
      var lastLayer = -1
      for _ in 0..<strokeCount {
        hit += 1
        bank.start(
          NoteOn(
            hit: hit, pad: pad, velocity: random.uniform(),
            brightnessOctaves: 8 + 4 * random.uniform()), atFrame: bank.frame)
        bank.release(hit: hit, atFrame: bank.frame + 1)
        var span = block.mutableSpan
        bank.render(into: &span)
        guard let drawn = log.newStrokes().first(where: { $0.action == .start })?.variations.first
        else { continue }
        let (layer, place) = Self.place(drawn - firstVariation, in: own)
        counts[layer][place] += 1
        let played = own.layers[layer].variations[place]
        let others = Set(own.layers[layer].variations.map(\.sound))
        let isSilence = played.sound.frameCount == 1
        if layer == lastLayer, played.sound == last?.sound, others.count > 1, !isSilence,
          !own.layers[layer].isAccented
        {
          repeats += 1
        }
        (last, lastLayer) = (played, layer)
      }
      for count in counts { unevenness = max(unevenness, Self.unevenness(count)) }
      firstVariation += own.layers.map(\.variations.count).reduce(0, +)
    }
  }

  private static func place(_ variation: Int, in pad: Pad) -> (layer: Int, place: Int) {
    var rest = variation
    for (layer, own) in pad.layers.enumerated() {
      if rest < own.variations.count { return (layer, rest) }
      rest -= own.variations.count
    }
    return (pad.layers.count - 1, 0)
  }

  /// Source of the quantile: E. Wilson, M. Hilferty, "The distribution of chi-square", PNAS 17, 1931.
  private static func unevenness(_ counts: [Int]) -> Double {
    let degrees = Double(counts.count - 1)
    let expected = Double(counts.reduce(0, +)) / Double(counts.count)
    guard degrees > 0, expected >= 5 else { return 0 }
    let chiSquare = counts.reduce(0.0) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
    let share = 2 / (9 * degrees)
    return chiSquare / (degrees * pow(1 - share + quantile99 * share.squareRoot(), 3))
  }
}
