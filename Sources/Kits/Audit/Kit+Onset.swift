// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension Kit {
  /// A hit is at its loudest within this time: no more is in memory of a streamed kit.
  private static let heardSeconds = 0.2

  /// How many frames the kit's sounds take to be heard: the delay that lies in the samples themselves.
  public var medianOnsetFrames: Int {
    let heard = Int(Self.heardSeconds * Double(sampleRateHz))
    let onsets = pads.flatMap { pad in
      let gains = PanLaw.gains(pan: pad.pan)
      return pad.layers.flatMap(\.variations).map { variation in
        let frames = memory.frames(of: variation.sound, atMost: heard)
        return HitOnset.find(in: frames.map { gains * $0 }).onsetFrame
      }
    }.sorted()
    return onsets[onsets.count / 2]
  }
}
