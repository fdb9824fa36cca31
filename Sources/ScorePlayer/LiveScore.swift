// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Realtime
import Scores
import Synchronization

/// A score that plays beside the player, through a running engine.
///
/// Its Lua runs on a thread of its own, ``leadSeconds`` and a period ahead of the sound. The audio thread gets what is to be
/// heard through rings, and never waits for it. Made before the engine starts, its first scripts run at once: what they load
/// takes its time then, and frame 0 is heard a lead after the engine has started.
public final class LiveScore: Sendable {
  /// How far ahead of the sound it runs: longer than a change of the mix takes, and than a busy machine keeps it waiting.
  public static let leadSeconds = 0.02
  /// How many strips its objects need: see `EngineSetup.objectCount`.
  public static let objectCount = ScoreSettings.mostObjects
  private static let turnMicroseconds = 4000
  private static let eventCapacity = 1024

  /// Something to report.
  public enum Event: Sendable {
    /// Something that it did.
    case done(ScoreEvent)
    /// Why it cannot go on; the player plays on.
    case failed(ScoreError)
  }

  private let worker: ScoreWorker
  private let thread = Mutex<WorkThread?>(nil)

  /// A score whose first frames are on their way; an error if it is no Lua, or fails in these.
  ///
  /// The memory of its sounds is used for as long as the engine plays: keep it until that has stopped.
  ///
  /// - Parameters:
  ///   - engine: Was set up with ``objectCount`` strips.
  ///   - language: What the voice speaks: "en".
  ///   - soundFont: The path of the one whose instruments play notes; nil for Debian's.
  ///   - report: Receives what happens, in order; on the score's thread.
  public init(
    _ folder: ScoreFolder, text: String, seed: UInt64, on engine: Engine, language: String = "en",
    soundFont: String? = nil, report: @escaping @Sendable (Event) -> Void
  ) throws(ScoreError) {
    let devices = engine.state.devices
    let rateHz = devices?.rateHz ?? 48_000
    let output = EngineOutput(engine)
    let stage = PlayedStage(
      output, folder, sampleRateHz: rateHz, language: language, soundFont: soundFont
    ) { report(.done($0)) }
    stage.prepare(texts: SpokenTexts.all(in: text))
    var settings = ScoreSettings(sampleRateHz: rateHz, seed: seed)
    settings.mostSeconds = ScoreSettings.liveSeconds
    settings.mostSteps = .max
    let score = try Score(text, name: folder.name, settings: settings, stage: stage)
    let line = LiveScoreLine(
      score, output,
      leadFrames: Int(Self.leadSeconds * Double(rateHz)) + (devices?.periodFrames ?? 0)
    ) { report(.done($0)) }
    try line.advance(engine.snapshot, asked: [], heard: [])
    worker = ScoreWorker(
      line, engine, turnMicroseconds: Self.turnMicroseconds,
      engine.events.subscribe(capacity: Self.eventCapacity) { event in
        switch event {
        case .note, .hit: true
        default: false
        }
      },
      report: report)
  }

  deinit { end() }

  /// Goes on; false if the system cannot start a thread.
  public func start() -> Bool {
    let worker = worker
    worker.listen()
    let started = WorkThread(stackBytes: Self.stackBytes) { worker.run() }
    thread.withLock { $0 = started }
    return started != nil
  }

  /// Lua goes deep, and so do the readers of sounds.
  private static let stackBytes = 4 << 20

  /// Ends it where it stands; what sounds goes on. Waits for its thread.
  public func end() {
    worker.isEnding.store(true, ordering: .releasing)
    thread.withLock { $0.take() }?.join()
  }
}

/// What the thread of a live score does.
private final class ScoreWorker: @unchecked Sendable {
  let isEnding = Atomic(false)
  /// Used by the thread alone.
  private let line: LiveScoreLine
  private let engine: Engine
  private let turnMicroseconds: Int
  private let subscription: EventSubscription
  private let requests = ScoreRequests()
  private let report: @Sendable (LiveScore.Event) -> Void

  /// Requests of all doors, until the thread takes them. The engine holds no more of a score than this.
  private final class ScoreRequests: Sendable {
    let waiting = Mutex<[ScoreRequest]>([])
  }

  init(
    _ line: LiveScoreLine, _ engine: Engine, turnMicroseconds: Int,
    _ subscription: EventSubscription, report: @escaping @Sendable (LiveScore.Event) -> Void
  ) {
    (self.line, self.engine, self.subscription) = (line, engine, subscription)
    (self.turnMicroseconds, self.report) = (turnMicroseconds, report)
  }

  /// Lets the engine's commands reach it.
  func listen() {
    engine.setScore { [requests] request in requests.waiting.withLock { $0.append(request) } }
  }

  func run() {
    while !isEnding.load(ordering: .acquiring) && !line.isOver {
      let asked = requests.waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      do throws(ScoreError) {
        try line.advance(engine.snapshot, asked: asked, heard: subscription.take().events)
      } catch {
        line.silence()
        report(.failed(error))
        break
      }
      MonotonicClock.sleep(microseconds: turnMicroseconds)
    }
    subscription.leave()
    engine.setScore(nil)
  }
}
