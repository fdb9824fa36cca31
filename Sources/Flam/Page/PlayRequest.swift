// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc

/// A request of another program to a running `play`, as a line of JSON; the answer is one of the
/// following, or a ``PlayRefusal``.
struct PlayRequest: Codable {
  /// The possible requests.
  enum Wish: String, Codable {
    /// ``PlayingNow``.
    case about
    /// ``OpenedPage``, which is shown as long as the call lasts.
    case page
  }

  static let currentVersion = 1

  var version = currentVersion
  let request: Wish
  /// Of the page; nil for the usual one.
  var port: UInt16?
  /// The page is for the network, too.
  var isOnNetwork: Bool?
}

/// The current playing.
struct PlayingNow: Codable {
  let process: Int32
  /// Nil before there is one.
  let kit: String?
  /// Nil for the built-in guess.
  let profile: String?
  /// The address of its page; nil if there is none.
  let page: String?
  /// Why the page that is wanted cannot be shown just now.
  let pageProblem: String?

  init(_ state: EngineState?, page: String?, pageProblem: String?) {
    process = getpid()
    (kit, profile) = (state?.kit?.name, state?.profile?.name)
    (self.page, self.pageProblem) = (page, pageProblem)
  }

  /// "process 4711: kit flam, sounds of me"
  var text: String {
    "process \(process): "
      + (kit.map { "kit \($0), " + (profile.map { "sounds of \($0)" } ?? "built-in guess") }
        ?? "only just beginning")
  }
}

/// The page as it is shown.
struct OpenedPage: Codable {
  let address: String
  let port: UInt16
  let isOnNetwork: Bool
  /// It stays when the call ends: others have it shown, too.
  let isLasting: Bool
}

/// Why something cannot be had.
struct PlayRefusal: Codable { let problem: String }
