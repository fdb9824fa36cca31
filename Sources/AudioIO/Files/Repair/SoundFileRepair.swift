// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Makes a cut-off recording whole: it tells the sound that is there, all of it and no more. Not a sample is touched.
public struct SoundFileRepair: Sendable, Equatable {
  /// Frames that the file told before.
  public let toldFrames: Int
  /// Frames that it holds.
  public let frames: Int
  /// Frames a second.
  public let sampleRateHz: Int

  /// What is told already is all there is.
  public var wasWhole: Bool { toldFrames == frames }

  /// Repairs the file at `path` in place.
  ///
  /// - Parameter isTrial: Only finds out what there is to be repaired.
  public init(path: String, isTrial: Bool = false) throws(SoundFileError) {
    let descriptor = open(path, (isTrial ? O_RDONLY : O_RDWR) | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SoundFileError(
        errno == ENOENT ? .missing : .unreadable, .repair, path: path,
        reason: SoundFileError.text(errno: errno),
        advice: errno == ENOENT ? "check the path" : "allow reading and writing it")
    }
    defer { close(descriptor) }
    guard !Self.isLocked(descriptor) else {
      throw SoundFileError(
        .unreadable, .repair, path: path, reason: "it is being written",
        advice: "end the program that records it")
    }
    try self.init(FileBytes(descriptor: descriptor), path: path, isTrial: isTrial)
  }

  /// A program is writing the recording at `path`.
  public static func isBeingWritten(path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return isLocked(descriptor)
  }

  private static func isLocked(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Repairs a file that is open.
  init(_ file: FileBytes, path: String, isTrial: Bool = false) throws(SoundFileError) {
    let recording: any CutOffRecording
    if let wav = WAVRecording(file) {
      recording = wav
    } else if let flac = FLACRecording(file) {
      guard !flac.isDamaged else {
        throw SoundFileError(
          .broken, .repair, path: path,
          reason: "it is damaged, not only cut off; it is left as it is",
          advice: "'flac --decode --decode-through-errors' saves what can be heard of it")
      }
      recording = flac
    } else {
      guard file.bytes(at: 0, count: 4) == Array("OggS".utf8) else {
        throw SoundFileError(
          .broken, .repair, path: path, reason: "it is no recording whose beginning can be read",
          advice: "only WAV, RF64 and FLAC can be made whole; an OGG needs no repair")
      }
      // Every page stands for itself: what is there is whole.
      let reader = try SoundFileReader(path: path)
      (frames, toldFrames, sampleRateHz) = (
        reader.frameCount, reader.frameCount, reader.sampleRateHz
      )
      return
    }
    (frames, toldFrames) = (recording.frames, recording.toldFrames)
    sampleRateHz = recording.sampleRateHz
    guard frames != toldFrames, !isTrial else { return }
    do { try recording.tell(file) } catch {
      throw SoundFileError(
        .interrupted, .repair, path: path, reason: error.reason,
        advice: "copy it to a disk that can be written to")
    }
  }
}

/// A recording that may have been cut off.
protocol CutOffRecording {
  /// Frames that it tells.
  var toldFrames: Int { get }
  /// Frames that it holds.
  var frames: Int { get }
  var sampleRateHz: Int { get }

  /// Makes it tell what it holds.
  func tell(_ file: FileBytes) throws(WriteFailure)
}
