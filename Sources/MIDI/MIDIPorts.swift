// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Instrument
import Realtime
import Synchronization

/// MIDI for an engine: other devices and programs play Flam, and Flam plays them. Devices may come
/// and go.
///
/// Its threads keep it and the engine alive until ``stop()``.
public final class MIDIPorts: Sendable {
  /// Flam's name in ALSA.
  static let clientName = "Flam"
  /// The port that sends.
  static let outputPort = "hits"
  /// The port that receives.
  static let inputPort = "pads"
  /// Clocks are compared at least this often, even if messages never pause.
  private static let longestUnpairedSeconds = 2.0
  /// How soon a thread notices that it is to end.
  private static let pollMilliseconds: Int32 = 100

  private let engine: Engine
  private let kits: [String]
  private let input = Mutex<NotePlayer?>(nil)
  private let threads = ThreadGroup()

  /// Opens ports, and connects devices by their names; a device that comes later is connected then.
  ///
  /// - Parameters:
  ///   - inputs: The devices that play Flam, as ``SequencerPort/isMeant(by:)`` reads them; nil for
  ///     no port. An empty list makes a port to which others connect.
  ///   - outputs: The devices that receive hits, likewise.
  ///   - kits: The kits for program changes, from the first.
  public init(
    _ engine: Engine, inputs: [String]?, outputs: [String]?, table: MIDITable,
    kits: [String]
  ) throws(EngineError) {
    (self.engine, self.kits) = (engine, kits)
    if let inputs {
      let sequencer = try Sequencer(client: Self.clientName, port: Self.inputPort, .input)
      input.withLock { $0 = NotePlayer(table, playsInstruments: engine.hasInstruments) }
      try start { [self] in
        listen(on: sequencer, Connections(inputs, .input, of: sequencer))
      }
    }
    if let outputs {
      do throws(EngineError) {
        let sequencer = try Sequencer(client: Self.clientName, port: Self.outputPort, .output)
        // Subscribes now, though the thread may start later.
        let events = engine.events.subscribe()
        try start { [self] in
          report(
            events, HitSender(table), on: sequencer, Connections(outputs, .output, of: sequencer))
        }
      } catch {
        stop()
        throw error
      }
    }
  }

  private func start(_ body: @escaping @Sendable () -> Void) throws(EngineError) {
    guard threads.start(body) else {
      throw EngineError(
        "use MIDI", reason: "the system starts no more threads", advice: "end other programs")
    }
  }

  /// Ends all notes, and waits until the threads have ended.
  public func stop() { threads.end() }

  /// The input port is open.
  public var hears: Bool { input.withLock { $0 != nil } }

  /// Binds the next controller that moves to the gain of a drum or bus; false without an input
  /// port.
  public func learn(_ target: String) -> Bool {
    input.withLock { player in
      player?.awaited = target
      return player != nil
    }
  }

  /// Carries out the messages that come in.
  private func listen(on sequencer: Sequencer, _ connections: Connections) {
    WorkThread.answerPromptly()
    var connections = connections
    connections.renew(reportingMissing: true).forEach { engine.publish($0) }
    var pendingKit = PendingKit()
    while !threads.isEnding {
      if let kit = pendingKit.take(atSeconds: Sequencer.nowSeconds) { perform(kit) }
      let wait = pendingKit.isWaiting ? PendingKit.settlingMilliseconds : Self.pollMilliseconds
      switch sequencer.next(waitingMilliseconds: wait) {
      case .message(let message):
        carryOut(message, &pendingKit)
        if message.seconds - sequencer.pairedSeconds > Self.longestUnpairedSeconds {
          sequencer.pairClocks()
        }
      case .ports: connections.renew().forEach { engine.publish($0) }
      case .overrun:
        engine.publish(
          EngineEvent.Port(
            .midi, Self.inputPort, .troubled, detail: "messages came faster than they could be read"
          ))
      case nil: sequencer.pairClocks()
      }
    }
  }

