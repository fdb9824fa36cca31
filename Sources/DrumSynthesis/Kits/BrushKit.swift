// SPDX-License-Identifier: GPL-3.0-or-later

extension DrumKit {
  /// The bundled drum set, played with brushes.
  package static let brushes = DrumKit(
    name: "brushes", title: "Drum set with brushes", room: sticks.room, pads: brushPads)
}

private let brushPads: [Pad] = [
  pad("kick", "Kick", 36, Kick(), -10, roomGain: 0.4),
  pad("side-stick", "Side stick", 37, SideStick(), -10, roomGain: 0.8),
  pad("snare", "Snare tapped", 38, Brushed(drum: Snare()), -8),
  pad("snare-sweep", "Snare swept", 40, BrushSweep(), -14),
  pad(
    "hihat-closed", "Closed hi-hat", 42, Brushed(drum: HiHat(position: .closed)), -12, pan: 0.3,
    choke: "group=1"),
  pad(
    "hihat-pedal", "Pedal hi-hat", 44, HiHat(position: .pedal), -14, pan: 0.3, choke: "group=1"),
  pad(
    "hihat-open", "Open hi-hat", 46, Brushed(drum: HiHat(position: .open)), -14, pan: 0.3,
    choke: "group=2 off_by=1 off_mode=time off_time=0.03"),
  pad(
    "tom-low", "Low tom", 45, Brushed(drum: Tom(fundamentalHz: 80, ringSeconds: 2.2)), -9, pan: -0.4
  ),
  pad("tom-mid", "Middle tom", 47, Brushed(drum: Tom(fundamentalHz: 112, ringSeconds: 1.95)), -11),
  pad(
    "tom-high", "High tom", 50, Brushed(drum: Tom(fundamentalHz: 151, ringSeconds: 1.6)), -10,
    pan: 0.22),
  pad("crash", "Crash", 49, Brushed(drum: Crash()), -13, pan: 0.2, roomGain: 0.4, variations: 2),
  pad("ride", "Ride", 51, Brushed(drum: Ride()), -16, pan: -0.35, roomGain: 0.4, variations: 2),
]

private func pad(
  _ name: String, _ title: String, _ note: Int, _ drum: any Drum, _ peakDecibels: Double,
  pan: Double = 0, roomGain: Double = 0.8, variations: Int = 4, choke: String = ""
) -> Pad {
  Pad(
    name: name, title: title, note: note, drum: drum, layerTops: [50, 92, 127],
    variations: variations, peakDecibels: peakDecibels, pan: pan, roomGain: roomGain,
    isLong: variations < 4, choke: choke)
}
