// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Kits
import SoundFiles
import Storage

/// How soon a kit that is loaded while others play can be struck, beside the time that libsndfile takes to read its
/// sounds. Both are processor time: other programs and slow disks do not count.
struct KitArrival {
  struct Times {
    /// Until the kick, the snare and the closed hi-hat can be played, and until all can.
    let firstMilliseconds: Double
    let wholeMilliseconds: Double
  }

  let kit: Kit
  let times: Times

  /// Loads the kit at `path`.
  init(_ path: String, memory: SampleMemory, streamer: TailStreamer) throws {
    // The kit before is kept in the background.
    ProcessorClock.waitUntilIdle()
    let start = ProcessorClock.milliseconds
    let loading = try KitLoading(
      path: path, sampleRateHz: LargeKit.sampleRateHz, into: memory, streamer: streamer,
      struckAt: [.kick, .snare, .hihatClosed].map { PadChoice($0) })
    var first: Double?
    while true {
      if first == nil && loading.newKit() != nil { first = ProcessorClock.milliseconds - start }
      if let end = loading.end {
        kit = try end.get().kit
        let whole = ProcessorClock.milliseconds - start
        times = Times(firstMilliseconds: first ?? whole, wholeMilliseconds: whole)
        return
      }
      usleep(500)
    }
  }
}

/// The kits of this machine, each loaded once.
struct KitArrivals {
  /// The first drums take at most so many times as long as libsndfile reads all sounds.
  private static let mostTimes = 4.0

  /// Loads every kit of this machine but those that are made when they are first played; true if
  /// all play in time.
  static func run() throws -> Bool {
    let memory = SampleMemory(megabytes: 256)
    memory.pin()
    let streamer = TailStreamer(memory, sampleRateHz: LargeKit.sampleRateHz)
    let locator = KitLocator()
    let kits = locator.kits.filter { kit in
      !locator.synthesisedKits.contains { $0.name == kit.name }
    }
    let arrivals = try kits.map {
      try KitArrival($0.path, memory: memory, streamer: streamer).times
    }
    ProcessorClock.waitUntilIdle()
    let start = ProcessorClock.milliseconds
    for kit in kits { readAll(kit.path) }
    let reading = ProcessorClock.milliseconds - start
    let slowest = zip(kits, arrivals).max { $0.1.firstMilliseconds < $1.1.firstMilliseconds }
    let first = arrivals.map(\.firstMilliseconds).reduce(0, +)
    let whole = arrivals.map(\.wholeMilliseconds).reduce(0, +)
    let isMet = first <= mostTimes * reading
    print(
      "  \(kits.count) kits, processor time: first drums after \(Int(first)) ms together, "
        + "\(Int(slowest?.1.firstMilliseconds ?? 0)) ms at most (\(slowest?.0.name ?? "none")), "
        + "all after \(Int(whole)) ms; libsndfile reads their sounds in \(Int(reading)) ms")
    print(
      "  target first drums within \(Int(mostTimes)) times libsndfile's time: "
        + "\((first / reading).digits(1)): \(isMet ? "met" : "MISSED")")
    return isMet
  }

  /// Reads all sounds in a folder and below it.
  private static func readAll(_ path: String) {
    for name in FileSystem.names(in: path) { readAll("\(path)/\(name)") }
    guard var reader = try? SoundFileReader(path: path) else { return }
    var frames = [Float](repeating: 0, count: 4096 * reader.channelCount)
    var span = frames.mutableSpan
    while let count = try? reader.read(into: &span), count > 0 {}
  }
}

/// The processor time of this process, user and system, of all its threads.
enum ProcessorClock {
  /// From its beginning.
  static var milliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return 1000 * Double(time.tv_sec) + Double(time.tv_nsec) / 1e6
  }

  /// Waits until the other threads rest, ten seconds at most.
  static func waitUntilIdle() {
    for _ in 0..<500 {
      let before = milliseconds
      usleep(20_000)
      if milliseconds - before < 1 { return }
    }
  }
}
