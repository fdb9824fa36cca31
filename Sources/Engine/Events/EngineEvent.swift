// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Everything that happens while Flam plays; as JSON one object a line, its kind as `"event"`.
///
/// Frames of hits, devices and xruns are input frames, those of the mix are output frames. What is not known is left out.
public enum EngineEvent: Sendable, Equatable {
  /// `hit.begun`, `hit.revised`, `hit.settled`, `hit.withdrawn`, `hit.refused`.
  case hit(HitNews)
  /// A note that was not heard has been struck, ended or choked.
  case note(Note)
  /// Playing begins.
  case started
  /// Playing has ended.
  case ended(Ended)
  /// A buffer ran full or dry.
  case xrun(Xrun)
  /// How much of its time playing takes; once a second.
  case load(Load)
  /// What is heard and played on.
  case devices(Devices)
  /// A device has gone, is back, or plays otherwise.
  case device(Device)
  /// The sounds that are told apart, and how they are heard.
  case profile(Profile)
  /// A kit is being loaded.
  case kitLoading(KitLoading)
  /// Other drums took over: those that begin, a part of a kit, or all of it.
  case kit(Kit)
  /// All of a kit is there.
  case kitLoaded(KitLoaded)
  /// A kit cannot be loaded; the one before plays on.
  case kitFailed(KitFailed)
  /// Tap to drum, as far as it is known, and what it may take.
  case delay(Delay)
  /// How the drums return to the microphone, as a sweep found it.
  case echo(Echo)
  /// What is played along was changed.
  case backing(Backing)
  /// The tempo was changed, or the metronome.
  case tempo(Tempo)
  /// A lesson begins, asks for something, has heard something, or is over.
  case lesson(Lesson)
  /// The last hits of a sound left it unsure, or were far from every sound.
  case learning(Learning)
  /// The mixer was changed.
  case mix(Mix)
  /// A sound strikes another pad.
  case soundPad(SoundPad)
  /// How the player is heard was changed.
  case hearing(Hearing)
  /// Where the meters stand.
  case meters(Meters)
  /// A recording begins, is in trouble, or is closed.
  case recording(Kept)
  /// A session begins, is in trouble, or is closed.
  case session(Kept)
  /// A command that waited for its frame could not be carried out.
  case failed(Failed)
  /// A device or program that plays along has come or gone.
  case port(Port)
  /// The subscriber that prints them was too slow: so many events before the next line are missing.
  case lost(Lost)

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
    /// ALSA's name of the device that is played on; nil where nothing is heard of it.
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

  /// A change of the mixer: a strip, a bus, or the end of all solos where it is neither.
  public struct Mix: Codable, Sendable, Equatable {
    /// The output frame from which it is heard.
    public let frame: Int
    /// The drum, and what of its strip changes.
    public let strip: StripChange?
    /// The bus.
    public let bus: MixBus?
    /// Gain of the bus, linear; 0 for silence.
    public let gain: Float?

    /// A change of the mixer.
    public init(frame: Int, strip: StripChange? = nil, bus: MixBus? = nil, gain: Float? = nil) {
      (self.frame, self.strip, self.bus, self.gain) = (frame, strip, bus, gain)
    }
  }

  /// A sound that strikes another pad, from a frame on.
  public struct SoundPad: Codable, Sendable, Equatable {
    /// The output frame from which it is heard.
    public let frame: Int
    /// Name of the sound.
    public let sound: String
    /// As a ``PadRule``; missing for what the profile says.
    public let pad: String?
  }

  /// What changes of how the player is heard, from a frame on.
  public struct Hearing: Codable, Sendable, Equatable {
    /// The input frame that is heard first with it.
    public internal(set) var frame: Int
    /// How weak a stroke may be, 0...100.
    public let sensitivity: Float?
    /// How readily a doubtful sound is taken for a stroke.
    public let strictness: Strictness?
    /// Hits teach their sounds.
    public let adapts: Bool?
    /// The sound whose threshold changes, or that is taught anew.
    public let sound: String?
    /// The threshold of the sound, in dBFS; missing for the one that the sensitivity sets.
    public let thresholdDecibels: Float?
    /// The next so many hits teach the sound; with 0 no more do.
    public let learnHits: Int?
    /// How early a drum answers.
    public let certainty: Certainty?
    /// How strength becomes velocity.
    public let velocityCurve: VelocityCurve?

