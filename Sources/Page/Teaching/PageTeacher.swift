// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Instrument
import Profiles
import Realtime
import Synchronization

/// Teaches new sounds to a page's draft, one at a time, while the playing waits: a thread hears the microphone and has
/// the engine tell what to do.
final class PageTeacher: Sendable {
  private static let hitsPerSound = 10
  /// How often a level that is no good is asked for.
  private static let mostLevels = 3
  private static let waitMicroseconds: UInt32 = 30_000

  /// A sound that is to be taught.
  struct Sound: Decodable, Sendable {
    let sound: String
    /// A rule of pads; nil for what its name says.
    let plays: String?
  }
  private struct State: Sendable {
    var thread: WorkThread?
    var microphone: HeldMicrophone?
    /// The level was asked for and will do.
    var isLevelKnown = false
  }

  private let engine: Engine
  private let draft: PageDraft
  private let state = Mutex(State())
  private let isAskedToEnd = Atomic(false)

  init(_ engine: Engine, _ draft: PageDraft) { (self.engine, self.draft) = (engine, draft) }

  /// Begins to teach a sound, and returns.
  func begin(_ sound: Sound) throws(EngineError) {
    let operation = "teach the sound '\(sound.sound)'"
    if let fault = GivenName.fault(ofSound: sound.sound) {
      throw EngineError(operation, reason: fault, advice: "give it another name")
    }
    do { _ = try sound.plays.map { try PadRule($0) } } catch {
      throw EngineError(operation, reason: "\(error)", advice: "pick a drum of the list")
    }
    guard draft.hasRoom(for: sound.sound) else {
      throw EngineError(
        operation, reason: "\(PageLimits.draftSounds) sounds wait to be kept",
        advice: "keep them first")
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

  /// Ends what is being taught; does not wait.
  func end() { isAskedToEnd.store(true, ordering: .relaxed) }

  /// Ends what is being taught, and waits until the playing goes on.
  func stop() {
    end()
    state.withLock { $0.thread }?.join()
  }

  private func teach(_ sound: Sound, _ microphone: HeldMicrophone) {
    var learner = LiveLearner(sampleRateHz: Float(microphone.rateHz))
    learner.measureBackground()
    var levels = 0
    while engine.isRunning, !isAskedToEnd.load(ordering: .relaxed) {
      usleep(Self.waitMicroseconds)
      let heard = microphone.newSamples()
      for event in learner.hear(heard.samples, second: heard.second) {
        microphone.tell(event)
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
          draft.add(
            PageDraft.Sound(
              lesson, plays: sound.plays, hits: hits, decibels: softest...max(softest, hardest)))
          return
        case .nothingHeard: return
        case .quiet, .hitHard, .countIn, .tap, .heard: break
        }
      }
    }
  }
}
