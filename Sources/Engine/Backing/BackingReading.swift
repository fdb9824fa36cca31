// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Glibc
import Instrument
import Storage

/// What happened to a backing's file while it played.
public enum BackingChange: String, Codable, Sendable {
  /// The file was removed or replaced: the opened one plays on.
  case removed
  /// The file was overwritten: its new content plays from the next beginning on, if it is of the
  /// same kind.
  case rewritten
  /// The file could not be read any more: the backing has ended.
  case unreadable
}

/// The state of the thread that reads a backing.
struct BackingReading: ~Copyable {
  /// Shows whether a file was written to, or is another one.
  private struct Stamp: Equatable {
    let device, inode, byteCount, seconds, nanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(FileNames.systemPath(path), &status) == 0 else { return nil }
      (device, inode) = (Int(status.st_dev), Int(status.st_ino))
      byteCount = Int(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    func isSameFile(as other: Stamp) -> Bool { (device, inode) == (other.device, other.inode) }
  }

  private let path: String
  private var reader: SoundFileReader?
  private var stamp: Stamp?
  private var resampler: StreamResampler
  private let channelCount: Int
  private let rateHz: Int
  private let gain: Float
  private let isLooped: Bool
  private var hasRead = false
  /// Frames that were read and not handed over yet.
  var waiting: [BackingFrame]
  private(set) var change: BackingChange?

  init(
    path: String, reader: consuming SoundFileReader, sampleRateHz: Int, gain: Float,
    isLooped: Bool, begin: [BackingFrame]
  ) {
    self.path = path
    stamp = Stamp(path)
    channelCount = reader.channelCount
    rateHz = reader.sampleRateHz
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
      var read = 0
      do { read = try reader?.read(into: &span) ?? 0 } catch { end(.unreadable) }
      guard read == 0 else {
        hasRead = true
        append(resampler.process(stereo(block, count: read)))
        continue
      }
      if isLooped && hasRead && reader != nil { beginAnew() } else { reader = nil }
      if reader == nil { append(resampler.process([])) }
    }
  }

  /// Starts at the first frame again. The file stays open: renaming or moving it does no harm.
  private mutating func beginAnew() {
    // An empty file would be read for ever.
    hasRead = false
    let current = Stamp(path)
    guard current != stamp else {
      if reader?.rewind() != true { end(.unreadable) }
      return
    }
    guard let current, let stamp, current.isSameFile(as: stamp) else {
      stamp = current
      change = .removed
      if reader?.rewind() != true { end(.unreadable) }
      return
    }
    self.stamp = current
    guard let next = try? SoundFileReader(path: path), next.channelCount == channelCount,
      next.sampleRateHz == rateHz
    else { return end(.unreadable) }
    change = .rewritten
    reader = consume next
  }

  private mutating func end(_ change: BackingChange) {
    self.change = change
    reader = nil
  }

  /// The first two channels; one channel goes to both sides.
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
