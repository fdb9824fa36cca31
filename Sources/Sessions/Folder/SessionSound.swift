// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// A recording of a session, read front to back, even from several files.
public struct SessionSound: ~Copyable {
  /// Frames a second.
  public let sampleRateHz: Int
  /// Samples in a frame.
  public let channelCount: Int
  /// Frames of all files together.
  public let frameCount: Int
  private var reader: SoundFileReader
  private var laterPaths: [String]

  /// The recording in `paths`, one after the other; if there are none, the error names `other`.
  public init(_ paths: [String], else other: String) throws(SoundFileError) {
    let first = try SoundFileReader(path: paths.first ?? other)
    var frameCount = first.frameCount
    for path in paths.dropFirst() {
      let later = try SoundFileReader(path: path)
      guard later.sampleRateHz == first.sampleRateHz, later.channelCount == first.channelCount
      else {
        throw SoundFileError(
          .broken, .read, path: path, reason: "it does not go on where '\(first.path)' ends",
          advice: "put back the file that was written with it")
      }
      frameCount += later.frameCount
    }
    self.frameCount = frameCount
    (sampleRateHz, channelCount) = (first.sampleRateHz, first.channelCount)
    laterPaths = Array(paths.dropFirst())
    reader = first
  }

  /// Its length.
  public var seconds: Double { Double(frameCount) / Double(sampleRateHz) }

  /// Fills `frames`, interleaved, and returns how many whole frames were read; fewer only at the
  /// end.
  public mutating func read(
    into frames: UnsafeMutableBufferPointer<Float>
  ) throws(SoundFileError) -> Int {
    var count = 0
    while count < frames.count / channelCount {
      var rest = UnsafeMutableBufferPointer(rebasing: frames[(count * channelCount)...]).mutableSpan
      let read = try reader.read(into: &rest)
      count += read
      guard read == 0 else { continue }
      guard !laterPaths.isEmpty else { break }
      reader = try SoundFileReader(path: laterPaths.removeFirst())
    }
    return count
  }
}
