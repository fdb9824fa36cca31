// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Instrument
import Kits

/// A kit that was loaded as `flam play` does it, and how long that took.
struct KitArrival {
  /// The first drums are to play after this time.
  static let targetMilliseconds = 200
  /// How often it checks.
  private static let pauseNanoseconds: Int64 = 500_000
  /// A machine at rest wakes a thread no later than this.
  private static let usualNanoseconds: Int64 = 200_000

  let kit: Kit
  /// Until the drums of the general profile can be played, and until all can.
  let firstMilliseconds: Int
  let wholeMilliseconds: Int

  /// Loads the kit at `path`.
  init(_ path: String, memory: SampleMemory, streamer: TailStreamer) throws {
    let start = rt_now_nanoseconds()
    let loading = try KitLoading(
      path: path, sampleRateHz: LargeKit.sampleRateHz, into: memory, streamer: streamer,
      struckAt: [.kick, .snare, .hihatClosed].map { PadChoice($0) })
    // By so much this thread woke up late: the machine was busy with other things.
    var heldUp: Int64 = 0
    func milliseconds() -> Int { Int((rt_now_nanoseconds() - start - heldUp) / 1_000_000) }
    var first: Int?
    while true {
      if first == nil && loading.newKit() != nil { first = milliseconds() }
      if let end = loading.end {
        kit = try end.get().kit
        wholeMilliseconds = milliseconds()
        firstMilliseconds = first ?? wholeMilliseconds
        return
      }
      let due = rt_now_nanoseconds() + Self.pauseNanoseconds
      rt_sleep_until(due)
      heldUp += max(0, rt_now_nanoseconds() - due - Self.usualNanoseconds)
    }
  }

  /// Loads every kit of this machine but those that are made when they are first played; true if
  /// all play in time.
  static func all() throws -> Bool {
    let memory = SampleMemory(megabytes: 256)
    memory.pin()
    let streamer = TailStreamer(memory, sampleRateHz: LargeKit.sampleRateHz)
    var slowest: (name: String, milliseconds: Int) = ("none", 0)
    var longest: (name: String, milliseconds: Int) = ("none", 0)
    let locator = KitLocator()
    let kits = locator.kits.filter { kit in
      !locator.synthesisedKits.contains { $0.name == kit.name }
    }
    for kit in kits {
      let arrival = try KitArrival(kit.path, memory: memory, streamer: streamer)
      if arrival.firstMilliseconds > slowest.milliseconds {
        slowest = (kit.name, arrival.firstMilliseconds)
      }
      if arrival.wholeMilliseconds > longest.milliseconds {
        longest = (kit.name, arrival.wholeMilliseconds)
      }
    }
    let isMet = slowest.milliseconds <= targetMilliseconds
    print(
      "  \(kits.count) kits: first drums after \(slowest.milliseconds) ms at most "
        + "(\(slowest.name)), all after \(longest.milliseconds) ms at most (\(longest.name))")
    print("  target \(targetMilliseconds) ms until the first: \(isMet ? "met" : "MISSED")")
    return isMet
  }
}
