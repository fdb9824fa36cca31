// SPDX-License-Identifier: GPL-3.0-or-later

/// Who may come in: pages that this very program served, under the address at which they reached it, and on the network only
/// with the token.
///
/// A name that an attacker lets lead here (DNS rebinding) is a foreign host; a page of another site has a foreign origin.
struct PageAccess {
  /// What a request gets.
  enum Verdict: Equatable {
    case answer(HTTPResponse)
    /// It becomes a WebSocket.
    case live(HTTPResponse)
    /// It fetches what was made for a page, if that is there.
    case download
  }

  /// Where it listens.
  let port: UInt16
  /// What a page must know; nil where it is on this machine anyway.
  let token: PageToken?

  /// Where pages get their events and leave their commands.
  static let livePath = "/live"
  /// In the address, once.
  static let tokenName = "token"

  /// Cookies of a host hold for all its ports.
  private var cookieName: String { "flam-\(port)" }

  /// The host names by which a request may call the address at which it arrived.
  ///
  /// - Parameter address: A numeric address of this machine, one of IPv6 without brackets.
  func hosts(at address: String) -> [String] {
    let isLoopback = address.hasPrefix("127.") || address == "::1"
    let names =
      [address.contains(":") ? "[\(address)]" : address] + (isLoopback ? ["localhost"] : [])
    // Browsers leave out the port that is usual for pages.
    return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
  }

  /// What a request gets that arrived at `address`.
  func verdict(on request: HTTPRequest, at address: String) -> Verdict {
    guard let host = request.headers["host"]?.lowercased(), hosts(at: address).contains(host)
    else {
      return refusal("This page is reached by the address that Flam printed.")
    }
    if let origin = request.headers["origin"]?.lowercased(), origin != "http://\(host)" {
      return refusal("Another site may not use this page.")
    }
    guard request.method == "GET" else {
      return .answer(
        HTTPResponse(.wrongMethod, headers: [("Allow", "GET")], body: Array("GET only\n".utf8)))
    }
    if let token {
      if let given = Self.token(in: request.query), request.path == "/" {
        return token.matches(given) ? .answer(entered(token)) : refusal(Self.askForToken)
      }
      guard let kept = request.cookie(cookieName), token.matches(kept) else {
        return refusal(Self.askForToken)
      }
    }
    if request.path.hasPrefix(Downloads.start) { return .download }
    guard request.path == Self.livePath else { return file(request.path) }
    guard request.asksForSocket, request.headers["origin"] != nil,
      let key = request.headers["sec-websocket-key"],
      let accept = SocketKey.accept(key)
    else { return .answer(HTTPResponse(.malformed, text: "This is for the page itself.")) }
    return .live(
      HTTPResponse(
        .switching,
        headers: [
          ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept),
        ]))
  }

  private static let askForToken =
    "This page needs its token: use the address or the QR code that Flam printed."

  private func refusal(_ text: String) -> Verdict { .answer(HTTPResponse(.forbidden, text: text)) }

  private func file(_ path: String) -> Verdict {
    guard let file = PageFile.at(path) else {
      return .answer(HTTPResponse(.missing, text: "There is no such page."))
    }
    return .answer(HTTPResponse(.done, headers: [("Content-Type", file.type)], body: file.bytes))
  }

  /// The page without the token in its address, where it would be seen and kept.
  private func entered(_ token: PageToken) -> HTTPResponse {
    HTTPResponse(
      .elsewhere,
      headers: [
        ("Location", "/"),
        ("Set-Cookie", "\(cookieName)=\(token.text); Path=/; HttpOnly; SameSite=Lax"),
      ])
  }

  private static func token(in query: String) -> Substring? {
    query.hasPrefix(tokenName + "=") ? query.dropFirst(tokenName.utf8.count + 1) : nil
  }
}
