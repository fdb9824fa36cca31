// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtimeTrap
import Glibc
import Instrument

/// What the audio path does that it must not, and what memory the process holds, over many blocks.
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
    var instrument = BusyInstrument(feedback: FeedbackSettings(), returnGain: 0.5)
    instrument.warmUp()
    let before = residentKibibytes()
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
    let after = residentKibibytes()
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

  private func residentKibibytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, CInt(line.count), file) != nil else { return 0 }
    let fields = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self)
      .split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(CInt(_SC_PAGESIZE))) / 1024 : 0
  }
}
