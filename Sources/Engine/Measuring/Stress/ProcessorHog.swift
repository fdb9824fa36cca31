// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// Keeps every core of the machine busy at normal priority, reading and writing memory, until it is
/// stopped.
final class ProcessorHog: Sendable {
  private let threads: WorkThreads

  /// Starts one thread a core.
  init() {
    threads = WorkThreads(count: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) { mustStop in
      // Larger than the caches near the core, so that it pushes other data out of them.
      let numbers = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 1 << 20)
      numbers.initialize(repeating: 1)
      var sum: UInt32 = 1
      while !mustStop.load(ordering: .relaxed) {
        for index in numbers.indices {
          sum = sum &* 1_664_525 &+ numbers[index]
          numbers[index] = sum
        }
      }
      numbers.deallocate()
    }
  }

  /// Ends the threads and waits for them.
  func stop() { threads.stop() }
}
