// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Simulation
import Synchronization
import Testing

/// Where a test runs: on a thread of its own, so that it may wait without delaying others, who
/// share two.
public struct OwnThread: TestTrait, SuiteTrait, TestScoping {
  fileprivate let order: World.Order?

  /// Each test of a suite has one.
  public var isRecursive: Bool { true }

  /// Runs a test on a thread that ends with it.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let world = order.map(World.init)
    let executor = OneThread(world)
    defer { executor.end() }
    try await withTaskExecutorPreference(executor) { try await function() }
    if let world { #expect(world.report.running == 0, "threads have not ended") }
  }
}

extension Trait where Self == OwnThread {
  /// Waits for other programs, devices or the time of day.
  public static var waiting: Self { OwnThread(order: nil) }

  /// Runs in a simulated world, where waiting takes no time. See ``World``.
  public static var simulated: Self { simulated(World.Order()) }

  /// Runs in a simulated world that goes in this way.
  public static func simulated(_ order: World.Order) -> Self { OwnThread(order: order) }
}

/// Runs its work on one thread, in a world if there is one.
private final class OneThread: TaskExecutor, @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let arrival: UnsafeMutablePointer<pthread_cond_t>
  private var waiting: [UnownedJob] = []
  private var isOver = false
  /// Used by the thread alone.
  private let world: World?
  /// Readers of XML, JSON and kits go deep.
  private static let stackBytes = 8 << 20

  init(_ world: World?) {
    self.world = world
    lock = .allocate(capacity: 1)
    arrival = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(arrival, nil)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        Unmanaged<OneThread>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    precondition(failure == 0, "no thread can be started for a test")
    pthread_attr_destroy(&attributes)
    pthread_detach(thread)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(lock)
    arrival.deallocate()
    lock.deallocate()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pthread_mutex_lock(lock)
    waiting.append(job)
    pthread_cond_signal(arrival)
    pthread_mutex_unlock(lock)
  }

  func end() {
    pthread_mutex_lock(lock)
    isOver = true
    pthread_cond_signal(arrival)
    pthread_mutex_unlock(lock)
  }

  private func run() {
    let executor = asUnownedTaskExecutor()
    while let job = next() {
      if let world {
        world.run { job.runSynchronously(on: executor) }
      } else {
        job.runSynchronously(on: executor)
      }
    }
  }

  private func next() -> UnownedJob? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while waiting.isEmpty && !isOver { pthread_cond_wait(arrival, lock) }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }
}
