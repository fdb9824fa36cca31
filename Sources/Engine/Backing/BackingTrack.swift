// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Glibc
import Instrument
import Realtime
import Synchronization

/// Reads a sound file ahead of the playing, in its own thread: at the stream's rate, in stereo,
/// with its gain. The count-in comes first; the file repeats if wanted.
public final class BackingTrack: @unchecked Sendable {
  private static let pollMicroseconds = 10_000
  private static let blockFrames = 4096

  /// The way to the audio thread.
  public let exchange: BackingExchange
  private let reading: Mutex<BackingReading>
  private let found = Mutex<BackingChange?>(nil)
  private let mustEnd = Atomic(false)
  private var thread: WorkThread?

  /// Opens the file at `path`, and reads the first seconds before it returns.
  ///
  /// - Parameters:
  ///   - isRecorded: It is recorded too.
  ///   - isThreaded: Its own thread reads on; otherwise the caller of ``step()``.
  public init(
    path: String, sampleRateHz: Int, gainDecibels: Float = 0, isLooped: Bool = false,
    countIn: CountIn? = nil, isRecorded: Bool = true, isThreaded: Bool = true
  ) throws(SoundFileError) {
    let first = try SoundFileReader(path: path)
    guard Take.sampleRatesHz.contains(first.sampleRateHz), first.channelCount <= 64 else {
      throw SoundFileError(
        .broken, .read, path: path,
        reason:
          "\(first.sampleRateHz) Hz and \(first.channelCount) channels are more or less than can be played",
        advice: "convert it: sox IN -r 48000 -c 2 OUT")
    }
    exchange = BackingExchange(sampleRateHz: sampleRateHz, isRecorded: isRecorded)
    reading = Mutex(
      BackingReading(
        path: path, reader: first, sampleRateHz: sampleRateHz,
        gain: Units.amplitude(decibels: gainDecibels), isLooped: isLooped,
        begin: countIn?.frames(sampleRateHz: sampleRateHz) ?? []))
    while exchange.waitingCount < exchange.capacity / 2, step() {}
    guard isThreaded else { return }
    // This pointer does not keep the track alive; `deinit` waits for the thread instead.
    let unretained = Unmanaged.passUnretained(self)
    thread = WorkThread { unretained._withUnsafeGuaranteedRef { $0.run() } }
  }

  deinit {
    mustEnd.store(true, ordering: .relaxed)
    thread?.join()
  }

  /// What happened to the file while it played; nil for nothing. Any thread may ask; the answer
  /// never waits for the disk.
  public var change: BackingChange? { found.withLock { $0 } }

  /// Reads on until enough is ready for any block. Needed only without a reading thread.
  package func readAhead() {
    guard exchange.waitingCount < exchange.capacity / 2 else { return }
    while exchange.waitingCount < exchange.capacity / 2, step() {}
  }

  /// Reads on; false if there is no room, or nothing left.
  @discardableResult public func step() -> Bool {
    reading.withLock { reading in
      if reading.waiting.isEmpty { reading.readOn(count: Self.blockFrames) }
      if let change = reading.change { found.withLock { $0 = change } }
      guard !reading.waiting.isEmpty else {
        exchange.end()
        return false
      }
      let piece = Array(reading.waiting.prefix(Self.blockFrames))
      guard exchange.push(piece) else { return false }
      reading.waiting.removeFirst(piece.count)
      return true
    }
  }

  /// The reading thread. It holds no reference of its own: deinit waits for its end.
  private func run() {
    while !mustEnd.load(ordering: .relaxed) {
      if !step() { MonotonicClock.sleep(microseconds: Self.pollMicroseconds) }
    }
  }
}
