// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Latency

extension MeasuredSetup {
  /// The devices of `loop` and their settings; nil where it does not both hear and play by devices.
  package init?(_ loop: AudioLoop) {
    func device(_ direction: StreamDirection) -> String? {
      loop.reports.first { $0.direction == direction }?.device
    }
    guard let input = device(.capture), let output = device(.playback) else { return nil }
    self.init(
      input: input, output: output, rateHz: loop.rateHz, periodFrames: loop.periodFrames)
  }
}
