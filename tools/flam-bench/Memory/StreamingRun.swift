// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import CRealtimeTrap
import DSP
import Glibc
import Instrument
import Kits

/// A kit larger than its memory, played in real time over a slow disk.
struct StreamingRun {
  private static let hitsPerSecond = 16
  private static let blockFrames = 64
  /// A hard disk: time to find a place, and bytes a second.
  private static let seekMicroseconds = 8000
  private static let bytesPerSecond = 60_000_000

  /// The first drums take at most so much of the time that the whole kit takes.
  private static let mostShareUntilFirst = 0.25

  let kitMegabytes: Int
  let memoryMegabytes: Int
  let seconds: Int

  /// Prints its figures; true if they meet the targets.
  func run(in folder: String) throws -> Bool {
    let large = try LargeKit(megabytes: kitMegabytes, folder: folder)
    let memory = SampleMemory(megabytes: memoryMegabytes)
    memory.pin()
    let streamer = TailStreamer(memory, sampleRateHz: LargeKit.sampleRateHz) { byteCount in
      usleep(UInt32(Self.seekMicroseconds + byteCount * 1_000_000 / Self.bytesPerSecond))
    }
    let wholeAtFirst = try KitArrival(large.path, memory: memory, streamer: streamer)
      .times.wholeMilliseconds
    let arrival = try KitArrival(large.path, memory: memory, streamer: streamer)
    print(
      "  \(kitMegabytes) MB of kit, \(memoryMegabytes) MB of memory: first drums after "
        + "\(Int(arrival.times.firstMilliseconds)) ms of processor time, "
        + "all after \(Int(wholeAtFirst)) ms at first and "
        + "\(Int(arrival.times.wholeMilliseconds)) ms when it is known")
    let share = arrival.times.firstMilliseconds / wholeAtFirst
    let isInTime = share <= Self.mostShareUntilFirst
    print(
      "  target first drums in \(Int(100 * Self.mostShareUntilFirst)) % of the whole: "
        + "\((100 * share).digits(1)) %: \(isInTime ? "met" : "MISSED")")
    return play(arrival.kit, streamer) && isInTime
  }

  private func play(_ kit: Kit, _ streamer: TailStreamer) -> Bool {
    var bank = VoiceBank(
      drums: DrumSet.make(kit: kit, seed: 1), voiceCount: 256, tails: streamer.exchange.audioSide)
    var random = SeededGenerator(seed: 2)
    var block = [Float](repeating: 0, count: 2 * Self.blockFrames)
    let hitBlocks = LargeKit.sampleRateHz / Self.blockFrames / Self.hitsPerSecond
    let blocks = seconds * LargeKit.sampleRateHz / Self.blockFrames
    ResidentMemory.settle()
    let residentBefore = ResidentMemory.kibibytes
    var (hits, silent, lateAtFirst, offences) = (0, 0, 0, 0)
    var peak: Float = 1
    let start = rt_now_nanoseconds()
    for index in 0..<blocks {
      rt_sleep_until(start + Int64(index * Self.blockFrames) * 1_000_000_000 / 48_000)
      for sample in block.indices { block[sample] = 0 }
      if index % hitBlocks == 0 {
        silent += peak < 0.02 ? 1 : 0
        peak = 0
        hits += 1
      }
      realtime_trap_arm()
      if index % hitBlocks == 0 {
        let pad = min(LargeKit.padCount - 1, Int(random.uniform() * Float(LargeKit.padCount)))
        bank.start(
          NoteOn(hit: hits, pad: pad, velocity: 0.2 + 0.8 * random.uniform()), atFrame: bank.frame)
      }
      bank.serveTails()
      var span = block.mutableSpan
      bank.render(into: &span)
      let counts = realtime_trap_disarm()
      offences += Int(counts.allocations + counts.frees + counts.locks + counts.fileCalls)
      if index % hitBlocks < 5 { peak = max(peak, block.map(abs).max() ?? 0) }
      if index == LargeKit.sampleRateHz / Self.blockFrames { lateAtFirst = bank.lateTailCount }
    }
    let late = bank.lateTailCount - lateAtFirst
    let drift = ResidentMemory.drift(from: residentBefore)
    print(
      "  \(hits) hits over \(LargeKit.padCount) pads in \(seconds) s, a disk of "
        + "\(Self.seekMicroseconds / 1000) ms and \(Self.bytesPerSecond / 1_000_000) MB/s: "
        + "\(silent) silent, \(late) late after the first second (\(lateAtFirst) in it), "
        + "\(offences) allocations, locks or file calls; resident memory "
        + "\(ResidentMemory.text(drift))")
    let isMet = silent == 0 && late == 0 && offences == 0 && abs(drift) <= 0.01
    print("  target 0, 0, 0 and 1 %: \(isMet ? "met" : "MISSED")")
    return isMet
  }
}
