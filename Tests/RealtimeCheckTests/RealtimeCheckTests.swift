// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import CRealtimeTrap
import Glibc
import Instrument
import Profiles
import Simulation
import Testing

/// In an ordinary build the trap counts; in a sanitized one RealtimeSanitizer ends the program at the first offence.
@Suite struct RealtimeCheckTests {
  private static let isTrapThere = realtime_trap_present()

  /// What this thread did in `body`.
  private func counts(_ body: () -> Void) -> realtime_trap_counts {
    realtime_trap_arm()
    body()
    return realtime_trap_disarm()
  }

  @Test("a planted allocation is counted", .enabled(if: RealtimeCheckTests.isTrapThere))
  func allocation() {
    var memory: UnsafeMutableRawPointer?
    let counted = counts {
      memory = malloc(64)
      free(memory)
      memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    }
    memory?.deallocate()
    #expect(counted.allocations == 2 && counted.frees == 1)
  }

  @Test("a planted lock is counted", .enabled(if: RealtimeCheckTests.isTrapThere))
  func lock() {
    var mutex = pthread_mutex_t()
    pthread_mutex_init(&mutex, nil)
    let counted = counts {
      pthread_mutex_lock(&mutex)
      pthread_mutex_unlock(&mutex)
    }
    #expect(counted.locks == 1 && counted.allocations == 0)
  }

  @Test("a planted file read is counted", .enabled(if: RealtimeCheckTests.isTrapThere))
  func fileRead() {
    var byte: UInt8 = 1
    let counted = counts {
      let file = open("/dev/zero", O_RDONLY)
      read(file, &byte, 1)
      close(file)
    }
    #expect(counted.fileCalls == 3 && byte == 0)
  }

  @Test("an instrument that hears, answers, steals, chokes and limits does none of it")
  func instrument() {
    var drums = TestKit.noiseDrums(frameCount: 96_000)
    for index in drums.indices {
      drums[index].chokeGroup = index
      drums[index].chokes = index
    }
    var settings = InstrumentSettings()
    settings.voiceCount = 8
    let performance = Performance(
      kit: TestKit.kit(drums),
      profile: .general, settings: settings)
    let input = Signal.taps(count: 480_000, everyFrames: 1920)
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 128)
    defer { output.deallocate() }
    var peak: Float = 0
    let counted = input.withUnsafeBufferPointer { samples in
      var total = realtime_trap_counts()
      guard let base = samples.baseAddress else { return total }
      for frame in stride(from: 0, to: samples.count, by: 64) {
        realtime_trap_arm()
        performance.audioSide.process(base + frame, into: output, frameCount: 64)
        let counts = realtime_trap_disarm()
        total.allocations += counts.allocations + counts.frees
        total.locks += counts.locks
        total.fileCalls += counts.fileCalls
        peak = max(peak, output[0])
      }
      return total
    }
    #expect(counted.allocations == 0 && counted.locks == 0 && counted.fileCalls == 0)
    #expect(peak > 0.5 && performance.snapshot.hits > 200)
  }
}
