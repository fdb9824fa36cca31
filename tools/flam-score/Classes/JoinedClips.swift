// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// Clips one after another over one continuous background, as if played in one go.
struct JoinedClips {
  private static let leadSeconds = 1.0
  private static let gapSeconds = 0.6
  private static let fadeInSeconds = 0.010
  private static let fadeOutSeconds = 0.050

  let samples: [Float]
  /// The sound at a second microphone, if it heard all clips.
  let second: [Float]?
  let sampleRateHz: Int
  /// Where each hit begins.
  let onsetFrames: [Int]

  /// Joins `clips`, at least one.
  init(_ clips: [Clip], over background: Background, seed: UInt64) {
    let rate = Double(clips[0].sampleRateHz)
    var position = Int(Self.leadSeconds * rate)
    var starts: [Int] = []
    for clip in clips {
      starts.append(position)
      position += clip.samples.count + Int(Self.gapSeconds * rate)
    }
    samples = Self.joined(
      clips.map(\.samples), at: starts, over: background.noise(count: position, seed: seed), rate)
    let seconds = clips.compactMap(\.second)
    second =
      seconds.count < clips.count
      ? nil
      : Self.joined(
        seconds, at: starts, over: background.noise(count: position, seed: seed &+ 1000), rate)
    sampleRateHz = clips[0].sampleRateHz
    onsetFrames = zip(clips, starts).map { $0.onsetFrame + $1 }
  }

  private static func joined(
    _ clips: [[Float]], at starts: [Int], over noise: [Float], _ rate: Double
  ) -> [Float] {
    var samples = noise
    for (clip, start) in zip(clips, starts) {
      let count = clip.count
      let fadeIn = min(count, Int(fadeInSeconds * rate))
      let fadeOut = min(count, Int(fadeOutSeconds * rate))
      for frame in 0..<count {
        let rise = min(1, Float(frame) / Float(max(1, fadeIn)))
        let fall = min(1, Float(count - 1 - frame) / Float(max(1, fadeOut)))
        samples[start + frame] += rise * fall * clip[frame]
      }
    }
    return samples.map { min(1, max(-1, $0)) }
  }
}
