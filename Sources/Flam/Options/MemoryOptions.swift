// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Glibc
import Instrument

/// Memory for the recordings of kits.
struct MemoryOptions: ParsableArguments {
  /// The default while playing, in megabytes.
  static let defaultMegabytes = 256
  /// The default for work that is not in real time. Only address space is reserved; pages come as a
  /// kit needs them.
  private static let withoutClockMegabytes = 4096
  private static let fewestMegabytes = 8
  /// Half of the memory of this machine.
  private static let mostMegabytes = max(
    fewestMegabytes, (sysconf(CInt(_SC_PHYS_PAGES)) / 2 * sysconf(CInt(_SC_PAGESIZE))) >> 20)

  @Option(
    help: ArgumentHelp(
      """
      Memory for the recordings of kits while playing, in megabytes (8 to half of the machine's). Default: \
      \(defaultMegabytes). Without a sound card it is what the kit takes.
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

  /// Memory for playing in real time. Pin it before the first hit.
  func forPlaying() throws(CommandFailure) -> SampleMemory {
    try Self.memory(megabytes: sampleMemory ?? Self.defaultMegabytes)
  }

  /// Memory for playing in real time, already pinned.
  func pinned() throws(CommandFailure) -> SampleMemory {
    let memory = try forPlaying()
    memory.pin()
    return memory
  }

  /// Memory for work that is not in real time: as much as the kit needs, regardless of the memory
  /// for playing, which streams the rest. If address space is scarce, less of it is reserved.
  func withoutClock() throws(CommandFailure) -> SampleMemory {
    var megabytes = max(sampleMemory ?? 0, Self.withoutClockMegabytes)
    while megabytes > Self.defaultMegabytes {
      // All else needs some, too.
      if let memory = try? SampleMemory(mappingMegabytes: megabytes), Self.isRoomLeft {
        return memory
      }
      megabytes /= 2
    }
    return try forPlaying()
  }

  private static var isRoomLeft: Bool {
    (try? SampleMemory(mappingMegabytes: defaultMegabytes)) != nil
  }

  private static func memory(megabytes: Int) throws(CommandFailure) -> SampleMemory {
    do { return try SampleMemory(mappingMegabytes: megabytes) } catch {
      throw CommandFailure(
        .unavailable,
        "cannot take \(megabytes) MB of sample memory: the system has no room for it; "
          + "give less by --sample-memory, or raise the limit of this shell (ulimit -v)")
    }
  }
}
