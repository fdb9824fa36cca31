// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import SoundFiles
import Engine
import Glibc
import Instrument
import Kits
import Profiles

/// The work of `flam play` until it is heard, or one part of it. It runs in a process of its own,
/// which prints how much processor time it had taken by then.
enum StartStage: String, CaseIterable, ExpressibleByArgument {
  /// The program itself.
  case program
  /// The ears have heard a block.
  case hearing
  /// 256 MB of sample memory are there.
  case memory
  /// The drums that the built-in guess strikes can be played.
  case drums
  /// All of the kit is loaded.
  case kit
  /// An engine plays a take, and its first block was played.
  case play

  private static let sampleRateHz = 48_000
  private static let blockFrames = 64
  private static let sampleMegabytes = 256
  private static let pollMicroseconds: UInt32 = 200

  /// Does it, and prints the milliseconds of processor time of the process, and how many passed from the call on.
  func run() throws -> Never {
    let start = ContinuousClock.now
    let held = try work()
    let passed = (ContinuousClock.now - start) / .milliseconds(1)
    print("\(Self.processorMilliseconds) \(passed)")
    fflush(nil)
    withExtendedLifetime(held) {}
    _exit(0)
  }

  /// The object made, to be held until the time is printed.
  private func work() throws -> Any? {
    switch self {
    case .program: return nil
    case .hearing:
      let ears = Listener(profile: .general, sampleRateHz: Self.sampleRateHz)
      ears.hear(
        HeldTake([Float](repeating: 0, count: Self.blockFrames)), periodFrames: Self.blockFrames
      ) { (_: HitLine) in }
      return ears
    case .memory:
      let memory = SampleMemory(megabytes: Self.sampleMegabytes)
      memory.pin()
      return memory
    case .drums: return try load(isWholeOnly: false) { $0.newKit() }
    case .kit: return try load(isWholeOnly: true) { _ in nil }
    case .play: return try play()
    }
  }

  /// Loads the bundled kit until `enough` of it is there.
  private func load(isWholeOnly: Bool, until enough: (KitLoading) -> PartialKit?) throws -> Any {
    let memory = SampleMemory(megabytes: Self.sampleMegabytes)
    let loading = try KitLoading(
      path: KitLocator().kit(nil), sampleRateHz: Self.sampleRateHz, into: memory,
      streamer: TailStreamer(memory, sampleRateHz: Self.sampleRateHz),
      struckAt: Profile.general.sounds.map(\.choice), isWholeOnly: isWholeOnly)
    while enough(loading) == nil {
      if let end = loading.end { return (loading, try end.get()) }
      usleep(Self.pollMicroseconds)
    }
    return loading
  }

  private func play() throws -> Any {
    var setup = EngineSetup()
    guard let take = KitLocator().takes.first else {
      throw StartFailure(reason: "no bundled take; set FLAM_SAMPLES to the folder Samples")
    }
    setup.input = .take(path: take, channels: .mean, isLooped: true)
    setup.output = .nothing
    let engine = try Engine(setup)
    try engine.start()
    while engine.snapshot.frame == 0 && engine.isRunning { usleep(Self.pollMicroseconds) }
    return engine
  }

  /// User and system, of all threads, from the beginning of the process.
  private static var processorMilliseconds: Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    func milliseconds(_ time: timeval) -> Double {
      1000 * Double(time.tv_sec) + Double(time.tv_usec) / 1000
    }
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }
}

/// Why a start, or a rendering, cannot be measured.
struct StartFailure: Error, CustomStringConvertible {
  let reason: String

  var description: String { "cannot measure how the program runs: \(reason)" }
}
