// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// A file being recorded. When its place fails it goes on in another one, from the last frame on that is safe in the
/// first: what came after it is kept in memory until it is safe, too.
final class RecordingTrack {
  private(set) var moves: [RecordingMove] = []
  private(set) var failure: SoundFileError?
  let channelCount: Int
  /// Frames in all places together.
  var frameCount: Int { (writer?.frameCount ?? 0) + framesElsewhere }
  private let file: RecordingFile
  private let sampleRateHz: Int
  private let isOverwriting: Bool
  private var writer: SoundFileWriter?
  private var elsePath: String?
  /// Frames in places that were left.
  private var framesElsewhere = 0
  /// What was written since the last commit, where there is another place.
  private var unsafeSamples: [Float] = []
  private var safeFrameCount = 0
  /// What is not yet due.
  private var delayedSamples: [Float]

  /// Of the noise that hides what is rounded.
  private static let ditherSeed: UInt64 = 1

  /// Creates the file.
  ///
  /// - Parameter delayFrames: Silence that comes before what is written; as much of its end is left out.
  init(
    _ file: RecordingFile, sampleRateHz: Int, isOverwriting: Bool, delayFrames: Int = 0
  ) throws(SoundFileError) {
    self.file = file
    delayedSamples = [Float](repeating: 0, count: delayFrames * file.channelCount)
    self.sampleRateHz = sampleRateHz
    self.isOverwriting = isOverwriting
    channelCount = file.channelCount
    elsePath = file.elsePath
    writer = try makeWriter(file.path)
  }

  /// Appends whole frames. After the last failure they are forgotten.
  func write(_ frames: UnsafeBufferPointer<Float>) {
    guard !delayedSamples.isEmpty else { return append(frames) }
    let samples = delayedSamples + frames
    delayedSamples = samples.suffix(delayedSamples.count)
    samples.withUnsafeBufferPointer { append(UnsafeBufferPointer(rebasing: $0[..<frames.count])) }
  }

  private func append(_ frames: UnsafeBufferPointer<Float>) {
    guard failure == nil else { return }
    if elsePath != nil { unsafeSamples += frames }
    attempt { () throws(SoundFileError) in try writer?.write(frames) }
  }

  /// Makes all of it safe.
  func commit() {
    guard failure == nil else { return }
    attempt { () throws(SoundFileError) in try writer?.commit() }
    guard elsePath != nil, let safe = writer?.committedFrameCount else { return }
    unsafeSamples.removeFirst(min(unsafeSamples.count, (safe - safeFrameCount) * channelCount))
    safeFrameCount = safe
  }

  /// Makes it whole. A place that fails only now is left, too.
  func finish() {
    guard failure == nil else { return }
    attempt { () throws(SoundFileError) in try writer?.finish() }
    if failure == nil && moves.count > 0 {
      attempt { () throws(SoundFileError) in try writer?.finish() }
    }
  }

  private func makeWriter(_ path: String) throws(SoundFileError) -> SoundFileWriter {
    try SoundFileWriter(
      path: path, sampleRateHz: sampleRateHz, channelCount: channelCount,
      encoding: file.encoding, ditherSeed: Self.ditherSeed, isOverwriting: isOverwriting)
  }

  private func attempt(_ body: () throws(SoundFileError) -> Void) {
    do { try body() } catch {
      guard let path = elsePath.take() else { return end(error) }
      goOn(at: path, after: error)
    }
  }

  /// Ends it for good.
  private func end(_ error: SoundFileError) {
    failure = error
    framesElsewhere += writer?.abandon(atCommit: false) ?? 0
    writer = nil
  }

  /// Goes on at `path` with what is not safe where it was.
  private func goOn(at path: String, after error: SoundFileError) {
    let isRemoved = writer?.isRemoved ?? false
    do {
      var next = try makeWriter(path)
      try next.write(unsafeSamples)
      try next.commit()
      if isRemoved { try writer?.rescue(to: RecordingFile.beside(path, named: "before")) }
      framesElsewhere += writer?.abandon(atCommit: true) ?? 0
      writer = consume next
    } catch let second {
      end(
        SoundFileError(
          error.kind, error.operation, path: error.path,
          reason: "\(error.reason); nor does it go on in '\(path)': \(second.reason)",
          advice: error.advice))
      return
    }
    unsafeSamples = []
    moves.append(
      RecordingMove(
        failure: error, frameCount: framesElsewhere, path: path,
        rescuedPath: isRemoved ? RecordingFile.beside(path, named: "before") : nil))
  }
}
