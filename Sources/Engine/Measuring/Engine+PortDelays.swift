// SPDX-License-Identifier: GPL-3.0-or-later
import Latency

extension Engine {
  /// Drums are struck from these sources, too.
  public func answers(_ sources: [PortDelay.Source]) {
    control.withLock { $0.answers(sources) }
  }

  /// From a source's event to the drum that answers it at ``frame(answeringSeconds:)``: the
  /// expected delays, and their parts.
  public var portDelays: [PortDelay] { control.withLock { $0.budget.portDelays } }
}
