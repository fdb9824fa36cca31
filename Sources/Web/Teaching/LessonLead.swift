// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Storage
import Synchronization

/// The page that leads the lesson. All other pages only watch until it is over, so that two pages never teach at once.
final class LessonLead: Sendable {
  private struct Leader: Sendable { weak var page: WebClient? }

  private let leader = Mutex(Leader())

  /// Lets a page begin, continue or end a lesson. Refused while another page leads one.
  ///
  /// - Parameter begin: Does so.
  func take<Value: Sendable>(
    _ page: WebClient, toTeach sound: String, _ begin: () throws(EngineError) -> Value
  ) throws(EngineError) -> Value {
    try leader.withLock { leader throws(EngineError) in
      if let other = leader.page, other !== page, other.goesOn, let taught = other.taughtSound {
        throw EngineError(
          "teach the sound '\(PathText.name(sound))'",
          reason: "another page teaches '\(PathText.name(taught))'",
          advice: "wait until that is over, or stop it there")
      }
      leader.page = page
      return try begin()
    }
  }

  /// Ends the lesson of a page that closes, unless another page leads by now.
  ///
  /// - Parameter end: Does so.
  func leave(_ page: WebClient, _ end: () -> Void) {
    leader.withLock { leader in
      guard leader.page === page else { return }
      end()
      leader.page = nil
    }
  }
}
