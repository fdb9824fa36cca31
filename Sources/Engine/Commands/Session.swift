// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Recording
import Storage

extension EngineCommand {
  /// A session.
  public struct Session: Codable, Sendable, Equatable {
    /// The parent folder of the session's folder; nil for the usual one.
    public var folder: String?
    /// A guest begins it: it ends by itself after ``EngineSetup/guestRecordingSeconds``.
    public private(set) var isGuests = false

    enum CodingKeys: String, CodingKey { case folder }

    /// A session.
    public init(folder: String? = nil) { self.folder = folder }

    /// The same, begun by a guest.
    package var ofGuest: Self {
      var own = self
      own.isGuests = true
      return own
    }
  }
}

extension EngineCommand.Session: ControlCommand {
  static let name = "session.start"
  static let timing = EngineCommand.Timing.reached
  static let isForGuests = true
  static let mostAMinute: Int? = Limits.newFilesAMinute
  var command: EngineCommand { .session(self) }

  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self {
    guard folder == nil else { throw .place("keep a session") }
    return ofGuest
  }

  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
    let (maker, number, fault) = try engine.control.withLock { control throws(EngineError) in
      let journals = try control.readyJournals()
      let fault =
        journals.faultFromNow ?? control.whyNotReplayable(control.live.performance.snapshot)
      return (control.sessions, journals.history.begin(), fault)
    }
    return try maker.make(
      self, number: number, kitName: engine.state.kit?.name, notReplayable: fault)
  }
}

/// Makes sessions that begin while it plays.
struct SessionMaker: Sendable {
  private let start: JournalStart
  private let journal: (@Sendable (JournalStart) throws -> any PerformanceJournal)?
  private let recordsBacking: Bool
  private let space: FreeSpace.Reading

  /// Makes them as `setup` asks; `start` says how the playing began.
  init(_ start: JournalStart, _ setup: EngineSetup) {
    self.start = start
    journal = setup.journal
    recordsBacking = setup.backing?.isRecorded ?? true
    space = setup.freeSpace
  }

  /// Why no session can begin; nil if one can.
  var fault: (reason: String, advice: String)? {
    if journal == nil { return ("nothing here keeps sessions", "set up what keeps them") }
    return recordsBacking
      ? nil : ("the backing is not to be recorded", "let the session begin with the playing")
  }

  /// Makes the files of a session, which takes as long as the disk does.
  ///
  /// - Parameters:
  ///   - number: Its number in the history.
  ///   - kitName: The kit that plays now.
  ///   - notReplayable: Why it cannot be played again bit for bit, as far as known; nil if it can.
  func make(
    _ command: EngineCommand.Session, number: Int, kitName: String?, notReplayable: String?
  ) throws(EngineError) -> BegunSession {
    var start = start
    (start.number, start.isFromBeginning, start.folder) = (number, false, command.folder)
    start.notReplayable = notReplayable
    start.laterKitName = kitName == start.kitName ? nil : kitName
    do {
      guard let made = try journal?(start) else { throw EngineError.noSession(fault) }
      do {
        try EngineError.checkSpace("begin a session", at: made.path, space)
        return BegunSession(
          journal: made,
          mix: try Recorder(
            made.mixFile, sampleRateHz: start.sampleRateHz, space: space, prepare: made.prepare),
          isGuests: command.isGuests)
      } catch {
        made.discard()
        throw error
      }
    } catch let error as EngineError {
      throw error
    } catch {
      throw EngineError("begin a session", reason: "\(error)", advice: "choose another folder")
    }
  }
}

/// A session whose files are there.
struct BegunSession: PreparedCommand {
  let journal: any PerformanceJournal
  /// Records the playing.
  let mix: Recorder
  let isGuests: Bool

  /// Removes the session again.
  func discard() {
    mix.finish()
    journal.discard()
  }

  /// An error if another session began first, or the playing has ended.
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let journals = try control.readyJournals()
    guard journals.history.number == journal.audioSide.number else {
      throw EngineError.noSession(("another one is only just beginning", "ask again in a moment"))
    }
    let snapshot = control.live.performance.snapshot
    control.sessionCounts = SessionCounts(
      hits: snapshot.hits, lateHits: snapshot.lateHits,
      pops: control.live.loop.statistics().pops, reported: control.hitCount,
      notReplayable: journals.faultFromNow)
    journals.begin(journal, mix: mix)
    control.sessionLength = RecordingLength(
      mostSeconds: isGuests ? control.guestRecordingSeconds : nil)
    for recorder in [mix, journal.microphone] {
      control.recordingReports.add(recorder)
      control.events.publish(.recording(EngineEvent.Kept(.begun, path: recorder.path)))
    }
    control.events.publish(.session(EngineEvent.Kept(.begun, path: journal.path)))
  }
}

extension EngineError {
  fileprivate static func noSession(_ fault: (reason: String, advice: String)?) -> EngineError {
    EngineError(
      "begin a session", reason: fault?.reason ?? "it cannot be kept",
      advice: fault?.advice ?? "ask again")
  }
}

extension EngineControl {
  /// The writer of sessions; an error if none can begin now.
  fileprivate func readyJournals() throws(EngineError) -> JournalWriter {
    if let fault = sessions.fault { throw EngineError.noSession(fault) }
    guard case .playing = phase, let journals = live.journals else {
      throw EngineError.noSession(("nothing is played", "ask while it plays"))
    }
    if let open = journals.journal {
      throw EngineError.noSession(
        journals.mix == nil
          ? ("'\(open.path)' is kept since the playing began", "it ends with the playing")
          : ("'\(open.path)' is being kept", "end that first"))
    }
    guard !journals.isClosing else {
      throw EngineError.noSession(("the one before is being closed", "ask again in a moment"))
    }
    return journals
  }
}
