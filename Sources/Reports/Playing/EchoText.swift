// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// Messages about drums that return to the microphone.
package struct EchoText {
  /// Smallest change of the monitor's gain that is reported, in decibels.
  private static let reportedStep: Float = 3

  /// It is known already whether the drums return.
  package var isReturnReported = false
  private var reportedReductionDecibels: Float = 0

  package init() {}

  /// The change since the last call; nil for none.
  package mutating func message(_ snapshot: Snapshot) -> String? {
    if let wanted = snapshot.wantedMonitorDecibels, let gain = snapshot.monitorDecibels {
      // A silenced bus is silent.
      let reduction = gain < wanted ? wanted - gain : 0
      if abs(reduction - reportedReductionDecibels) >= Self.reportedStep {
        reportedReductionDecibels = reduction
        return reduction > 0
          ? "the microphone is played at \(gain.text) dB in place of \(wanted.text): louder could howl; "
            + "wear headphones or turn the loudspeakers down"
          : "the microphone is played at \(wanted.text) dB"
      }
    }
    guard !isReturnReported, snapshot.returnGainDecibels != nil else { return nil }
    isReturnReported = true
    return "your drums come back into the microphone; learning to take them out"
  }

  /// The result of a sweep, in a line.
  package static func found(_ echo: EngineEvent.Echo, rateHz: Int) -> String {
    guard let way = way(echo, rateHz: rateHz) else {
      return echo.isDrowned
        ? "too noisy to hear whether your drums return (any return below "
          + "\(echo.faintestDecibels.text) dB is hidden); it is learnt while you play"
        : "nothing returns: headphones"
    }
    return "your drums return \(way); they are taken out from the first hit"
  }

  /// Level and delay of the return; nil if no return is known.
  package static func way(_ echo: EngineEvent.Echo, rateHz: Int) -> String? {
    guard echo.isReturning else { return nil }
    let milliseconds = 1000 * Double(echo.delayFrames) / Double(rateHz)
    return "at \(echo.gainDecibels.text) dB after \(milliseconds.text(places: 1)) ms"
  }

  /// How the drums return, in a line; nil while it is not known.
  package func text(_ snapshot: Snapshot) -> String? {
    if let gain = snapshot.returnGainDecibels {
      return
        "your drums return at \(gain.text) dB, reduced by \(snapshot.echoReductionDecibels.text) dB"
    }
    return snapshot.nothingReturns ? "headphones: nothing returns" : nil
  }
}

extension Float {
  fileprivate var text: String { Double(self).text(places: 0) }
}
