// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What libsndfile decodes of a recording before and after its repair, from the beginning to the end of both.
struct SoundComparison {
  /// Frames of the one that was there.
  private(set) var frames = 0
  /// Frames of the repaired one.
  private(set) var repairedFrames = 0
  /// As far as both go, their samples are the same to the bit.
  private(set) var isSame = true

  /// Decodes the file at `path`, which need not be a sound any more, and the repaired one.
  init(_ path: String, repaired: String) {
    guard var after = try? SoundBlocks(path: repaired) else { return }
    guard var before = try? SoundBlocks(path: path, passesDamage: true) else {
      while after.next() > 0 {}
      repairedFrames = after.frames
      return
    }
    isSame = before.channelCount == after.channelCount && before.sampleRateHz == after.sampleRateHz
    var counts = (1, 1)
    while counts != (0, 0) {
      counts = (before.next(), after.next())
      let both = min(counts.0, counts.1) * before.channelCount
      guard isSame, both > 0 else { continue }
      isSame = memcmp(before.block, after.block, MemoryLayout<Float>.stride * both) == 0
    }
    (frames, repairedFrames) = (before.frames, after.frames)
  }
}

/// A sound file read a block after another until nothing more can be decoded, or at the first damage.
struct SoundBlocks: ~Copyable {
  private static let blockFrames = 1 << 12

  private var reader: SoundFileReader
  private(set) var block: [Float]
  /// Frames that were decoded.
  private(set) var frames = 0

  var channelCount: Int { reader.channelCount }
  var sampleRateHz: Int { reader.sampleRateHz }
  /// Frames that the file tells; 0 where it does not know.
  var declaredFrames: Int { reader.frameCount }

  private let passesDamage: Bool

  init(path: String, passesDamage: Bool = false) throws(SoundFileError) {
    self.passesDamage = passesDamage
    reader = try SoundFileReader(path: path)
    block = [Float](repeating: 0, count: Self.blockFrames * reader.channelCount)
  }

  /// How many frames the next block has; 0 where nothing more can be decoded.
  mutating func next() -> Int {
    guard passesDamage || !reader.hasMetDamage else { return 0 }
    var taken: [Float] = []
    swap(&taken, &block)
    defer { swap(&taken, &block) }
    var span = taken.mutableSpan
    let count = (try? reader.read(into: &span)) ?? 0
    frames += count
    return count
  }
}
