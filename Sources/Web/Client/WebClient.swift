// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Realtime
import Sessions
import Synchronization

/// An open page: one thread tells it what happens, another carries out what it asks for. Neither holds up anything else.
final class WebClient: Sendable {
  /// How everything stands is told at most 20 times a second.
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
  let downloads: ClientDownloads
  /// Changes that came before the question that they belong to.
  let changes = Mutex<[HitChange]>([])
  let (latestSound, latestKit, latestSession) = (LatestOnly(), LatestOnly(), LatestOnly())
  let lesson = PageLesson()
  let draft = PageDraft()
  let teacher: SoundTeacher
  private let isOver = Atomic(false)
  private let threads = Mutex<[WorkThread]>([])

  init(
    _ engine: Engine, _ host: PageHost, _ meters: PageMeters, _ connection: WebConnection,
    _ jobs: JobQueue,
    _ libraries: (sessions: PageSessions, kits: PageKits), _ downloads: ClientDownloads
  ) {
    (self.engine, self.host, self.meters, self.connection) = (engine, host, meters, connection)
    (self.jobs, sessions, kits) = (jobs, libraries.sessions, libraries.kits)
    self.downloads = downloads
    teacher = SoundTeacher(engine) { [draft] in draft.add(PageDraft.Sound($0)) }
  }

  /// Begins; false where the system has no threads left.
  ///
  /// - Parameters:
  ///   - bytes: What came with the request.
  ///   - left: Called once the page has gone.
  func begin(_ bytes: [UInt8], left: @escaping @Sendable () -> Void) -> Bool {
    // Before anything is taken from the page: what it asks for first is told to it as well.
    let (state, news) = engine.events.join(capacity: PageLimits.waitingEvents)
    guard let sender = WorkThread({ self.tell(state, news) }) else { return false }
    let listener = WorkThread {
      self.listen(bytes)
      self.end()
      sender.join()
      self.teacher.stop()
      // Where playing has ended, so has the lesson.
      if let ending = self.lesson.ending { _ = try? self.engine.perform(ending) }
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

  /// Ends it; does not wait.
  func end(_ fault: SocketFrame.Fault = .goingAway) {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // Many pages that end with the server must not hold each other up.
    connection.sendLast(
      SocketFrame(closing: fault).bytes,
      patienceMilliseconds: fault == .goingAway ? 0 : Self.faultPatienceMilliseconds)
    connection.end()
  }

  /// Waits until it has ended.
  func join() { for thread in threads.withLock({ $0 }) { thread.join() } }

  var goesOn: Bool { !isOver.load(ordering: .acquiring) }

  func send(_ message: some Encodable) {
    if let json = try? JSONEncoder().encode(message) { send(json: Array(json)) }
  }

  func send(json: [UInt8]) {
    if !connection.send(SocketFrame(.text, json).bytes) { end() }
  }

  func sendChoices() {
    send(PageChoices(host, playing: engine.state.kit?.path))
  }

  private func tell(_ state: EngineState, _ news: EventSubscription) {
    var (state, news) = (state, news)
    send(PageState(state))
    sendChoices()
    var (nextLevels, nextState) = (MonotonicClock.now, MonotonicClock.now)
    var nextPing = MonotonicClock.now + .seconds(PageLimits.pingSeconds)
    var isStateOld = false
    while goesOn {
      let batch = news.wait(milliseconds: Self.waitMilliseconds)
      if batch.lostCount > 0 {
        // What is missing is told, and everything is said anew.
        send(EngineEvent.lost(EngineEvent.Lost(count: batch.lostCount)))
        (state, news) = engine.events.join(capacity: PageLimits.waitingEvents)
        send(PageState(state))
        continue
      }
      for event in batch.events { isStateOld = tell(event) || isStateOld }
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
        connection.send(SocketFrame(.ping).bytes)
      }
    }
    news.leave()
  }

  /// Tells an event; true where the state has changed by it.
  private func tell(_ event: EngineEvent) -> Bool {
    lesson.note(event)
    if let stroke = PageHitMessage(event) {
      send(stroke)
      return false
    }
    if let told = PageMessage(event) { send(told) }
    if case .lesson = event { send(event) }
    if case .meters = event { return false }
    return true
  }
}
