// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Instrument
import Realtime
import Synchronization

/// The loaded part of a kit that is still being loaded.
public struct PartialKit: Sendable {
  /// Ready to be played.
  public let kit: Kit
  /// How much of the kit it is.
  public let detail: KitDetail

  /// A part of a kit.
  public init(kit: Kit, detail: KitDetail) { (self.kit, self.detail) = (kit, detail) }
}

/// A kit that is loaded while others play. Its own thread first loads the least that can be played
/// of the wanted pads, then one variation of each of their layers, then the whole kit. A part that
/// would take the memory of the whole is skipped. Both are skipped if the whole kit is stored as it
/// is played.
///
/// Releasing it before its end cancels the kit, and waits until its thread has noticed that.
/// Whoever must not wait starts another one after it.
public final class KitLoading: @unchecked Sendable {
  private struct State {
    var newest: PartialKit?
    var end: Result<LoadedKit, KitError>?
  }

  /// The kit as it was given.
  public let path: String
  /// How far it has come.
  public let progress = LoadingProgress()
  private let sampleRateHz: Int
  private let adjustments: KitAdjustments
  private let memory: SampleMemory
  private let streamer: TailStreamer?
  private let choices: [PadChoice]
  private let isWholeOnly: Bool
  /// What was cancelled for it, until that has ended.
  private var predecessor: KitLoading?
  private let state = Mutex(State())
  private var thread: WorkThread?

  /// XML readers recurse as deep as the file does.
  private static let stackBytes = 8 << 20
  private static let pollMicroseconds = 500

  /// Starts to load the kit at `path`.
  ///
  /// - Parameters:
  ///   - adjustments: The player's changes to the kit.
  ///   - streamer: Streams the tails of sounds that do not fit into `memory`; nil if the kit must
  ///     fit.
  ///   - choices: What will be struck first: these pads come before all others. If it is empty, all
  ///     pads do.
  ///   - isWholeOnly: Nobody plays a part of it.
  ///   - predecessor: It is cancelled. This one starts when it has ended and freed its memory; the
  ///     caller does not wait.
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

  /// The fullest playable kit, if it is fuller than at the last call; nil after the end, see
  /// ``end``.
  public func newKit() -> PartialKit? {
    state.withLock { state in
      defer { state.newest = nil }
      return state.end == nil ? state.newest : nil
    }
  }

  /// The result; nil as long as it is being loaded.
  public var end: Result<LoadedKit, KitError>? { state.withLock { $0.end } }

  /// The loading thread. It holds no reference to this: deinit waits for its end.
  private func run() {
    // What was cancelled frees its memory first, whoever else holds it.
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
        // A sound that fails here comes with the rest, or is reported then.
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
    // What it read is freed by now.
    rt_trim_memory()
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
