// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Glibc
import Instrument
import Realtime
import Storage
import Synchronization

/// Writes the output to a sound file, or to several that stay together, while it is played.
///
/// The audio thread hands blocks to a ring; the recorder's own thread takes them to the disk. At
/// any moment the files are complete up to half a second of sound ago, even if the process ends
/// without warning. A disk that is slow for up to ``roomSeconds`` costs nothing; after that,
/// silence replaces lost frames, so that time stays true. If a place fails, the recording continues
/// in another one, if there is one, and nothing is lost; a removed file continues in its folder,
/// which is made again.
public final class Recorder: @unchecked Sendable {
  /// How long the disk may stand still at least, in seconds.
  public static let ringSeconds = 12
  /// How many gaps may wait to be reported.
  private static let gapCapacity = 64
  /// How often the disk's thread looks for frames, in microseconds.
  private static let pollMicroseconds = 20_000

  /// The audio thread's end. The recorder must outlive its use.
  public struct Input: BitwiseCopyable, @unchecked Sendable {
    /// Frames for which ``mix`` has room.
    package static var mixFrames: Int { @_noLocks get { 1024 } }

    fileprivate let queue: UnsafeMutablePointer<RecordingQueue>
    /// Room for the parts of the mix, if they are recorded separately.
    public let stems: StemBuffers?
    /// Room for frames of the mix with its parts.
    fileprivate let whole: UnsafeMutablePointer<Float>?
    /// Room for the live limiter's input, if that is recorded; nil if not.
    package let mix: UnsafeMutablePointer<Float>?
    /// Room for frames of two separate channels; nil if the recording has others.
    fileprivate let pair: UnsafeMutablePointer<Float>?

    /// Hands whole interleaved frames over, and ``stems`` with them; at most ``mixFrames`` then.
    /// Never waits.
    @_noLocks public func push(_ frames: UnsafePointer<Float>, frameCount: Int) {
      guard let stems, let whole else {
        queue.pointee.push(frames, frameCount: frameCount)
        return
      }
      let width = 2 &* (stems.partCount &+ 1)
      interleave(frames, frameCount, into: whole, width)
      for part in 0..<stems.partCount {
        interleave(stems.part(part), frameCount, into: whole + 2 &* (part &+ 1), width)
      }
      queue.pointee.push(whole, frameCount: frameCount)
    }

    /// Hands over the frames of two separate channels, for a recording of both. Never waits.
    @_noLocks public func push(
      _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, frameCount: Int
    ) {
      guard let pair else { return }
      var start = 0
      while start < frameCount {
        let count = min(Self.mixFrames, frameCount - start)
        for frame in 0..<count {
          pair[2 &* frame] = first[start &+ frame]
          pair[2 &* frame &+ 1] = second[start &+ frame]
        }
        queue.pointee.push(pair, frameCount: count)
        start += count
      }
    }

    /// Puts stereo frames into wider ones.
    @_noLocks private func interleave(
      _ frames: UnsafePointer<Float>, _ frameCount: Int, into whole: UnsafeMutablePointer<Float>,
      _ width: Int
    ) {
      for frame in 0..<frameCount {
        whole[frame &* width] = frames[2 &* frame]
        whole[frame &* width &+ 1] = frames[2 &* frame &+ 1]
      }
    }
  }

  /// The path of the recording.
  public var path: String { file.path }
  /// The file to record, and where it may continue.
  public let file: RecordingFile
  /// The end for the audio thread.
  public let input: Input
  private let samples: SPSCRing<Float>
  private let gaps: SPSCRing<RecordingGap>
  private let published = Mutex(RecordingStatus())
  private let isFinishing = Atomic(false)
  private let thread = Locked<WorkThread?>(nil)
  /// Of the disk's thread as long as it runs.
  private var disk: RecordingDisk?
  private let alongside: (@Sendable () -> Void)?
  /// Frames a second.
  public let sampleRateHz: Int
  private let channelCount: Int

