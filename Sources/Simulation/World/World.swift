// SPDX-License-Identifier: GPL-3.0-or-later
import CThreads

/// A world in which time passes only while all threads wait: engines, boards, ports and recordings
/// run in it as they do outside, as fast as can be computed, and the same each time.
///
/// Its threads run on the thread that entered it, one at a time; see `CThreads.h`. A thread that
/// waits in the kernel for another thread of the world would wait for ever: use ``MonotonicClock``,
/// ``FileDescriptors`` and ``Semaphore``.
public final class World {
  /// How it goes.
  public struct Order: Sendable {
    /// Decides all that is left to chance below.
    public var seed: UInt64 = 0
    /// Of threads that wait for the same moment, the seed picks the next one; otherwise the one
    /// that began to wait first.
    public var isShuffled = false
    /// One of this many wakings is late; nil for none.
    public var lateOneOf: Int?
    /// How late at most, in milliseconds.
    public var mostLateMilliseconds = 0.0
    /// One of this many threads cannot be started; nil for none.
    public var refusedThreadOneOf: Int?

    /// No waking is late, and threads run in the order in which they began to wait.
    public init() {}
  }

  /// The world's events.
  public struct Report: Sendable, Equatable {
    /// How long it lasted by its own clock.
    public let seconds: Double
    /// How often one thread gave way to another.
    public let switches: Int
    /// Threads that were started.
    public let threads: Int
    /// Of these, threads that have not ended.
    public let running: Int
    /// Wakings that were late.
    public let late: Int
    /// Threads that could not be started.
    public let refused: Int
  }

  private let world: OpaquePointer

  /// A world without threads.
  public init(_ order: Order = Order()) {
    world = rt_world_make(
      rt_world_order(
        seed: order.seed, isShuffled: order.isShuffled, lateOneOf: UInt32(order.lateOneOf ?? 0),
        mostLateNanoseconds: Int64(1e6 * order.mostLateMilliseconds),
        refusedOneOf: UInt32(order.refusedThreadOneOf ?? 0)))
  }

  deinit { rt_world_end(world) }

  /// Runs `body` with the calling thread in this world.
  public func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = rt_world_current()
    rt_world_enter(world)
    defer { rt_world_enter(outer) }
    return try body()
  }

  /// The events so far.
  public var report: Report {
    let reported = rt_world_report_of(world)
    return Report(
      seconds: 1e-9 * Double(reported.nanoseconds), switches: Int(reported.switches),
      threads: Int(reported.threads), running: Int(reported.running), late: Int(reported.late),
      refused: Int(reported.refused))
  }

  /// Takes the sound devices of the world away that the calling thread is in, or brings them back.
  public static func loseDevices(_ areLost: Bool) { rt_world_lose_devices(areLost) }

  /// A number below `bound` by the seed of the world that the calling thread is in; 0 outside of
  /// any.
  public static func choose(below bound: Int) -> Int { Int(rt_world_choose(UInt64(bound))) }
}
