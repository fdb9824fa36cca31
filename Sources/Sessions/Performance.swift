// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Instrument
import Profiles
import Realtime

/// An instrument set up with a kit and a profile, and the rings through which it tells what happens.
///
/// The audio side (``process(_:_:into:_:)``) belongs to one thread, everything else to one other.
public final class Performance: @unchecked Sendable {
  /// Hits that may wait to be fetched: a roll of 20 a second for 50 s.
  private static let hitCapacity = 1024

  /// The drums that answer.
  public let kit: Kit
  /// Names of the sounds that are told apart.
  public let sounds: [String]
  /// The rate of input and output.
  public let sampleRateHz: Int
  private let hits: SPSCRing<Hit>
  private let snapshots: SnapshotCell<Snapshot>
  private let instrument: UnsafeMutablePointer<Instrument>

  /// An instrument at rest.
  public init(kit: Kit, profile: Profile, settings: InstrumentSettings) {
    self.kit = kit
    sounds = profile.sounds.map(\.name)
    sampleRateHz = kit.sampleRateHz
    hits = SPSCRing(minimumCapacity: Self.hitCapacity)
    snapshots = SnapshotCell(Snapshot())
    instrument = .allocate(capacity: 1)
    instrument.initialize(
      to: Instrument(
        settings: settings, hearing: profile.hearing(sampleRateHz: Float(kit.sampleRateHz)),
        kit: kit, padOfSound: profile.sounds.map { kit.pad(role: $0.role) },
        hits: hits.producer, snapshots: snapshots.publisher))
  }

  deinit {
    instrument.deinitialize(count: 1)
    instrument.deallocate()
  }

  /// The next block, both sides on one clock: `output` has room for two samples for each of `input`.
  @_noLocks public func process(
    _ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, frameCount: Int
  ) {
    let heard = UnsafeBufferPointer(start: input, count: frameCount)
    var played = UnsafeMutableBufferPointer(start: output, count: 2 * frameCount).mutableSpan
    instrument.pointee.process(heard.span, into: &played)
  }

  /// Hears a block of a clock of its own; `timeline` relates it to the output.
  @_noLocks public func hear(
    _ input: UnsafePointer<Float>, frameCount: Int, timeline: Timeline
  ) {
    instrument.pointee.timeline = timeline
    instrument.pointee.hear(UnsafeBufferPointer(start: input, count: frameCount).span)
  }

  /// Plays a block of a clock of its own.
  @_noLocks public func play(into output: UnsafeMutablePointer<Float>, frameCount: Int) {
    var played = UnsafeMutableBufferPointer(start: output, count: 2 * frameCount).mutableSpan
    instrument.pointee.play(into: &played)
  }

  /// The hits settled since the last call.
  public func newHits() -> [HitLine] {
    var lines: [HitLine] = []
    while let hit = hits.consumer.pop() {
      lines.append(HitLine(hit, sounds: sounds, sampleRateHz: Float(sampleRateHz)))
    }
    return lines
  }

  /// Meters and counts as of the last block.
  public var snapshot: Snapshot { snapshots.reader.read() }
}
