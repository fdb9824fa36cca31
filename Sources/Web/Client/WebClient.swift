// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Realtime
import Sessions
import Synchronization

/// An open page. One thread sends it messages, another carries out its requests. Neither delays anything else.
final class WebClient: Sendable {
  /// The state is sent at most 20 times a second.
  private static let statePause = Duration.milliseconds(50)
  private static let waitMilliseconds = 8
  private static let faultPatienceMilliseconds = 100

  let engine: Engine
  let host: PageHost
  private let meters: PageMeters
  let connection: WebConnection
  let jobs: JobQueue
  let sessions: PageSessions
  let kits: PageKits
  let ownKits: PageOwnKits
  let shelf: PageShelf
  let downloads: ClientDownloads
  let savedFiles: (profiles: SavedFiles, presets: SavedFiles)
  /// Its share of what pages may ask for.
  let caller: CommandCaller
  /// Changes that arrived before the question to which they belong.
  let changes = Mutex<[HitChange]>([])
  let (latestSound, latestKit, latestSession) = (LatestOnly(), LatestOnly(), LatestOnly())
  let (latestShelf, latestOwn, latestPad) = (LatestOnly(), LatestOnly(), LatestOnly())
  let lead: LessonLead
  let lesson = PageLesson()
  let pulse = PagePulse()
  let draft = PageDraft()
  let teacher: SoundTeacher
  private let isOver = Atomic(false)
  private let threads = Mutex<[WorkThread]>([])

  init(
    _ engine: Engine, _ host: PageHost, _ meters: PageMeters, _ connection: WebConnection,
    _ jobs: JobQueue,
    _ libraries: (
      sessions: PageSessions, kits: PageKits, ownKits: PageOwnKits, shelf: PageShelf
    ), _ lead: LessonLead,
    _ downloads: ClientDownloads,
    _ savedFiles: (profiles: SavedFiles, presets: SavedFiles)
  ) {
    (self.engine, self.host, self.meters, self.connection) = (engine, host, meters, connection)
    (self.jobs, self.lead) = (jobs, lead)
    (sessions, kits) = (libraries.sessions, libraries.kits)
    (ownKits, shelf) = (libraries.ownKits, libraries.shelf)
    (self.downloads, self.savedFiles) = (downloads, savedFiles)
    caller = CommandCaller(.page, "\(UInt(bitPattern: ObjectIdentifier(connection)))")
    teacher = SoundTeacher(engine) { [draft] in draft.add(PageDraft.Sound($0)) }
  }

  /// Begins; false if the system has no threads left.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that came with the request.
  ///   - left: Called once the page is gone.
  func begin(_ bytes: [UInt8], left: @escaping @Sendable () -> Void) -> Bool {
    // Subscribes before it reads from the page, so that the page also receives the effects of its first commands.
    let (state, events) = engine.events.join(capacity: PageLimits.waitingEvents)
    guard let sender = WorkThread({ self.sendEvents(state, events) }) else { return false }
    let listener = WorkThread {
      self.listen(bytes)
      self.end()
      sender.join()
      self.teacher.stop()
      self.lead.leave(self) {
        // If playing has ended, so has the lesson.
        if let ending = self.lesson.ending {
          _ = try? self.engine.perform(ending, from: self.caller)
        }
      }
      left()
    }
    guard let listener else {
      end()
      sender.join()
      return false
    }
    threads.withLock { $0 = [listener] }
    return true
  }

  /// Closes the page; does not wait.
  func end(_ fault: SocketFrame.Fault = .goingAway) {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // Many pages that end with the server must not delay each other.
    connection.sendLast(
      SocketFrame(closing: fault).bytes,
      patienceMilliseconds: fault == .goingAway ? 0 : Self.faultPatienceMilliseconds)
    connection.end()
  }

  /// Waits until the page is closed.
  func join() { for thread in threads.withLock({ $0 }) { thread.join() } }

  var goesOn: Bool { !isOver.load(ordering: .acquiring) }

  func send(_ message: some Encodable) {
    if let json = try? message.pageJSON { send(json: json) }
  }

  func send(json: [UInt8]) {
    if !connection.send(SocketFrame(.text, json).bytes) { end() }
  }

  func sendChoices() {
    send(PageChoices(host, playing: engine.state.kit?.path))
  }

  private func sendEvents(_ state: EngineState, _ events: EventSubscription) {
    var (state, events) = (state, events)
    sendAll(of: state)
    sendChoices()
    var (nextLevels, nextState) = (MonotonicClock.now, MonotonicClock.now)
    var nextPing = MonotonicClock.now + .seconds(PageLimits.pingSeconds)
    var isStateOld = false
    while goesOn {
      let batch = events.wait(milliseconds: Self.waitMilliseconds)
      if batch.lostCount > 0 {
        // Reports the loss, and begins again with the whole state.
        send(EngineEvent.lost(EngineEvent.Lost(count: batch.lostCount)))
        (state, events) = engine.events.join(capacity: PageLimits.waitingEvents)
        lesson.note(present: state.lesson)
        sendAll(of: state)
        continue
      }
      for event in batch.events { isStateOld = sendEvent(event) || isStateOld }
      let now = MonotonicClock.now
      if isStateOld, now >= nextState {
        (isStateOld, nextState) = (false, now + Self.statePause)
        send(PageState(engine.state))
      }
      if now >= nextLevels {
        nextLevels = max(nextLevels + PageMeters.pause, now)
        if !connection.send(meters.frame(at: now)) { end() }
      }
      if now >= nextPing {
        nextPing = now + .seconds(PageLimits.pingSeconds)
        connection.send(SocketFrame(.ping, pulse.next(at: now)).bytes)
      }
      if pulse.isLost(at: now) { end() }
    }
    // Whoever has ended or replaced the lesson meanwhile keeps what is taught now.
    for event in events.take().events { lesson.note(event) }
    events.leave()
  }

  /// Sends the state, and what comes beside it.
  private func sendAll(of state: EngineState) {
    send(PageState(state))
    for lane in state.loopLayers { send(EngineEvent.loopLayer(lane)) }
  }

  /// Sends an event; true if it changed what ``PageState`` holds.
  private func sendEvent(_ event: EngineEvent) -> Bool {
    lesson.note(event)
    if let hit = PageHitMessage(event) {
      send(hit)
      return false
    }
    if let message = PageMessage(event) { send(message) }
    switch event {
    case .meters: return false
    case .loopLayer:
      send(event)
      return false
    case .lesson: send(event)
    default: break
    }
    return true
  }
}
