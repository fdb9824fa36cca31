// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Glibc

/// Recorded strikes, each cut out with soft ends.
struct StrikeSet {
  let name: String
  /// At least one; all of one sample rate.
  let clips: [Clip]

  var sampleRateHz: Int { clips[0].sampleRateHz }

  private init(name: String, clips: [Clip]) {
    self.name = name
    self.clips = clips
  }

  /// The hits of a task that are to be known.
  init(_ task: ClassTask) { self.init(name: task.name, clips: task.test.map { $0.cut() }) }

  /// The sure hits of a recording; nil if it has none.
  init?(_ recording: Recording) throws {
    let hits = recording.hits.filter(\.isSure)
    guard !hits.isEmpty else { return nil }
    let take = try Take(path: recording.path)
    let frames = hits.map { Int($0.seconds * Double(take.sampleRateHz)) }
    let clips = hits.indices.map { index in
      Clip(
        samples: take.samples, sampleRateHz: take.sampleRateHz, onsetFrame: frames[index],
        label: hits[index].sound ?? "", levelDecibels: hits[index].levelDecibels
      ).cut(before: index + 1 < frames.count ? frames[index + 1] : nil)
    }
    self.init(name: recording.name, clips: clips)
  }

  /// Knocks that no one played, for folders without strikes: three damped modes of a board.
  static let knocks = StrikeSet(
    name: "knocks (synthetic)", clips: (0..<8).map { SyntheticKnock(seed: $0).clip })

  /// One set of many: their strikes in turn, of those at the rate of the first.
  init?(pooling sets: [StrikeSet]) {
    let sets = sets.filter { $0.sampleRateHz == sets[0].sampleRateHz }
    let longest = sets.map(\.clips.count).max() ?? 0
    let clips = (0..<longest).flatMap { index in sets.map { $0.clips[index % $0.clips.count] } }
    guard !clips.isEmpty else { return nil }
    self.init(name: sets.map(\.name).joined(separator: ", "), clips: clips)
  }
}

extension Clip {
  private static let leadSeconds = 0.020
  private static let ringSeconds = 0.200
  private static let fadeInSeconds = 0.010
  private static let fadeOutSeconds = 0.050
  /// A strike ends so long before the next.
  private static let apartSeconds = 0.010

  /// From 20 ms before the attack to 200 ms after it, or shortly before the next strike, the ends faded.
  func cut(before nextFrame: Int? = nil) -> Clip {
    func frames(_ seconds: Double) -> Int { Int(seconds * Double(sampleRateHz)) }
    let first = max(0, onsetFrame - frames(Self.leadSeconds))
    let ring = onsetFrame + frames(Self.ringSeconds)
    let next = nextFrame.map { $0 - frames(Self.apartSeconds) } ?? .max
    let end = max(onsetFrame + 1, min(samples.count, ring, next))
    var clip = self
    clip.samples = Array(samples[first..<end])
    clip.onsetFrame = onsetFrame - first
    let count = clip.samples.count
    let rise = max(1, min(frames(Self.fadeInSeconds), clip.onsetFrame / 2))
    let fall = max(1, min(frames(Self.fadeOutSeconds), count / 4))
    for frame in 0..<min(rise, count) {
      let gain = Float(frame) / Float(rise)
      clip.samples[frame] *= gain * gain
    }
    for frame in 0..<min(fall, count) {
      clip.samples[count - 1 - frame] *= Float(frame) / Float(fall)
    }
    return clip
  }
}

/// A knock on a board by physics: a short contact that rings three damped modes.
struct SyntheticKnock {
  private static let sampleRateHz = 48_000
  private static let seconds = 0.25
  private static let contactSeconds = 0.0008

  let clip: Clip

  /// The same seed gives the same knock.
  init(seed: Int) {
    var maker = NoiseMaker(seed: UInt64(seed) + 1)
    let rate = Double(Self.sampleRateHz)
    let lead = Int(0.02 * rate)
    var samples = [Float](repeating: 0, count: lead + Int(Self.seconds * rate))
    for (centreHz, amplitude) in [(160.0, 1.0), (430, 0.7), (1150, 0.4)] {
      let frequencyHz = centreHz * maker.number(in: 0.9...1.1)
      let decaySeconds = 6 / frequencyHz * maker.number(in: 0.8...1.2)
      for frame in lead..<samples.count {
        let time = Double(frame - lead) / rate
        let rise = 1 - exp(-time / Self.contactSeconds)
        let mode = sin(2 * .pi * frequencyHz * time) * exp(-time / decaySeconds)
        samples[frame] += Float(amplitude * rise * mode)
      }
    }
    clip = Clip(
      samples: samples, sampleRateHz: Self.sampleRateHz, onsetFrame: lead, label: "knock",
      levelDecibels: nil
    ).cut()
  }
}
