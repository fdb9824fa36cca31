// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument
import Profiles

/// Drums that are struck again and again while racks of all buses change, several times a block, by
/// any values.
package final class RackStorm {
  private static let blockFrames = 64
  /// A stroke comes so soon after the one before.
  private static let strokeFrames = 1920

  /// What happened, so that it can happen again on the same frames.
  private struct Moment {
    let frame: Int
    let entry: JournalEntry
  }

  private static let places = RackPlace.buses + (0...2).map { RackPlace.pad("drum \($0)") }
  private let performance: Performance
  private let taken = Taken()
  private var racks: RandomRacks
  private let changesPerBlock: Int
  private var moments: [Moment] = []
  private var frame = 0
  private var strokeCount = 0
  /// A number that two playings share only if all their samples are the same bits.
  package private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  /// The changes that were made.
  package private(set) var changeCount = 0
  /// The loudest sample; infinite if one was no number.
  package private(set) var peakAmplitude: Float = 0

  private final class Taken: @unchecked Sendable { var entries: [JournalEntry] = [] }

  /// A storm that has not begun.
  package init(seed: UInt64, changesPerBlock: Int) {
    self.changesPerBlock = changesPerBlock
    racks = RandomRacks(seed: seed, places: Self.places, slotCount: 3, reach: .all)
    performance = Self.performance(taken)
  }

  private static func performance(_ taken: Taken) -> Performance {
    var drums = TestKit.noiseDrums(frameCount: 24_000)
    for drum in drums.indices { drums[drum].turns = [4] }
    return Performance(
      kit: TestKit.kit(drums), profile: .general, settings: InstrumentSettings(),
      notes: NoteExchange(), subscriber: { entry, _ in taken.entries.append(entry) })
  }

  /// Makes the changes of the next block, and plays it; `play` surrounds what the audio thread does.
  package func advance(_ play: (() -> Void) -> Void = { $0() }) {
    for _ in 0..<changesPerBlock {
      if performance.take(racks.next()) { changeCount += 1 }
    }
    // Its strokes come again by themselves.
    moments += taken.entries.filter { $0.note == nil }.map { Moment(frame: frame, entry: $0) }
    taken.entries.removeAll()
    strike(performance, until: frame + Self.blockFrames, &strokeCount)
    var output = [Float](repeating: 0, count: 2 * Self.blockFrames)
    output.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      play { self.performance.audioSide.play(into: base, frameCount: Self.blockFrames) }
    }
    performance.takeNotes()
    take(output)
    frame += Self.blockFrames
  }

  /// Strikes the drums whose time comes before a frame.
  private func strike(_ performance: Performance, until end: Int, _ count: inout Int) {
    while count * Self.strokeFrames < end {
      performance.strike(
        performance.pad(at: count % 3), velocity: 0.7, id: HitIdentity(count + 1, from: .key),
        atFrame: count * Self.strokeFrames, of: .none)
      count += 1
    }
  }

  private func take(_ samples: [Float]) {
    Self.add(samples, to: &digest)
    for sample in samples {
      peakAmplitude = sample.isFinite ? max(peakAmplitude, abs(sample)) : .infinity
    }
  }

  /// FNV-1a; a zero has no sign.
  private static func add(_ samples: [Float], to digest: inout UInt64) {
    for sample in samples {
      let bits = sample == 0 ? 0 : UInt64(sample.bitPattern)
      digest = (digest ^ bits) &* 0x100_0000_01b3
    }
  }

  /// Changes that came too late, or were lost.
  package var lateChanges: Int { performance.snapshot.lateMixChanges }

  /// Plays the same again in blocks of random sizes, and returns its ``digest``.
  package func digestAgain(seed: UInt64) -> UInt64 {
    let again = Self.performance(Taken())
    var sizes = SeededGenerator(seed: seed)
    var (place, next, strokes) = (0, 0, 0)
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    while place < frame {
      let count = min(frame - place, 1 + Int(sizes.next() % 200))
      // Changes lie some way ahead when they are made.
      while next < moments.count, moments[next].frame < place + count {
        again.take(moments[next].entry)
        next += 1
      }
      strike(again, until: place + count, &strokes)
      var output = [Float](repeating: 0, count: 2 * count)
      again.audioSide.play(into: &output, frameCount: count)
      again.takeNotes()
      Self.add(output, to: &digest)
      place += count
    }
    return digest
  }
}
