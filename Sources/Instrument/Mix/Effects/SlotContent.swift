// SPDX-License-Identifier: GPL-3.0-or-later

/// What the audio thread knows of an effect in a slot: its numbers, and a mark of its text. What the
/// text names comes with the ``EffectUnit``.
public struct SlotContent: BitwiseCopyable, Sendable {
  let effect: Effect
  let isBypassed: Bool
  let numbers: SIMD8<Float>
  /// Differs where the texts do, the names of a plug-in's values, or its process; 0 for none.
  /// FNV-1a, 64 bits.
  private let sourceMark: UInt64

  /// An effect as the player has it. Not for the audio thread.
  public init(_ setting: EffectSetting) {
    (effect, isBypassed, numbers) = (setting.effect, setting.isBypassed, setting.numbers)
    let process = (setting.material as? PluginMaterial).map { "\(ObjectIdentifier($0))" }
    let texts =
      [setting.source, setting.sourceHash, process].compactMap(\.self) + setting.symbols
    sourceMark =
      texts.isEmpty
      ? 0
      : texts.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      }
  }

  /// A unit of one serves for the other: they differ in numbers alone.
  @_noLocks func isSameKind(as other: Self) -> Bool {
    effect.place == other.effect.place && sourceMark == other.sourceMark
  }
}
