// SPDX-License-Identifier: GPL-3.0-or-later

/// One pad of a kit: the drum, the number of its recordings, and its place in the mix.
package struct Pad: Sendable {
  /// The role's name, which is also its folder.
  package let name: String
  package let title: String
  /// The note of the General MIDI percussion map.
  let note: Int
  let drum: any Drum
  /// The hardest MIDI velocity of each layer, softest layer first; the last is 127.
  package let layerTops: [Int]
  package let variations: Int
  /// The peak of the hardest stroke as played.
  let peakDecibels: Double
  /// -1 left … 1 right, as the audience sees the drummer.
  var pan = 0.0
  /// The level of the room.
  var roomGain = 1.0
  /// Rings so long that its files are compressed with loss.
  var isLong = false
  /// What the pad chokes and what chokes it, as opcodes of SFZ; empty for neither.
  var choke = ""

  /// The velocity, 0…1, at which a layer is struck.
  func strength(ofLayer layer: Int) -> Double { Double(layerTops[layer]) / 127 }

  /// The MIDI velocities that play a layer.
  func velocities(ofLayer layer: Int) -> ClosedRange<Int> {
    (layer == 0 ? 1 : layerTops[layer - 1] + 1)...layerTops[layer]
  }
}
