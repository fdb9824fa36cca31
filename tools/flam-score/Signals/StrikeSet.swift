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

  /// The hits of a task that are to be known; those alone that are clear, where strikes are cut out of their room.
  init(_ task: ClassTask, _ cut: StrikeCut = .roomy) {
    let clear = cut.endsInBackground ? task.test.filter(\.isClear) : task.test
    self.init(name: task.name, clips: (clear.isEmpty ? task.test : clear).map { $0.cut(cut) })
  }

  /// The sure hits of a recording, chosen in the same way; nil if it has none.
  init?(_ recording: Recording, _ cut: StrikeCut = .roomy) throws {
    let clips = try recording.clips(cut)
    guard !clips.isEmpty else { return nil }
    self.init(name: recording.name, clips: clips)
  }

  /// Knocks that no one played, for folders without strikes: three damped modes of a board.
  static func knocks(_ cut: StrikeCut = .roomy) -> StrikeSet {
    StrikeSet(
      name: "knocks (synthetic)", clips: (0..<8).map { SyntheticKnock(seed: $0).clip.cut(cut) })
  }

  /// One set of many: their strikes in turn, of those at the rate of the first.
  init?(pooling sets: [StrikeSet]) {
    let sets = sets.filter { $0.sampleRateHz == sets[0].sampleRateHz }
    let longest = sets.map(\.clips.count).max() ?? 0
    let clips = (0..<longest).flatMap { index in sets.map { $0.clips[index % $0.clips.count] } }
    guard !clips.isEmpty else { return nil }
    self.init(name: sets.map(\.name).joined(separator: ", "), clips: clips)
  }
}

extension Recording {
  /// Its sure hits, each cut out; none if nothing is played.
  func clips(_ cut: StrikeCut) throws -> [Clip] {
    let hits = hits.filter(\.isSure)
    guard !hits.isEmpty else { return [] }
    let take = try Take(path: path)
    let clips = hits.map { hit in
      Clip(
        samples: take.samples, sampleRateHz: take.sampleRateHz,
        onsetFrame: Int(hit.seconds * Double(take.sampleRateHz)), label: hit.sound ?? "",
        levelDecibels: hit.levelDecibels)
    }
    let clear = clips.indices.filter { !cut.endsInBackground || clips[$0].isClear }
    return (clear.isEmpty ? Array(clips.indices) : clear).map { index in
      clips[index].cut(cut, before: index + 1 < clips.count ? clips[index + 1].onsetFrame : nil)
    }
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
      levelDecibels: nil)
  }
}
