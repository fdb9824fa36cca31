// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtimeTrap
import Instrument

/// Forbidden acts of the audio path, and the memory that the process holds, over many blocks.
struct RealtimeBenchmark {
  /// The kit is changed every so many blocks.
  private static let blocksPerKit = 1000

  let blockCount: Int

  func run() -> Bool {
    print(
      "realtime: \(blockCount) blocks of \(BusyInstrument.blockFrames) frames, everything on, "
        + "another kit every \(Self.blocksPerKit)")
    guard realtime_trap_present() else {
      print("  not in a build with a sanitizer: nothing counted")
      return true
    }
    var instrument = BusyInstrument(feedback: FeedbackSettings(), returnGain: 0.5, recordings: 1)
    instrument.warmUp()
    let before = ResidentMemory.kibibytes
    var total = realtime_trap_counts()
    var hits = 0
    for block in 0..<blockCount {
      if block % Self.blocksPerKit == 0 { instrument.changeKit() }
      realtime_trap_arm()
      instrument.process()
      let counts = realtime_trap_disarm()
      total.allocations += counts.allocations
      total.frees += counts.frees
      total.locks += counts.locks
      total.fileCalls += counts.fileCalls
      hits += instrument.fetchHits()
    }
    let after = ResidentMemory.kibibytes
    print("  \(hits) hits heard, \(instrument.soundingVoices) voices sound at the end")
    print(
      "  \(total.allocations) allocations, \(total.frees) frees, \(total.locks) locks, "
        + "\(total.fileCalls) file calls on the audio path")
    print("  resident memory \(before) KiB before, \(after) KiB after")
    let isClean =
      total.allocations == 0 && total.frees == 0 && total.locks == 0 && total.fileCalls == 0
    let isConstant = Double(after) <= Double(before) * 1.01
    print(
      "  target all 0 and memory constant within 1 %: \(isClean && isConstant ? "met" : "MISSED")")
    return isClean && isConstant
  }
}
