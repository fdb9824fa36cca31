// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What racks cost the whole instrument, with all voices, and what effects of sixteen pads would.
struct RackCost {
  /// Of the time that a block lasts.
  private static let mostShare = 0.05
  /// At which all voices together need no limiter, whose work a compressor would save.
  private static let quietDecibels: Float = -40

  private static let equaliser = [
    EffectSetting(.lowshelf), EffectSetting(.peak), EffectSetting(.highshelf),
  ]

  let isQuick: Bool

  func run() -> Bool {
    let (without, with) = times()
    let added = with - without
    let share = added / BusyInstrument.blockMicroseconds
    print(
      "  64 voices: a block \(without.digits(1)) µs; with an equaliser of three bands, compressor and delay on the drums, "
        + "reverb on the room: \(with.digits(1)) µs, \((100 * share).digits(2)) % of the block more"
    )
    let pads = [[EffectSetting]](
      repeating: Self.equaliser + [EffectSetting(.compress)], count: 16)
    let returns = [[EffectSetting(.delay)], [EffectSetting(.reverb)]]
    let cost = EffectCost(pads + returns, turnCount: isQuick ? 30 : 300)
    print(
      "  sixteen chains of equaliser and compressor, a delay and a reverb, by themselves: \(cost.median.digits(1)) µs, "
        + "\((100 * cost.share).digits(2)) % of the block")
    let isBusMet = verdict("effects on buses at most 5 % of a block", share <= Self.mostShare)
    let isPadMet = verdict(
      "effects of sixteen pads at most 5 % of a block", cost.share <= Self.mostShare)
    return isBusMet && isPadMet
  }

  /// A block's microseconds, in the middle, without and with effects, measured in turns.
  private func times() -> (without: Double, with: Double) {
    var changes: [SlotChange] = []
    for (place, effect) in (Self.equaliser + [EffectSetting(.compress), EffectSetting(.delay)])
      .enumerated()
    {
      changes.append(SlotChange(.drums, slot: place + 1, effect))
    }
    changes.append(SlotChange(.room, slot: 1, EffectSetting(.reverb)))
    var dry = BusyInstrument(gainDecibels: Self.quietDecibels)
    var wet = BusyInstrument(gainDecibels: Self.quietDecibels, effects: changes)
    dry.warmUp()
    wet.warmUp()
    var (without, with) = (BlockTimes(), BlockTimes())
    for _ in 0..<(isQuick ? 5000 : 50_000) {
      without.measure { dry.process() }
      with.measure { wet.process() }
      _ = dry.fetchHits()
      _ = wet.fetchHits()
    }
    return (without.medianMicroseconds, with.medianMicroseconds)
  }
}
