// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata

/// Keeps a connection with a board. It has neither line nor clock: it receives events with their
/// times, and returns actions.
///
/// A try opens the line, waits for a message from the board, and asks what its pins can do. The
/// first two tries, of four seconds each, report their failure; after that it retries silently.
public struct BoardConnection: Sendable {
  /// An action for the caller.
  public enum Action: Hashable, Sendable {
    /// Open the line, and report whether that succeeded.
    case open
    /// Close it.
    case close
    /// Send a message.
    case send(FirmataMessage)
    /// Report an event.
    case report(BoardEvent)
  }

  private static let millisecond: Int64 = 1_000_000
  /// An Uno restarts when its line is opened, which takes a second or two.
  static let tryNanoseconds = 4000 * millisecond
  static let reportedTryCount = 2
  static let reopenNanoseconds = 250 * millisecond
  /// Until then its boot loader would swallow the bytes.
  static let firstHelloNanoseconds = 500 * millisecond
  static let helloNanoseconds = 1000 * millisecond
  static let discoveryNanoseconds = 2000 * millisecond
  static let shortestPauseNanoseconds = 500 * millisecond
  static let longestPauseNanoseconds = 5000 * millisecond
  static let silenceNanoseconds = 2000 * millisecond
  static let firmwareCheckNanoseconds = 2000 * millisecond

  /// What a board has sent so far.
  private struct Found {
    var firmware: String?
    var capabilities: [[PinCapability]]?
    var channels: [UInt8?]?
    var isWhole: Bool { firmware != nil && capabilities != nil && channels != nil }
    /// One of the answers has lost a byte: both list all pins.
    var isUneven: Bool {
      guard let capabilities, let channels else { return false }
      return capabilities.count != channels.count
    }
    var board: ConnectedBoard {
      var profile = BoardProfile.assumed
      if let capabilities, let channels {
        profile = BoardProfile(capabilities: capabilities, analogChannels: channels)
      }
      return ConnectedBoard(firmware: firmware ?? "", profile: profile)
    }
  }

  private enum State {
    /// No connection is wanted.
    case off
    /// The line will be opened next.
    case closed
    /// The line is opening.
    case opening
    case greeting
    case discovering(Found)
    case connected(ConnectedBoard)
  }

  private var state = State.off
  /// When it acts by itself.
  private var dueNanoseconds = Int64.max
  private var tryEndsNanoseconds: Int64 = 0
  private var failedTryCount = 0
  private var heardNanoseconds: Int64 = 0
  private var keepAliveNumber: UInt8 = 0
  /// When the board was last asked for its name.
  private var firmwareAskedNanoseconds = Int64.min / 2

  /// A connection that nobody has begun.
  public init() {}

  /// The board that is connected.
  public var board: ConnectedBoard? {
    if case .connected(let board) = state { board } else { nil }
  }

  /// When ``tick(at:)`` is due, in nanoseconds.
  public var nextTickNanoseconds: Int64 { dueNanoseconds }

  /// Begins to connect.
  public mutating func begin(at now: Int64) {
    failedTryCount = 0
    beginTry(at: now)
  }

  /// Ends the connection.
  public mutating func disconnect() -> [Action] {
    let isOpen =
      switch state {
      case .off, .closed: false
      case .opening, .greeting, .discovering, .connected: true
      }
    state = .off
    dueNanoseconds = .max
    return (isOpen ? [.close] : []) + [.report(.forcedDisconnected)]
  }

  /// The line is still opening and waits for something, which is reported if it takes too long.
  public mutating func opening(waitingFor reason: String, at now: Int64) -> [Action] {
    guard now < tryEndsNanoseconds else {
      return [.close] + endTry(.failed(reason: reason), at: now)
    }
    state = .opening
    dueNanoseconds = tryEndsNanoseconds
    return []
  }

  /// The line is open.
  public mutating func opened(at now: Int64) {
    state = .greeting
    // After a silent try, less time may be left.
    dueNanoseconds = now + Self.firstHelloNanoseconds
    tryEndsNanoseconds = max(tryEndsNanoseconds, now + Self.tryNanoseconds)
  }

  /// The line cannot be opened.
  public mutating func failedToOpen(_ reason: String, at now: Int64) -> [Action] {
    let isReported = failedTryCount < Self.reportedTryCount
    guard isReported, now + Self.reopenNanoseconds <= tryEndsNanoseconds else {
      return endTry(.failed(reason: reason), at: now)
    }
    state = .closed
    dueNanoseconds = now + Self.reopenNanoseconds
    return []
  }

  /// The line is gone.
  public mutating func lost(at now: Int64) -> [Action] {
    switch state {
    case .off, .closed, .opening: return []
    case .greeting, .discovering:
      return [.close] + endTry(.failed(reason: "the line was lost"), at: now)
    case .connected:
      begin(at: now)
      return [.close, .report(.disconnected)]
    }
  }

