// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// One pad of the kit: what is struck, how often it is recorded, and its place in the mix.
struct Pad: Sendable {
  /// The role's name, which is also its folder.
  let name: String
  let title: String
  /// Of the General MIDI percussion map.
  let note: Int
  let drum: any Drum
  /// The hardest MIDI velocity of each layer, softest layer first; the last is 127.
  let layerTops: [Int]
  let variations: Int
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

/// The bundled kit.
let drumKit: [Pad] = [
  Pad(
    name: "kick", title: "Kick", note: 36, drum: Kick(), layerTops: fiveLayers, variations: 4,
    peakDecibels: -6, roomGain: 0.5),
  Pad(
    name: "side-stick", title: "Side stick", note: 37, drum: SideStick(), layerTops: threeLayers,
    variations: 4, peakDecibels: -8, pan: 0.05),
  Pad(
    name: "snare", title: "Snare", note: 38, drum: Snare(), layerTops: sixLayers, variations: 5,
    peakDecibels: -6.5, pan: 0.05),
  Pad(
    name: "clap", title: "Clap", note: 39, drum: Clap(), layerTops: threeLayers, variations: 4,
    peakDecibels: -7, roomGain: 1.8),
  Pad(
    name: "hihat-closed", title: "Closed hi-hat", note: 42, drum: HiHat(position: .closed),
    layerTops: fiveLayers, variations: 5, peakDecibels: -10.5, pan: 0.3, roomGain: 0.6,
    choke: "group=1"),
  Pad(
    name: "hihat-pedal", title: "Pedal hi-hat", note: 44, drum: HiHat(position: .pedal),
    layerTops: threeLayers, variations: 4, peakDecibels: -14, pan: 0.3, roomGain: 0.6,
    choke: "group=1"),
  Pad(
    name: "hihat-half", title: "Half-open hi-hat", note: 26, drum: HiHat(position: .half),
    layerTops: fourLayers, variations: 4, peakDecibels: -12.5, pan: 0.3, roomGain: 0.5,
    isLong: true,
    choke: "group=1 off_by=1 off_mode=time off_time=0.03"),
  Pad(
    name: "hihat-open", title: "Open hi-hat", note: 46, drum: HiHat(position: .open),
    layerTops: fourLayers, variations: 4, peakDecibels: -13.5, pan: 0.3, roomGain: 0.5,
    isLong: true,
    choke: "group=2 off_by=1 off_mode=time off_time=0.03"),
  Pad(
    name: "tom-low", title: "Low tom", note: 45, drum: Tom(fundamentalHz: 80, ringSeconds: 2.2),
    layerTops: fourLayers, variations: 4, peakDecibels: -7.5, pan: -0.4, roomGain: 1.4, isLong: true
  ),
  Pad(
    name: "tom-mid", title: "Middle tom", note: 47,
    drum: Tom(fundamentalHz: 112, ringSeconds: 1.95), layerTops: fourLayers, variations: 4,
    peakDecibels: -10.5, pan: -0.05, roomGain: 1.4, isLong: true),
  Pad(
    name: "tom-high", title: "High tom", note: 50,
    drum: Tom(fundamentalHz: 151, ringSeconds: 1.6), layerTops: fourLayers, variations: 4,
    peakDecibels: -8.5, pan: 0.22, roomGain: 1.4, isLong: true),
  Pad(
    name: "crash", title: "Crash", note: 49, drum: Crash(), layerTops: fourLayers, variations: 3,
    peakDecibels: -10.5, pan: 0.2, roomGain: 0.4, isLong: true),
  Pad(
    name: "ride", title: "Ride", note: 51, drum: Ride(), layerTops: fourLayers, variations: 3,
    peakDecibels: -14.5, pan: -0.35, roomGain: 0.4, isLong: true),
  Pad(
    name: "ride-bell", title: "Ride bell", note: 53, drum: RideBell(), layerTops: fourLayers,
    variations: 3, peakDecibels: -14, pan: -0.35, roomGain: 0.4, isLong: true),
  Pad(
    name: "cowbell", title: "Cowbell", note: 56, drum: Cowbell(), layerTops: threeLayers,
    variations: 4, peakDecibels: -14, pan: -0.15),
]

private let threeLayers = [50, 92, 127]
private let fourLayers = [38, 70, 101, 127]
private let fiveLayers = [26, 52, 80, 106, 127]
private let sixLayers = [16, 36, 60, 84, 108, 127]
