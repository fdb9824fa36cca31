// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import TestSupport
import Testing

/// `flam latency tap` in real time, with its output coming back to it.
@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct TapLatencyTests {
  private struct Report: Decodable {
    let trials: Int
    let medianMilliseconds: Double
    let jitterMilliseconds: Double
  }

  private static let tapCount = 14
  private static let distanceFrames = 33_613  // a prime: taps fall anywhere in a period
  private static let leadFrames = 96_000
  /// During the measurement, drums come later by up to 4 ms, each by another time, which is
  /// subtracted again.
  private static let spread = AnswerSpread(mostFrames: 192)
  /// The rig's return comes so many frames later.
  private static let returnFrames = 480

  private func take() -> (samples: [Float], onsets: [Int]) {
    var samples = Signal.noise(
      count: Self.leadFrames + (Self.tapCount + 1) * Self.distanceFrames, amplitude: 0.0003,
      seed: 5)
    let onsets = (0..<Self.tapCount).map { Self.leadFrames + $0 * Self.distanceFrames }
    for (index, onset) in onsets.enumerated() {
      let sound = [StruckSounds.low, StruckSounds.middle, StruckSounds.high][index % 3]
      let tap = StruckSounds.take(
        sound, amplitudes: [0.5], spacingSeconds: 0.4, background: 0, seed: UInt64(index + 1))
      for (offset, sample) in tap.samples[tap.onsetFrames[0]...].enumerated() {
        samples[onset + offset] += sample
      }
    }
    return (samples, onsets)
  }

  /// Frames from each tap to where its returned drum is within 20 dB of its peak, had it come no
  /// later than when playing.
  private func trueDelays(_ recording: Rig.Recording, _ onsets: [Int]) -> [Int] {
    onsets.enumerated().compactMap { index, onset in
      let drum = (onset..<onset + 1680).map {
        abs(recording.left[$0] + recording.right[$0])
      }
      guard let peak = drum.max(), peak > 0.001 else { return nil }
      return drum.firstIndex { $0 >= 0.1 * peak }.map {
        $0 + Self.returnFrames - Self.spread.frames(hit: index + 1)
      }
    }.sorted()
  }

  @Test("the reported delay is the true one, within 0.1 ms", .long)
  func delay() throws {
    let folder = TemporaryFolder()
    let (samples, onsets) = take()
    let evidence = "\(folder.path)/evidence.wav"
    // A median survives a pop: only if nothing was measured, since the machine was late, nothing is
    // judged.
    let recording = try Rig.undisturbed(unless: { _ in false }) {
      try Rig.run(
        take: samples, returnGain: 0.15,
        command: ["/usr/bin/env", "XDG_STATE_HOME=\(folder.path)"]
          + Rig.flam("latency", "tap", "--taps", "10", "--json", "--save", evidence, "--force"))
    }
    let report = try recording.report(Report.self)
    let truth = trueDelays(recording, onsets)
    let median = 1000 * Double(truth[truth.count / 2]) / 48_000
    #expect(abs(report.medianMilliseconds - median) <= 0.1)
    // Each followed its own added delay.
    #expect(truth[truth.count * 9 / 10] - truth[truth.count / 10] <= 24)
    #expect(report.trials >= 8)
    #expect(FileManager.default.fileExists(atPath: evidence))
    let kept = try String(contentsOfFile: "\(folder.path)/flam/latency.jsonl", encoding: .utf8)
    #expect(kept.contains("\"method\":\"tap\"") && kept.contains("\"periodFrames\":64"))
    print(
      "rig: tap to its drum come back \(report.medianMilliseconds) ms, jitter "
        + "\(report.jitterMilliseconds) ms; truly \(median) ms")
  }
}
