// SPDX-License-Identifier: GPL-3.0-or-later
import Latency

/// What a measurement tells with --json where it tells no figure.
struct CannotTell: Encodable {
  /// How it was measured.
  let method: LatencyReport.Method
  /// Why there is no figure: one word for scripts.
  let cannotTell: String
  /// The same for people, and what to do.
  let message: String
}

extension LatencyOptions {
  /// The end of a measurement that tells no figure; with --json it is told on standard output too.
  func cannotTell(
    _ method: LatencyReport.Method, reason: String, _ failure: CommandFailure
  ) -> any Error {
    guard json else { return failure }
    let told = CannotTell(method: method, cannotTell: reason, message: failure.message)
    do { try Terminal.print(told.jsonLine) } catch { return error }
    return failure
  }
}
