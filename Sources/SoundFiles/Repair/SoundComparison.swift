// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Compares what libsndfile decodes of a recording before and after its repair, from beginning to
/// end.
struct SoundComparison {
  /// The frames of the old recording.
  private(set) var frames = 0
  /// The frames of the repaired one.
  private(set) var repairedFrames = 0
  /// All samples that both have are equal, bit for bit.
  private(set) var isSame = true

  /// Decodes the file at `path`, which may be damaged, and the repaired one.
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

/// A sound file read block by block, until the end or the first damage.
struct SoundBlocks: ~Copyable {
  private static let blockFrames = 1 << 12

  private var reader: SoundFileReader
  private(set) var block: [Float]
  /// The number of decoded frames.
  private(set) var frames = 0

  var channelCount: Int { reader.channelCount }
  var sampleRateHz: Int { reader.sampleRateHz }
  /// The length that the file declares, in frames; 0 if unknown.
  var declaredFrames: Int { reader.frameCount }

  private let passesDamage: Bool

  init(path: String, passesDamage: Bool = false) throws(SoundFileError) {
    self.passesDamage = passesDamage
    reader = try SoundFileReader(path: path)
    block = [Float](repeating: 0, count: Self.blockFrames * reader.channelCount)
  }

  /// The number of frames of the next block; 0 if no more can be decoded.
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
