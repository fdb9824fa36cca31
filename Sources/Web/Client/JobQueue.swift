// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization

/// Does the long jobs of pages, one after the other, on a thread with the lowest priority. If several pages wait, it alternates
/// between them.
final class JobQueue: Sendable {

  /// A job of a page.
  struct Job: Sendable {
    let page: ObjectIdentifier
    /// If it is false when the job begins, the work only reports that.
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

  /// Queues a job of a page, and at once finishes those of its jobs that are no longer wanted. False if too many of its jobs
  /// wait, or if no thread can be started.
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

  /// Drops the waiting jobs, and waits until the running one is done.
  func stop() {
    let thread = state.withLock { state in
      (state.isOver, state.jobs) = (true, [])
      return state.thread
    }
    thread?.join()
  }

  /// Removes the page's jobs that are no longer wanted, and returns them.
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
      let index = state.jobs.firstIndex { $0.page != state.lastPage } ?? 0
      state.lastPage = state.jobs[index].page
      return state.jobs.remove(at: index)
    }
  }
}
