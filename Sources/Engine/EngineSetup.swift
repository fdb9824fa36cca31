// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Instrument
import Kits
import Latency
import Looping
import Profiles
import Recording
import SoundFiles
import Storage

/// The devices, kit, profile and files of an ``Engine``.
public struct EngineSetup {
  /// The input.
  public enum Input: Sendable {
    /// A capture device by ALSA's name. A bundled take may replace it if it was not asked for by
    /// name.
    case device(String, isNamed: Bool)
    /// A sound file in place of a microphone.
    case take(path: String, channels: Take.Channels, isLooped: Bool)
    /// No microphone: keys, pages, MIDI, boards, loops and scores play.
    case nothing
  }

  /// The output.
  public enum Output: Sendable {
    /// A playback device by ALSA's name. If it was not asked for by name, it may be missing: then
    /// the drums are only recorded.
    case device(String, isNamed: Bool)
    /// No device: time passes as if there were one.
    case nothing
  }

  /// The input.
  public var input = Input.device("default", isNamed: false)
  /// The output.
  public var output = Output.device("default", isNamed: false)
  /// How devices are opened.
  public var streams = StreamSettings()
  /// The sample rate that was asked for, in hertz; nil for that of the device or the take.
  public var rateHz: Int?
  /// Name or path of the kit; nil for the bundled one.
  public var kit: String?
  /// The player's changes to that kit.
  public var adjustments = KitAdjustments(gain: .matched)
  /// Where the sounds of kits lie.
  public var memory: SampleMemory
  /// The sounds to distinguish.
  public var profile: Profile
  /// The name or path of ``profile``, used to report its learning; nil if it has none.
  public var profileName: String?
  /// How the instrument answers. The engine adds protection against its own drums.
  public var settings = InstrumentSettings()
  /// The backing; nil for none.
  public var backing: PlayedBacking?
  /// The caller counts in (``Engine/start(after:)``): the backing begins without its own count-in,
  /// and plays it when begun again.
  public var isCountedIn = false
  /// The loop of a playing before, ``Engine/looper``: it begins anew with this one. Nil for none.
  public var loop: Looper?
  /// Writes loops, asked for or with the session they were played in; nil if nothing does.
  public var loopSaver: LoopSaver?
  /// Strips for the objects of a score, which finds all of the kit from the beginning; 0 if none plays.
  public var objectCount = 0
  /// Makes the instruments for a sample rate that a player's notes sound on; nil for none.
  public var instruments: ((_ sampleRateHz: Int) throws(EngineError) -> any ToneSource)?
  /// A bundled take that replaces a missing microphone plays over and over.
  public var isBundledTakeLooped = false
  /// Something else than a microphone plays, as MIDI or a board: silence replaces a missing microphone, no take.
  public var isPlayedOtherwise = false
  /// First plays a sweep and measures the echo path.
  public var sweep = false
  /// The delay budget from tap to sound, in milliseconds.
  public var budgetMilliseconds = LatencyReport.defaultBudgetMilliseconds
  /// After repeated xruns the devices get a larger period.
  public var growsBuffer = true
  /// Ends by itself after this many seconds; nil for the end of the take, or never.
  public var seconds: Double?
  /// The recording; nil for none.
  public var recording: Recording?
  /// Begins a journal from which the playing can be repeated; nil if none can begin. The mix is
  /// recorded where the journal wants it.
  public var journal: (@Sendable (JournalStart) throws -> any PerformanceJournal)?
  /// A journal begins with the playing, not only on request.
  public var keepsJournal = true

  /// Reads the free space of the disks on which recordings and sessions begin while it plays.
  public var freeSpace: FreeSpace.Reading = { FreeSpace(at: $0) }
  /// The length of a recording or a session that a guest begins, in seconds.
  public var guestRecordingSeconds = Limits.guestRecordingSeconds

  /// A profile's sounds, or those of the built-in guess, on the default devices and the bundled
  /// kit.
  ///
  /// - Parameter memory: Where the sounds of kits lie; nil for 256 MB.
  public init(profile: Profile = .general, memory: SampleMemory? = nil) {
    self.profile = profile
    self.memory = memory ?? SampleMemory(megabytes: Self.usualMemoryMegabytes)
  }

  private static let usualMemoryMegabytes = 256

  /// A recording of the playing.
  public struct Recording {
    /// The file for the mix, for audible or silent drums; nil for none.
    public var file: (_ isAudible: Bool) -> RecordingFile?
    /// Files for the parts of the mix, in the order of their names; empty if not wanted.
    public var stems: (_ mix: RecordingFile, _ names: [String]) throws -> [RecordingFile]
    /// The file for the microphone, in addition to the mix; nil for none.
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

/// The state of playing when a journal begins.
public struct JournalStart: Sendable {
  /// The name of the kit with which playing began.
  public let kitName: String
  /// The name of the kit that plays when the journal begins, if that is another.
  public internal(set) var laterKitName: String?
  /// The path of the kit with which playing began.
  public let kitPath: String
  /// The part of the kit with which playing began; nil for all.
  public let kitPart: KitPart?
  /// Frames a second.
  public let sampleRateHz: Int
  /// The player's changes to the kit.
  public let adjustments: KitAdjustments
  /// The sounds.
  public let profile: Profile
  /// How the instrument answers.
  public let settings: InstrumentSettings
  /// ALSA's name of the input device, or the path of a take.
  public let input: String?
  /// Two microphones are heard.
  public let hearsTwo: Bool
  /// ALSA's name of the output device; nil for none.
  public let output: String?
  /// Frames of a period.
  public let periodFrames: Int
  /// Periods in a device's buffer.
  public let periodCount: Int
  /// The backing.
  public let backing: PlayedBacking?
  /// The history of the playing.
  public let history: PerformanceHistory
  /// The journal's number in the history.
  public internal(set) var number = 0
  /// It begins with the playing.
  public internal(set) var isFromBeginning = true
  /// Why it cannot be played again bit for bit, as far as known at its beginning; nil if it can.
  public internal(set) var notReplayable: String?
  /// The folder that was asked for; nil for the usual one.
  public internal(set) var folder: String?
}
