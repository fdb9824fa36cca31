// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Follows where the onset of a hit in a take is taken to lie, as live hearing does.
struct TrackedOnset {
  private var track: OnsetTrack
  private let earliestFrame: Int
  /// Horizon by horizon, as far as they were reached.
  private var onsetFrames: [Int] = []

  /// The hit at `foundFrame`, found when `frameCount` frames had been heard; it began no earlier than `earliestFrame`.
  init(foundFrame: Int, frameCount: Int, earliestFrame: Int, horizons: HorizonFrames) {
    track = OnsetTrack(foundFrame: foundFrame, frameCount: frameCount, horizons: horizons)
    self.earliestFrame = earliestFrame
  }

  /// What the detector finds by then within the inhibit time is this hit.
  func covers(frameCount: Int) -> Bool { track.covers(frameCount: frameCount) }
  /// All horizons were judged.
  var isSettled: Bool { track.horizon == HitFeatures.horizonCount }
  /// Where it was found at first.
  var foundFrame: Int { track.foundFrame }
  /// The frame of its first sign.
  var signFrame: Int { track.signFrame }
  /// Where it lies as far as all was heard that belongs to it.
  var onsetFrame: Int { onsetFrames.last ?? track.onsetFrame }
  /// Where it was taken to lie before.
  var found: FoundOnset {
    FoundOnset(
      errorFrames: (0..<HitFeatures.horizonCount).map {
        $0 < onsetFrames.count ? onsetFrames[$0] - onsetFrame : 0
      })
  }

  /// Goes on once the next frame was heard.
  mutating func hear(frameCount: Int, detector: borrowing OnsetDetector) {
    let change = track.look(
      frameCount: frameCount, detector: detector, earliestFrame: earliestFrame)
    if change == .moved || change == .struck { onsetFrames = [] }
    let isDue = track.isDue(
      frameCount: frameCount, detector: detector, earliestFrame: earliestFrame)
    guard isDue else { return }
    while onsetFrames.count <= track.horizon { onsetFrames.append(track.onsetFrame) }
    track.advance()
  }
}
