// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Synchronization

/// Does the long jobs of messages on a thread of its own. If several wait, only the last is done.
final class OSCJobRunner: Sendable {
  /// A job.
  struct Job: Sendable {
    let work: @Sendable () -> Void
    /// Reports to the sender that the job is not done, and why.
    let refuse: @Sendable (_ reason: String) -> Void
  }

  private struct State {
    var isOver = false
    var isRunning = false
    var waiting: Job?
    var thread: WorkThread?
  }

  private let state = Mutex(State())

  /// Takes a job; it replaces one that waits.
  func take(_ job: Job) {
    let (refused, reason) = state.withLock { state -> (Job?, String) in
      guard !state.isOver else { return (job, "Flam ends") }
      let passed = state.waiting
      state.waiting = job
      guard !state.isRunning else { return (passed, "a newer request replaced it") }
      state.thread = WorkThread { [weak self] in
        while let job = self?.next() { job.work() }
      }
      state.isRunning = state.thread != nil
      if state.isRunning { return (nil, "") }
      state.waiting = nil
      return (job, "the system starts no more threads; end other programs")
    }
    refused?.refuse(reason)
  }

  /// Drops the waiting job, and waits until the running one is done.
  func stop() {
    let thread = state.withLock { state in
      (state.isOver, state.waiting) = (true, nil)
      return state.thread
    }
    thread?.join()
  }

  private func next() -> Job? {
    state.withLock { state in
      defer { state.waiting = nil }
      state.isRunning = state.waiting != nil
      return state.waiting
    }
  }
}
