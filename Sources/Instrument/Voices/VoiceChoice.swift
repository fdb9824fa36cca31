// SPDX-License-Identifier: GPL-3.0-or-later

/// What was drawn for a stroke on a pad: the sound, and how it differs from itself.
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

/// What was drawn for each of the pads that a stroke strikes together, in their order.
public struct VoiceChoices: BitwiseCopyable, Sendable {
  private var choices = InlineArray<4, VoiceChoice?>(repeating: nil)

  /// Nothing yet.
  @_noLocks init() {}

  /// What was drawn for the pad at a place; nil if nothing was.
  @_noLocks subscript(place: Int) -> VoiceChoice? {
    get { place < StruckPads.most ? choices[place] : nil }
    set { choices[place] = newValue }
  }
}
