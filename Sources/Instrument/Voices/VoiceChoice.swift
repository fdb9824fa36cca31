// SPDX-License-Identifier: GPL-3.0-or-later

/// The random choice for a stroke on a pad: the sound, and its deviation.
struct VoiceChoice: BitwiseCopyable, Sendable {
  private let keptLayer: Int32
  private let keptVariation: Int32
  let touch: Humaniser.Touch

  @_noLocks init(layer: Int, variation: Int, touch: Humaniser.Touch) {
    keptLayer = Int32(truncatingIfNeeded: layer)
    keptVariation = Int32(truncatingIfNeeded: variation)
    self.touch = touch
  }

  var layer: Int { @_noLocks get { Int(keptLayer) } }
  var variation: Int { @_noLocks get { Int(keptVariation) } }
}

/// The random choices for the pads that a stroke strikes together, in their order.
public struct VoiceChoices: BitwiseCopyable, Sendable {
  private var choices = InlineArray<4, VoiceChoice?>(repeating: nil)

  /// Nothing yet.
  @_noLocks init() {}

  /// The choice for the pad at a place; nil if there is none.
  @_noLocks subscript(place: Int) -> VoiceChoice? {
    get { place < StruckPads.most ? choices[place] : nil }
    set { choices[place] = newValue }
  }
}