    /// A change of how the player is heard; what does not change is nil.
    public init(
      frame: Int, sensitivity: Float? = nil, strictness: Strictness? = nil, adapts: Bool? = nil,
      sound: String? = nil, thresholdDecibels: Float? = nil, learnHits: Int? = nil,
      certainty: Certainty? = nil, velocityCurve: VelocityCurve? = nil
    ) {
      (self.frame, self.sensitivity, self.strictness) = (frame, sensitivity, strictness)
      (self.adapts, self.sound) = (adapts, sound)
      (self.thresholdDecibels, self.learnHits) = (thresholdDecibels, learnHits)
      (self.certainty, self.velocityCurve) = (certainty, velocityCurve)
    }
  }

  /// Where the meters stand; a level is missing for silence.
  public struct Meters: Codable, Sendable, Equatable {
    /// Output frames played.
    public let frame: Int
    /// Peak of the input, in dBFS.
    public let inputPeakDecibels: Float?
    /// Peak of the output, in dBFS.
    public let peakDecibels: Float?
    /// Root mean square of the output, in dBFS.
    public let rmsDecibels: Float?
    /// Momentary loudness of the output.
    public let momentaryLUFS: Float?
    /// By how much the limiter brings the output down, in decibels, 0 or more.
    public let gainReductionDecibels: Float?
    /// Voices that sound.
    public let voices: Int
  }

  /// News of what is kept on disk.
  public struct Kept: Codable, Sendable, Equatable {
    /// What became of it.
    public enum State: String, Codable, Sendable { case begun, trouble, closed }

    /// What became of it.
    public let state: State
    /// Where it lies.
    public let path: String?
    /// What is wrong with it, or what it is good for.
    public let detail: String?

    /// News of what is kept.
    public init(_ state: State, path: String? = nil, detail: String? = nil) {
      (self.state, self.path, self.detail) = (state, path, detail)
    }
  }

  /// A command that could no longer be carried out when its frame came.
  public struct Failed: Codable, Sendable, Equatable {
    /// ``EngineCommand/name``.
    public let command: String
    /// The output frame that it was asked for.
    public let frame: Int
    /// Why.
    public let reason: String
    /// What to do.
    public let advice: String

    /// What an error says of a command.
    init(_ command: EngineCommand, atFrame frame: Int, _ error: EngineError) {
      (self.command, self.frame) = (command.name, frame)
      (reason, advice) = (error.reason, error.advice)
    }
  }

  /// Events that were not received.
  public struct Lost: Codable, Sendable, Equatable {
    /// How many.
    public let count: Int

    /// So many events.
    public init(count: Int) { self.count = count }
  }

  /// It tells that a hit is settled.
  public var isSettledHit: Bool {
    guard case .hit(let news) = self else { return false }
    return news.turn == .settled
  }

  /// The same event, its input frames counted at `takeRateHz`: for a take that was converted to be heard at `heardRateHz`.
  public func counted(atHz takeRateHz: Int, heardAtHz heardRateHz: Int) -> EngineEvent {
    func counted(_ frame: Int) -> Int { (frame * takeRateHz + heardRateHz / 2) / heardRateHz }
    switch self {
    case .hit(var news):
      news.frame = counted(news.frame)
      news.onsetFrame = counted(news.onsetFrame)
      return .hit(news)
    case .xrun(var xrun):
      xrun.frame = counted(xrun.frame)
      return .xrun(xrun)
    case .hearing(var hearing):
      hearing.frame = counted(hearing.frame)
      return .hearing(hearing)
    default: return self
    }
  }
}
