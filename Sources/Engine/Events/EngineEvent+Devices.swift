// SPDX-License-Identifier: GPL-3.0-or-later

extension EngineEvent {
  /// A buffer that ran full or dry.
  public struct Xrun: Codable, Sendable, Equatable {
    /// Which buffer: full where what was heard was lost, dry where the drums fell silent.
    public enum Side: String, Codable, Sendable { case capture, playback }
    /// Whose time it was.
    public enum Cause: String, Codable, Sendable {
      /// Our own work took too long.
      case work
      /// The system let the audio thread wait.
      case system
    }

    /// Counted from 1, both sides together.
    public let number: Int
    /// Which buffer.
    public let side: Side
    /// The input frame that comes next.
    public internal(set) var frame: Int
    /// The length of the gap, in milliseconds.
    public let milliseconds: Double
    /// Whose time it was.
    public let cause: Cause
    /// Processor time that our own work took in the block before it, in milliseconds.
    public let workMilliseconds: Double
    /// How long the system held the audio thread up before it, in milliseconds.
    public let heldUpMilliseconds: Double

    /// An xrun as it is told.
    public init(
      number: Int, side: Side, frame: Int, milliseconds: Double, cause: Cause,
      workMilliseconds: Double, heldUpMilliseconds: Double
    ) {
      (self.number, self.side, self.frame) = (number, side, frame)
      (self.milliseconds, self.cause) = (milliseconds, cause)
      (self.workMilliseconds, self.heldUpMilliseconds) = (workMilliseconds, heldUpMilliseconds)
    }
  }

  /// What is heard and played on, once devices are open.
  public struct Devices: Codable, Sendable, Equatable {
    /// ALSA's name of the device that is heard, or the path of a take; nil for none.
    public let input: String?
    /// ALSA's name of the device that is played on; nil if nothing is heard of it.
    public let output: String?
    /// Sample rate of both sides in hertz.
    public let rateHz: Int
    /// Frames of a period.
    public internal(set) var periodFrames: Int
    /// Rate of a take in hertz, in whose frames its hits are counted for people; nil for a device.
    public let takeRateHz: Int?
    /// What people should know of them, a sentence each: what stands in for what is missing, what was asked for and is
    /// otherwise.
    public private(set) var notes: [String]

    /// With all notes that were told before.
    func following(_ before: Devices?) -> Devices {
      var devices = self
      devices.notes = (before?.notes ?? []) + notes
      return devices
    }
  }

  /// What a device did.
  public struct Device: Codable, Sendable, Equatable {
    /// What happened.
    public enum State: String, Codable, Sendable {
      case lost, obstructed, back, periodTried, periodChanged, periodRefused
    }

    /// What happened.
    public let state: State
    /// Names of the PCMs; none for a period.
    public let devices: [String]
    /// The microphone is among them.
    public let isInput: Bool
    /// The loudspeaker is among them.
    public let isOutput: Bool
    /// Why, where there is a reason.
    public let reason: String?
    /// What to do, where something can be done.
    public let advice: String?
    /// Frames of the period that devices play with, are asked for, or do not have.
    public let periodFrames: Int?
    /// Frames of the period before.
    public let earlierPeriodFrames: Int?
    /// By how many frames drums come later than before; negative for sooner.
    public let laterFrames: Int?
    /// How long it was away.
    public let seconds: Double?

    /// News of a device.
    public init(
      _ state: State, devices: [String] = [], isInput: Bool = false, isOutput: Bool = false,
      reason: String? = nil, advice: String? = nil, periodFrames: Int? = nil,
      earlierPeriodFrames: Int? = nil, laterFrames: Int? = nil, seconds: Double? = nil
    ) {
      (self.state, self.devices, self.isInput, self.isOutput) = (state, devices, isInput, isOutput)
      (self.reason, self.advice, self.periodFrames) = (reason, advice, periodFrames)
      self.earlierPeriodFrames = earlierPeriodFrames
      (self.laterFrames, self.seconds) = (laterFrames, seconds)
    }
  }
}
