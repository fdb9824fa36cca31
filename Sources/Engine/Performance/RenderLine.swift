// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Synchronization

/// Plays stretches of a take in their order, on a thread of its own if allowed: while one is
/// played, earlier ones can be written and later ones read.
///
/// One thread fills stretches and takes them back; the instrument is played by one thread at any
/// time.
final class RenderLine {
  /// How many stretches are under way at a time.
  private static let depth = 4
  /// Frames of a stretch, about.
  private static let stretchFrames = 16_384

  private let work: Work
  private let thread: WorkThread?
  private var filled = 0
  private var taken = 0

  /// - Parameter isAhead: Stretches are played while others are read and written. Otherwise a
  ///   stretch is a block, and is played when it is submitted.
  init(
    _ instrument: Performance.AudioSide, periodFrames: Int, hearsTwo: Bool, stems: StemBuffers?,
    isAhead: Bool
  ) {
    let blocks = isAhead ? max(1, Self.stretchFrames / periodFrames) : 1
    let stretches = (0..<(isAhead ? Self.depth : 1)).map { _ in
      RenderedStretch(capacityFrames: blocks * periodFrames, hearsTwo: hearsTwo)
    }
    let work = Work(
      stretches: stretches, instrument: instrument, periodFrames: periodFrames, stems: stems)
    self.work = work
    thread = isAhead ? WorkThread { work.playAll() } : nil
  }

  deinit {
    work.isEnding.store(true, ordering: .releasing)
    work.submitted.signal()
    thread?.join()
  }

  /// A stretch to be filled; nil while all are under way.
  var free: RenderedStretch? {
    filled - taken < work.stretches.count ? work.stretches[filled % work.stretches.count] : nil
  }

  /// Submits the ``free`` stretch to be played.
  func submit() {
    filled += 1
    if thread == nil { work.play(filled - 1) } else { work.submitted.signal() }
  }

  /// The oldest stretch under way, once it was played; nil for none.
  func next() -> RenderedStretch? {
    guard taken < filled else { return nil }
    if thread != nil { work.played.wait() }
    return work.stretches[taken % work.stretches.count]
  }

  /// Returns the stretch from ``next()``.
  func giveBack() { taken += 1 }
}

/// The line's thread uses this.
private final class Work: Sendable {
  let stretches: [RenderedStretch]
  let instrument: Performance.AudioSide
  let periodFrames: Int
  let stems: StemBuffers?
  let submitted = Semaphore()
  let played = Semaphore()
  let isEnding = Atomic(false)

  init(
    stretches: [RenderedStretch], instrument: Performance.AudioSide, periodFrames: Int,
    stems: StemBuffers?
  ) {
    self.stretches = stretches
    self.instrument = instrument
    self.periodFrames = periodFrames
    self.stems = stems
  }

  func play(_ number: Int) {
    stretches[number % stretches.count].play(
      through: instrument, periodFrames: periodFrames, stems: stems)
  }

  func playAll() {
    var number = 0
    while true {
      submitted.wait()
      if isEnding.load(ordering: .acquiring) { return }
      play(number)
      played.signal()
      number += 1
    }
  }
}

/// A few blocks of a take: their input and output.
final class RenderedStretch: @unchecked Sendable {
  let heard: UnsafeMutableBufferPointer<Float>
  let second: UnsafeMutableBufferPointer<Float>?
  private let played: UnsafeMutableBufferPointer<Float>
  /// How many of its frames are used.
  var frameCount = 0

  init(capacityFrames: Int, hearsTwo: Bool) {
    heard = .allocate(capacity: capacityFrames)
    second = hearsTwo ? .allocate(capacity: capacityFrames) : nil
    played = .allocate(capacity: 2 * capacityFrames)
    heard.initialize(repeating: 0)
    second?.initialize(repeating: 0)
    played.initialize(repeating: 0)
  }

  deinit {
    heard.deallocate()
    second?.deallocate()
    played.deallocate()
  }

  /// Its input and output.
  var block: Rendering.Block {
    Rendering.Block(
      heard: UnsafeBufferPointer(rebasing: heard.prefix(frameCount)),
      second: second.map { UnsafeBufferPointer(rebasing: $0.prefix(frameCount)) },
      played: UnsafeBufferPointer(rebasing: played.prefix(2 * frameCount)))
  }

  func play(through instrument: Performance.AudioSide, periodFrames: Int, stems: StemBuffers?) {
    guard let source = heard.baseAddress, let destination = played.baseAddress else { return }
    var first = 0
    while first < frameCount {
      let count = min(periodFrames, frameCount - first)
      instrument.hear(
        source + first, second: second?.baseAddress.map { UnsafePointer($0 + first) },
        frameCount: count, timeline: Timeline())
      instrument.play(into: destination + 2 * first, frameCount: count, stems: stems)
      first += count
    }
  }
}
