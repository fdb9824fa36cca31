// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// A file being recorded. If its place fails, it continues in another one, after the last frame
/// that is safe in the first: later frames are kept in memory until they are safe, too. A removed
/// file is copied next to the new one.
final class RecordingTrack {
  private(set) var moves: [RecordingMove] = []
  private(set) var failure: RecordingFailure?
  let channelCount: Int
  /// Frames in all places together.
  var frameCount: Int { (writer?.frameCount ?? 0) + framesElsewhere }
  /// Where it is written now.
  var path: String { moves.last?.path ?? file.path }
  private let file: RecordingFile
  private let sampleRateHz: Int
  private let isOverwriting: Bool
  private var writer: SoundFileWriter?
  private var places: FallbackPlaces
  private let prepare: @Sendable (String) -> Void
  /// Frames in places that were left.
  private var framesElsewhere = 0
  /// Samples written since the last commit.
  private var unsafeSamples: [Float] = []
  private var safeFrameCount = 0
  /// Samples that are not due yet.
  private var delayedSamples: [Float]
  /// The end so far, which fades if nothing follows.
  private var end: FadingEnd?

  /// For the noise that hides rounding.
  private static let ditherSeed: UInt64 = 1

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - delayFrames: Silence before the written sound; as much of its end is left out.
  ///   - fadesOut: It ends in silence, see ``FadingEnd``.
  ///   - prepare: Makes the folder of a path where it continues.
  init(
    _ file: RecordingFile, sampleRateHz: Int, isOverwriting: Bool, delayFrames: Int = 0,
    fadesOut: Bool = false,
    prepare: @escaping @Sendable (String) -> Void = FallbackPlaces.makeFolder
  ) throws(SoundFileError) {
    self.file = file
    self.prepare = prepare
    places = FallbackPlaces(elsePath: file.elsePath, lastPath: file.lastPath)
    delayedSamples = [Float](repeating: 0, count: delayFrames * file.channelCount)
    self.sampleRateHz = sampleRateHz
    self.isOverwriting = isOverwriting
    channelCount = file.channelCount
    end =
      fadesOut ? FadingEnd(channelCount: file.channelCount, sampleRateHz: sampleRateHz) : nil
    writer = try makeWriter(file.path, isOverwriting: isOverwriting)
  }

  /// Appends whole frames. After the last failure they are forgotten.
  func write(_ frames: UnsafeBufferPointer<Float>) {
    guard !delayedSamples.isEmpty else { return pass(frames) }
    let samples = delayedSamples + frames
    delayedSamples = samples.suffix(delayedSamples.count)
    samples.withUnsafeBufferPointer { pass(UnsafeBufferPointer(rebasing: $0[..<frames.count])) }
  }

  /// Appends frames, but for those that may be the last.
  private func pass(_ frames: UnsafeBufferPointer<Float>) {
    guard let passed = end?.pass(frames) else { return append(frames) }
    passed.withUnsafeBufferPointer { append($0) }
  }

  private func append(_ frames: UnsafeBufferPointer<Float>) {
    guard failure == nil else { return }
    unsafeSamples += frames
    attempt { () throws(SoundFileError) in try writer?.write(frames) }
  }

  /// Makes all of it safe.
  func commit() {
    guard failure == nil else { return }
    attempt { () throws(SoundFileError) in try writer?.commit() }
    guard let safe = writer?.committedFrameCount else { return }
    unsafeSamples.removeFirst(min(unsafeSamples.count, (safe - safeFrameCount) * channelCount))
    safeFrameCount = safe
  }

  /// Completes it, and waits for copies. A place that fails only now is left, too.
  func finish() {
    end?.faded().withUnsafeBufferPointer { append($0) }
    end = nil
    var triedCount = -1
    while failure == nil && triedCount < moves.count {
      triedCount = moves.count
      attempt { () throws(SoundFileError) in try writer?.finish() }
    }
    for move in moves { move.rescue?.wait() }
  }

  private func makeWriter(
    _ path: String, isOverwriting: Bool
  ) throws(SoundFileError) -> SoundFileWriter {
    try SoundFileWriter(
      path: path, sampleRateHz: sampleRateHz, channelCount: channelCount,
      encoding: file.encoding, ditherSeed: Self.ditherSeed, isOverwriting: isOverwriting)
  }

  private func attempt(_ body: () throws(SoundFileError) -> Void) {
    do { try body() } catch { goOn(after: error) }
  }

  /// Continues in the next place that works, or ends.
  private func goOn(after error: SoundFileError) {
    let isRemoved = writer?.isRemoved ?? false
    var reason = error.reason
    for place in places.next(after: error.path, isRemoved: isRemoved) {
      prepare(place)
      for name in FallbackPlaces.names(place) {
        do throws(SoundFileError) {
          return try goOn(at: name, after: error, isRemoved: isRemoved)
        } catch let second {
          guard second.kind != .exists else { continue }
          reason += "; nor does it go on in '\(name)': \(second.reason)"
          break
        }
      }
    }
    end(
      SoundFileError(
        error.kind, error.operation, path: error.path, reason: reason, advice: error.advice),
      isRemoved: isRemoved)
  }

  /// Continues at `path` with everything unsafe in the old place.
  private func goOn(
    at path: String, after error: SoundFileError, isRemoved: Bool
  ) throws(SoundFileError) {
    // A file that a person put in place of the removed one is left alone.
    var next = try makeWriter(path, isOverwriting: isOverwriting && path == file.elsePath)
    try next.write(unsafeSamples)
    try next.commit()
    let firstFrame = framesElsewhere
    framesElsewhere += writer?.abandon(atCommit: true) ?? 0
    let copy = isRemoved && framesElsewhere > firstFrame ? writer?.openFile : nil
    safeFrameCount = next.committedFrameCount
    unsafeSamples.removeFirst(min(unsafeSamples.count, safeFrameCount * channelCount))
    writer = consume next
    moves.append(
      RecordingMove(
        failure: error, firstFrame: firstFrame, frameCount: framesElsewhere, path: path,
        rescue: copy.map {
          RecordingRescue(
            $0,
            to: [path, file.lastPath].compactMap {
              $0.map { RecordingFile.beside($0, named: "before") }
            },
            prepare: prepare)
        }))
  }

  /// Ends it for good. Removed content is lost.
  private func end(_ error: SoundFileError, isRemoved: Bool) {
    let there = writer?.abandon(atCommit: false) ?? 0
    framesElsewhere += isRemoved ? 0 : there
    writer = nil
    unsafeSamples = []
    failure = RecordingFailure(
      error: error, path: file.path, frameCount: framesElsewhere, isLost: isRemoved && there > 0)
  }
}
