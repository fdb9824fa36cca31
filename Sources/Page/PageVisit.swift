// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import FoundationEssentials
import Latency
import Realtime
import Sessions
import Synchronization

/// An open page: one thread tells it what happens, another carries out what it asks for. Neither holds up anything else.
final class PageVisit: Sendable {
  /// How everything stands is told at most 20 times a second.
  private static let statePause = Duration.milliseconds(50)
  private static let waitMilliseconds = 8
  private static let faultPatienceMilliseconds = 100

  let engine: Engine
  let host: PageHost
  private let meters: PageMeters
  private let link: PageLink
  private let desk: PageDesk
  private let sessions: PageSessions
  private let kits: PageKits
  private let shelf: PageShelf
  /// Changes that came before the question that they belong to.
  private let changes = Mutex<[HitChange]>([])
  private let (soundTurn, kitTurn, sessionTurn) = (PageTurn(), PageTurn(), PageTurn())
  private let lesson = PageLesson()
  let draft = PageDraft()
  let teacher: PageTeacher
  private let isOver = Atomic(false)
  private let threads = Mutex<[WorkThread]>([])

  init(
    _ engine: Engine, _ host: PageHost, _ meters: PageMeters, _ link: PageLink, _ desk: PageDesk,
    _ libraries: (sessions: PageSessions, kits: PageKits), _ shelf: PageShelf
  ) {
    (self.engine, self.host, self.meters, self.link) = (engine, host, meters, link)
    (self.desk, sessions, kits) = (desk, libraries.sessions, libraries.kits)
    (self.shelf, teacher) = (shelf, PageTeacher(engine, draft))
  }

  /// Begins; false where the system has no threads left.
  ///
  /// - Parameters:
  ///   - bytes: What came with the request.
  ///   - left: Called once the page has gone.
  func begin(_ bytes: [UInt8], left: @escaping @Sendable () -> Void) -> Bool {
    // Before anything is taken from the page: what it asks for first is told to it as well.
    let (state, news) = engine.events.join(capacity: PageLimits.waitingEvents)
    guard let teller = WorkThread({ self.tell(state, news) }) else { return false }
    let listener = WorkThread {
      self.listen(bytes)
      self.end()
      teller.join()
      self.teacher.stop()
      // Where playing has ended, so has the lesson.
      if let ending = self.lesson.ending { _ = try? self.engine.perform(ending) }
      left()
    }
    guard let listener else {
      end()
      teller.join()
      return false
    }
    threads.withLock { $0 = [listener] }
    return true
  }

  /// Ends it; does not wait.
  func end(_ fault: SocketFrame.Fault = .goingAway) {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // Many pages that end with the server must not hold each other up.
    link.sendLast(
      SocketFrame(closing: fault).bytes,
      patienceMilliseconds: fault == .goingAway ? 0 : Self.faultPatienceMilliseconds)
    link.end()
  }

  /// Waits until it has ended.
  func join() { for thread in threads.withLock({ $0 }) { thread.join() } }

  private var goesOn: Bool { !isOver.load(ordering: .acquiring) }

  func send(_ message: some Encodable) {
    if let json = try? JSONEncoder().encode(message) { send(json: Array(json)) }
  }

  private func send(json: [UInt8]) {
    if !link.send(SocketFrame(.text, json).bytes) { end() }
  }

  private func sendChoices() {
    send(PageChoices(host, playing: engine.state.kit?.path))
  }

  // MARK: What happens

