// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension Kit {
  /// How many frames the kit's sounds take to be heard: the delay that lies in the samples themselves.
  public var medianOnsetFrames: Int {
    let onsets = pads.flatMap { pad in
      let gains = PanLaw.gains(pan: pad.pan)
      return pad.layers.flatMap(\.variations).map { variation in
        HitOnset.find(in: memory.frames(of: variation.sound).map { gains * $0 }).onsetFrame
      }
    }.sorted()
    return onsets[onsets.count / 2]
  }
}
