// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import SoundFiles
import Storage

/// The sounds of a score, and of a player's instruments, in a session, read when they are first heard.
final class SessionObjectSounds {
  private let parts: SessionParts
  /// How many strips the objects of the score had.
  private let objectCount: Int?
  /// The player's objects sounded.
  private let hasPlayer: Bool
  private var known: [Int: KeptSound] = [:]

  init(_ parts: SessionParts, _ journal: [JournalEntry]) {
    self.parts = parts
    let changes = journal.compactMap { $0.command(ObjectChange.self) }
    let ofScore = changes.filter { $0.side ?? .score == .score }
    objectCount = ofScore.isEmpty ? nil : (ofScore.compactMap(\.object).max() ?? 0) + 1
    hasPlayer = ofScore.count < changes.count
  }

  /// Brings them to the audio thread; nil where no score sounded.
  func exchange(sampleRateHz: Int) -> ObjectExchange? {
    objectCount.map { ObjectExchange(objectCount: $0, sampleRateHz: sampleRateHz) }
  }

  /// The same for the player's objects.
  func playerExchange(sampleRateHz: Int) -> ObjectExchange? {
    hasPlayer ? ObjectSide.playerExchange(sampleRateHz: sampleRateHz) : nil
  }

  /// The sound that a change needs; nil for none.
  func sound(of change: ObjectChange) throws -> KeptSound? {
    guard let number = change.sound else { return nil }
    if let known = known[number] { return known }
    guard let path = parts.paths({ $0.objectSoundPath(number: number) }).first else {
      throw SessionError(
        .missing, "replay '\(parts.folders.first?.path ?? "")'",
        reason: "sound \(number) of its score or its instruments is not there",
        advice: "put its file back as it was written")
    }
    var reader = try SoundFileReader(path: path)
    guard reader.frameCount <= Limits.scoreSoundFrames else {
      throw SessionError(
        .broken, "read '\(path)'",
        reason: "it has more than \(Limits.scoreSoundFrames) frames, the limit of a score's sounds",
        advice: "put it back as it was written")
    }
    var samples = [Float](repeating: 0, count: reader.channelCount * reader.frameCount)
    var span = samples.mutableSpan
    let count = try reader.read(into: &span)
    samples.removeLast(samples.count - reader.channelCount * count)
    let sound = change.sound(samples.map(Instrument.sane), channelCount: reader.channelCount)
    known[number] = sound
    return sound
  }
}
