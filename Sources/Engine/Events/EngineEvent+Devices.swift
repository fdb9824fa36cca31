// SPDX-License-Identifier: GPL-3.0-or-later

extension EngineEvent {
  /// A buffer that ran full or dry.
  public struct Xrun: Codable, Sendable, Equatable {
    /// Which buffer: full means that input was lost, dry means that the drums fell silent.
    public enum Side: String, Codable, Sendable { case capture, playback }
    /// The cause.
    public enum Cause: String, Codable, Sendable {
      /// Our own work took too long.
      case work
      /// The system kept the audio thread waiting.
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
    /// The cause.
    public let cause: Cause
    /// Processor time that our own work took in the block before it, in milliseconds.
    public let workMilliseconds: Double
    /// How long the system held the audio thread up before it, in milliseconds.
    public let heldUpMilliseconds: Double

    /// An xrun as reported.
    public init(
      number: Int, side: Side, frame: Int, milliseconds: Double, cause: Cause,
      workMilliseconds: Double, heldUpMilliseconds: Double
    ) {
      (self.number, self.side, self.frame) = (number, side, frame)
      (self.milliseconds, self.cause) = (milliseconds, cause)
      (self.workMilliseconds, self.heldUpMilliseconds) = (workMilliseconds, heldUpMilliseconds)
    }
  }

  /// The devices, once they are open.
  public struct Devices: Codable, Sendable, Equatable {
    /// ALSA's name of the input device, or the path of a take; nil for none.
    public let input: String?
    /// ALSA's name of the output device; nil if none is heard.
    public let output: String?
    /// Sample rate of both sides in hertz.
    public let rateHz: Int
    /// Frames of a period.
    public internal(set) var periodFrames: Int
    /// Rate of a take in hertz, in whose frames people count its hits; nil for a device.
    public let takeRateHz: Int?
    /// Notes for people, a sentence each: substitutes for missing devices, and settings that differ
    /// from those asked for.
    public private(set) var notes: [String]

    /// A microphone is heard, not a take, nor nothing.
    public var hearsMicrophone: Bool { input != nil && takeRateHz == nil }
    /// Sound passes through a device, so that gaps in it are pops.
    public var hasDevice: Bool { output != nil || hearsMicrophone }

    /// With all notes that were reported before.
    func following(_ before: Devices?) -> Devices {
      var devices = self
      devices.notes = (before?.notes ?? []) + notes
      return devices
    }
  }

  /// An event of a device.
  public struct Device: Codable, Sendable, Equatable {
    /// The kind of event.
    public enum State: String, Codable, Sendable {
      case lost, obstructed, back, periodTried, periodChanged, periodRefused
    }

    /// The kind of event.
    public let state: State
    /// Names of the PCMs; empty for a period.
    public let devices: [String]
    /// The microphone is among them.
    public let isInput: Bool
    /// The loudspeaker is among them.
    public let isOutput: Bool
    /// The reason, if there is one.
    public let reason: String?
    /// The remedy, if there is one.
    public let advice: String?
    /// Frames of the period that devices use, are asked for, or do not have.
    public let periodFrames: Int?
    /// Frames of the period before.
    public let earlierPeriodFrames: Int?
    /// How many frames later drums come than before; negative for sooner.
    public let laterFrames: Int?
    /// How long it was missing.
    public let seconds: Double?

    /// An event of a device.
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
