// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension Kit {
  /// A hit is loudest within this time. A streamed kit has no more in memory.
  private static let heardSeconds = 0.2

  /// How many frames after their beginning the kit's sounds are heard: the delay in the samples
  /// themselves.
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
