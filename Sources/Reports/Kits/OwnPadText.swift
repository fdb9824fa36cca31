// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import KitMaking
import Profiles

/// A pad of a kit of the player's own, as lines for people or programs.
package struct OwnPadText {
  private let pad: OwnKit.Pad

  package init(_ pad: OwnKit.Pad) { self.pad = pad }

  /// How many sounds, and a line for each.
  package var lines: [String] {
    guard !pad.sounds.isEmpty else { return ["\(pad.role.name): no sounds"] }
    let titles = "  sound  velocity   seconds  peak, dBFS  file"
    return [
      "\(pad.role.name): \(count(pad.sounds.count, "sound")) in "
        + count(pad.layers.layers.count, "layer"), titles,
    ]
      + sounds.map { sound in
        [
          "\(sound.sound)".padded(toRight: 7),
          "\(sound.velocities[0])–\(sound.velocities[1])".padded(toRight: 10),
          sound.seconds.text(places: 2, width: 10), sound.peakDecibels.text(places: 1, width: 12),
          "  \(sound.file)",
        ].joined()
      }
  }

  /// An object for each sound.
  package var jsonLines: [String] { sounds.map(\.jsonLine) }

  private struct Sound: Encodable {
    let pad: String
    let sound: Int
    let velocities: [Int]
    let seconds: Double
    let peakDecibels: Float
    let file: String
  }

  private var sounds: [Sound] {
    pad.layers.layers.flatMap { layer in
      layer.sounds.map { index in
        Sound(
          pad: pad.role.name, sound: index + 1,
          velocities: [layer.velocities.lowerBound, layer.velocities.upperBound],
          seconds: pad.sounds[index].seconds,
          peakDecibels: Units.decibels(amplitude: max(1e-6, pad.sounds[index].peak)),
          file: pad.files[index])
      }
    }
  }

  private func count(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)\(count == 1 ? "" : "s")"
  }
}
