// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Synchronization

/// What is there of a kit that is still being loaded.
public struct PartialKit: Sendable {
  /// Ready to be played.
  public let kit: Kit
  /// How much of it this is.
  public let detail: KitDetail

  /// So much of a kit.
  public init(kit: Kit, detail: KitDetail) { (self.kit, self.detail) = (kit, detail) }
}

/// A kit that is loaded while others play: by a thread of its own, first the least that can be played of the pads that are
/// asked for, then a variation of each of their layers, then all of it. A part that would take the room of the whole is
/// left out, and so are both where the whole is kept as it is played.
///
/// Who lets go of it before its end gives the kit up, and waits until its thread has seen that. Who may not wait lets another one
/// begin after it.
public final class KitLoading: @unchecked Sendable {
  private struct State {
    var newest: PartialKit?
    var end: Result<LoadedKit, KitError>?
  }

  /// The kit, as it was asked for.
  public let path: String
  /// How far it has come.
  public let progress = LoadingProgress()
  private let sampleRateHz: Int
  private let adjustments: KitAdjustments
  private let memory: SampleMemory
  private let streamer: TailStreamer?
  private let choices: [PadChoice]
  private let isWholeOnly: Bool
  /// What was given up for it, until that has ended.
  private var predecessor: KitLoading?
  private let state = Mutex(State())
  private var thread: WorkThread?

  /// Readers of XML go as deep as the file does.
  private static let stackBytes = 8 << 20
  private static let pollMicroseconds = 500

  /// Begins to load the kit at `path`.
  ///
  /// - Parameters:
  ///   - adjustments: What the player has otherwise than the kit.
  ///   - streamer: Streams the tails of sounds that do not fit into `memory`; nil if a kit has to fit.
  ///   - choices: What will be struck first: these pads come before all others. All pads where it is empty.
  ///   - isWholeOnly: Nobody plays a part of it.
  ///   - predecessor: Is given up; this one begins, without keeping the caller waiting, once it has ended and left its memory.
  public init(
    path: String, sampleRateHz: Int, adjustments: KitAdjustments = KitAdjustments(),
    into memory: SampleMemory, streamer: TailStreamer? = nil, struckAt choices: [PadChoice],
    isWholeOnly: Bool = false, after predecessor: KitLoading? = nil
  ) throws(KitError) {
    predecessor?.giveUp()
    self.predecessor = predecessor
    self.path = path
    self.sampleRateHz = sampleRateHz
    self.adjustments = adjustments
    self.memory = memory
    self.streamer = streamer
    self.choices = choices
    self.isWholeOnly = isWholeOnly
    let unretained = Unmanaged.passUnretained(self)
    thread = WorkThread(stackBytes: Self.stackBytes) {
      unretained._withUnsafeGuaranteedRef { $0.run() }
    }
    guard thread != nil else {
      throw KitError(
        .noResources, kit: path, reason: "the system starts no more threads",
        advice: "end other programs and try again")
    }
  }

  deinit {
    progress.giveUp()
    thread?.join()
  }

  /// Cancels the loading, without waiting for its end.
  public func giveUp() { progress.giveUp() }

  /// The fullest playable kit, if it is fuller than at the last call; nil after the end, see ``end``.
  public func newKit() -> PartialKit? {
    state.withLock { state in
      defer { state.newest = nil }
      return state.end == nil ? state.newest : nil
    }
  }

  /// What came of it; nil as long as it is loaded.
  public var end: Result<LoadedKit, KitError>? { state.withLock { $0.end } }

  /// The loading thread. It holds no reference of its own: deinit waits for its end.
  private func run() {
    // What was given up leaves its memory first, whoever else holds on to it.
    predecessor?.waitUntilEnded()
    predecessor = nil
    do throws(KitError) {
      try progress.checkIsWanted(path)
      var job = try LoadingJob(
        path: path, sampleRateHz: sampleRateHz, adjustments: adjustments, memory: memory,
        streamer: streamer,
        progress: progress)
      let gainDecibels = job.keptGainDecibels
      let isAtOnce = isWholeOnly || job.isKept()
      for detail in isAtOnce ? [] : KitSketch.details {
        // A sound that fails in a hurry comes with the rest, or is reported then.
        let sketch = try? job.sketch(
          detail, struckAt: choices, gainDecibels: gainDecibels)
        if let sketch { state.withLock { $0.newest = PartialKit(kit: sketch, detail: detail) } }
      }
      let loaded = try job.whole()
      finish(.success(loaded))
      job.keeping?.keepLater()
    } catch {
      finish(.failure(error))
    }
  }

  private func waitUntilEnded() {
    while end == nil { MonotonicClock.sleep(microseconds: Self.pollMicroseconds) }
  }

  private func finish(_ end: Result<LoadedKit, KitError>) {
    state.withLock { state in
      state.newest = nil
      state.end = end
    }
  }
}
