// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Glibc
import Kits
import Sequencing
import Storage

/// A backing track of a session, as stored in `session.json`.
public struct PlayedBacking: Codable, Sendable, Equatable {
  /// Possible gains, in decibels.
  public static let gainsDecibels: ClosedRange<Float> = -60...12

  /// Where its file lay.
  public let path: String
  /// SHA-256 of the file, in hexadecimal.
  public let hash: String
  /// Gain in decibels.
  public let gainDecibels: Float
  /// It repeats from its end.
  public let isLooped: Bool
  /// Clicks before it; null for none.
  public private(set) var countIn: CountIn?
  /// It is recorded too.
  public let isRecorded: Bool

  /// The file at `path` as it is now; fails if it cannot be read.
  public init(
    path: String, gainDecibels: Float, isLooped: Bool, countIn: CountIn?, isRecorded: Bool
  ) throws(SoundFileError) {
    // The reader reports what is wrong with a file that is not a sound file.
    _ = try SoundFileReader(path: path)
    var status = stat()
    if stat(FileNames.systemPath(path), &status) == 0, status.st_size > Limits.hashedBytes {
      throw SoundFileError(
        .broken, .read, path: path,
        reason: "it has more than \(Limits.hashedBytes >> 30) GB, the limit of a backing",
        advice: "cut a part out: sox IN OUT trim 0 3600")
    }
    guard let hash = SHA256.hash(ofFile: path) else {
      throw SoundFileError(
        .unreadable, .read, path: path, reason: "it cannot be read to its end",
        advice: "copy it again, or choose another")
    }
    self.path = FileNames.absolute(path)
    self.hash = hash
    self.gainDecibels = gainDecibels
    self.isLooped = isLooped
    self.countIn = countIn
    self.isRecorded = isRecorded
  }

  /// The same without the count-in.
  var withoutCountIn: PlayedBacking {
    var other = self
    other.countIn = nil
    return other
  }

  /// Why a backing is not ``isPossible``, and what would be.
  static let fault = "its gain or its count-in is out of range"
  static let bounds =
    "give a gain in -60...12 dB, \(CountIn.barCounts) bars, \(PlayedTempo.rangeText) beats a minute"

  /// Every session's backing is possible.
  package var isPossible: Bool {
    Self.gainsDecibels.contains(gainDecibels)
      && (countIn.map {
        CountIn.barCounts.contains($0.bars) && PlayedTempo.range.contains($0.beatsPerMinute)
      }
        ?? true)
  }

  /// Why it cannot be played as it was; nil if it can.
  public var fault: String? {
    guard let now = SHA256.hash(ofFile: path) else { return "its backing '\(path)' is not there" }
    return now == hash ? nil : "its backing '\(path)' is no longer the same"
  }

  /// Starts at its beginning; its own thread reads on.
  func livingTrack(sampleRateHz: Int) throws(SoundFileError) -> BackingTrack {
    try BackingTrack(
      path: path, sampleRateHz: sampleRateHz, gainDecibels: gainDecibels, isLooped: isLooped,
      countIn: countIn, isRecorded: isRecorded)
  }

  /// Starts at its beginning; the caller reads on.
  package func track(sampleRateHz: Int) throws(SoundFileError) -> BackingTrack {
    try BackingTrack(
      path: path, sampleRateHz: sampleRateHz, gainDecibels: gainDecibels, isLooped: isLooped,
      countIn: countIn, isRecorded: isRecorded, isThreaded: false)
  }
}
