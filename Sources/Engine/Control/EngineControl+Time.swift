// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Latency

/// Frames and the time of day, for input and output other than audio.
extension EngineControl {
  /// Outside events are answered this much later than the earliest possible time.
  private var slackFrames: Int {
    Instrument.outputLatencyFrames + PortDelay.slackFrames(sampleRateHz: live.loop.rateHz)
  }

  /// From the moment a frame is heard until the earliest answer leaves the device.
  private var bufferFrames: Int {
    let loop = live.loop
    return loop.delayFrames > 0 ? loop.delayFrames : loop.periodFrames
  }

  /// See ``Engine/frame(answeringSeconds:)``.
  func frame(answeringSeconds seconds: Double) -> Int? {
    live.timeline.outputFrame(answeringSeconds: seconds).map { Int($0.rounded()) + slackFrames }
  }

  /// See ``Engine/seconds(leavingAt:)``.
  func seconds(leavingAt frame: Int) -> Double? {
    live.timeline.seconds(answeredAt: Double(frame)).map {
      $0 + Double(bufferFrames) / Double(live.loop.rateHz)
    }
  }
}
