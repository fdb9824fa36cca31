// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// How a strike is cut out of its recording; times in seconds.
struct StrikeCut {
  /// Kept before the attack.
  let leadSeconds: Double
  /// Kept after the attack, at most.
  let ringSeconds: Double
  let fadeInSeconds: Double
  let fadeOutSeconds: Double
  /// It ends where it has sunk into the background of its recording.
  var endsInBackground = false

  /// With some of the room before it: for strikes that stand alone.
  static let roomy = StrikeCut(
    leadSeconds: 0.020, ringSeconds: 0.200, fadeInSeconds: 0.010, fadeOutSeconds: 0.050)
  /// Without its room: for strikes that begin while another rings, and for soft ones.
  static let close = StrikeCut(
    leadSeconds: 0.001, ringSeconds: 0.500, fadeInSeconds: 0.0005, fadeOutSeconds: 0.010,
    endsInBackground: true)
  /// With the room that learning needs to hear before it.
  static let lesson = StrikeCut(
    leadSeconds: 0.050, ringSeconds: 0.250, fadeInSeconds: 0, fadeOutSeconds: 0)
}

extension Clip {
  /// A strike ends so long before the next.
  private static let apartSeconds = 0.010
  /// What is heard of the background before the attack.
  private static let backgroundSeconds = (from: 0.010, to: 0.001)
  /// A strike has sunk into it when this much of it is less than 6 dB over it, not before 20 ms.
  private static let sunkSeconds = 0.010
  private static let sunkDecibels = 6.0
  private static let leastRingSeconds = 0.020
  /// The peak of a strike that can stand without its room is so far over it.
  private static let clearDecibels = 30.0

  private func frames(_ seconds: Double) -> Int { Int(seconds * Double(sampleRateHz)) }

  /// Level of the background before the attack, in dBFS (root mean square); -infinity if there is none.
  var backgroundDecibels: Double {
    let first = max(0, onsetFrame - frames(Self.backgroundSeconds.from))
    let end = max(first, onsetFrame - frames(Self.backgroundSeconds.to))
    return Array(samples[first..<end]).levelDecibels
  }

  /// It stands well out of its background.
  var isClear: Bool {
    let near = samples[onsetFrame..<min(samples.count, onsetFrame + frames(Self.leastRingSeconds))]
    return [Array(near).peak].levelDecibels >= backgroundDecibels + Self.clearDecibels
  }

  /// The strike alone, up to shortly before the next strike, the ends faded.
  func cut(_ cut: StrikeCut = .roomy, before nextFrame: Int? = nil) -> Clip {
    let first = max(0, onsetFrame - frames(cut.leadSeconds))
    let ring = onsetFrame + frames(cut.ringSeconds)
    let next = nextFrame.map { $0 - frames(Self.apartSeconds) } ?? .max
    var end = max(onsetFrame + 1, min(samples.count, ring, next))
    if cut.endsInBackground { end = sunkFrame(before: end) }
    var clip = self
    clip.samples = Array(samples[first..<end])
    clip.onsetFrame = onsetFrame - first
    let rise = min(frames(cut.fadeInSeconds), clip.onsetFrame / 2)
    let fall = min(frames(cut.fadeOutSeconds), clip.samples.count / 4)
    for frame in 0..<rise {
      let gain = Float(frame) / Float(rise)
      clip.samples[frame] *= gain * gain
    }
    for frame in 0..<fall {
      clip.samples[clip.samples.count - 1 - frame] *= Float(frame) / Float(fall)
    }
    return clip
  }

  /// Where the strike has sunk into its background; `end` if it has not by then.
  private func sunkFrame(before end: Int) -> Int {
    let sunk = backgroundDecibels + Self.sunkDecibels
    let length = frames(Self.sunkSeconds)
    let starts = stride(
      from: onsetFrame + frames(Self.leastRingSeconds), to: end - length, by: max(1, length / 2))
    let first = starts.first { Array(samples[$0..<$0 + length]).levelDecibels < sunk }
    return first.map { $0 + length } ?? end
  }
}
