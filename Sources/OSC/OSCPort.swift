// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Realtime
import Synchronization

/// Open Sound Control beside an engine: carries out messages from other programs, and sends events
/// to subscribers.
///
/// Its threads keep it and the engine alive until ``stop()``.
public final class OSCPort: Sendable {
  /// The default port.
  public static let usualPort: UInt16 = 3527
  /// How soon a thread notices that it is to end.
  private static let pollMilliseconds: Int32 = 100
  /// So many packets that are dropped in a flood, and then this pause: together less than 5 ms of
  /// what the system holds for the port.
  private static let droppedAtOnce = 64
  private static let floodPauseMicroseconds = 1000
  private static let tooMany = OSCFault(
    reason: "too many messages at once: some were refused; send at most "
      + "\(Int(OSCIntake.messagesPerSecond)) a second")
  /// The time between two `/flam/alive`.
  private static let aliveSeconds = 1.0

  /// The port on which it listens.
  public var port: UInt16 { socket.port }

  private let engine: Engine
  private let host: CommandHost
  private let socket: UDPSocket
  private let subscribers = Mutex(OSCSubscribers())
  private let jobs = OSCJobRunner()
  private let threads = ThreadGroup()

  /// Listens and sends events from now on.
  ///
  /// - Parameters:
  ///   - port: 0 for any free port.
  ///   - isOnNetwork: Accepts messages from other machines; otherwise from this machine alone.
  ///   - host: What may be asked for by name.
  public init(
    _ engine: Engine, port: UInt16 = usualPort, isOnNetwork: Bool, host: CommandHost
  ) throws(OSCError) {
    (self.engine, self.host) = (engine, host)
    socket = try UDPSocket(port: port, isOnNetwork: isOnNetwork)
    let events = engine.events.subscribe()
    do throws(OSCError) {
      try start { [self] in listen() }
      try start { [self] in report(events) }
    } catch {
      stop()
      throw error
    }
    engine.publish(
      EngineEvent.Port(
        .osc, "port \(self.port)", .connected,
        detail: isOnNetwork
          ? "any program on your network may play, change the mix and record"
          : "programs of this machine may play and change the mix"))
  }

  private func start(_ body: @escaping @Sendable () -> Void) throws(OSCError) {
    guard threads.start(body) else {
      throw OSCError(
        port: port, reason: "the system starts no more threads", advice: "end other programs")
    }
  }

  /// Sends subscribers that it ends, and waits until the threads have ended.
  public func stop() {
    threads.end()
    jobs.stop()
  }