  /// The board has sent a message.
  public mutating func heard(_ message: FirmataMessage, at now: Int64) -> [Action] {
    heardNanoseconds = now
    switch state {
    case .off, .closed, .opening: return []
    case .connected(let board):
      if case .pads(.alive(keepAliveNumber, _)) = message {
        dueNanoseconds = now + BoardQuery.pauseNanoseconds(after: keepAliveNumber)
      }
      guard case .firmware(_, _, let name) = message else { return [] }
      let isAnswer = now - firmwareAskedNanoseconds <= Self.firmwareCheckNanoseconds
      let isSame = isAnswer && name == board.firmware
      // A board that sends its name unasked has restarted, and has lost all settings. If it sends
      // another name, the first was misread.
      return isSame ? [] : [.report(.disconnected)] + discover(name, at: now)
    case .greeting:
      if case .firmware(_, _, let name) = message { return discover(name, at: now) }
      return discover(nil, at: now)
    case .discovering(var found):
      switch message {
      case .firmware(_, _, let name): found.firmware = name
      case .capabilities(let pins): found.capabilities = pins
      case .analogMapping(let channels): found.channels = channels
      default: break
      }
      let isDamaged = found.isUneven
      if isDamaged { (found.capabilities, found.channels) = (nil, nil) }
      state = .discovering(found)
      if isDamaged { return [.send(.capabilityQuery), .send(.analogMappingQuery)] }
      return found.isWhole ? connect(found.board, at: now) : []
    }
  }

  /// The time of ``nextTickNanoseconds`` has come.
  public mutating func tick(at now: Int64) -> [Action] {
    guard now >= dueNanoseconds else { return [] }
    switch state {
    case .off, .opening: return []
    case .closed:
      if failedTryCount >= Self.reportedTryCount { tryEndsNanoseconds = now + Self.tryNanoseconds }
      return [.open]
    case .greeting:
      guard now < tryEndsNanoseconds else { return [.close] + endTry(.timedOut, at: now) }
      dueNanoseconds = min(now + Self.helloNanoseconds, tryEndsNanoseconds)
      return [.send(.versionQuery), askFirmware(at: now)]
    case .discovering(let found): return connect(found.board, at: now)
    case .connected(let board):
      guard board.hasPads else {
        dueNanoseconds = now + Self.firmwareCheckNanoseconds
        return [askFirmware(at: now)]
      }
      guard now - heardNanoseconds < Self.silenceNanoseconds else { return lost(at: now) }
      dueNanoseconds = now + BoardQuery.unansweredNanoseconds
      keepAliveNumber = (keepAliveNumber + 1) & 0x7F
      return [.send(.pads(.keepAlive(number: keepAliveNumber)))]
    }
  }

  /// Asks a board what it can do; its name may still be unknown.
  private mutating func discover(_ firmware: String?, at now: Int64) -> [Action] {
    state = .discovering(Found(firmware: firmware))
    dueNanoseconds = now + Self.discoveryNanoseconds
    let asked: [Action] = [.send(.capabilityQuery), .send(.analogMappingQuery)]
    return (firmware == nil ? [askFirmware(at: now)] : []) + asked
  }

  private mutating func askFirmware(at now: Int64) -> Action {
    firmwareAskedNanoseconds = now
    return .send(.firmwareQuery)
  }

  private mutating func connect(_ board: ConnectedBoard, at now: Int64) -> [Action] {
    state = .connected(board)
    failedTryCount = 0
    heardNanoseconds = now
    // Another firmware does not answer keep-alives and may be silent for ever. A board whose name
    // was lost is asked again.
    dueNanoseconds = board.hasPads ? now : .max
    if board.firmware.isEmpty { dueNanoseconds = now + Self.firmwareCheckNanoseconds }
    return [.report(.connected(board))]
  }

  private mutating func beginTry(at now: Int64) {
    state = .closed
    dueNanoseconds = now
    tryEndsNanoseconds = now + Self.tryNanoseconds
  }

  private mutating func endTry(_ event: BoardEvent, at now: Int64) -> [Action] {
    failedTryCount += 1
    let quietCount = failedTryCount - Self.reportedTryCount
    beginTry(at: now + Self.pauseNanoseconds(quietCount))
    if quietCount < 0 { return [.report(event)] }
    return quietCount == 0 ? [.report(event), .report(.gaveUp)] : []
  }

  /// The pause before the next try. It doubles with each silent try.
  private static func pauseNanoseconds(_ quietCount: Int) -> Int64 {
    min(shortestPauseNanoseconds << Int64(min(max(quietCount, 0), 8)), longestPauseNanoseconds)
  }
}
