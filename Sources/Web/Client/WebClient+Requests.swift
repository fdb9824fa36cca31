// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Latency
import Realtime

/// Requests of a page.
extension WebClient {
  func listen(_ first: [UInt8]) {
    var reader = SocketFrameReader()
    var rate = Allowance(
      atOnce: PageLimits.messagesAtOnce, perSecond: PageLimits.messagesPerSecond)
    reader.add(first)
    do throws(SocketFrame.Fault) {
      while goesOn {
        while let frame = try reader.next() {
          guard rate.takes(at: MonotonicClock.now) else { throw .tooMany }
          guard try take(frame) else { return }
        }
        guard let bytes = connection.receive() else { return }
        reader.add(bytes)
      }
    } catch {
      end(error)
    }
  }

  /// False if the page closes the connection.
  private func take(_ frame: SocketFrame) throws(SocketFrame.Fault) -> Bool {
    switch frame.kind {
    case .close: return false
    case .pong: pulse.takes(frame.payload)
    case .ping: connection.send(SocketFrame(.pong, frame.payload).bytes)
    case .text:
      guard let message = PageCommand.read(frame.payload) else { throw .unwanted }
      switch message.kind {
      case .command(let command): send(carryOut(command, ref: message.ref))
      case .question(let question): try answer(question, ref: message.ref)
      }
    }
    return true
  }

  private func answer(_ question: PageQuestion, ref: Int?) throws(SocketFrame.Fault) {
    switch question {
    case .choices: sendChoices()
    case .curve(let bus):
      later(ref) { client, _ in
        let state = client.engine.state
        let rack = (state.racks[bus] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
        return FilterCurve(rack, sampleRateHz: Float(state.devices?.rateHz ?? 48_000)).decibels
      }
    case .usePreset(let name): later(ref) { client, _ in try client.usePreset(name) }
    case .keepPreset(let name): later(ref) { client, _ in try client.keepPreset(name) }
    case .spectrum: send(PageResult(ref: ref, result: engine.outputSpectrum))
    case .profile:
      later(ref) { client, _ in
        try PageProfile(client.host.profiles.read(client.engine.profileName))
      }
    case .teach(let sound): teach(sound, ref: ref)
    case .endLesson: teacher.end()
    case .draft(let isBeside): later(ref) { client, _ in try client.drafted(isBeside: isBeside) }
    case .forget(let sound): draft.forget(sound)
    case .keepProfile(let name): later(ref) { client, _ in try client.keepProfile(name) }
    case .delay(let hits):
      later(ref) { client, _ in
        PageDelay(client.engine, lastHits: hits, kept: MeasurementStore().measurements)
      }
    case .doctor: later(ref) { client, _ in client.host.findings() }
    case .kit(let name):
      later(ref, latestKit) { try $0.kits.open(name, for: $0.downloads, isWanted: $1) }
    case .hearKit(let name):
      later(ref, latestSound) { try $0.kits.hear(name, for: $0.downloads, isWanted: $1) }
    case .ownKit(let name): later(ref, latestOwn) { client, _ in try client.ownKits.open(name) }
    case .ownPad(let asked):
      later(ref, latestPad) { client, _ in
        try client.ownKits.sounds(of: asked, for: client.downloads)
      }
    case .hearOwn(let asked):
      later(ref, latestSound) { client, _ in
        try client.ownKits.hear(asked, for: client.downloads)
      }
    case .changeOwn(let change):
      later(ref) { client, _ in try client.ownKits.change(change, by: client.caller) }
    case .undoOwn(let name):
      later(ref) { client, _ in try client.ownKits.undo(name, by: client.caller) }
    case .makeOwn(let name):
      later(ref) { client, _ in
        try client.ownKits.make(name, of: client.draft.sounds, by: client.caller)
      }
    case .sessions: later(ref) { client, _ in client.sessions.list() }
    case .shelf:
      later(ref, latestShelf) { client, _ in
        let (bin, more) = client.shelf.binned()
        return PageShelfLists(
          sessions: client.sessions.list(), recordings: client.shelf.recordings(), bin: bin,
          binMore: more)
      }
    case .hearRecording(let name):
      later(ref, latestSound) { client, _ in
        try client.shelf.recording(name, isHeard: true, for: client.downloads)
      }
    case .fetchRecording(let name):
      later(ref) { client, _ in
        try client.shelf.recording(name, isHeard: false, for: client.downloads)
      }
    case .rename(let item, let name):
      later(ref) { client, _ in try client.shelf.rename(item, to: name, by: client.caller) }
    case .discard(let item):
      later(ref) { client, _ in try client.shelf.discard(item, by: client.caller) }
    case .restore(let item):
      later(ref) { client, _ in try client.shelf.restore(item, by: client.caller) }
    case .changes(let more):
      let count = changes.withLock { changes in
        changes += more
        return changes.count
      }
      guard count <= PageLimits.changes else { throw .tooMany }
    case .session(let table):
      later(ref, latestSession) { try $0.sessions.open(table, for: $0.downloads, isWanted: $1) }
    case .keep(let table):
      let table = changed(table)
      later(ref) { client, _ in try client.sessions.keep(table, for: client.caller) }
    case .hear(let table):
      let table = changed(table)
      later(ref, latestSound) { try $0.sessions.hear(table, for: $0.downloads, isWanted: $1) }
    case .export(let table, let format):
      let table = changed(table)
      later(ref) { try $0.sessions.export(table, as: format, for: $0.downloads, isWanted: $1) }
    }
  }

  /// A table with the changes that arrived before it.
  private func changed(_ table: PageTable) -> PageTable {
    var table = table
    table.changes = changes.withLock { changes in
      defer { changes = [] }
      return changes + (table.changes ?? [])
    }
    return table
  }

  /// Answers once the jobs has done its work; with nothing where another of its kind has taken its place by then.
  private func later<Value: Encodable & SendableMetatype>(
    _ ref: Int?, _ latest: LatestOnly = LatestOnly(),
    _ work: @escaping @Sendable (WebClient, _ isWanted: () -> Bool) throws -> Value
  ) {
    let isLast = latest.next()
    let job = JobQueue.Job(page: ObjectIdentifier(self), isWanted: isLast) { [weak self] in
      guard let self, goesOn else { return }
      guard isLast() else { return send(PageReply(to: ref, id: nil)) }
      do {
        let result = try work(self) { self.goesOn && isLast() }
        send(json: try PageResult(ref: ref, result: result).json)
      } catch {
        send(isLast() ? PageReply(to: ref, error) : PageReply(to: ref, id: nil))
      }
    }
    let isTaken = jobs.take(job)
    guard !isTaken else { return }
    let busy = EngineError(
      "do that too", reason: "this page already waits for \(PageLimits.waitingJobs) things",
      advice: "wait a little")
    send(PageReply(to: ref, busy))
  }

  /// Carries out a command. One about a lesson is refused while another page leads one.
  private func perform(_ command: EngineCommand) throws(EngineError) -> HitIdentity? {
    guard case .hearing(let change) = command, let hits = change.learnHits,
      let sound = change.sound
    else { return try engine.perform(command, from: caller) }
    return try lead.take(self, toTeach: sound) { () throws(EngineError) in
      let id = try engine.perform(command, from: caller)
      lesson.note(sound, hits: hits)
      return id
    }
  }

  private func carryOut(_ command: EngineCommand, ref: Int?) -> PageReply {
    do throws(EngineError) {
      let id = try perform(PageCommand.admitted(command, host))
      return PageReply(to: ref, id: id)
    } catch {
      return PageReply(to: ref, error)
    }
  }
}
