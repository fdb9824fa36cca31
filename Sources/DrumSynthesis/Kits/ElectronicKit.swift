// SPDX-License-Identifier: GPL-3.0-or-later

extension DrumKit {
  /// An analogue drum machine, dry.
  package static let electro = DrumKit(
    name: "electro", title: "Analogue drum machine",
    room: Room(reflectionGain: 0, tailGain: 0.02, absorptionHz: 9_000),
    pads: [
      pad("kick", 36, SineDrum(hz: 50, ringSeconds: 1, fall: 2.2, click: 0.35), -6),
      pad(
        "side-stick", 37,
        StruckBar(
          modes: [(455, 0.03, 0.5), (1_667, 0.04, 1)], contactSeconds: 0.0003), -9),
      pad("snare", 38, NoiseSnare(), -7),
      pad("clap", 39, Clap(), -8),
      pad("hihat-closed", 42, SquareMetal(ringSeconds: 0.13), -13, choke: "group=1"),
      pad("hihat-pedal", 44, SquareMetal(ringSeconds: 0.08), -16, choke: "group=1"),
      pad(
        "hihat-open", 46, SquareMetal(ringSeconds: 0.9), -14,
        choke: "group=2 off_by=1 off_mode=time off_time=0.02"),
      pad("tom-low", 45, SineDrum(hz: 82, ringSeconds: 0.6, fall: 0.9, click: 0.2), -8, pan: -0.3),
      pad("tom-mid", 47, SineDrum(hz: 118, ringSeconds: 0.5, fall: 0.9, click: 0.2), -9),
      pad(
        "tom-high", 50, SineDrum(hz: 165, ringSeconds: 0.42, fall: 0.9, click: 0.2), -9, pan: 0.3),
      pad("crash", 49, SquareMetal(ringSeconds: 2.4, lowestHz: 3_000), -13, pan: 0.25),
      pad("ride", 51, SquareMetal(ringSeconds: 1.3, lowestHz: 4_500), -16, pan: -0.25),
      pad("cowbell", 56, SquareCowbell(), -13),
    ])

  private static func pad(
    _ name: String, _ note: Int, _ drum: any Drum, _ peakDecibels: Double, pan: Double = 0,
    choke: String = ""
  ) -> Pad {
    Pad(
      name: name, title: name, note: note, drum: drum, layerTops: [42, 84, 127], variations: 3,
      peakDecibels: peakDecibels, pan: pan, choke: choke)
  }
}
