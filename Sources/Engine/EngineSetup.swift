// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Kits
import Latency
import Profiles
import Recording
import SoundFiles

/// What an ``Engine`` plays, on what, and what is kept of it.
public struct EngineSetup {
  /// What is heard.
  public enum Input: Sendable {
    /// A capture device by ALSA's name. Where it is not asked for by name, a bundled take may stand in for it.
    case device(String, isNamed: Bool)
    /// A sound file in place of a microphone.
    case take(path: String, channels: Take.Channels, isLooped: Bool)
  }

  /// What is played on.
  public enum Output: Sendable {
    /// A playback device by ALSA's name. Where it is not asked for by name, nothing may stand in for it: then the drums are
    /// recorded only.
    case device(String, isNamed: Bool)
    /// Nothing: time passes as if something were.
    case nothing
  }

  /// What is heard.
  public var input = Input.device("default", isNamed: false)
  /// What is played on.
  public var output = Output.device("default", isNamed: false)
  /// How devices are opened.
  public var streams = StreamSettings()
  /// The sample rate that was asked for, in hertz; nil for that of the device or the take.
  public var rateHz: Int?
  /// Name or path of the kit; nil for the bundled one.
  public var kit: String?
  /// What the player has otherwise than that kit.
  public var adjustments = KitAdjustments(gain: .matched)
  /// Where the sounds of kits lie.
  public var memory: SampleMemory
  /// The sounds that are told apart.
  public var profile: Profile
  /// The name or path of ``profile``, under which what it learns is told; nil if it has none.
  public var profileName: String?
  /// How the instrument answers. The engine adds what keeps its drums from triggering it.
  public var settings = InstrumentSettings()
  /// What is played along; nil for nothing.
  public var backing: PlayedBacking?
  /// Whoever starts the engine counts in (``Engine/start(after:)``): what is played along begins without its own count-in, which
  /// is played where it is begun anew.
  public var isCountedIn = false
  /// Plays a sweep first and measures how the drums return.
  public var sweep = false
  /// What tap to sound may take, in milliseconds.
  public var budgetMilliseconds = LatencyReport.defaultBudgetMilliseconds
  /// After repeated xruns the devices get a larger period.
  public var growsBuffer = true
  /// Ends by itself after so many seconds; nil for the end of the take, or never.
  public var seconds: Double?
  /// What is recorded; nil for nothing.
  public var recording: Recording?
  /// Begins a journal from which it can be played again; nil if none can be begun. The recording of what is played goes
  /// where the journal has it.
  public var journal: (@Sendable (JournalStart) throws -> any PerformanceJournal)?
  /// A journal is begun with the playing, not only when it is asked for.
  public var keepsJournal = true

  /// A profile's sounds, or those of the built-in guess, on the default devices and the bundled kit.
  ///
  /// - Parameter memory: Where the sounds of kits lie; nil for 256 MB.
  public init(profile: Profile = .general, memory: SampleMemory? = nil) {
    self.profile = profile
    self.memory = memory ?? SampleMemory(megabytes: Self.usualMemoryMegabytes)
  }

  private static let usualMemoryMegabytes = 256

  /// What is recorded of the playing.
  public struct Recording {
    /// The file for what is played, where the drums are audible or not; nil for none.
    public var file: (_ isAudible: Bool) -> RecordingFile?
    /// Files for the parts of the mix, in the order of their names; none where they are not wanted.
    public var stems: (_ mix: RecordingFile, _ names: [String]) throws -> [RecordingFile]
    /// The file for the microphone beside it; nil for none.
    public var microphone: (_ mix: RecordingFile) -> RecordingFile?
    /// Files that exist are overwritten.
    public var isOverwriting: Bool

    /// A recording.
    public init(
      file: @escaping (_ isAudible: Bool) -> RecordingFile?,
      stems: @escaping (_ mix: RecordingFile, _ names: [String]) throws -> [RecordingFile] = {
        _, _ in []
      },
      microphone: @escaping (_ mix: RecordingFile) -> RecordingFile? = { _ in nil },
      isOverwriting: Bool = false
    ) {
      self.file = file
      self.stems = stems
      self.microphone = microphone
      self.isOverwriting = isOverwriting
    }
  }
}

/// What a journal has to know when it begins.
public struct JournalStart: Sendable {
  /// What the drums are called with which playing began.
  public let kitName: String
  /// Where they lie.
  public let kitPath: String
  /// The part of them with which playing began; nil for all.
  public let kitPart: KitPart?
  /// Frames a second.
  public let sampleRateHz: Int
  /// What the player has otherwise than the kit.
  public let adjustments: KitAdjustments
  /// The sounds.
  public let profile: Profile
  /// How the instrument answers.
  public let settings: InstrumentSettings
  /// ALSA's name of the device that is heard, or the path of a take.
  public let input: String?
  /// Two microphones are heard.
  public let hearsTwo: Bool
  /// ALSA's name of the device that is played on; nil for none.
  public let output: String?
  /// Frames of a period.
  public let periodFrames: Int
  /// Periods in a device's buffer.
  public let periodCount: Int
  /// What is played along.
  public let backing: PlayedBacking?
  /// How it is played.
  public let history: PerformanceHistory
  /// The number by which the history knows the journal.
  public internal(set) var number = 0
  /// It begins with the playing.
  public internal(set) var isFromBeginning = true
  /// Why it cannot be played again bit for bit, as is known when it begins; nil if it can.
  public internal(set) var notReplayable: String?
  /// The folder for it that was asked for; nil for the usual one.
  public internal(set) var folder: String?
}
