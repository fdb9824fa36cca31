// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Glibc
import Realtime
import Synchronization

/// A take on its way to the audio thread. A thread of its own reads it ahead at the stream's rate,
/// repeatedly if wanted.
///
/// ``audioSide`` belongs to the audio thread, everything else to one other thread.
public final class TakeStream: @unchecked Sendable {
  /// The read-ahead: 2.7 s at 192 kHz, 11 s at 48 kHz.
  private static let ringFrames = 1 << 19
  private static let pollMicroseconds = 10_000

  /// There is a second microphone.
  let hearsTwo: Bool
  private let frames = SPSCRing<SIMD2<Float>>(minimumCapacity: ringFrames)
  private let state: UnsafeMutablePointer<State>
  /// After the start, it and ``waiting`` belong to the thread.
  private let feed: TakeFeed
  private var waiting: [SIMD2<Float>] = []
  private let mustEnd = Atomic(false)
  private var thread: WorkThread?

  /// A take in memory, at the stream's rate; `second` is a second microphone of the same length, or
  /// nil.
  public convenience init(_ samples: [Float], second: [Float]? = nil, isLooped: Bool) {
    self.init(HeldTake(samples, second: second), fromHz: 1, toHz: 1, isLooped: isLooped)
  }

  /// A file, converted to the rate of the stream.
  public convenience init(
    _ file: TakeFile, rateHz: Int, isLooped: Bool
  ) throws(SoundFileError) {
    self.init(
      try file.reader(), fromHz: file.sampleRateHz, toHz: rateHz, isLooped: isLooped)
  }

  private init(
    _ source: some TakeSource, fromHz: Int, toHz: Int, isLooped: Bool
  ) {
    hearsTwo = source.hearsTwo
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    feed = TakeFeed(source, fromHz: fromHz, toHz: toHz, isLooped: isLooped)
    while step() {}
  }

  deinit {
    mustEnd.store(true, ordering: .relaxed)
    thread?.join()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Reads on a thread of its own from now on; false if the system can start none.
  func start() -> Bool {
    guard !hasEnded, thread == nil else { return true }
    // The thread does not keep this object alive; this object waits for the thread's end.
    let unretained = Unmanaged.passUnretained(self)
    thread = WorkThread { unretained._withUnsafeGuaranteedRef { $0.run() } }
    return thread != nil
  }

  private func run() {
    while !mustEnd.load(ordering: .relaxed) {
      if step() { continue }
      if hasEnded { return }
      MonotonicClock.sleep(microseconds: Self.pollMicroseconds)
    }
  }

  /// Reads on; false if there is no room, or nothing left.
  private func step() -> Bool {
    if waiting.isEmpty { waiting = feed.next() }
    guard !waiting.isEmpty else {
      state.pointee.hasEnded.store(true, ordering: .releasing)
      return false
    }
    let isPushed = waiting.withUnsafeBufferPointer { waiting in
      waiting.baseAddress.map { frames.producer.push($0, count: waiting.count) } ?? true
    }
    if isPushed { waiting = [] }
    return isPushed
  }

  /// The frames that wait.
  var waitingCount: Int { frames.consumer.count }

  /// The whole take has been read.
  var hasEnded: Bool { state.pointee.hasEnded.load(ordering: .acquiring) }

  /// The audio thread's end; the stream must outlive its use.
  var audioSide: AudioSide { AudioSide(frames: frames.consumer, state: state) }

  fileprivate struct State: ~Copyable {
    let hasEnded = Atomic(false)
  }

  /// See ``audioSide``.
  struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    private let frames: SPSCRing<SIMD2<Float>>.Consumer
    private let state: UnsafeMutablePointer<State>
    /// Frames that were missing at their time.
    private var missedFrames = 0

    fileprivate init(
      frames: SPSCRing<SIMD2<Float>>.Consumer, state: UnsafeMutablePointer<State>
    ) {
      self.frames = frames
      self.state = state
    }

    /// The next frames, then silence. False if they were not read in time; then silence replaces
    /// them, and later frames come at their own time.
    @_noLocks mutating func read(
      into first: UnsafeMutablePointer<Float>, second: UnsafeMutablePointer<Float>?, count: Int
    ) -> Bool {
      let hasEnded = state.pointee.hasEnded.load(ordering: .acquiring)
      while missedFrames > 0, case _? = frames.pop() { missedFrames -= 1 }
      var readCount = 0
      for frame in 0..<count {
        let heard = missedFrames == 0 ? frames.pop() : nil
        first[frame] = heard?.x ?? 0
        second?[frame] = heard?.y ?? 0
        if heard != nil { readCount += 1 }
      }
      guard !hasEnded && readCount < count else { return true }
      missedFrames += count - readCount
      return false
    }
  }
}
