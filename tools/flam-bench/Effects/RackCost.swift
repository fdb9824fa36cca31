// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import ScorePlayer

/// What racks of buses and of sixteen pads cost the whole instrument, with all voices.
struct RackCost {
  /// Of the time that a block lasts.
  private static let mostShare = 0.05
  /// Of the block without effects, which other work of the machine slows alike: less than 5 % of a block's time where that
  /// block takes less than 1 %.
  private static let mostRatio = 5.0
  /// At which all voices together need no limiter, whose work a compressor would save.
  private static let quietDecibels: Float = -40
  private static let padCount = 16
  /// From one stroke to the next, 40 ms.
  private static let strokeBlocks = 30

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
    let (bare, shaped) = padTimes()
    let padShare = (shaped - bare) / BusyInstrument.blockMicroseconds
    print(
      "  64 voices of sixteen pads: a block \(bare.digits(1)) µs; with an equaliser of three bands and a compressor on each pad, "
        + "delay and reverb on the drums: \(shaped.digits(1)) µs, \((100 * padShare).digits(2)) % of the block more"
    )
    let isBusMet = verdict("effects on buses at most 5 % of a block", share <= Self.mostShare)
    let isPadMet = verdict(
      "effects of sixteen pads cost at most five times the block without them",
      shaped - bare <= Self.mostRatio * bare)
    // A short run may share the machine with others: its ratio holds, its times do not.
    let isShareMet =
      isQuick
      || verdict("effects of sixteen pads at most 5 % of a block", padShare <= Self.mostShare)
    return isBusMet && isPadMet && isShareMet
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

  /// The same without and with effects on sixteen pads that are struck in turn.
  private func padTimes() -> (without: Double, with: Double) {
    let chain = Self.equaliser + [EffectSetting(.compress)]
    var changes: [SlotChange] = []
    for pad in 0..<Self.padCount {
      for (place, effect) in chain.enumerated() {
        changes.append(SlotChange(RackPlace(named: "drum \(pad)"), slot: place + 1, effect))
      }
    }
    changes.append(SlotChange(.drums, slot: 1, EffectSetting(.delay)))
    changes.append(SlotChange(.drums, slot: 2, EffectSetting(.reverb)))
    var dry = BusyInstrument(
      gainDecibels: Self.quietDecibels, drumCount: Self.padCount,
      score: ScoreLinks(sampleRateHz: BusyInstrument.sampleRateHz))
    var wet = BusyInstrument(
      gainDecibels: Self.quietDecibels, drumCount: Self.padCount, effects: changes,
      score: ScoreLinks(sampleRateHz: BusyInstrument.sampleRateHz))
    var (without, with) = (BlockTimes(), BlockTimes())
    // All voices sound after 64 strokes.
    let warmBlocks = BusyInstrument.voiceCount * Self.strokeBlocks
    for block in 0..<warmBlocks + (isQuick ? 5000 : 50_000) {
      if block % Self.strokeBlocks == 0 {
        let number = block / Self.strokeBlocks
        dry.strike(pad: number % Self.padCount, number: number + 1)
        wet.strike(pad: number % Self.padCount, number: number + 1)
      }
      if block < warmBlocks {
        dry.process()
        wet.process()
      } else {
        without.measure { dry.process() }
        with.measure { wet.process() }
      }
      _ = (dry.fetchHits(), wet.fetchHits())
      dry.takeNotes()
      wet.takeNotes()
    }
    return (without.medianMicroseconds, with.medianMicroseconds)
  }
}
