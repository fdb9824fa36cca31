// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import OSC
import Realtime
import Synchronization

/// How long others wait while one program floods Open Sound Control with bundles of 500 notes, as fast
/// as it can.
struct FloodWaits {
  /// 95 of 100 wait no longer, in milliseconds.
  private static let targetMilliseconds = 5.0
  private static let notesInBundle = 500
  private static let pauseMicroseconds: useconds_t = 5000
  private static let answerMilliseconds: Int32 = 1000

  let engine: Engine
  let host: CommandHost
  /// How often is asked during the flood.
  let count: Int

  /// Prints its figures; true if they meet the target.
  func run() throws -> Bool {
    let port = try OSCPort(engine, port: 0, isOnNetwork: false, host: host)
    defer { port.stop() }
    let pops = engine.events.subscribe { if case .xrun = $0 { true } else { false } }
    defer { pops.leave() }
    let isOver = Atomic(false)
    let sent = Atomic(0)
    let flooder = WorkThread { [number = port.port] in
      WorkThread.giveWay()
      let socket = Datagrams(to: number)
      let bundle = Self.bundle
      while !isOver.load(ordering: .relaxed) {
        socket.send(bundle)
        sent.add(1, ordering: .relaxed)
      }
    }
    var (own, other): ([Double], [Double]) = ([], [])
    let socket = Datagrams(to: port.port)
    var unanswered = 0
    for index in 0..<count {
      usleep(Self.pauseMicroseconds)
      own.append(
        Self.milliseconds {
          _ = try? engine.perform(
            .tempo(EngineCommand.Tempo(beatsPerMinute: Double(80 + index % 50))))
        })
      var isAnswered = true
      let waited = Self.milliseconds {
        socket.send(OSCDoor.message("/flam/none", []))
        isAnswered = socket.receive(waitingMilliseconds: Self.answerMilliseconds) != nil
      }
      if isAnswered { other.append(waited) } else { unanswered += 1 }
    }
    isOver.store(true, ordering: .relaxed)
    flooder?.join()
    let ours = pops.take().events.count {
      if case .xrun(let pop) = $0 { pop.cause == .work } else { false }
    }
    let worst = max(Self.most(own), Self.most(other))
    let isMet = worst <= Self.targetMilliseconds && ours == 0
    print(
      "  a flood of \(sent.load(ordering: .relaxed)) bundles of \(Self.notesInBundle) notes: a command here waits "
        + "\(Self.text(own)), an answer by OSC \(Self.text(other)); \(unanswered) of \(count) questions were lost in the "
        + "system's queue; \(ours) pops by our work")
    print(
      "  target 95 of 100 within \(Int(Self.targetMilliseconds)) ms, no pop by our work: "
        + (isMet ? "met" : "MISSED"))
    return isMet
  }

  private static var bundle: [UInt8] {
    func bytes(_ number: Int) -> [UInt8] {
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let velocity = bytes(Int(Float(0.5).bitPattern))
    let note = Array("/flam/note/on\0\0\0,sf\0kick\0\0\0\0".utf8) + velocity
    return Array("#bundle\0".utf8) + bytes(0) + bytes(1)
      + (0..<notesInBundle).flatMap { _ in bytes(note.count) + note }
  }

  private static func milliseconds(_ body: () -> Void) -> Double {
    let begin = MonotonicClock.now
    body()
    return (MonotonicClock.now - begin) / .milliseconds(1)
  }

  private static func most(_ waits: [Double]) -> Double {
    let sorted = waits.sorted()
    return sorted.isEmpty ? .infinity : sorted[sorted.count * 95 / 100]
  }

  private static func text(_ waits: [Double]) -> String {
    let sorted = waits.sorted()
    guard let last = sorted.last else { return "for ever" }
    return
      "\(sorted[sorted.count / 2].digits(2)) ms (median), \(most(waits).digits(2)) ms (95 of 100), "
      + "\(last.digits(2)) ms at most"
  }
}
