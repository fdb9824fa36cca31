// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import DSP
import Instrument
import Kits

/// The delay of everything but converters, from rendered or played hits.
public struct EngineLatency: Sendable {
  /// How far from a tap its onset may be found, in seconds before and after: a finger may touch
  /// before it strikes.
  private static let toleranceSeconds = (before: 0.025, after: 0.010)

  private let sampleRateHz: Double
  /// The items that are the same for every hit.
  private let items: DelayItems

  /// A measurement.
  ///
  /// - Parameters:
  ///   - kitOnsetFrames: How long the drums take to be heard; nil for the kit's median.
  ///   - effectFrames: The latency of the effects on the way of the drums.
  ///   - deviceMilliseconds: What the devices add to the buffers; nil if unknown.
  public init(
    kit: Kit, buffers: BufferDelay, kitOnsetFrames: Int? = nil, effectFrames: Int = 0,
    deviceMilliseconds: Double? = nil
  ) {
    sampleRateHz = Double(kit.sampleRateHz)
    var items = DelayItems(buffers)
    if let deviceMilliseconds { items.add(.deviceOwn, milliseconds: deviceMilliseconds) }
    items.addDrum(
      kitOnsetFrames: kitOnsetFrames ?? kit.medianOnsetFrames, effectFrames: effectFrames)
    self.items = items
  }

  /// The report for `hits` with a drum; nil if there are none.
  ///
  /// - Parameter truth: The frames at which the taps really began, if they are known
  ///   (``AttackOnset``). Without them the delay counts from the detected onsets. Hits far from all
  ///   of them do not count.
  public func report(
    _ hits: some Sequence<HitLine>, truth: [Int]? = nil,
    budgetMilliseconds: Double = LatencyReport.defaultBudgetMilliseconds
  ) -> LatencyReport? {
    let trials = hits.compactMap { trial($0, truth: truth) }
    guard !trials.isEmpty else { return nil }
    let added = items.sumMilliseconds
    let delays = trials.map { milliseconds($0.voiceFrames) + added }
    let decision = LatencyReport.median(trials.map { milliseconds($0.decisionFrames) })
    let voice = LatencyReport.median(trials.map { milliseconds($0.voiceFrames) })
    // The touch of a finger may decide, and even start the drum, before the tap begins.
    let hearing = max(0, min(decision, voice))
    var items = items
    items.add(.hearing, milliseconds: hearing)
    items.add(.constantDelayMargin, milliseconds: max(0, voice - hearing))
    if voice < 0 { items.add(.earlyStart, milliseconds: voice) }
    return LatencyReport(
      method: .engine, delaysMilliseconds: delays, stages: items.stages,
      budgetMilliseconds: budgetMilliseconds)
  }

  /// Frames from a tap to its first decision and to its voice in the mix.
  private func trial(
    _ hit: HitLine, truth: [Int]?
  ) -> (decisionFrames: Int, voiceFrames: Int)? {
    guard let startFrame = hit.startFrame, let first = hit.decisions.first,
      let onset = truth.map({ nearest(hit.frame, in: $0) }) ?? hit.frame
    else { return nil }
    let voiceFrame = startFrame - hit.outputOffsetFrames - Instrument.outputLatencyFrames
    return (first.frame - onset, voiceFrame - onset)
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
