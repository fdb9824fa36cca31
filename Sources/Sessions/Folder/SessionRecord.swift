// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import SoundFiles
import FoundationEssentials
import Instrument
import Kits
import Profiles
import ErrorAdvice
import Storage

/// The settings and the outcome of a session: `session.json`.
public struct SessionRecord: Codable, Sendable, Equatable {
  /// The version that is written, and the only one that is read.
  public static let currentVersion = 3

  /// The kit that was played.
  public struct PlayedKit: Codable, Sendable, Equatable {
    /// As people call it.
    public let name: String
    /// Its path.
    public let path: String
    /// SHA-256 of its files, in hexadecimal; see ``KitIdentity``.
    public let hash: String
    /// The player's changes to the kit.
    public let adjustments: KitAdjustments

    /// A kit at a place.
    public init(name: String, path: String, hash: String, adjustments: KitAdjustments) {
      self.adjustments = adjustments
      self.name = name
      self.path = path
      self.hash = hash
    }
  }

  /// The devices that were heard and played, and how they were set.
  public struct Devices: Codable, Sendable, Equatable {
    /// A name of ALSA's, or the path of a take; null for none.
    public let input: String?
    /// A name of ALSA's; null for none.
    public let output: String?
    /// Frames of a period.
    public let periodFrames: Int
    /// Periods of a device's buffer.
    public let periodCount: Int

    /// Devices with their settings.
    public init(input: String?, output: String?, periodFrames: Int, periodCount: Int) {
      self.input = input
      self.output = output
      self.periodFrames = periodFrames
      self.periodCount = periodCount
    }
  }

  /// Its outcome, once it has ended.
  public typealias Outcome = PerformanceOutcome

  /// See ``currentVersion``.
  public let version: Int
  /// When it began, ISO 8601.
  public let startedAt: Date
  /// Frames a second of all its sound.
  public let sampleRateHz: Int
  /// The drums.
  public let kit: PlayedKit
  /// The sounds were low, middle and high ones; otherwise `profile.json` holds the learned sounds.
  public let isGeneralProfile: Bool
  /// How strength became velocity.
  public let velocityCurve: VelocityCurve
  /// How the instrument answered.
  public internal(set) var settings: InstrumentSettings
  /// The devices.
  public let devices: Devices
  /// The backing; missing if there was none.
  public var backing: PlayedBacking?
  /// The name of the kit that played when the session began; missing if it is ``kit``.
  public var laterKitName: String?
  /// The part of the kit with which playing began; missing for all of it.
  public var kitPart: KitPart?
  /// Why it cannot be played again bit for bit, as was known when it began; missing if it can.
  public var beganNotReplayable: String?
  /// Missing if it cannot continue in another folder.
  public var place: Place?
  /// Missing while it is being played, or if that ended without warning.
  public var outcome: Outcome?
  /// SHA-256 of the kits that took over while it was played, by their paths; missing if none did,
  /// or that ended without warning.
  public var laterKitHashes: [String: String]?

  /// A session that begins.
  public init(
    startedAt: Date, sampleRateHz: Int, kit: PlayedKit, profile: Profile,
    settings: InstrumentSettings, devices: Devices
  ) {
    version = Self.currentVersion
    self.startedAt = startedAt
    self.sampleRateHz = sampleRateHz
    self.kit = kit
    isGeneralProfile = profile.sounds == Profile.general.sounds
    velocityCurve = profile.velocityCurve
    self.settings = settings
    self.devices = devices
  }

  /// The record of `folder`.
  public static func read(_ folder: SessionFolder) throws(SessionError) -> SessionRecord {
    guard folder.exists else {
      throw SessionError(
        .missing, "read the session '\(folder.path)'", reason: "there is no session.json in it",
        advice: "\(.listSessions)")
    }
    if let link = folder.strayLink {
      throw SessionError(
        .broken, "read the session '\(folder.path)'",
        reason: "'\(link)' is a link to what lies outside the session",
        advice: "put the file itself in its place")
    }
    do {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      try KeptLineFile.checkSize(folder.recordPath, atMost: Limits.sessionRecordBytes)
      let data = try Data(RegularFile.bytes(folder.recordPath))
      let record = try decoder.decode(SessionRecord.self, from: data)
      guard record.version == currentVersion else {
        throw SessionError(
          .broken, "read '\(folder.recordPath)'",
          reason: "it has version \(record.version), this program knows \(currentVersion)",
          advice: record.version < currentVersion
            ? "hear its mix.wav: what an older flam kept cannot be played again"
            : "use a newer flam")
      }
      guard Take.sampleRatesHz.contains(record.sampleRateHz), record.outcome?.isPossible ?? true
      else {
        throw SessionError(
          .broken, "read '\(folder.recordPath)'",
          reason: "its sample rate, length or delay is out of range",
          advice: "its sound is whole all the same: \(.render(path: folder.microphonePath))")
      }
      guard record.settings.isPossible, record.kit.adjustments.isPossible,
        record.backing?.isPossible ?? true
      else {
        throw SessionError(
          .broken, "read '\(folder.recordPath)'",
          reason: "a setting in it is out of range",
          advice: "its sound is whole all the same: \(.render(path: folder.microphonePath))")
      }
      return record
    } catch let error as SessionError {
      throw error
    } catch {
      throw SessionError(
        .broken, "read '\(folder.recordPath)'", reason: ProfileFile.reason(error),
        advice: "its sound is whole all the same: \(.render(path: folder.microphonePath))")
    }
  }

  /// Writes it into `folder`, whole or not at all.
  public func write(_ folder: SessionFolder) throws(SessionError) {
    do {
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try WholeFile.write(encoder.encode(self), to: folder.recordPath)
    } catch {
      throw SessionError(
        .interrupted, "write '\(folder.recordPath)'", reason: ProfileFile.reason(error),
        advice: "free some space, or \(.sessionsFolder)")
    }
  }
}

extension PerformanceOutcome {
  /// Its numbers are some that a session can have.
  var isPossible: Bool {
    (0...Self.mostSeconds).contains(seconds) && hits >= 0
      && abs(latencyMilliseconds ?? 0) <= 1000 * Self.mostSeconds
  }
  static var mostSeconds: Double { Double(Limits.sessionSeconds) }
}