  /// Carries out the messages that come in.
  private func listen() {
    WorkThread.answerPromptly()
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: UDPSocket.longestDatagram, alignment: 8)
    defer { buffer.deallocate() }
    var intake = OSCIntake()
    var dropped = 0
    while !threads.isEnding {
      guard
        let (bytes, sender) = socket.receive(
          into: buffer, waitingMilliseconds: Self.pollMilliseconds)
      else { continue }
      let now = MonotonicClock.now
      subscribers.withLock { $0.renew(sender, atSeconds: OSCClock.nowSeconds) }
      var room = intake.room(for: sender, at: now)
      if room == 0, OSCRequest.isSilencing(bytes), intake.takesSilencing(from: sender, at: now) {
        room = 1
      }
      if room > 0 {
        let (done, refused) = carryOut(bytes, from: sender, atMost: room)
        intake.count(done, refused: refused, from: sender)
        if refused == 0 { continue }
      }
      if intake.mayRefuseAloud(to: sender, at: now) {
        report(Self.tooMany, to: sender)
      }
      dropped += 1
      // A flood that is dropped takes no more of the processor than this.
      if dropped.isMultiple(of: Self.droppedAtOnce) {
        MonotonicClock.sleep(microseconds: Self.floodPauseMicroseconds)
      }
    }
  }

  /// Carries out the messages of a packet, as far as there is room; returns how many were, and how
  /// many are refused for want of it.
  private func carryOut(
    _ bytes: UnsafeRawBufferPointer, from sender: UDPAddress, atMost room: Int
  ) -> (done: Int, refused: Int) {
    let now = OSCClock.nowSeconds
    var done = 0
    do throws(OSCFault) {
      let parts = try OSCPacket.parts(bytes)
      for (index, part) in parts.enumerated() {
        guard done < room else { return (done, parts.count - index) }
        done += max(1, answer(part, from: sender, atSeconds: now))
      }
    } catch {
      report(error, to: sender)
    }
    return (max(1, done), 0)
  }

  /// Carries out a message, once for each address that it means; returns how many these are.
  private func answer(
    _ part: OSCPacket.Part, from sender: UDPAddress, atSeconds now: Double
  ) -> Int {
    // Two programs that complain to each other would never end.
    guard part.message.address != OSCEventMessages.errorAddress else { return 0 }
    do throws(OSCFault) {
      let addresses = try OSCRequest.addresses(meantBy: part.message.address)
      for address in addresses {
        var message = part.message
        message.address = address
        answer(message, part.timeTag, from: sender, atSeconds: now)
      }
      return addresses.count
    } catch {
      report(OSCFault(address: part.message.address, reason: error.reason), to: sender)
      return 0
    }
  }

  private func answer(
    _ message: OSCMessage, _ timeTag: UInt64?, from sender: UDPAddress, atSeconds now: Double
  ) {
    do throws(OSCFault) {
      switch try OSCRequest(message, host) {
      case .command(let command) where command.takesLong:
        later(message.address, sender) { port throws(OSCFault) in
          try port.perform(command, timeTag, from: sender, atSeconds: now)
        }
      case .preset(let name):
        later(message.address, sender) { port throws(OSCFault) in
          do throws(EngineError) {
            try port.engine.usePreset(
              name, of: port.host, from: CommandCaller(.osc, sender.name))
          } catch {
            throw OSCFault(reason: error.description)
          }
        }
      case .command(let command): try perform(command, timeTag, from: sender, atSeconds: now)
      case .subscribe(let seconds, let port):
        let address = sender.at(port: port)
        try subscribers.withLock { subscribers throws(OSCFault) in
          try subscribers.add(address, seconds: seconds, atSeconds: now)
        }
        for message in OSCEventMessages.messages(engine.state) {
          socket.send(message.bytes, to: address)
        }
      case .unsubscribe(let port):
        subscribers.withLock { $0.remove(sender.at(port: port)) }
      }
    } catch {
      report(OSCFault(address: message.address, reason: error.reason), to: sender)
    }
  }

  /// Does what takes long on another thread.
  private func later(
    _ address: String, _ sender: UDPAddress,
    _ work: @escaping @Sendable (OSCPort) throws(OSCFault) -> Void
  ) {
    jobs.take(
      OSCJobRunner.Job(
        work: { [unowned self] in
          do throws(OSCFault) { try work(self) } catch {
            report(OSCFault(address: address, reason: error.reason), to: sender)
          }
        },
        refuse: { [unowned self] in report(OSCFault(address: address, reason: $0), to: sender) }))
  }

  /// Notes sound with one constant delay after the message, or after the time of its bundle. Other
  /// commands are carried out at once, or at that time.
  private func perform(
    _ command: EngineCommand, _ timeTag: UInt64?, from sender: UDPAddress, atSeconds now: Double
  ) throws(OSCFault) {
    let caller = CommandCaller(.osc, sender.name)
    let dueSeconds = timeTag.map(OSCClock.seconds)
    do throws(EngineError) {
      if command.isNote {
        try engine.perform(
          command.answering { engine.frame(answeringSeconds: dueSeconds ?? now) }, from: caller)
      } else if let dueSeconds, let frame = engine.frame(answeringSeconds: dueSeconds) {
        try engine.perform(command, atFrame: frame, from: caller)
      } else {
        try engine.perform(command, from: caller)
      }
    } catch {
      throw OSCFault(reason: error.description)
    }
  }

  private func report(_ fault: OSCFault, to sender: UDPAddress) {
    socket.send(OSCEventMessages.error(fault.address, fault.reason).bytes, to: sender)
  }

  /// Sends events to subscribers.
  private func report(_ events: EventSubscription) {
    WorkThread.answerPromptly()
    var aliveAtSeconds = OSCClock.nowSeconds
    var isOver = false
    while !isOver {
      isOver = threads.isEnding
      let batch = events.wait(milliseconds: isOver ? 0 : Int(Self.pollMilliseconds))
      let now = OSCClock.nowSeconds
      let addresses = subscribers.withLock { $0.current(atSeconds: now) }
      var messages = batch.lostCount > 0 ? [OSCEventMessages.lost(batch.lostCount)] : []
      for event in batch.events { messages += OSCEventMessages.messages(event) }
      if !addresses.isEmpty, batch.events.contains(where: \.isMeters) {
        messages += OSCEventMessages.messages(engine.outputSpectrum)
      }
      if now >= aliveAtSeconds {
        messages.append(OSCEventMessages.alive(subscribers: addresses.count))
        aliveAtSeconds = now + Self.aliveSeconds
      }
      if isOver { messages.append(OSCMessage("/flam/ended")) }
      guard !addresses.isEmpty else { continue }
      for message in messages {
        let bytes = message.bytes
        for address in addresses { socket.send(bytes, to: address) }
      }
    }
    events.leave()
  }
}

extension EngineEvent {
  fileprivate var isMeters: Bool { if case .meters = self { true } else { false } }
}

extension EngineCommand {
  /// This reads and trains a profile.
  fileprivate var takesLong: Bool { if case .profile = self { true } else { false } }
}