  private func carryOut(_ message: TimedMessage, _ pendingKit: inout PendingKit) {
    let (commands, bound, unplayed) = input.withLock { player in
      let commands = player?.commands(message, state: { engine.state }, kits: { kits }) ?? []
      return (commands, player?.isTableNew == true ? player?.table : nil, player?.unplayed)
    }
    if let unplayed {
      report(
        "note \(unplayed) plays no drum of this kit; \"notesIn\" in '\(MIDITable.path)' gives it one"
      )
    }
    do throws(EngineError) { try bound.map(Self.keep) } catch { report(error.description) }
    for command in commands {
      if case .kit = command {
        pendingKit.ask(for: command, atSeconds: Sequencer.nowSeconds)
      } else {
        let id = perform(command.answering { engine.frame(answeringSeconds: message.seconds) })
        if let id { input.withLock { $0?.hold(id) } }
      }
    }
  }

  /// The identity of what began by it.
  @discardableResult
  private func perform(_ command: EngineCommand) -> HitIdentity? {
    do throws(EngineError) {
      return try engine.perform(command, from: CommandCaller(.midi))
    } catch {
      report(error.description)
      return nil
    }
  }

  /// Reports a problem with the input.
  private func report(_ trouble: String) {
    engine.publish(EngineEvent.Port(.midi, Self.inputPort, .troubled, detail: trouble))
  }

  /// Saves the bindings of controllers. Other changes that a person has made to the file stay.
  private static func keep(_ table: MIDITable) throws(EngineError) {
    var kept = try MIDITable.read()
    kept.controls = table.controls
    try kept.keep()
  }

  /// Sends the hits and notes that Flam plays.
  private func report(
    _ events: EventSubscription, _ sender: HitSender, on sequencer: Sequencer,
    _ connections: Connections
  ) {
    // Hands messages to the kernel this long before their time; without lead if the kernel's steps
    // are coarse.
    let lead = sequencer.isFine ? 0.0015 : 0
    WorkThread.answerPromptly()
    var (sender, connections) = (sender, connections)
    let clock: HitSender.Clock = { [engine] in engine.seconds(leavingAt: $0) }
    connections.renew(reportingMissing: true).forEach { engine.publish($0) }
    var pairedSeconds = Sequencer.nowSeconds
    var isOver = false
    while !isOver {
      isOver = threads.isEnding
      let wait = sender.nextSeconds(clock: clock).map { max(0, $0 - lead - Sequencer.nowSeconds) }
      let longest = 1e-3 * Double(Self.pollMilliseconds)
      let batch = events.wait(milliseconds: isOver ? 0 : Int(1000 * min(longest, wait ?? longest)))
      if let next = sender.nextSeconds(clock: clock), !isOver { Self.sleep(until: next - lead) }
      let now = Sequencer.nowSeconds
      for event in batch.events { sender.take(event, engine.state, atSeconds: now, clock: clock) }
      if isOver {
        sender.take(.ended(EngineEvent.Ended()), engine.state, atSeconds: now, clock: clock)
      }
      for message in sender.due(beforeSeconds: now + (isOver ? 1 : lead), clock: clock) {
        if !sequencer.send(message) {
          engine.publish(
            EngineEvent.Port(
              .midi, Self.outputPort, .troubled, detail: "the sequencer accepts no more messages"))
        }
      }
      while let arrival = sequencer.next(waitingMilliseconds: 0) {
        if case .ports = arrival { connections.renew().forEach { engine.publish($0) } }
      }
      if now - pairedSeconds > 1 {
        sequencer.pairClocks()
        pairedSeconds = now
      }
    }
    events.leave()
    // Closing the port drops messages that the kernel still holds.
    MonotonicClock.sleep(microseconds: 5000)
    if sender.lateCount > 0 {
      engine.publish(
        EngineEvent.Port(
          .midi, Self.outputPort, .troubled,
          detail:
            "\(sender.lateCount) of \(sender.sentCount) notes were sent late: the machine was busy")
      )
    }
  }
}

extension MIDIPorts {
  /// Sleeps until the time if less than a millisecond is left; else returns at once.
  fileprivate static func sleep(until seconds: Double) {
    let left = seconds - Sequencer.nowSeconds
    if left > 0 && left < 0.001 { MonotonicClock.sleep(microseconds: Int(1e6 * left)) }
  }
}
