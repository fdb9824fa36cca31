// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import SoundFiles
import CRealtime
import DSP
import Instrument
import Profiles
import Realtime

/// Hearing without drums: finds hits and measures the level, plays nothing.
public final class Listener: @unchecked Sendable {
  /// Hits that may wait to be fetched.
  private static let hitCapacity = 1024
  /// After the end of a take, silence is heard for this long, so that its last hit settles.
  private static let tailSeconds = 0.1

  /// Names of the sounds in use.
  public let sounds: [String]
  /// The rate of the input.
  public let sampleRateHz: Int
  private let hits: SPSCRing<Hit>
  private let peaks: SnapshotCell<Float>
  private let ears: UnsafeMutablePointer<Ears>

  /// Hearing for a profile at a sample rate, with the player's settings.
  ///
  /// - Parameters:
  ///   - reportsRefusals: Also what is not answered is reported, when that is decided.
  ///   - moment: Seconds at which the room is measured, see ``level``; nil for none.
  public init(
    profile: Profile, sampleRateHz: Int, controls: HearingControls = HearingControls(),
    detector: DetectorSettings = DetectorSettings(), reportsRefusals: Bool = false,
    moment: Double? = nil
  ) {
    sounds = profile.sounds.map(\.name)
    self.sampleRateHz = sampleRateHz
    hits = SPSCRing(minimumCapacity: Self.hitCapacity)
    peaks = SnapshotCell(0)
    ears = .allocate(capacity: 1)
    ears.initialize(
      to: Ears(
        hearing: profile.hearing(
          sampleRateHz: Float(sampleRateHz), controls: controls, detector: detector),
        hits: hits.producer, peaks: peaks.publisher, sampleRateHz: Float(sampleRateHz),
        reportsRefusals: reportsRefusals,
        moment: moment.map { MomentMeter(seconds: $0, sampleRateHz: sampleRateHz) }))
  }

  deinit {
    ears.deinitialize(count: 1)
    ears.deallocate()
  }

  /// The callback through which an ``AudioLoop`` feeds this listener; the loop keeps the listener.
  public var handler: BlockHandler {
    BlockHandler(
      function: { context, input, second, inputFrames, _, _ in
        guard let input else { return }
        context.assumingMemoryBound(to: Ears.self).pointee
          .hear(UnsafeBufferPointer(start: input, count: inputFrames).span, second: second)
      }, context: ears)
  }

  /// Hears a take, its first `frameLimit` frames at most, and silence after it, in blocks of
  /// `periodFrames`, and reports each hit when it is settled.
  public func hear<Failure: Error>(
    _ take: some TakeSource, frameLimit: Int = .max, periodFrames: Int,
    report: (HitLine) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(periodFrames > 0, "a block has at least one frame")
    try pass(take, frameLimit: frameLimit, periodFrames, report)
    let silence = [Float](repeating: 0, count: Int(Self.tailSeconds * Double(sampleRateHz)))
    let tail = HeldTake(silence, second: take.hearsTwo ? silence : nil)
    try pass(tail, frameLimit: .max, periodFrames, report)
  }

  private func pass<Failure: Error>(
    _ take: some TakeSource, frameLimit: Int, _ periodFrames: Int,
    _ report: (HitLine) throws(Failure) -> Void
  ) throws(Failure) {
    let heard = UnsafeMutableBufferPointer<Float>.allocate(capacity: periodFrames)
    let second: UnsafeMutableBufferPointer<Float>? =
      take.hearsTwo ? .allocate(capacity: periodFrames) : nil
    defer {
      heard.deallocate()
      second?.deallocate()
    }
    var remaining = frameLimit
    while remaining > 0 {
      let wanted = UnsafeMutableBufferPointer(rebasing: heard.prefix(remaining))
      let count = take.read(into: wanted, second: second)
      guard count > 0 else { return }
      remaining -= count
      let block = UnsafeBufferPointer(rebasing: wanted.prefix(count))
      ears.pointee.hear(block.span, second: second.map { UnsafePointer($0.baseAddress) } ?? nil)
      for hit in newHits() { try report(hit) }
    }
  }

  /// The hits settled since the last call, and those refused if that is reported.
  public func newHits() -> [HitLine] {
    var lines: [HitLine] = []
    while let hit = hits.consumer.pop() {
      lines.append(HitLine(hit, sounds: sounds, sampleRateHz: Float(sampleRateHz)))
    }
    return lines
  }

  /// The level of the room at the moment; nil if that was not reached. Only once nothing is heard
  /// any more.
  public var level: MomentLevel? { ears.pointee.moment?.level }

  /// The value of the input's ``PeakMeter``, linear.
  public var peakAmplitude: Float { peaks.reader.read() }
}

/// The audio thread's part of a listener.
private struct Ears: ~Copyable {
  var hearing: HitTracker
  let hits: SPSCRing<Hit>.Producer
  let peaks: SnapshotCell<Float>.Publisher
  var meter: PeakMeter
  let reportsRefusals: Bool
  var moment: MomentMeter?

  init(
    hearing: consuming HitTracker, hits: SPSCRing<Hit>.Producer,
    peaks: SnapshotCell<Float>.Publisher, sampleRateHz: Float, reportsRefusals: Bool,
    moment: MomentMeter?
  ) {
    self.hearing = hearing
    self.hits = hits
    self.peaks = peaks
    meter = PeakMeter(sampleRateHz: sampleRateHz)
    self.reportsRefusals = reportsRefusals
    self.moment = moment
  }

  @_noLocks mutating func hear(_ input: Span<Float>, second: UnsafePointer<Float>?) {
    rt_region_enter()
    for frame in input.indices {
      let sample = Instrument.sane(input[frame])
      meter.process(sample)
      if let second { hearing.compare(sample, Instrument.sane(second[frame])) }
      hearing.process(sample)
      moment?.hear(sample, hearing)
      for index in 0..<hearing.eventCount {
        switch hearing.event(index) {
        case .settled(let hit)?: _ = hits.push(hit)
        case .withdrawn(let hit)?, .refused(let hit)?:
          if reportsRefusals && hit.refusal != nil { _ = hits.push(hit) }
        default: break
        }
      }
    }
    peaks.publish(meter.amplitude)
    rt_region_exit()
  }
}
