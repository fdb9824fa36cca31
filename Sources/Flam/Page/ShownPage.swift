// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Web
import Realtime
import Synchronization

/// The page of the playing: shown from the start, or as long as callers want it. It comes back when
/// playing begins again on other devices, with another engine.
final class ShownPage: Sendable {
  /// The page's address, and who may see it.
  struct Wish {
    /// 0 for one that is free.
    var port: UInt16
    let isOnNetwork: Bool
    /// The page stays as long as Flam plays; else only while callers use it.
    let isLasting: Bool
  }
  private struct State {
    var engine: Engine?
    var server: PageServer?
    /// Nil if no page is wanted.
    var wish: Wish?
    /// Callers that want it.
    var callers = 0
    /// Why it cannot be shown just now, and when that is tried again.
    var wait: (problem: String, next: MonotonicClock.Instant)?
    var messages: [String] = []
  }

  /// How often showing it is tried again after a failure.
  private static let retryPause = Duration.seconds(1)

  private let host: PageHost
  private let state: Mutex<State>

  /// - Parameter wish: The page requested from the start.
  init(_ host: PageHost, _ wish: Wish?) {
    self.host = host
    state = Mutex(State(wish: wish))
  }

  /// Shows the page of an engine if one is wanted; returns its address, nil if none is.
  func begin(_ engine: Engine) throws(PageError) -> String? {
    try state.withLock { state throws(PageError) in
      state.engine = engine
      guard let wish = state.wish else { return nil }
      do throws(PageError) {
        let server = try server(engine, wish)
        // Open pages find it again at the same address.
        state.server = server
        state.wish?.port = server.port
        return server.address
      } catch {
        if wish.isLasting { throw error }
        state.wait = (error.description, .now + Self.retryPause)
        state.messages.append("\(error); until then it is tried again and again")
        return nil
      }
    }
  }

  /// The engine ends; the page waits for another one.
  func end() {
    state.withLock { state in
      state.server?.stop()
      (state.engine, state.server, state.wait) = (nil, nil, nil)
    }
  }

  /// The current state, for any caller.
  var now: PlayingNow {
    state.withLock { state in
      PlayingNow(
        state.engine?.state, page: state.server?.address, pageProblem: state.wait?.problem)
    }
  }

  /// The messages since the last call; also retries a page that could not be shown.
  func takeMessages() -> [String] {
    state.withLock { state in
      if let engine = state.engine, let wish = state.wish, let wait = state.wait,
        .now >= wait.next
      {
        do throws(PageError) {
          let server = try server(engine, wish)
          (state.server, state.wait) = (server, nil)
          state.messages.append("'flam web' shows the page again at \(server.address)")
        } catch {
          state.wait = (error.description, .now + Self.retryPause)
        }
      }
      defer { state.messages = [] }
      return state.messages
    }
  }

  /// Shows the page for a caller, until ``leave()``; if it is already shown, that one.
  ///
  /// - Parameter port: Nil for the usual one, or the present one; 0 for any.
  func open(port: UInt16?, isOnNetwork: Bool) throws(CommandFailure) -> OpenedPage {
    try state.withLock { state throws(CommandFailure) in
      guard let engine = state.engine else {
        throw CommandFailure(.unavailable, "it only just begins to play; ask again in a moment")
      }
      if let server = state.server, let wish = state.wish {
        guard [nil, 0, server.port].contains(port), !isOnNetwork || wish.isOnNetwork else {
          let owner = wish.isLasting ? "'flam play --web'" : "the other 'flam web'"
          throw CommandFailure(
            .unavailable,
            "its page is shown at \(server.address)"
              + (wish.isOnNetwork ? "" : ", for this machine alone") + "; end \(owner) first")
        }
        state.callers += 1
        return OpenedPage(
          address: server.address, port: server.port, isOnNetwork: wish.isOnNetwork,
          isLasting: wish.isLasting)
      }
      var wish = Wish(
        port: port ?? PageServer.usualPort, isOnNetwork: isOnNetwork, isLasting: false)
      do throws(PageError) {
        let server = try server(engine, wish)
        wish.port = server.port
        (state.server, state.wish) = (server, wish)
        state.callers += 1
        state.messages.append("'flam web' shows the page at \(server.address)")
        return OpenedPage(
          address: server.address, port: server.port, isOnNetwork: isOnNetwork, isLasting: false)
      } catch {
        throw CommandFailure(.unavailable, error.description)
      }
    }
  }

  /// A caller has gone: the page closes with the last one, unless it stays.
  func leave() {
    state.withLock { state in
      state.callers -= 1
      guard state.callers == 0, state.wish?.isLasting == false else { return }
      state.server?.stop()
      (state.server, state.wish, state.wait) = (nil, nil, nil)
      state.messages.append("the page of 'flam web' is closed")
    }
  }

  private func server(_ engine: Engine, _ wish: Wish) throws(PageError) -> PageServer {
    try PageServer(engine, host, port: wish.port, isOnNetwork: wish.isOnNetwork, token: .kept())
  }
}