  private func tell(_ state: EngineState, _ news: EventSubscription) {
    var (state, news) = (state, news)
    send(PageState(state))
    sendChoices()
    var (nextLevels, nextState) = (ContinuousClock.now, ContinuousClock.now)
    var nextPing = ContinuousClock.now + .seconds(PageLimits.pingSeconds)
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
      let now = ContinuousClock.now
      if isStateOld, now >= nextState {
        (isStateOld, nextState) = (false, now + Self.statePause)
        send(PageState(engine.state))
      }
      if now >= nextLevels {
        nextLevels = max(nextLevels + PageMeters.pause, now)
        if !link.send(meters.frame(at: now)) { end() }
      }
      if now >= nextPing {
        nextPing = now + .seconds(PageLimits.pingSeconds)
        link.send(SocketFrame(.ping).bytes)
      }
    }
    news.leave()
  }

  /// Tells an event; true where the state has changed by it.
  private func tell(_ event: EngineEvent) -> Bool {
    lesson.note(event)
    if let stroke = PageStroke(event) {
      send(stroke)
      return false
    }
    if let told = PageNews(event) { send(told) }
    if case .lesson = event { send(event) }
    if case .meters = event { return false }
    return true
  }

  // MARK: What is asked for

  private func listen(_ first: [UInt8]) {
    var reader = SocketFrameReader()
    var allowance = PageAllowance()
    reader.add(first)
    do throws(SocketFrame.Fault) {
      while goesOn {
        while let frame = try reader.next() {
          guard allowance.takes(at: ContinuousClock.now) else { throw .tooMany }
          guard try take(frame) else { return }
        }
        guard let bytes = link.receive() else { return }
        reader.add(bytes)
      }
    } catch {
      end(error)
    }
  }

  /// False where the page takes its leave.
  private func take(_ frame: SocketFrame) throws(SocketFrame.Fault) -> Bool {
    switch frame.kind {
    case .close: return false
    case .pong: break
    case .ping: link.send(SocketFrame(.pong, frame.payload).bytes)
    case .text:
      guard let message = PageCommand.read(frame.payload) else { throw .unwanted }
      switch message.wish {
      case .command(let command): send(carryOut(command, ref: message.ref))
      case .question(let question): try answer(question, ref: message.ref)
      }
    }
    return true
  }

  private func answer(_ question: PageQuestion, ref: Int?) throws(SocketFrame.Fault) {
    switch question {
    case .choices: sendChoices()
    case .profile:
      later(ref) { visit, _ in
        try PageProfile(visit.host.profiles.read(visit.engine.profileName))
      }
    case .teach(let sound): teach(sound, ref: ref)
    case .endLesson: teacher.end()
    case .draft(let isBeside): later(ref) { visit, _ in try visit.drafted(isBeside: isBeside) }
    case .forget(let sound): draft.forget(sound)
    case .keepProfile(let name): later(ref) { visit, _ in try visit.keepProfile(name) }
    case .delay(let hits):
      later(ref) { visit, _ in
        PageDelay(visit.engine, lastHits: hits, kept: MeasurementStore().measurements)
      }
    case .doctor: later(ref) { visit, _ in visit.host.findings() }
    case .kit(let name):
      later(ref, kitTurn) { try $0.kits.open(name, for: $0.shelf, isWanted: $1) }
    case .hearKit(let name):
      later(ref, soundTurn) { try $0.kits.hear(name, for: $0.shelf, isWanted: $1) }
    case .sessions: later(ref) { visit, _ in visit.sessions.list() }
    case .changes(let more):
      let count = changes.withLock { changes in
        changes += more
        return changes.count
      }
      guard count <= PageLimits.changes else { throw .tooMany }
    case .session(let table):
      later(ref, sessionTurn) { try $0.sessions.open(table, for: $0.shelf, isWanted: $1) }
    case .keep(let table):
      let table = changed(table)
      later(ref) { visit, _ in try visit.sessions.keep(table) }
    case .hear(let table):
      let table = changed(table)
      later(ref, soundTurn) { try $0.sessions.hear(table, for: $0.shelf, isWanted: $1) }
    case .export(let table, let format):
      let table = changed(table)
      later(ref) { try $0.sessions.export(table, as: format, for: $0.shelf, isWanted: $1) }
    }
  }

  /// A table with the changes that came before it.
  private func changed(_ table: PageTable) -> PageTable {
    var table = table
    table.changes = changes.withLock { changes in
      defer { changes = [] }
      return changes + (table.changes ?? [])
    }
    return table
  }

  /// Answers once the desk has done its work; with nothing where another of its kind has taken its place by then.
  private func later<Value: Encodable & SendableMetatype>(
    _ ref: Int?, _ turn: PageTurn = PageTurn(),
    _ work: @escaping @Sendable (PageVisit, _ isWanted: () -> Bool) throws -> Value
  ) {
    let isLast = turn.next()
    let job = PageDesk.Job(page: ObjectIdentifier(self), isWanted: isLast) { [weak self] in
      guard let self, goesOn else { return }
      guard isLast() else { return send(PageReply(to: ref, id: nil)) }
      do {
        let result = try work(self) { self.goesOn && isLast() }
        send(json: try PageResult(ref: ref, result: result).json)
      } catch {
        send(isLast() ? PageReply(to: ref, error) : PageReply(to: ref, id: nil))
      }
    }
    let isTaken = desk.take(job)
    guard !isTaken else { return }
    let busy = EngineError(
      "do that too", reason: "this page waits for \(PageLimits.waitingJobs) things already",
      advice: "wait a little")
    send(PageReply(to: ref, busy))
  }

  private func carryOut(_ command: EngineCommand, ref: Int?) -> PageReply {
    do throws(EngineError) {
      let id = try engine.perform(PageCommand.admitted(command, host))
      lesson.note(command)
      return PageReply(to: ref, id: id)
    } catch {
      return PageReply(to: ref, error)
    }
  }
}

/// How much a page may still ask for: so many messages a second, and some at once.
struct PageAllowance {
  private var left = PageLimits.messagesAtOnce
  private var last: ContinuousClock.Instant?

  /// Takes one; false where none is left.
  mutating func takes(at now: ContinuousClock.Instant) -> Bool {
    let seconds = last.map { (now - $0) / .seconds(1) } ?? 0
    last = now
    left = min(PageLimits.messagesAtOnce, left + seconds * PageLimits.messagesPerSecond)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
