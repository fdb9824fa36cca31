// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtimeTrap
import Glibc
import Instrument
import Simulation

/// Kits that take turns in one memory, next to one that stays: the effect of the swap on the sound,
/// and on the memory.
struct SwappingRun {
  private static let blockFrames = 64

  let swapCount: Int
  let hitsPerKit: Int

  /// Prints its figures; true if they meet the targets.
  func run() -> Bool {
    // A low drum of half a second that begins and ends without a step.
    let drum = TestKit.Drum(
      (0..<24_000).map { frame -> SIMD2<Float> in
        let left = Float(24_000 - frame) / 24_000
        let value = 0.5 * sin(Float(frame) * .pi / 240) * left * left
        return SIMD2(value, value)
      })
    let kitBlocks = SampleMemory.blocks(frameCount: 24_000)
    let memory = SampleMemory(blockCount: 3 * kitBlocks)
    memory.pin()
    func drums() -> DrumSetPointer {
      DrumSet.make(kit: TestKit.kit([drum], in: memory), seed: 1)
    }
    let exchange = DrumExchange()
    var side = exchange.audioSide
    var changing = VoiceBank(drums: drums())
    var steady = VoiceBank(kit: TestKit.kit([drum]), seed: 1)
    var (block, expected) = (
      [Float](repeating: 0, count: 2 * Self.blockFrames),
      [Float](repeating: 0, count: 2 * Self.blockFrames)
    )
    var (swaps, hits, offences) = (0, 0, 0)
    var worst: Float = 0
    ResidentMemory.settle()
    var residentBefore = 0
    while swaps < swapCount || hits < swapCount * hitsPerKit {
      if swaps == swapCount / 50 { residentBefore = ResidentMemory.kibibytes }
      exchange.collect()
      if memory.freeBlockCount >= kitBlocks {
        let next = drums()
        if exchange.offer(next) { swaps += 1 } else { next.free() }
      }
      for _ in 0..<hitsPerKit {
        hits += 1
        let stroke = NoteOn(hit: hits, pad: 0, velocity: 1)
        for index in block.indices { (block[index], expected[index]) = (0, 0) }
        steady.start(stroke, atFrame: steady.frame + 9)
        var reference = expected.mutableSpan
        steady.render(into: &reference)
        realtime_trap_arm()
        changing.start(stroke, atFrame: changing.frame + 9)
        side.serve(&changing)
        var span = block.mutableSpan
        changing.render(into: &span)
        let counts = realtime_trap_disarm()
        offences += Int(counts.allocations + counts.frees + counts.locks + counts.fileCalls)
        for index in block.indices { worst = max(worst, abs(block[index] - expected[index])) }
      }
    }
    let drift = ResidentMemory.drift(from: residentBefore)
    let decibels = worst > 0 ? "\(Int(20 * log10(worst))) dB" : "none: the same bits"
    print(
      "  \(swaps) swaps, \(hits) hits: difference from a kit that stays \(decibels) (target -60 dB), "
        + "\(offences) allocations, locks or file calls, resident memory "
        + "\(ResidentMemory.text(drift)), \(memory.blockCount - memory.freeBlockCount) of "
        + "\(memory.blockCount) blocks taken")
    let isMet = worst <= 0.001 && offences == 0 && abs(drift) <= 0.01
    print("  target -60 dB, 0 and 1 %: \(isMet ? "met" : "MISSED")")
    return isMet
  }
}
