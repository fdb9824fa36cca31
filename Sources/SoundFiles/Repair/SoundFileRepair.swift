// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// Repairs a cut-off recording: its header then declares all the sound in it, and no more. No
/// sample changes.
///
/// It works on a copy. The copy replaces the recording only if libsndfile decodes all of it, and
/// every sample agrees with what it decoded before. Otherwise the recording does not change.
public struct SoundFileRepair: Sendable, Equatable {
  /// The length that the file declared before, in frames; 0 if none.
  public let declaredFrames: Int
  /// The length of the sound in it, in frames.
  public let frames: Int
  /// Frames a second.
  public let sampleRateHz: Int
  /// The path of the old recording; nil if nothing was changed.
  public private(set) var keptPath: String?

  /// The declared length is correct.
  public var wasWhole: Bool { declaredFrames == frames }

  /// Repairs the file at `path`.
  public init(path: String) throws(SoundFileError) {
    let descriptor = try Self.open(path)
    defer { close(descriptor) }
    let file = FileBytes(descriptor: descriptor)
    guard let recording = try Self.recording(file, path) else {
      // Every page of an OGG is independent: what is there is whole.
      var ogg = try SoundBlocks(path: path)
      while ogg.next() > 0 {}
      sampleRateHz = ogg.sampleRateHz
      frames = ogg.declaredFrames == 0 ? ogg.frames : ogg.declaredFrames
      declaredFrames = frames
      try check(decodedFrames: ogg.frames, path)
      return
    }
    (declaredFrames, frames) = (recording.declaredFrames, recording.frames)
    sampleRateHz = recording.sampleRateHz
    guard !wasWhole else {
      guard frames > 0 else { return }
      var sound = try SoundBlocks(path: path)
      while sound.next() > 0 {}
      try check(decodedFrames: sound.frames, path)
      guard try recording.isOfOnePiece(path: path) else {
        throw .damaged(
          path,
          "each part can be decoded, but the checksum does not match: parts are missing or belong to another file"
        )
      }
      return
    }
    keptPath = try repair(recording, in: file, path)
  }

  /// The recording at `path` declares a wrong length and can be repaired, as far as that shows
  /// without decoding it.
  public static func isCutOff(path: String) -> Bool {
    guard let descriptor = try? open(path) else { return false }
    defer { close(descriptor) }
    guard let recording = try? recording(FileBytes(descriptor: descriptor), path) else {
      return false
    }
    return recording.frames != recording.declaredFrames
  }

  /// Corrects the header of a file that this program wrote and could not finish. It works in place,
  /// because the disk may have no room for a copy. Returns the number of frames; nil if the file is
  /// of no use, or cannot be written.
  static func declaredFrames(in file: FileBytes, path: String) -> Int? {
    do {
      guard let recording = try recording(file, path) else {
        return try SoundFileReader(path: path).frameCount
      }
      if recording.frames != recording.declaredFrames { try recording.declareFrames(file) }
      return recording.frames
    } catch { return nil }
  }

  /// A program is writing the recording at `path`.
  public static func isBeingWritten(path: String) -> Bool {
    guard let descriptor = try? RegularFile.open(path) else { return false }
    defer { close(descriptor) }
    return FileLock.isTaken(descriptor)
  }

  /// Opens a file that no program is writing.
  private static func open(_ path: String) throws(SoundFileError) -> Int32 {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try RegularFile.open(path) } catch {
      throw .opening(path, .repair, error)
    }
    guard !FileLock.isTaken(descriptor) else {
      close(descriptor)
      throw SoundFileError(
        .unreadable, .repair, path: path, reason: "it is being written",
        advice: "end the program that records it")
    }
    return descriptor
  }

  /// The recording to repair; nil for an OGG.
  private static func recording(
    _ file: FileBytes, _ path: String
  ) throws(SoundFileError) -> (any CutOffRecording)? {
    let recording: any CutOffRecording
    if let wav = WAVRecording(file) {
      recording = wav
    } else if let flac = FLACRecording(file) {
      guard !flac.isDamaged else { throw .damaged(path, "it is damaged, not only cut off") }
      recording = flac
    } else {
      guard file.bytes(at: 0, count: 4) != Array("OggS".utf8) else { return nil }
      throw SoundFileError(
        .broken, .repair, path: path, reason: "its beginning is not that of a recording",
        advice: "Flam repairs only WAV, RF64 and FLAC; an OGG needs no repair")
    }
    guard recording.frames > 0 || recording.declaredFrames == 0 else {
      throw .damaged(path, "it contains no sound any more")
    }
    return recording
  }

  /// Repairs a copy and replaces the recording with it; returns the path of the old recording.
  private func repair(
    _ recording: any CutOffRecording, in file: FileBytes, _ path: String
  ) throws(SoundFileError) -> String {
    let comparison: SoundComparison
    do throws(WriteFailure) {
      let copy = try RepairCopy(of: file, at: path, repair: recording.declareFrames)
      comparison = SoundComparison(path, repaired: copy.path)
      if comparison.isSame && comparison.repairedFrames == frames
        && comparison.frames <= frames + recording.foreignFrames
      {
        return try copy.takePlace()
      }
    } catch {
      throw SoundFileError(
        .interrupted, .repair, path: path, reason: "\(error.reason); the file is unchanged",
        advice: "copy it to a disk that has room for two copies, and repair it there")
    }
    try check(decodedFrames: comparison.repairedFrames, path)
    throw .damaged(path, "the repaired file would sound different")
  }

  /// Throws if not the whole file could be decoded.
  private func check(decodedFrames: Int, _ path: String) throws(SoundFileError) {
    guard decodedFrames != frames else { return }
    func seconds(_ frames: Int) -> Double {
      (Double(frames) / Double(sampleRateHz) * 100).rounded() / 100
    }
    throw .damaged(
      path,
      "it is damaged, not only cut off: after \(seconds(decodedFrames)) of \(seconds(frames)) s "
        + "no more can be decoded")
  }
}

extension SoundFileError {
  /// A recording that is not repaired.
  fileprivate static func damaged(_ path: String, _ reason: String) -> SoundFileError {
    SoundFileError(
      .broken, .repair, path: path, reason: "\(reason); the file is unchanged",
      advice: "sox, or 'flac --decode --decode-through-errors', recovers what can still be heard")
  }
}

/// A recording that may have been cut off.
protocol CutOffRecording {
  /// The declared length, in frames.
  var declaredFrames: Int { get }
  /// The length of the sound, in frames.
  var frames: Int { get }
  var sampleRateHz: Int { get }
  /// The most frames that foreign bytes after the sound could be mistaken for.
  var foreignFrames: Int { get }

  /// The decoded sound matches the file's checksum, if it has one.
  func isOfOnePiece(path: String) throws(SoundFileError) -> Bool
  /// Makes the header declare the length of the sound.
  func declareFrames(_ file: FileBytes) throws(WriteFailure)
}

extension CutOffRecording {
  func isOfOnePiece(path: String) throws(SoundFileError) -> Bool { true }
}
