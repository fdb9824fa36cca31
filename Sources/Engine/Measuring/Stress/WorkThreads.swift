// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// Threads at normal priority that do the same work until they are told to stop.
public final class WorkThreads: @unchecked Sendable {
  /// What a thread works on until the flag is set.
  public typealias Work = @Sendable (borrowing Atomic<Bool>) -> Void

  private final class Shared: Sendable {
    let mustStop = Atomic(false)
    let work: Work

    init(_ work: @escaping Work) { self.work = work }
  }

  private let shared: Shared
  private let threads = Mutex<[pthread_t]>([])

  /// Starts `count` threads.
  public init(count: Int, _ work: @escaping Work) {
    shared = Shared(work)
    threads.withLock { started in
      for _ in 0..<count {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(shared)
        let failure = pthread_create(
          &thread, nil,
          { context in
            guard let context else { return nil }
            let shared = Unmanaged<Shared>.fromOpaque(context).takeRetainedValue()
            shared.work(shared.mustStop)
            return nil
          }, context.toOpaque())
        if failure == 0 { started.append(thread) } else { context.release() }
      }
    }
  }

  deinit { stop() }

  /// Tells the threads to stop and waits for none: each gives back what it holds once it has.
  public func leave() {
    shared.mustStop.store(true, ordering: .relaxed)
    threads.withLock { started in
      for thread in started { pthread_detach(thread) }
      started = []
    }
  }

  /// Tells the threads to stop and waits until they have.
  public func stop() {
    shared.mustStop.store(true, ordering: .relaxed)
    threads.withLock { started in
      for thread in started { pthread_join(thread, nil) }
      started = []
    }
  }
}
