// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Instrument
import Realtime
import Synchronization

/// MIDI beside an engine: what other devices and programs play comes in, what Flam plays goes out. Devices may come and go.
///
/// Its threads keep it, and the engine, until ``stop()``.
public final class MIDIPorts: Sendable {
  /// What ALSA shows Flam as.
  static let clientName = "Flam"
  /// The port that sends.
  static let outputPort = "hits"
  /// The port that receives.
  static let inputPort = "pads"
  /// The clocks are compared so often also where messages never cease.
  private static let longestUnpairedSeconds = 2.0
  /// How soon a thread notices that it is to end.
  private static let turnMilliseconds: Int32 = 100

  private let engine: Engine
  private let kits: [String]
  private let input = Mutex<NotePlayer?>(nil)
  private let threads = ThreadGroup()

  /// Opens ports, and connects what is there of devices by their names; what comes later is connected then.
  ///
  /// - Parameters:
  ///   - inputs: Whose messages are heard, as ``SequencerPort/isMeant(by:)`` reads them; nil for no port. None for a port that
  ///     others connect to.
  ///   - outputs: Who hears of hits; as `inputs`.
  ///   - kits: Names of the kits that programs mean, from the first.
  public init(
    _ engine: Engine, inputs: [String]?, outputs: [String]?, table: MIDITable,
    kits: [String]
  ) throws(EngineError) {
    (self.engine, self.kits) = (engine, kits)
    if let inputs {
      let sequencer = try Sequencer(client: Self.clientName, port: Self.inputPort, .input)
      input.withLock { $0 = NotePlayer(table) }
      try start { [self] in
        listen(on: sequencer, Connections(inputs, .input, of: sequencer))
      }
    }
    if let outputs {
      do throws(EngineError) {
        let sequencer = try Sequencer(client: Self.clientName, port: Self.outputPort, .output)
        // What happens from here on is told, though the thread may start later.
        let news = engine.events.subscribe()
        try start { [self] in
          tell(news, HitSender(table), on: sequencer, Connections(outputs, .output, of: sequencer))
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

  /// Something can come in.
  public var hears: Bool { input.withLock { $0 != nil } }

  /// Lets the next controller that moves set the gain of a drum or bus; false where nothing comes in.
  public func learn(_ target: String) -> Bool {
    input.withLock { player in
      player?.awaited = target
      return player != nil
    }
  }

  /// Carries out what comes in.
  private func listen(on sequencer: Sequencer, _ connections: Connections) {
    WorkThread.answerPromptly()
    var connections = connections
    connections.renew(tellingMissing: true).forEach { engine.tell($0) }
    var wish = KitWish()
    while !threads.isEnding {
      if let kit = wish.take(atSeconds: Sequencer.nowSeconds) { perform(kit) }
      let wait = wish.isWaiting ? KitWish.settlingMilliseconds : Self.turnMilliseconds
      switch sequencer.next(waitingMilliseconds: wait) {
      case .message(let message):
        carryOut(message, &wish)
        if message.seconds - sequencer.pairedSeconds > Self.longestUnpairedSeconds {
          sequencer.pairClocks()
        }
      case .ports: connections.renew().forEach { engine.tell($0) }
      case .overrun:
        engine.tell(
          EngineEvent.Port(
            .midi, Self.inputPort, .troubled, detail: "messages came faster than they could be read"
          ))
      case nil: sequencer.pairClocks()
      }
    }
  }

  private func carryOut(_ message: TimedMessage, _ wish: inout KitWish) {
    let (commands, bound, unplayed) = input.withLock { player in
      let commands = player?.commands(message, state: { engine.state }, kits: { kits }) ?? []
      return (commands, player?.isTableNew == true ? player?.table : nil, player?.unplayed)
    }
    if let unplayed {
      tell(
        "note \(unplayed) plays no drum of this kit; \"notesIn\" in '\(MIDITable.path)' gives it one"
      )
    }
    do throws(EngineError) { try bound.map(Self.keep) } catch { tell(error.description) }
    for command in commands {
      if case .kit = command {
        wish.ask(for: command, atSeconds: Sequencer.nowSeconds)
      } else {
        let id = perform(command.answering { engine.frame(answeringSeconds: message.seconds) })
        if let id { input.withLock { $0?.hold(id) } }
      }
    }
  }

  /// The identity of what began by it.
  @discardableResult
  private func perform(_ command: EngineCommand) -> HitIdentity? {
    do throws(EngineError) { return try engine.perform(command) } catch {
      tell(error.description)
      return nil
    }
  }

  /// Tells that something from outside cannot be had.
  private func tell(_ trouble: String) {
    engine.tell(EngineEvent.Port(.midi, Self.inputPort, .troubled, detail: trouble))
  }

  /// Keeps what controllers move, beside whatever else a person has written into the file meanwhile.
  private static func keep(_ table: MIDITable) throws(EngineError) {
    var kept = try MIDITable.read()
    kept.controls = table.controls
    try kept.keep()
  }

  /// Sends what Flam plays.
  private func tell(
    _ news: EventSubscription, _ sender: HitSender, on sequencer: Sequencer,
    _ connections: Connections
  ) {
    // Messages are given to the kernel so long before their time, or just then where its steps are coarse.
    let lead = sequencer.isFine ? 0.0015 : 0
    WorkThread.answerPromptly()
    var (sender, connections) = (sender, connections)
    let clock: HitSender.Clock = { [engine] in engine.seconds(leavingAt: $0) }
    connections.renew(tellingMissing: true).forEach { engine.tell($0) }
    var pairedSeconds = Sequencer.nowSeconds
    var isOver = false
    while !isOver {
      isOver = threads.isEnding
      let wait = sender.nextSeconds(clock: clock).map { max(0, $0 - lead - Sequencer.nowSeconds) }
      let longest = 1e-3 * Double(Self.turnMilliseconds)
      let batch = news.wait(milliseconds: isOver ? 0 : Int(1000 * min(longest, wait ?? longest)))
      if let next = sender.nextSeconds(clock: clock), !isOver { Self.sleep(until: next - lead) }
      let now = Sequencer.nowSeconds
      for event in batch.events { sender.take(event, engine.state, atSeconds: now, clock: clock) }
      if isOver {
        sender.take(.ended(EngineEvent.Ended()), engine.state, atSeconds: now, clock: clock)
      }
      for message in sender.due(beforeSeconds: now + (isOver ? 1 : lead), clock: clock) {
        if !sequencer.send(message) {
          engine.tell(
            EngineEvent.Port(
              .midi, Self.outputPort, .troubled, detail: "the sequencer takes no more messages"))
        }
      }
      while let arrival = sequencer.next(waitingMilliseconds: 0) {
        if case .ports = arrival { connections.renew().forEach { engine.tell($0) } }
      }
      if now - pairedSeconds > 1 {
        sequencer.pairClocks()
        pairedSeconds = now
      }
    }
    news.leave()
    // What the kernel holds goes with the port.
    MonotonicClock.sleep(microseconds: 5000)
    if sender.lateCount > 0 {
      engine.tell(
        EngineEvent.Port(
          .midi, Self.outputPort, .troubled,
          detail:
            "\(sender.lateCount) of \(sender.sentCount) notes were sent late: the machine was busy")
      )
    }
  }
}

extension MIDIPorts {
  /// Sleeps what is left of a millisecond; returns at once where more is left.
  fileprivate static func sleep(until seconds: Double) {
    let left = seconds - Sequencer.nowSeconds
    if left > 0 && left < 0.001 { MonotonicClock.sleep(microseconds: Int(1e6 * left)) }
  }
}
