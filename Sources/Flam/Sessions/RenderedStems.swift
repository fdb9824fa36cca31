// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import DSP
import Engine
import Instrument
import Recording
import SoundFiles

/// The parts of a rendering, each in a file next to it, of the same length and aligned to the
/// sample.
final class RenderedStems {
  private final class File {
    var writer: SoundFileWriter
    /// The part of the mix that the limiter still holds back.
    var held = [Float](repeating: 0, count: 2 * Instrument.outputLatencyFrames)

    init(_ writer: consuming SoundFileWriter) { self.writer = writer }
  }

  /// The buffers of the parts.
  let buffers: StemBuffers
  private let files: [File]

  /// Makes the files of parts with these names next to `out`; blocks have at most `periodFrames`.
  init(
    beside out: String, _ names: [String], inputs: [String], format: BitDepthOptions,
    sampleRateHz: Int, periodFrames: Int, isOverwriting: Bool
  ) throws {
    let whole = RecordingFile(path: out, elsePath: nil)
    let paths = names.map { whole.beside(named: $0).path }
    try OutputFiles.check(paths, inputs: [out] + inputs, isOverwriting: isOverwriting)
    files = try paths.map { path in
      File(
        try format.writer(
          path: path, sampleRateHz: sampleRateHz, channelCount: 2, isOverwriting: isOverwriting))
    }
    buffers = StemBuffers(
      soundCount: names.count - StemBuffers.otherPartCount(hasOthers: false),
      capacityFrames: periodFrames)
  }

  deinit { buffers.free() }

  /// Writes a block of the parts.
  func write(frameCount: Int) throws {
    for (part, file) in files.enumerated() {
      file.held += UnsafeBufferPointer(start: buffers.part(part), count: 2 * frameCount)
      try file.held.prefix(2 * frameCount).withUnsafeBufferPointer { try file.writer.write($0) }
      file.held.removeFirst(2 * frameCount)
    }
  }

  /// Closes the files.
  func finish() throws { for file in files { try file.writer.finish() } }
}
