// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sessions

/// The delay of everything but converters, from hits that were rendered or played.
///
/// The buffers' part follows from their size: the first frame of a period has to wait until the period is captured,
/// and playback is filled the whole of its buffer ahead of it.
public struct EngineLatency: Sendable {
  /// How far from a true hit its onset may be found, in seconds before and after.
  private static let toleranceSeconds = (before: 0.005, after: 0.010)

  private let sampleRateHz: Double
  private let periodFrames: Int
  private let bufferFrames: Int
  private let kitOnsetFrames: Int

  /// A measurement.
  ///
  /// - Parameters:
  ///   - periodFrames: What is captured at a time.
  ///   - bufferFrames: From a frame's coming in to the leaving of the frame that answers it, at the earliest: the
  ///     period and the playback buffer. On one clock `period × periods`.
  public init(kit: Kit, periodFrames: Int, bufferFrames: Int) {
    sampleRateHz = Double(kit.sampleRateHz)
    self.periodFrames = periodFrames
    self.bufferFrames = bufferFrames
    kitOnsetFrames = kit.medianOnsetFrames
  }

  /// The report for `hits` that sounded; nil where none did.
  ///
  /// - Parameter truth: Frames at which the taps really began, where they are known; without them the delay counts
  ///   from the onsets as they were heard.
  public func report(
    _ hits: some Sequence<HitLine>, truth: [Int]? = nil,
    budgetMilliseconds: Double = LatencyReport.defaultBudgetMilliseconds
  ) -> LatencyReport? {
    let trials = hits.compactMap { trial($0, truth: truth) }
    guard !trials.isEmpty else { return nil }
    let added = bufferFrames + kitOnsetFrames + SoftLimiter.latencyFrames
    let hearing = trials.map { milliseconds($0.decisionFrames) }.sorted()
    let stages = [
      ("capture period", milliseconds(periodFrames)),
      ("hearing", LatencyReport.percentile(0.5, of: hearing)),
      ("playback buffer", milliseconds(bufferFrames - periodFrames)),
      ("kit onset", milliseconds(kitOnsetFrames)),
      ("limiter", milliseconds(SoftLimiter.latencyFrames)),
    ]
    return LatencyReport(
      method: "engine",
      delaysMilliseconds: trials.map { milliseconds($0.startFrames + added) },
      stages: stages.map { LatencyReport.Stage(name: $0.0, milliseconds: $0.1) },
      remainder: "constant-delay margin", budgetMilliseconds: budgetMilliseconds)
  }

  /// Frames from a tap to its first decision and to its voice.
  private func trial(
    _ hit: HitLine, truth: [Int]?
  ) -> (decisionFrames: Int, startFrames: Int)? {
    guard let startFrame = hit.startFrame, let first = hit.decisions.first,
      let onset = truth.map({ nearest(hit.frame, in: $0) }) ?? hit.frame
    else { return nil }
    return (first.frame - onset, startFrame - onset)
  }

  /// The true hit that was found at `frame`; nil for a false one.
  private func nearest(_ frame: Int, in truth: [Int]) -> Int? {
    let nearest = truth.min { abs($0 - frame) < abs($1 - frame) }
    guard let nearest else { return nil }
    let seconds = Double(frame - nearest) / sampleRateHz
    let isNear =
      seconds >= -Self.toleranceSeconds.before && seconds <= Self.toleranceSeconds.after
    return isNear ? nearest : nil
  }

  private func milliseconds(_ frames: Int) -> Double { 1000 * Double(frames) / sampleRateHz }
}
