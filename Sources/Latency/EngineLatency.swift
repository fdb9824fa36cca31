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
  private let deviceMilliseconds: Double?

  /// A measurement.
  ///
  /// - Parameters:
  ///   - periodFrames: What is captured at a time.
  ///   - bufferFrames: From a frame's coming in to the leaving of the frame that answers it, at the earliest: the
  ///     period and the playback buffer. On one clock `period × periods`.
  ///   - kitOnsetFrames: How long the drums take to be heard; nil for the median of the kit.
  ///   - deviceMilliseconds: What the devices add to the buffers; nil where it is not known.
  public init(
    kit: Kit, periodFrames: Int, bufferFrames: Int, kitOnsetFrames: Int? = nil,
    deviceMilliseconds: Double? = nil
  ) {
    self.deviceMilliseconds = deviceMilliseconds
    sampleRateHz = Double(kit.sampleRateHz)
    self.periodFrames = periodFrames
    self.bufferFrames = bufferFrames
    self.kitOnsetFrames = kitOnsetFrames ?? kit.medianOnsetFrames
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
    let added =
      milliseconds(bufferFrames + kitOnsetFrames + SoftLimiter.latencyFrames)
      + (deviceMilliseconds ?? 0)
    let delays = trials.map { milliseconds($0.startFrames) + added }
    let hearing = LatencyReport.median(trials.map { milliseconds($0.decisionFrames) })
    let margin = LatencyReport.median(delays) - added - hearing
    let device =
      deviceMilliseconds.map { [LatencyReport.Stage(.deviceOwn, milliseconds: $0)] } ?? []
    return LatencyReport(
      method: .engine, delaysMilliseconds: delays,
      stages: [
        .init(.capturePeriod, milliseconds: milliseconds(periodFrames)),
        .init(.hearing, milliseconds: hearing),
        .init(.constantDelayMargin, milliseconds: margin),
        .init(.playbackBuffer, milliseconds: milliseconds(bufferFrames - periodFrames)),
      ] + device + [
        .init(.kitOnset, milliseconds: milliseconds(kitOnsetFrames)),
        .init(.limiter, milliseconds: milliseconds(SoftLimiter.latencyFrames)),
      ], budgetMilliseconds: budgetMilliseconds)
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