  /// Creates the file and begins; fails before the playing if the file cannot be made.
  ///
  /// - Parameters:
  ///   - limits: The live limiter's stereo input is pushed, and the disk's thread sends it through
  ///     a ``DSP/LookAheadLimiter``; its frames are aligned as after the live limiter.
  ///   - stems: The files for the parts of the stereo mix, as ``Instrument/StemBuffers`` has them;
  ///     they are aligned in the same way.
  ///   - hasOthers: The last of these holds the drums that no sound plays.
  ///   - fadesOut: The files end in silence: their last 5 ms fade.
  ///   - space: Reads the free space of the first file's disk twice a second of sound, on the disk's
  ///     thread, for ``RecordingStatus/shortage``; nil if the disk may be filled.
  ///   - prepare: Makes the folder of a path where the recording continues, on the disk's thread;
  ///     nil for the folder alone.
  ///   - alongside: Further work of the disk's thread, fifty times a second and once at the end.
  public init(
    _ file: RecordingFile, stems: [RecordingFile] = [], hasOthers: Bool = false, sampleRateHz: Int,
    isOverwriting: Bool = false, limits: Bool = false,
    fadesOut: Bool = false, space: FreeSpace.Reading? = nil,
    prepare: (@Sendable (String) -> Void)? = nil,
    alongside: (@Sendable () -> Void)? = nil
  ) throws(SoundFileError) {
    let prepare = prepare ?? FallbackPlaces.makeFolder
    var tracks = [
      try RecordingTrack(
        file, sampleRateHz: sampleRateHz, isOverwriting: isOverwriting, fadesOut: fadesOut,
        prepare: prepare)
    ]
    for stem in stems {
      tracks.append(
        try RecordingTrack(
          stem, sampleRateHz: sampleRateHz, isOverwriting: isOverwriting,
          delayFrames: Instrument.outputLatencyFrames, fadesOut: fadesOut, prepare: prepare))
    }
    let channelCount = tracks.reduce(0) { $0 + $1.channelCount }
    self.file = file
    self.sampleRateHz = sampleRateHz
    self.channelCount = channelCount
    self.alongside = alongside
    samples = SPSCRing(minimumCapacity: Self.ringSeconds * sampleRateHz * channelCount)
    gaps = SPSCRing(minimumCapacity: Self.gapCapacity)
    input = Input(
      queue: .allocate(capacity: 1),
      stems: stems.isEmpty
        ? nil
        : StemBuffers(
          soundCount: stems.count - StemBuffers.otherPartCount(hasOthers: hasOthers),
          hasOthers: hasOthers, capacityFrames: Input.mixFrames),
      whole: stems.isEmpty ? nil : .allocate(capacity: channelCount * Input.mixFrames),
      mix: limits ? .allocate(capacity: file.channelCount * Input.mixFrames) : nil,
      pair: channelCount == 2 ? .allocate(capacity: 2 * Input.mixFrames) : nil)
    input.pair?.initialize(repeating: 0, count: 2 * Input.mixFrames)
    input.mix?.initialize(repeating: 0, count: file.channelCount * Input.mixFrames)
    input.whole?.initialize(repeating: 0, count: channelCount * Input.mixFrames)
    input.queue.initialize(
      to: RecordingQueue(
        samples: samples.producer, gaps: gaps.producer, channelCount: channelCount))
    let limiter =
      limits
      ? RecordingLimiter(channelCount: file.channelCount, sampleRateHz: sampleRateHz) : nil
    disk = RecordingDisk(
      tracks: tracks, sampleRateHz: sampleRateHz, limiter: limiter, space: space,
      samples: samples.consumer, gaps: gaps.consumer)
    try start()
  }

  deinit {
    finish()
    input.queue.deallocate()
    input.mix?.deallocate()
    input.pair?.deallocate()
    input.whole?.deallocate()
    input.stems?.free()
  }

  /// How the recording goes; for any thread but the audio thread.
  public var status: RecordingStatus { published.withLock { $0 } }

  /// How long the disk may stand still before anything is lost, in seconds: at least
  /// ``ringSeconds``.
  public var roomSeconds: Double {
    Double(samples.capacity / channelCount) / Double(sampleRateHz)
  }

  /// Sound that waits for the disk, in seconds: from ``roomSeconds`` on some is lost. For any
  /// thread.
  public var waitingSeconds: Double {
    Double(samples.consumer.count / channelCount) / Double(sampleRateHz)
  }

  /// Writes everything that still waits and closes the file. Call it once the audio thread no
  /// longer pushes; later calls only return the final status.
  @discardableResult public func finish() -> RecordingStatus {
    thread.withLock { running in
      guard let thread = running else { return }
      isFinishing.store(true, ordering: .releasing)
      thread.join()
      running = nil
      disk?.finish(unreportedFrames: input.queue.pointee.unreportedFrames)
      alongside?()
      publish()
      disk = nil
    }
    return status
  }

  private func start() throws(SoundFileError) {
    let unretained = Unmanaged.passUnretained(self)
    let started = WorkThread { unretained._withUnsafeGuaranteedRef { $0.run() } }
    guard let started else {
      throw SoundFileError(
        .cannotCreate, .write, path: path, reason: "the system starts no more threads",
        advice: "end other programs and try again")
    }
    thread.withLock { $0 = started }
  }

  /// The disk's thread. It holds no reference of its own: ``finish()``, at the latest in deinit,
  /// waits for its end.
  private func run() {
    while !isFinishing.load(ordering: .acquiring) {
      disk?.drain()
      alongside?()
      publish()
      MonotonicClock.sleep(microseconds: Self.pollMicroseconds)
    }
  }

  private func publish() {
    guard let status = disk?.status else { return }
    published.withLock { $0 = status }
  }
}
