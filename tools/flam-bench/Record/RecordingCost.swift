// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtimeTrap
import Engine
import Glibc
import Recording
import Simulation

/// The audio thread's work for a recording of output and input, apart from the block itself.
struct RecordingCost {
  /// Of the time of a block.
  private static let mostShare = 0.01

  let blockCount: Int

  func run(in folder: TemporaryFolder) throws -> Bool {
    let played = try recorder("\(folder.path)/cost.wav", channelCount: 2)
    let heard = try recorder("\(folder.path)/cost-heard.wav", channelCount: 1)
    let frameCount = BusyInstrument.blockFrames
    let block = Signal.noise(count: 2 * frameCount, amplitude: 0.5)
    var instrument = BusyInstrument()
    instrument.warmUp()
    var times = (block: BlockTimes(), recording: BlockTimes())
    var trapped = Trapped()
    for number in 0..<blockCount {
      // Real time is not kept: the disk has to keep up.
      while played.waitingSeconds > 5 { usleep(1000) }
      times.block.measure { instrument.process() }
      _ = instrument.fetchHits()
      block.withUnsafeBufferPointer { buffer in
        guard let frames = buffer.baseAddress else { return }
        func push() {
          played.input.push(frames, frameCount: frameCount)
          heard.input.push(frames, frameCount: frameCount)
        }
        if number % 2 == 0 { return times.recording.measure(push) }
        trapped.count(push)
      }
    }
    let status = (played.finish(), heard.finish())
    let share = times.recording.medianMicroseconds / BusyInstrument.blockMicroseconds
    print(
      "  a block of \(frameCount) frames takes \(times.block.medianMicroseconds.digits(1)) µs, recording both sides of it "
        + "\(times.recording.medianMicroseconds.digits(3)) µs more: \((100 * share).digits(3)) % of its time; "
        + trapped.text)
    let isWhole = [status.0, status.1].allSatisfy {
      $0.frameCount == blockCount * frameCount && $0.lostFrameCount == 0 && $0.failure == nil
    }
    let parts = try runParts(in: folder)
    return verdict("at most 1 % of a block", max(share, parts.share) <= Self.mostShare)
      && verdict(
        "no allocation, lock or file call", trapped.isNothing && parts.trapped.isNothing)
      && verdict("every frame is in the file", isWhole)
  }

  /// The parts of the mix with it, with all voices sounding: the extra time of a block, and
  /// its forbidden acts.
  private func runParts(in folder: TemporaryFolder) throws -> (share: Double, trapped: Trapped) {
    var plain = BusyInstrument()
    var apart = BusyInstrument()
    let mix = RecordingFile(path: "\(folder.path)/parts.wav")
    let recorder = try Recorder(
      mix, stems: apart.stemNames.map { mix.beside(named: $0) },
      sampleRateHz: BusyInstrument.sampleRateHz)
    apart.stems = recorder.input.stems
    plain.warmUp()
    apart.warmUp()
    let block = [Float](repeating: 0, count: 2 * BusyInstrument.blockFrames)
    var times = (plain: BlockTimes(), apart: BlockTimes())
    var trapped = Trapped()
    for number in 0..<blockCount / 4 {
      while recorder.waitingSeconds > 5 { usleep(1000) }
      times.plain.measure { plain.process() }
      if number % 2 == 0 {
        times.apart.measure { play(&apart, block, into: recorder.input) }
      } else {
        trapped.count { play(&apart, block, into: recorder.input) }
      }
      _ = (plain.fetchHits(), apart.fetchHits())
    }
    let more = times.apart.medianMicroseconds - times.plain.medianMicroseconds
    let share = more / BusyInstrument.blockMicroseconds
    print(
      "  with the parts of the mix of \(apart.soundingVoices) voices beside it \(more.digits(2)) µs more: "
        + "\((100 * share).digits(3)) % of its time; \(trapped.text)")
    return (share, trapped)
  }

  /// A block with its parts, and the recording of them.
  private func play(
    _ instrument: inout BusyInstrument, _ block: [Float], into input: Recorder.Input
  ) {
    instrument.process()
    input.push(block, frameCount: BusyInstrument.blockFrames)
  }

  /// The forbidden acts on the audio thread.
  private struct Trapped {
    private var counts = realtime_trap_counts()

    var isNothing: Bool { counts.allocations + counts.locks + counts.fileCalls == 0 }
    var text: String {
      "\(counts.allocations) allocations, \(counts.locks) locks, \(counts.fileCalls) file calls"
    }

    mutating func count(_ body: () -> Void) {
      realtime_trap_arm()
      body()
      let seen = realtime_trap_disarm()
      counts.allocations += seen.allocations
      counts.locks += seen.locks
      counts.fileCalls += seen.fileCalls
    }
  }

  private func recorder(_ path: String, channelCount: Int) throws -> Recorder {
    try Recorder(
      RecordingFile(path: path, channelCount: channelCount),
      sampleRateHz: BusyInstrument.sampleRateHz)
  }
}
