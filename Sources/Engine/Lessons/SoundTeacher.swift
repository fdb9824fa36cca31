// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Profiles
import Realtime
import Synchronization

/// Teaches new sounds, one at a time, while the playing waits. Its thread hears the microphone; the
/// engine publishes what to do.
public final class SoundTeacher: Sendable {
  private static let hitsPerSound = 10
  /// How often a better level is asked for.
  private static let mostLevels = 3
  private static let waitMicroseconds = 30_000

  /// A sound to teach.
  public struct Sound: Decodable, Sendable {
    /// Its name.
    public let sound: String
    /// What it plays, as a ``PadRule``; nil to follow its name.
    public let plays: String?

    /// A sound.
    public init(sound: String, plays: String? = nil) { (self.sound, self.plays) = (sound, plays) }
  }

  /// A sound that was taught.
  public struct Taught: Sendable {
    /// The lesson.
    public let lesson: Lesson
    /// See ``Sound/plays``.
    public let plays: String?
    /// How many hits taught it.
    public let hits: Int
    /// Peak levels of the softest and the hardest of them, in dBFS.
    public let decibels: ClosedRange<Float>
  }

  private struct State: Sendable {
    var thread: WorkThread?
    var microphone: HeldMicrophone?
    /// The level was measured and is good enough.
    var isLevelKnown = false
  }

  private let engine: Engine
  private let onTaught: @Sendable (Taught) -> Void
  private let state = Mutex(State())
  private let isAskedToEnd = Atomic(false)

  /// - Parameter onTaught: Called on the teaching thread, before the playing goes on.
  public init(_ engine: Engine, onTaught: @escaping @Sendable (Taught) -> Void) {
    (self.engine, self.onTaught) = (engine, onTaught)
  }

  /// A sound is being taught.
  public var isTeaching: Bool { state.withLock { $0.microphone?.isOver == false } }

  /// Begins to teach a sound, and returns.
  public func begin(_ sound: Sound) throws(EngineError) {
    let operation = "teach the sound '\(sound.sound)'"
    if let fault = GivenName.fault(ofSound: sound.sound) {
      throw EngineError(operation, reason: fault, advice: "give it another name")
    }
    do { _ = try sound.plays.map { try PadRule($0) } } catch {
      throw EngineError(operation, reason: "\(error)", advice: "name a drum, such as kick")
    }
    try state.withLock { state throws(EngineError) in
      guard state.microphone?.isOver ?? true else {
        throw EngineError(
          operation, reason: "another one is being taught", advice: "end that first")
      }
      let microphone = try engine.holdForLesson(
        of: sound.sound, plays: sound.plays ?? PadMapping.role(named: sound.sound)?.name)
      isAskedToEnd.store(false, ordering: .relaxed)
      state.thread = WorkThread { [self] in
        teach(sound, microphone)
        microphone.end()
      }
      guard state.thread != nil else {
        microphone.end()
        throw EngineError(
          operation, reason: "no thread can be started", advice: "close other programs")
      }
      state.microphone = microphone
    }
  }

  /// Ends the lesson; does not wait.
  public func end() { isAskedToEnd.store(true, ordering: .relaxed) }

  /// Ends the lesson, and waits until the playing goes on.
  public func stop() {
    end()
    state.withLock { $0.thread }?.join()
  }

  private func teach(_ sound: Sound, _ microphone: HeldMicrophone) {
    var learner = LiveLearner(sampleRateHz: Float(microphone.rateHz))
    learner.measureBackground()
    var levels = 0
    while engine.isRunning, !isAskedToEnd.load(ordering: .relaxed) {
      MonotonicClock.sleep(microseconds: Self.waitMicroseconds)
      let heard = microphone.newSamples()
      for event in learner.hear(heard.samples, second: heard.second) {
        microphone.report(event)
        switch event {
        case .background:
          if state.withLock({ $0.isLevelKnown }) {
            learner.teach(sound.sound, hits: Self.hitsPerSound)
          } else {
            learner.checkLevel()
          }
        case .level(let level):
          levels += 1
          let isPoor = [.unheard, .muchTooSoft, .clipped].contains(level.verdict)
          if isPoor, levels < Self.mostLevels {
            learner.checkLevel()
          } else if level.verdict == .unheard {
            return
          } else {
            state.withLock { $0.isLevelKnown = true }
            learner.teach(sound.sound, hits: Self.hitsPerSound)
          }
        case .taught(let label, let hits, let softest, let hardest):
          guard let lesson = learner.lessons.first(where: { $0.label == label }) else { return }
          onTaught(
            Taught(
              lesson: lesson, plays: sound.plays, hits: hits,
              decibels: softest...max(softest, hardest)))
          return
        case .nothingHeard: return
        case .quiet, .hitHard, .countIn, .tap, .heard: break
        }
      }
    }
  }
}
