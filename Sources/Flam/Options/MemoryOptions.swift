// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Glibc
import Instrument

/// How much memory the sounds of kits may take.
struct MemoryOptions: ParsableArguments {
  /// Unless told otherwise, in megabytes.
  static let defaultMegabytes = 256
  /// Where no clock presses, address space is enough: pages come as a kit needs them.
  private static let withoutClockMegabytes = 4096
  private static let fewestMegabytes = 8
  /// Half of the memory of this machine.
  private static let mostMegabytes = max(
    fewestMegabytes, (sysconf(CInt(_SC_PHYS_PAGES)) / 2 * sysconf(CInt(_SC_PAGESIZE))) >> 20)

  @Option(
    help: ArgumentHelp(
      """
      Memory for the recordings of kits, in megabytes (8 to half of the machine's). Default: \(defaultMegabytes); without \
      a sound card, what the kit takes.
      """, valueName: "megabytes"))
  var sampleMemory: Int?

  func validate() throws {
    let allowed = Self.fewestMegabytes...Self.mostMegabytes
    if let sampleMemory, !allowed.contains(sampleMemory) {
      throw ValidationError(
        "--sample-memory must lie in \(allowed.lowerBound)...\(allowed.upperBound) MB, not \(sampleMemory)."
      )
    }
  }

  /// For playing in real time; to be pinned before the first hit.
  func forPlaying() -> SampleMemory {
    SampleMemory(megabytes: sampleMemory ?? Self.defaultMegabytes)
  }

  /// For playing in real time, all of it there.
  func pinned() -> SampleMemory {
    let memory = forPlaying()
    memory.pin()
    return memory
  }

  /// For work that no clock presses.
  var withoutClock: SampleMemory {
    SampleMemory(megabytes: sampleMemory ?? Self.withoutClockMegabytes)
  }
}
