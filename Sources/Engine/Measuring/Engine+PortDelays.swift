// SPDX-License-Identifier: GPL-3.0-or-later
import Latency

extension Engine {
  /// Drums are struck from there, too.
  public func answers(_ sources: [PortDelay.Source]) {
    control.withLock { $0.answers(sources) }
  }

  /// From what happens there to the drum that answers it at ``frame(answeringSeconds:)``: what it is expected to take, and of
  /// what that is made.
  public var portDelays: [PortDelay] { control.withLock { $0.budget.portDelays } }
}
