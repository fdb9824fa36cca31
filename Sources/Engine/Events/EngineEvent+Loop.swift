// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

extension EngineEvent {
  /// An xrun.
  package init(_ pop: AudioIO.Xrun) {
    self = .xrun(
      Xrun(
        number: pop.number, side: pop.side == .capture ? .capture : .playback, frame: pop.frame,
        milliseconds: Double(pop.lateNanoseconds) / 1e6, cause: pop.isOurs ? .work : .system,
        workMilliseconds: Double(pop.workNanoseconds) / 1e6,
        heldUpMilliseconds: Double(pop.heldUpNanoseconds) / 1e6))
  }

  /// An event of a device.
  package init(_ event: DeviceEvent) {
    func device(
      _ state: Device.State, _ ends: DeviceEvent.Ends, _ failure: DeviceError? = nil,
      seconds: Double? = nil
    ) -> Device {
      Device(
        state, devices: ends.devices, isInput: ends.directions.contains(.capture),
        isOutput: ends.directions.contains(.playback), reason: failure?.reason,
        advice: failure?.advice.description, seconds: seconds)
    }
    let message =
      switch event {
      case .lost(let ends, let failure): device(.lost, ends, failure)
      case .obstructed(let ends, let failure): device(.obstructed, ends, failure)
      case .back(let ends, let seconds): device(.back, ends, seconds: seconds)
      case .periodChanged(let earlier, let frames, let later):
        Device(
          .periodChanged, periodFrames: frames, earlierPeriodFrames: earlier, laterFrames: later)
      case .periodRefused(let frames, let failure):
        Device(
          .periodRefused, reason: failure.reason, advice: failure.advice.description,
          periodFrames: frames)
      }
    self = .device(message)
  }
}

extension EngineEvent.Load {
  /// The values of a meter.
  init(_ meter: LoadMeter) {
    let shares = meter.recentShares
    self.init(
      medianShare: shares.median, worstShare: shares.worst,
      slackMilliseconds: Double(meter.slackNanoseconds) / 1e6,
      danger: meter.danger.map { danger in
        Danger(
          cause: danger.isOurs ? .work : .system,
          workMilliseconds: Double(danger.workNanoseconds) / 1e6,
          heldUpMilliseconds: Double(danger.heldUpNanoseconds) / 1e6)
      })
  }
}
