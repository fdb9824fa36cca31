// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Storage

/// The sounds of a kit as they are played, one after another in a file of the cache, so that their
/// tails can be read while playing.
///
/// A file is written under a temporary name and gets its final one when it is complete, so that
/// others never see a part of it. Whoever has opened it may read on when it is removed.
final class SampleCacheFile: Sendable {
  /// Frames are interleaved stereo, 32 bit float.
  private static let bytesPerFrame = MemoryLayout<SIMD2<Float>>.stride

  /// The lengths of the sounds, in frames.
  let frameCounts: [Int]
  /// Where each begins, in frames from the beginning of the first.
  private let firstFrames: [Int]
  private let descriptor: Int32
  private let firstByte: Int

  /// Opens a file of `count` sounds; nil if there is none, or if it is incomplete.
  init?(path: String, count: Int) {
    descriptor = (try? RegularFile.open(path, O_RDONLY | O_NOFOLLOW)) ?? -1
    firstByte = SampleCacheHeader.byteCount(soundCount: count)
    var counts: [Int] = []
    var status = stat()
    if descriptor >= 0, fstat(descriptor, &status) == 0 {
      counts = SampleCacheHeader.frameCounts(descriptor, soundCount: count) ?? []
    }
    frameCounts = counts
    var total = 0
    firstFrames = counts.map { count in
      defer { total += count }
      return total
    }
    guard !counts.isEmpty, Int(status.st_size) == firstByte + total * Self.bytesPerFrame else {
      return nil  // deinit closes it
    }
    // It was used, so it is the last one to be removed.
    futimens(descriptor, nil)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads frames of a sound from `firstFrame` on; false if that fails.
  func read(
    _ sound: Int, fromFrame firstFrame: Int, into frames: UnsafeMutableBufferPointer<SIMD2<Float>>
  ) -> Bool {
    var bytes = UnsafeMutableRawBufferPointer(frames)[...]
    var offset = firstByte + (firstFrames[sound] + firstFrame) * Self.bytesPerFrame
    while !bytes.isEmpty {
      let count = pread(
        descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes).baseAddress, bytes.count,
        offset)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
      offset += count
    }
    return true
  }

  /// The first frames of a sound, fewer if it is shorter; none if they cannot be read.
  func beginning(_ sound: Int, frameCount: Int) -> [SIMD2<Float>] {
    let count = min(frameCount, frameCounts[sound])
    return [SIMD2<Float>](unsafeUninitializedCapacity: count) { frames, readCount in
      let wanted = UnsafeMutableBufferPointer(rebasing: frames[..<count])
      readCount = read(sound, fromFrame: 0, into: wanted) ? count : 0
    }
  }

  /// A whole sound in sample memory; nil if there is no memory, or if it cannot be read.
  func stored(_ sound: Int, in memory: SampleMemory, sampleRateHz: Int) -> StoredSound? {
    let count = frameCounts[sound]
    let chain = memory.chain(ofFrames: count) { frames, first in
      read(sound, fromFrame: first, into: frames)
    }
    guard let chain else { return nil }
    let stored = Sample(firstBlock: chain.first, frameCount: count, headFrameCount: count)
    let listened = BeginningPower.frameCount(sampleRateHz: sampleRateHz)
    return StoredSound(
      sound: stored,
      power: BeginningPower(
        memory.frames(of: stored, atMost: listened), sampleRateHz: sampleRateHz))
  }

  /// Lets the system fetch frames that are about to be read, all at once.
  func announce(_ sound: Int, fromFrame firstFrame: Int, count: Int) {
    posix_fadvise(
      descriptor, firstByte + (firstFrames[sound] + firstFrame) * Self.bytesPerFrame,
      count * Self.bytesPerFrame, POSIX_FADV_WILLNEED)
  }
}

/// The header of a file of sounds: its kind, and the lengths.
enum SampleCacheHeader {
  private static let magic: UInt64 = 0x3130_4452_444d_4c46  // "FLMDRD01"
  private static let pageBytes = 4096

  /// The length of the header.
  static func byteCount(soundCount: Int) -> Int {
    (8 * (2 + soundCount) + pageBytes - 1) / pageBytes * pageBytes
  }

  /// Writes it; false if that fails.
  static func write(_ frameCounts: [Int], to descriptor: Int32) -> Bool {
    let words = [magic, UInt64(frameCounts.count)] + frameCounts.map(UInt64.init)
    return words.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) == $0.count }
  }

  /// No sound is longer at any rate.
  private static let longestFrames = 1 << 27

  /// The lengths in it; nil if it does not belong to a file of so many sounds.
  static func frameCounts(_ descriptor: Int32, soundCount: Int) -> [Int]? {
    var words = [UInt64](repeating: 0, count: 2 + soundCount)
    let isRead = words.withUnsafeMutableBytes {
      pread(descriptor, $0.baseAddress, $0.count, 0) == $0.count
    }
    guard isRead, words[0] == magic, words[1] == soundCount else { return nil }
    let counts = words.dropFirst(2).map { Int(exactly: $0) ?? 0 }
    return counts.allSatisfy { (1...longestFrames).contains($0) } ? counts : nil
  }
}
