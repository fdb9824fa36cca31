// SPDX-License-Identifier: GPL-3.0-or-later

/// Access control. It admits pages that have the token, which this program served under the address at which they reached it.
/// Every user of a machine can reach what listens on it alone.
///
/// If an attacker lets a name point here (DNS rebinding), that name is a foreign host. A page of another site has a foreign
/// origin.
struct PageAccess {
  /// How to answer a request.
  enum Verdict: Equatable {
    case answer(HTTPResponse)
    /// It becomes a WebSocket.
    case live(HTTPResponse)
    /// It asks for a download, which may exist or not.
    case download
  }

  /// The port on which the server listens.
  let port: UInt16
  /// The token that a page must have.
  let token: PageToken

  /// How long a browser keeps the token, in seconds: a year.
  private static let cookieSeconds = 365 * 86_400

  /// The path of the WebSocket for events and commands.
  static let livePath = "/live"
  /// The token's name in the address.
  static let tokenName = "token"

  /// Cookies of a host hold for all its ports.
  private var cookieName: String { "flam-\(port)" }

  /// The host names that a request may use for the address at which it arrived.
  ///
  /// - Parameter address: A numeric address of this machine, one of IPv6 without brackets.
  func hosts(at address: String) -> [String] {
    let isLoopback = address.hasPrefix("127.") || address == "::1"
    let names =
      [address.contains(":") ? "[\(address)]" : address] + (isLoopback ? ["localhost"] : [])
    // Browsers leave out port 80.
    return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
  }

  /// How to answer a request that arrived at `address`.
  func verdict(on request: HTTPRequest, at address: String) -> Verdict {
    guard let host = request.headers["host"]?.lowercased(), hosts(at: address).contains(host)
    else {
      return refusal("Open this page by the address that Flam printed.")
    }
    if let origin = request.headers["origin"]?.lowercased(), origin != "http://\(host)" {
      return refusal("Another site may not use this page.")
    }
    guard request.method == "GET" else {
      return .answer(
        HTTPResponse(.wrongMethod, headers: [("Allow", "GET")], body: Array("GET only\n".utf8)))
    }
    if let given = Self.token(in: request.query), request.path == "/" {
      return token.matches(given) ? .answer(entered()) : refusal(Self.askForToken)
    }
    guard let kept = request.cookie(cookieName), token.matches(kept) else {
      return refusal(Self.askForToken)
    }
    if request.path.hasPrefix(Downloads.start) { return .download }
    guard request.path == Self.livePath else { return file(request.path) }
    guard request.asksForSocket, request.headers["origin"] != nil,
      let key = request.headers["sec-websocket-key"],
      let accept = SocketKey.accept(key)
    else { return .answer(HTTPResponse(.malformed, text: "This address is for the page itself.")) }
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

  /// Redirects to the page without the token: in the address it would be seen and stored.
  private func entered() -> HTTPResponse {
    HTTPResponse(
      .elsewhere,
      headers: [
        ("Location", "/"),
        (
          "Set-Cookie",
          "\(cookieName)=\(token.text); Max-Age=\(Self.cookieSeconds); Path=/; HttpOnly; SameSite=Lax"
        ),
      ])
  }

  private static func token(in query: String) -> Substring? {
    query.hasPrefix(tokenName + "=") ? query.dropFirst(tokenName.utf8.count + 1) : nil
  }
}
