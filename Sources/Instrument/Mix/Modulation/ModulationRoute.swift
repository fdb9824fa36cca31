// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Glibc

/// A row of the matrix as the audio thread knows it: which number of which effect it moves, and how
/// far.
public struct ModulationRoute: BitwiseCopyable, Sendable, Equatable {
  let source: ModulationSource
  /// Where the rack is, the first of its points.
  let point: RackPoint
  /// Counted from 1.
  let slot: Int
  private let effect: Effect
  /// Which of the effect's numbers.
  private let place: Int
  private let lowest, highest: Float
  /// The octaves of the range; nil for a number that moves evenly.
  private let octaves: Float?
  private let amount: Float

  /// A row that moves a number of what a slot holds; nil if it has none that follows hits.
  init?(_ row: Modulation, _ setting: EffectSetting?, at point: RackPoint?) {
    guard let setting, let point, row.isPossible,
      let place = setting.effect.parameters.firstIndex(where: { $0.name == row.parameter })
    else { return nil }
    let parameter = setting.effect.parameters[place]
    guard parameter.followsHits else { return nil }
    (source, self.point, slot) = (row.source, point, row.slot)
    (effect, self.place, amount) = (setting.effect, place, row.amount)
    (lowest, highest) = (parameter.scale.range.lowerBound, parameter.scale.range.upperBound)
    octaves = parameter.scale.kind == .ratio ? log2(highest / lowest) : nil
  }

  /// Both move numbers of the same slot.
  @_noLocks func isAt(_ point: RackPoint, slot: Int) -> Bool {
    self.point.place == point.place && self.slot == slot
  }

  /// Moves its number from where the player, and other rows, have it.
  ///
  /// - Parameter value: Of the source, 0...1.
  @_noLocks func move(_ numbers: inout SIMD8<Float>, of content: SlotContent, by value: Float) {
    guard content.effect.place == effect.place else { return }
    let share = amount * value
    let moved =
      if let octaves { numbers[place] * rt_exp2(share * octaves) } else {
        numbers[place] + share * (highest - lowest)
      }
    numbers[place] = min(highest, max(lowest, moved))
  }
}

extension RackPoint {
  /// The other point that holds the same effects; nil for none.
  var twin: RackPoint? {
    @_noLocks get {
      switch self {
      case .bus(.loops): .loopedSounds
      case .pad(let number, isLooped: false): .pad(number, isLooped: true)
      case .bus, .loopedSounds, .pad: nil
      }
    }
  }

  /// The number of a drum's rack; nil for a bus.
  var padRack: Int? {
    @_noLocks get { if case .pad(let number, _) = self { number } else { nil } }
  }
}
