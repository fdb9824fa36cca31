// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Dispatch
import Glibc
import Synchronization

/// Renders a kit: every pad's layers and variations as sound files, and the SFZ that maps them.
package struct KitWriter {
  let kit: DrumKit
  let folder: String
  /// Files are this loud whatever their place in the mix, so that 16 bits serve soft blows too.
  private let filePeakDecibels = -2.0
  /// What the microphone hears of an empty room, against the peak of the hardest blow.
  private static let noiseDecibels = -98.0
  /// Microphones hear nothing below.
  private let lowestHz = 20.0

  package init(_ kit: DrumKit, folder: String) { (self.kit, self.folder) = (kit, folder) }

  /// Renders the pads.
  ///
  /// - Parameters:
  ///   - only: Names of those that are wanted; all where it is empty.
  ///   - report: Called after each pad; if it throws, no more are rendered.
  package func write(
    only: Set<String> = [], report: (Pad) throws(OutputError) -> Void
  ) throws(OutputError) {
    var map = SfzMap(kit)
    for pad in kit.pads where only.isEmpty || only.contains(pad.name) {
      let all = concurrently(pad.layerTops.count * pad.variations) { index in
        strike(of: pad, layer: index / pad.variations, variation: index % pad.variations)
      }
      let layers = pad.layerTops.indices.map { layer in
        Array(all[layer * pad.variations..<(layer + 1) * pad.variations])
      }
      let mix = levels(of: layers, pad: pad)
      for (layer, strikes) in layers.enumerated() {
        let files = (1...strikes.count).map {
          "\(pad.name)/\(pad.name)-\(layer + 1)-\($0).ogg"
        }
        for (strike, file) in zip(strikes, files) {
          try write(strike, of: pad, gain: mix[layer].fileGain, to: file)
        }
        map.addLayer(
          of: pad, velocities: pad.velocities(ofLayer: layer),
          volumeDecibels: mix[layer].volumeDecibels, files: files)
      }
      try report(pad)
    }
    try writeText(map.text, to: "\(folder)/\(kit.name).sfz")
  }

  private func write(
    _ strike: Sound, of pad: Pad, gain: Double, to file: String
  ) throws(OutputError) {
    let channels = [strike.left, strike.right].map { side in side.map { $0 * gain } }
    // What it loses stays masked: a short sound has less to hide it.
    try VorbisFile.write(
      channels, quality: pad.isLong ? 0.6 : 0.7, to: "\(folder)/\(file)")
  }

  /// A blow in the room, cut to length.
  private func strike(of pad: Pad, layer: Int, variation: Int) -> Sound {
    var random = SeededGenerator(seed: UInt64(pad.note * 10_000 + layer * 100 + variation))
    let strength = random.around(pad.strength(ofLayer: layer), by: 0.03)
    var dry = pad.drum.strike(velocity: min(1, strength), random: &random)
    dry.pan(to: pad.pan)
    var placed = kit.room.withGain(pad.roomGain).place(dry, pan: pad.pan)
    placed.filter(.highPass(hz: lowestHz))
    let below = velocityDecibels(pad.layerTops[layer]) - Self.noiseDecibels
    placed.end(over: placed.peak * pow(10, -below / 20), random: &random)
    // A player's even strokes differ by half a decibel, whatever the spot they land on.
    let gain = random.around(pow(10, -placed.strikeLoudnessDecibels / 20), by: 0.06)
    placed.map { gain * $0 }
    return placed
  }

  /// File gain and playing level of each layer: the hardest has the pad's peak, the others lie as
  /// far below it in loudness as their velocity asks.
  private func levels(
    of layers: [[Sound]], pad: Pad
  ) -> [(fileGain: Double, volumeDecibels: Double)] {
    let gains = layers.map { strikes in
      pow(10, filePeakDecibels / 20) / (strikes.map(\.peak).max() ?? 1)
    }
    let loudness = zip(layers, gains).map { strikes, gain in
      strikes.map(\.strikeLoudnessDecibels).reduce(0, +) / Double(strikes.count) + 20 * log10(gain)
    }
    let peak = pad.peakDecibels + kit.levelDecibels
    let hardest = loudness[loudness.count - 1] + peak - filePeakDecibels
    return layers.indices.map { layer in
      (gains[layer], hardest + velocityDecibels(pad.layerTops[layer]) - loudness[layer])
    }
  }
}

/// What is made of each number, by all processors.
private func concurrently<Value: Sendable>(
  _ count: Int, _ make: @Sendable (Int) -> Value
) -> [Value] {
  let values = Mutex([Value?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let value = make(index)
    values.withLock { $0[index] = value }
  }
  return values.withLock { $0.compactMap(\.self) }
}
