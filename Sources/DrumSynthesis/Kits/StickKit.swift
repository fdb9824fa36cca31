// SPDX-License-Identifier: GPL-3.0-or-later

extension DrumKit {
  /// The bundled kit: a drum set played with sticks, in a small room with bare walls.
  package static let sticks = DrumKit(
    name: "flam", title: "Drum set with sticks",
    room: Room(
      tailSeconds: 0.75, reflectionGain: 0.42, tailGain: 0.19, overheadGain: 0.26,
      absorptionHz: 9_000),
    // Kick and snare are as loud as those to which all kits are matched.
    levelDecibels: -0.32, pads: stickPads)
}

private let stickPads: [Pad] = [
  Pad(
    name: "kick", title: "Kick", note: 36, drum: Kick(), layerTops: sixLayers, variations: 6,
    peakDecibels: -6.8, roomGain: 0.3),
  Pad(
    name: "side-stick", title: "Side stick", note: 37, drum: SideStick(), layerTops: threeLayers,
    variations: 4, peakDecibels: -8, pan: 0.05, roomGain: 0.6),
  Pad(
    name: "snare", title: "Snare", note: 38, drum: Snare(), layerTops: sixLayers, variations: 6,
    peakDecibels: -8.2, pan: 0.05),
  Pad(
    name: "clap", title: "Clap", note: 39, drum: Clap(), layerTops: threeLayers, variations: 4,
    peakDecibels: -7, roomGain: 1.8),
  Pad(
    name: "hihat-closed", title: "Closed hi-hat", note: 42, drum: HiHat(position: .closed),
    layerTops: sixLayers, variations: 6, peakDecibels: -10.4, pan: 0.3, roomGain: 0.4,
    choke: "group=1"),
  Pad(
    name: "hihat-pedal", title: "Pedal hi-hat", note: 44, drum: HiHat(position: .pedal),
    layerTops: threeLayers, variations: 4, peakDecibels: -14, pan: 0.3, roomGain: 0.3,
    choke: "group=1"),
  Pad(
    name: "hihat-half", title: "Half-open hi-hat", note: 26, drum: HiHat(position: .half),
    layerTops: fourLayers, variations: 4, peakDecibels: -12.5, pan: 0.3, roomGain: 0.5,
    isLong: true,
    choke: "group=1 off_by=1 off_mode=time off_time=0.03"),
  Pad(
    name: "hihat-open", title: "Open hi-hat", note: 46, drum: HiHat(position: .open),
    layerTops: fourLayers, variations: 4, peakDecibels: -12.4, pan: 0.3, roomGain: 0.5,
    isLong: true,
    choke: "group=2 off_by=1 off_mode=time off_time=0.03"),
  Pad(
    name: "tom-low", title: "Low tom", note: 45,
    drum: FloorTom(fundamentalHz: 80, ringSeconds: 2.2),
    layerTops: fourLayers, variations: 4, peakDecibels: -6.6, pan: -0.4, roomGain: 1.1, isLong: true
  ),
  Pad(
    name: "tom-mid", title: "Middle tom", note: 47,
    drum: Tom(fundamentalHz: 112, ringSeconds: 1.95), layerTops: fourLayers, variations: 4,
    peakDecibels: -8.4, pan: -0.05, roomGain: 1.1, isLong: true),
  Pad(
    name: "tom-high", title: "High tom", note: 50,
    drum: Tom(fundamentalHz: 151, ringSeconds: 1.6), layerTops: fourLayers, variations: 4,
    peakDecibels: -7.8, pan: 0.22, roomGain: 1.1, isLong: true),
  Pad(
    name: "crash", title: "Crash", note: 49, drum: Crash(), layerTops: fourLayers, variations: 3,
    peakDecibels: -9.5, pan: 0.2, roomGain: 0.4, isLong: true),
  Pad(
    name: "ride", title: "Ride", note: 51, drum: Ride(), layerTops: fourLayers, variations: 3,
    peakDecibels: -15.7, pan: -0.35, roomGain: 0.4, isLong: true),
  Pad(
    name: "ride-bell", title: "Ride bell", note: 53, drum: RideBell(), layerTops: fourLayers,
    variations: 3, peakDecibels: -14, pan: -0.35, roomGain: 0.4, isLong: true),
  Pad(
    name: "cowbell", title: "Cowbell", note: 56, drum: Cowbell(), layerTops: threeLayers,
    variations: 4, peakDecibels: -14, pan: -0.15),
]

private let threeLayers = [50, 92, 127]
private let fourLayers = [38, 70, 101, 127]
private let sixLayers = [16, 36, 60, 84, 108, 127]
