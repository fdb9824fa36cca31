// SPDX-License-Identifier: GPL-3.0-or-later

/// A FLAC that may have been cut off. Checksums find its last whole block.
struct FLACRecording: CutOffRecording {
  /// The most bytes of a block together with the cut-off one after it.
  private static let searchedByteCount = 1 << 22

  let declaredFrames: Int
  let frames: Int
  let sampleRateHz: Int
  let foreignFrames = 0
  private let sampleBits: Int
  private let digest: [UInt8]?
  /// The end of the last whole block.
  private let end: Int

  /// The file ends before its sound begins; or more than one cut-off block follows the last whole
  /// one, and is not blank. Then there is other damage than a missing end, and the file must not be
  /// changed.
  let isDamaged: Bool

  /// Nil if the file is not a FLAC.
  init?(_ file: FileBytes) {
    guard let header = FLACHeader(file) else { return nil }
    sampleRateHz = header.sampleRateHz
    declaredFrames = header.frameCount
    (sampleBits, digest) = (header.sampleBits, header.digest)
    let byteCount = file.untaggedByteCount
    let start = max(header.firstBlockOffset, byteCount - Self.searchedByteCount)
    let tail = file.bytes(at: start, count: max(0, byteCount - start)) ?? []
    let last = Self.lastBlock(of: tail, header)
    frames = last?.endFrame ?? 0
    end = start + (last?.end ?? 0)
    let rest = tail.dropFirst(last?.end ?? 0)
    let isBlank = last != nil && rest.allSatisfy { $0 == 0 }
    isDamaged =
      header.firstBlockOffset > byteCount
      || rest.count > header.mostBlockByteCount && !isBlank && frames != declaredFrames
  }

  func isOfOnePiece(path: String) throws(SoundFileError) -> Bool {
    guard let digest, let found = try FLACDigest.ofSound(path: path, sampleBits: sampleBits) else {
      return true
    }
    return digest == found
  }

  func declareFrames(_ file: FileBytes) throws(WriteFailure) {
    try file.overwrite(
      FLACHeader.frameCountBytes(frames, in: file), at: FLACHeader.countOffset)
    // The checksum of all samples is no longer known.
    let range = FLACHeader.checksumRange
    try file.overwrite([UInt8](repeating: 0, count: range.count), at: range.lowerBound)
    try file.cut(toByteCount: end)
  }

  /// The last block with a correct checksum: its end, and the number of frames up to there.
  private static func lastBlock(
    of bytes: [UInt8], _ header: FLACHeader
  ) -> (end: Int, endFrame: Int)? {
    // The cut-off block may be shorter than its header.
    var ends = (0..<min(FLACBlockHeader.mostByteCount, bytes.count + 1)).map { bytes.count - $0 }
      .filter { FLACBlockHeader.mayBegin(bytes[$0...]) }
    for start in stride(from: bytes.count - FLACBlockHeader.leastByteCount, through: 0, by: -1) {
      guard let block = FLACBlockHeader(bytes[start...], blockFrames: header.blockFrames) else {
        continue
      }
      let endFrame = block.firstFrame + block.frameCount
      for end in ends
      where end - start >= FLACBlockHeader.leastByteCount
        && FLACChecksum.ofBlock(bytes[start..<end]) == 0
      {
        return (end, endFrame)
      }
      // Foreign bytes may follow the last block.
      if endFrame == header.frameCount,
        let end = FLACChecksum.blockEnd(
          in: bytes[start...].prefix(header.mostBlockByteCount))
      {
        return (end, endFrame)
      }
      ends.append(start)
    }
    return nil
  }
}
