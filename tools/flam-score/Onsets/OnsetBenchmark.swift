// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Glibc

/// Each detector's result for each recording.
struct OnsetBenchmark {
  /// One recording as one detector heard it.
  struct Entry {
    let recording: Recording
    let tally: OnsetTally
    let processorSeconds: Double
  }

  let detectors: [any HitDetector]
  /// By detector, then by recording.
  private(set) var entries: [[Entry]] = []

  /// Lets all `detectors` hear all `recordings`.
  init(_ recordings: [Recording], detectors: [any HitDetector]) throws {
    self.detectors = detectors
    let truths = try recordings.map(Self.truth)
    entries = try detectors.map { detector in
      try zip(recordings, truths).map { recording, truth in
        let heard = try detector.hits(ofFile: recording.path)
        let tally = OnsetTally(
          truth: recording.hits, heard: heard.hits, seconds: truth.seconds,
          peakDecibels: truth.peakDecibels, sounds: detector.sounds)
        return Entry(
          recording: recording, tally: tally, processorSeconds: heard.processorSeconds)
      }
    }
  }

  /// The sum over a detector's entries.
  static func total(_ entries: [Entry]) -> OnsetTally {
    var total = OnsetTally()
    for entry in entries { total += entry.tally }
    return total
  }

  /// A hit's peak is over by then.
  private static let peakSeconds = 0.05

  /// Length of a recording and the true peak level of each of its hits: the largest sample until 50 ms after its onset
  /// or the next hit.
  private static func truth(
    _ recording: Recording
  ) throws -> (seconds: Double, peakDecibels: [Double]) {
    let take = try Take(path: recording.path)
    let rate = Double(take.sampleRateHz)
    let peaks = recording.hits.indices.map { index in
      let start = recording.hits[index].seconds
      let next = index + 1 < recording.hits.count ? recording.hits[index + 1].seconds : .infinity
      let first = min(take.samples.count, Int(start * rate))
      let end = min(take.samples.count, first + Int(min(peakSeconds, next - start) * rate))
      let peak = take.samples[first..<end].reduce(1e-6) { max($0, abs($1)) }
      return 20 * log10(Double(peak))
    }
    return (take.file.seconds, peaks)
  }
}
