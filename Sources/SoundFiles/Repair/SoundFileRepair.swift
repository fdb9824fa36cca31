// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// Makes a cut-off recording whole: it tells the sound that is there, all of it and no more. Not a sample is touched.
///
/// It works on a copy, which takes the recording's place if libsndfile decodes all of it from beginning to end, with every
/// sample that it decoded of the recording before. Otherwise the recording is left as it is.
public struct SoundFileRepair: Sendable, Equatable {
  /// Frames that the file told before; 0 where it told none.
  public let declaredFrames: Int
  /// Frames that it holds.
  public let frames: Int
  /// Frames a second.
  public let sampleRateHz: Int
  /// Where the recording as it was is kept; nil if nothing was changed.
  public private(set) var keptPath: String?

  /// What is told already is all there is.
  public var wasWhole: Bool { declaredFrames == frames }

  /// Repairs the file at `path`.
  public init(path: String) throws(SoundFileError) {
    let descriptor = try Self.open(path)
    defer { close(descriptor) }
    let file = FileBytes(descriptor: descriptor)
    guard let recording = try Self.recording(file, path) else {
      // Every page of an OGG stands for itself: what is there is whole.
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

  /// The recording at `path` does not tell what it holds, and can be made whole, as far as can be told without decoding it.
  public static func isCutOff(path: String) -> Bool {
    guard let descriptor = try? open(path) else { return false }
    defer { close(descriptor) }
    guard let recording = try? recording(FileBytes(descriptor: descriptor), path) else {
      return false
    }
    return recording.frames != recording.declaredFrames
  }

  /// Lets a file tell all that it holds that this program itself wrote and could not finish, where it lies: its disk may
  /// have no room for a copy. How many frames that are; nil if it is of no use, or cannot be written to.
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
    return isLocked(descriptor)
  }

  private static func isLocked(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Opens a file that nobody writes.
  private static func open(_ path: String) throws(SoundFileError) -> Int32 {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try RegularFile.open(path) } catch {
      throw .opening(path, .repair, error)
    }
    guard !isLocked(descriptor) else {
      close(descriptor)
      throw SoundFileError(
        .unreadable, .repair, path: path, reason: "it is being written",
        advice: "end the program that records it")
    }
    return descriptor
  }

  /// What can be made whole; nil for an OGG.
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

  /// Repairs a copy and puts it in the place of the recording; returns where that is kept.
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

  /// Fails where not all that it holds could be decoded.
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
  /// A recording that is not made whole.
  fileprivate static func damaged(_ path: String, _ reason: String) -> SoundFileError {
    SoundFileError(
      .broken, .repair, path: path, reason: "\(reason); the file is unchanged",
      advice: "sox, or 'flac --decode --decode-through-errors', recovers what can still be heard")
  }
}

/// A recording that may have been cut off.
protocol CutOffRecording {
  /// Frames that it tells.
  var declaredFrames: Int { get }
  /// Frames that it holds.
  var frames: Int { get }
  var sampleRateHz: Int { get }
  /// What stands behind the sound may be taken for so many frames of it.
  var foreignFrames: Int { get }

  /// Decoded whole, it is the sound whose checksum it tells, if it tells one.
  func isOfOnePiece(path: String) throws(SoundFileError) -> Bool
  /// Makes it tell what it holds.
  func declareFrames(_ file: FileBytes) throws(WriteFailure)
}

extension CutOffRecording {
  func isOfOnePiece(path: String) throws(SoundFileError) -> Bool { true }
}
