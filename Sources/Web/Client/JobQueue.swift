// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization

/// Does what pages ask for and what takes long: one job after the other, each of another page than the last where several
/// wait, on a thread that gives way to all others.
final class JobQueue: Sendable {

  /// What is to be done for a page.
  struct Job: Sendable {
    let page: ObjectIdentifier
    /// Once it is not, the work does no more than to tell that.
    let isWanted: @Sendable () -> Bool
    let work: @Sendable () -> Void
  }
  private struct State {
    var isOver = false
    var isRunning = false
    var jobs: [Job] = []
    /// The page whose job was begun last.
    var lastPage: ObjectIdentifier?
    var thread: WorkThread?
  }
  private let state = Mutex(State())

  /// Takes a job of a page, and is done at once with those of its jobs that are not wanted any more; false where too many of
  /// the others wait, or no thread can be started.
  func take(_ job: Job) -> Bool {
    for unwanted in unwanted(of: job.page) { unwanted.work() }
    return state.withLock { state in
      guard !state.isOver,
        state.jobs.count(where: { $0.page == job.page }) < PageLimits.waitingJobs
      else { return false }
      state.jobs.append(job)
      guard !state.isRunning else { return true }
      state.thread = WorkThread { [weak self] in
        WorkThread.giveWay()
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

  /// Takes what is not wanted any more out of what waits for a page.
  private func unwanted(of page: ObjectIdentifier) -> [Job] {
    state.withLock { state in
      let unwanted = state.jobs.filter { $0.page == page && !$0.isWanted() }
      state.jobs.removeAll { $0.page == page && !$0.isWanted() }
      return unwanted
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.isRunning = false
        return nil
      }
      let place = state.jobs.firstIndex { $0.page != state.lastPage } ?? 0
      state.lastPage = state.jobs[place].page
      return state.jobs.remove(at: place)
    }
  }
}
