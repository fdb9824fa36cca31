// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP
import Glibc
import Instrument
import Synchronization

/// Reads a sound file ahead of what is played of it, by a thread of its own: at the stream's rate, in stereo, with its
/// gain, over and over where that is wanted, after the clicks that count in.
public final class BackingTrack: @unchecked Sendable {
  private static let pollMicroseconds: UInt32 = 10_000
  private static let blockFrames = 4096

  /// The way to the audio thread.
  public let exchange: BackingExchange
  private let reading: Mutex<Reading>
  private let mustEnd = Atomic(false)
  private var thread: pthread_t?

  /// Opens the file at `path`, and has the first seconds ready when it returns.
  ///
  /// - Parameters:
  ///   - isRecorded: It is part of what is recorded.
  ///   - isThreaded: A thread of its own reads on; otherwise whoever calls ``step()``.
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
      Reading(
        path: path, reader: first, sampleRateHz: sampleRateHz,
        gain: Units.amplitude(decibels: gainDecibels), isLooped: isLooped,
        begin: countIn?.frames(sampleRateHz: sampleRateHz) ?? []))
    while exchange.waitingCount < exchange.capacity / 2, step() {}
    guard isThreaded else { return }
    var started = pthread_t()
    let failure = pthread_create(
      &started, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<BackingTrack>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.run() }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    thread = failure == 0 ? started : nil
  }

  deinit {
    mustEnd.store(true, ordering: .relaxed)
    if let thread { pthread_join(thread, nil) }
  }

  /// Reads on; false where there is no room, or nothing left.
  @discardableResult public func step() -> Bool {
    reading.withLock { reading in
      if reading.waiting.isEmpty { reading.readOn(count: Self.blockFrames) }
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
      if !step() { usleep(Self.pollMicroseconds) }
    }
  }

  /// What the reading thread knows.
  private struct Reading: ~Copyable {
    let path: String
    var reader: SoundFileReader?
    var resampler: StreamResampler
    let channelCount: Int
    let gain: Float
    let isLooped: Bool
    var waiting: [BackingFrame]
    private var hasRead = false

    init(
      path: String, reader: consuming SoundFileReader, sampleRateHz: Int, gain: Float,
      isLooped: Bool, begin: [BackingFrame]
    ) {
      self.path = path
      channelCount = reader.channelCount
      resampler = StreamResampler(
        channelCount: 2, fromHz: reader.sampleRateHz, toHz: sampleRateHz)
      self.reader = consume reader
      self.gain = gain
      self.isLooped = isLooped
      waiting = begin
    }

    /// Reads until there is something to play, or the track is over.
    mutating func readOn(count: Int) {
      while waiting.isEmpty, reader != nil {
        var block = [Float](repeating: 0, count: count * channelCount)
        var span = block.mutableSpan
        let read = (try? reader?.read(into: &span)) ?? 0
        guard read == 0 else {
          hasRead = true
          append(resampler.process(stereo(block, count: read)))
          continue
        }
        // An empty file would be read for ever.
        reader = isLooped && hasRead ? try? SoundFileReader(path: path) : nil
        if reader == nil { append(resampler.process([])) }
      }
    }

    /// The first two channels, or the one on both sides.
    private func stereo(_ block: [Float], count: Int) -> [Float] {
      (0..<(2 * count)).map { index in
        let sample = block[index / 2 * channelCount + min(index % 2, channelCount - 1)]
        return sample.isFinite ? gain * sample : 0
      }
    }

    private mutating func append(_ samples: [Float]) {
      for frame in 0..<(samples.count / 2) {
        waiting.append(BackingFrame(left: samples[2 * frame], right: samples[2 * frame + 1]))
      }
    }
  }
}
