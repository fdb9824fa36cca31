// SPDX-License-Identifier: GPL-3.0-or-later

extension DrumKit {
  /// Hands and small percussion, on the notes of the drums that they replace.
  package static let percussion = DrumKit(
    name: "percussion", title: "Hand percussion",
    room: Room(reflectionGain: 0.4, tailGain: 0.2, overheadGain: 0.2, absorptionHz: 8_000),
    pads: [
      pad("cajon-bass", "Cajon bass", 36, Cajon(stroke: .bass), -6),
      pad("claves", "Claves", 37, StruckBar.claves, -11, pan: 0.2),
      pad("cajon-slap", "Cajon slap", 38, Cajon(stroke: .slap), -7),
      pad("clap", "Clap", 39, Clap(), -8),
      pad("shaker", "Shaker", 42, Shaker(), -14, pan: 0.3),
      pad("tambourine", "Tambourine", 46, Tambourine(), -14, pan: -0.25),
      pad("conga-low", "Conga low", 45, Conga(fundamentalHz: 156, stroke: .open), -8, pan: -0.2),
      pad("conga-high", "Conga high", 47, Conga(fundamentalHz: 218, stroke: .open), -9, pan: 0.1),
      pad("conga-slap", "Conga slap", 50, Conga(fundamentalHz: 218, stroke: .slap), -9, pan: 0.1),
      pad("triangle", "Triangle", 51, StruckBar.triangle, -18, pan: 0.35),
      pad("cowbell", "Cowbell", 56, Cowbell(), -14, pan: -0.15),
    ])

  private static func pad(
    _ name: String, _ title: String, _ note: Int, _ drum: any Drum, _ peakDecibels: Double,
    pan: Double = 0
  ) -> Pad {
    Pad(
      name: name, title: title, note: note, drum: drum, layerTops: [38, 70, 101, 127],
      variations: 4, peakDecibels: peakDecibels, pan: pan)
  }
}
