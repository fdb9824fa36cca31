// SPDX-License-Identifier: GPL-3.0-or-later

/// One pad of a kit: what is struck, how often it is recorded, and its place in the mix.
package struct Pad: Sendable {
  /// The role's name, which is also its folder.
  package let name: String
  package let title: String
  /// Of the General MIDI percussion map.
  let note: Int
  let drum: any Drum
  /// The hardest MIDI velocity of each layer, softest layer first; the last is 127.
  package let layerTops: [Int]
  package let variations: Int
  /// Peak of the hardest blow as played.
  let peakDecibels: Double
  /// -1 left … 1 right, as the audience sees the drummer.
  var pan = 0.0
  /// How much of the room is heard.
  var roomGain = 1.0
  /// Rings so long that its files are compressed with loss.
  var isLong = false
  /// What it ends and what ends it, as opcodes of SFZ; empty for neither.
  var choke = ""

  /// The velocity, 0…1, at which a layer is struck.
  func strength(ofLayer layer: Int) -> Double { Double(layerTops[layer]) / 127 }

  /// The MIDI velocities a layer answers to.
  func velocities(ofLayer layer: Int) -> ClosedRange<Int> {
    (layer == 0 ? 1 : layerTops[layer - 1] + 1)...layerTops[layer]
  }
}
