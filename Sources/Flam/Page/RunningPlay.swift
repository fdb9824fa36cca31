// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import ControlSocket
import FoundationEssentials
import Profiles
import Storage

/// A `flam play` that runs, as other commands reach it.
struct RunningPlay {
  let now: PlayingNow
  private let socket: String

  /// All that can be reached.
  static var all: [RunningPlay] {
    ControlPlace().sockets.compactMap { socket in
      // A process that is just ending, or hangs, does not count.
      asked(socket).map { RunningPlay(now: $0, socket: socket) }
    }
  }

  private static func asked(_ socket: String) -> PlayingNow? {
    guard let call = try? ControlCall(socket),
      let answer = try? call.ask(PlayRequest(request: .about).jsonLine)
    else { return nil }
    return try? JSONDecoder().decode(PlayingNow.self, from: Data(answer))
  }

  /// How it stands by now; nil if it does not answer.
  var later: PlayingNow? { Self.asked(socket) }

  /// The one that runs, or that of a process.
  static func find(process: Int32?, for purpose: String) throws(CommandFailure) -> RunningPlay {
    let all = all
    let found = process.map { process in all.filter { $0.now.process == process } } ?? all
    guard let first = found.first else {
      let reason = process.map { "no 'flam play' runs as process \($0)" } ?? "no 'flam play' runs"
      throw CommandFailure(
        .unavailable, "cannot \(purpose): \(reason); start 'flam play', then ask again",
        detail: all.isEmpty ? nil : text(all))
    }
    guard found.count == 1 else {
      throw CommandFailure(
        .unavailable,
        "cannot \(purpose): \(found.count) of them run; pick one with --process",
        detail: text(found))
    }
    return first
  }

  private static func text(_ plays: [RunningPlay]) -> String {
    plays.map(\.now.text).joined(separator: "; ")
  }

  /// Asks for the page, which is shown as long as the call is held.
  func openPage(
    port: UInt16?, isOnNetwork: Bool
  ) throws(CommandFailure) -> (call: ControlCall, page: OpenedPage) {
    var request = PlayRequest(request: .page)
    (request.port, request.isOnNetwork) = (port, isOnNetwork)
    let attempt = "cannot show the page of process \(now.process)"
    do throws(SystemError) {
      let call = try ControlCall(socket)
      let answer = Data(try call.ask(request.jsonLine))
      if let page = try? JSONDecoder().decode(OpenedPage.self, from: answer) { return (call, page) }
      let refusal = try? JSONDecoder().decode(PlayRefusal.self, from: answer)
      throw SystemError(
        code: 0,
        reason: refusal?.problem ?? "its answer cannot be read; use a 'flam' of its version")
    } catch {
      throw CommandFailure(.unavailable, "\(attempt): \(error)")
    }
  }
}
