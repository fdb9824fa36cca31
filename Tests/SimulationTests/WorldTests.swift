// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Simulation
import Synchronization
import TestSupport
import Testing

@Suite struct WorldTests {
  /// Who went on when, of three threads that sleep for 1, 2 and 3 ms.
  private static func steps(_ order: World.Order) -> (log: [String], report: World.Report) {
    let world = World(order)
    let log = Mutex<[String]>([])
    world.run {
      let start = MonotonicClock.now
      let threads = (1...3).compactMap { number in
        WorkThread {
          for _ in 0..<3 {
            MonotonicClock.sleep(microseconds: 1000 * number)
            let microseconds = Int((MonotonicClock.now - start) / .microseconds(1))
            log.withLock { $0.append("\(number)@\(microseconds)") }
          }
        }
      }
      for thread in threads { thread.join() }
    }
    return (log.withLock { $0 }, world.report)
  }

  @Test("time passes only while all threads wait, and threads go on when they asked to")
  func order() {
    let (log, report) = Self.steps(World.Order())
    #expect(
      log == [
        "1@1000", "2@2000", "1@2000", "3@3000", "1@3000", "2@4000", "3@6000", "2@6000", "3@9000",
      ])
    #expect(report.running == 0 && report.threads == 3 && report.late == 0)
    #expect(report.seconds >= 0.009 && report.seconds < 0.01)
  }

  @Test("a seed decides the order and the lateness, and the same seed the same way")
  func seeds() {
    func steps(_ seed: UInt64) -> [String] {
      var order = World.Order()
      (order.seed, order.isShuffled) = (seed, true)
      (order.lateOneOf, order.mostLateMilliseconds) = (3, 2)
      return Self.steps(order).log
    }
    #expect(steps(1) == steps(1))
    #expect(Set((1...20).map(steps)).count > 15)
  }

  @Test("a thread that the world refuses does not exist")
  func refusal() {
    var order = World.Order()
    order.refusedThreadOneOf = 1
    let world = World(order)
    #expect(world.run { WorkThread {} } == nil)
    #expect(world.report.refused == 1)
  }

  @Test("two hours of waiting in vain take no time", .simulated)
  func hours() {
    let start = MonotonicClock.now
    #expect(!eventually { MonotonicClock.now - start > .seconds(7200) })
    MonotonicClock.sleep(microseconds: 7_200_000_000)
    #expect(eventually { MonotonicClock.now - start > .seconds(7200) })
  }

  @Test("semaphores and descriptors are waited for by the clock of the world", .simulated)
  func waiting() throws {
    let semaphore = Semaphore()
    var pipe: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&pipe) == 0)
    defer { pipe.forEach { _ = close($0) } }
    let (reading, writing) = (pipe[0], pipe[1])
    let start = MonotonicClock.now
    let thread = try #require(
      WorkThread {
        MonotonicClock.sleep(microseconds: 500_000)
        semaphore.signal()
        MonotonicClock.sleep(microseconds: 500_000)
        _ = write(writing, "x", 1)
      })
    semaphore.wait()
    #expect(abs((MonotonicClock.now - start) / .seconds(1) - 0.5) < 0.002)
    #expect(!FileDescriptors.wait(for: reading, events: POLLIN, milliseconds: 100))
    #expect(FileDescriptors.wait(for: reading, events: POLLIN, milliseconds: 10_000))
    #expect(abs((MonotonicClock.now - start) / .seconds(1) - 1) < 0.002)
    thread.join()
  }
}
