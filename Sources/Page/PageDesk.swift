// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization

/// Does what pages ask for and what takes long: one job after the other, on a thread that gives way to all others.
final class PageDesk: Sendable {
  private static let niceness: Int32 = 10

  private struct Job {
    let page: ObjectIdentifier
    let work: @Sendable () -> Void
  }
  private struct State {
    var isOver = false
    var isRunning = false
    var jobs: [Job] = []
    var thread: WorkThread?
  }
  private let state = Mutex(State())

  /// Takes a job of a page; false where too many of its jobs wait, or no thread can be started.
  func take(from page: ObjectIdentifier, _ work: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isOver, state.jobs.count(where: { $0.page == page }) < PageLimits.waitingJobs
      else { return false }
      state.jobs.append(Job(page: page, work: work))
      guard !state.isRunning else { return true }
      state.thread = WorkThread { [weak self] in
        nice(Self.niceness)
        while let job = self?.next() { job.work() }
      }
      state.isRunning = state.thread != nil
      if !state.isRunning { state.jobs = [] }
      return state.isRunning
    }
  }

  /// Forgets what waits, and waits until what is being done is done.
  func stop() {
    let thread = state.withLock { state in
      (state.isOver, state.jobs) = (true, [])
      return state.thread
    }
    thread?.join()
  }

  private func next() -> Job? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
