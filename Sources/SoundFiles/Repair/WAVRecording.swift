// SPDX-License-Identifier: GPL-3.0-or-later

/// A WAV or RF64 that may have been cut off.
///
/// Sources: IBM, Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", 1991 (RIFF); EBU Tech 3306,
/// 2009 (RF64).
struct WAVRecording: CutOffRecording {
  private static let unknown = Int(WAVHeader.unknownSize)
  /// The offset of the chunk for sizes of 64 bits, or of its placeholder.
  private static let longSizesOffset = 12
  private static let dataSizeOfDS64 = 28

  let sampleRateHz: Int
  let frames: Int
  /// 0 if the file declares no length, as while it is being written.
  var declaredFrames: Int { declaredDataBytes / bytesPerFrame }
  private let isRF64: Bool
  /// There is room for sizes of 64 bits.
  private let canBecomeRF64: Bool
  private let dataStart: Int
  private let bytesPerFrame: Int
  private let declaredDataBytes: Int
  /// The chunks that other programs wrote after the sound.
  private let tagByteCount: Int
  /// The offset of a chunk with the number of frames.
  private let factOffset: Int?

  let foreignFrames: Int

  /// Nil if the file is not a WAV with a format and data.
  init?(_ file: FileBytes) {
    guard let head = file.bytes(at: 0, count: 12), head[8...] == Array("WAVE".utf8)[...] else {
      return nil
    }
    isRF64 = head.starts(with: "RF64".utf8)
    guard isRF64 || head.starts(with: "RIFF".utf8) else { return nil }
    let second = file.bytes(at: Self.longSizesOffset, count: 4)
    let isRoomy =
      file.number(at: Self.longSizesOffset + 4, byteCount: 4) ?? 0
      >= Int(WAVHeader.longSizesByteCount)
    canBecomeRF64 = isRoomy && second == Array((isRF64 ? "ds64" : "JUNK").utf8)
    guard canBecomeRF64 || !isRF64, let chunks = WAVChunks(file) else { return nil }
    (bytesPerFrame, sampleRateHz) = (chunks.bytesPerFrame, chunks.sampleRateHz)
    (dataStart, factOffset) = (chunks.dataStart, chunks.factOffset)
    let declared =
      isRF64 && chunks.dataSize == Self.unknown
      ? file.number(at: Self.dataSizeOfDS64, byteCount: 8) : chunks.dataSize
    // Impossible lengths count as none.
    declaredDataBytes =
      declared == Self.unknown || !(0...1 << 60).contains(declared ?? -1) ? 0 : declared ?? 0
    let declaredEnd = dataStart + declaredDataBytes
    // In a whole file, chunks, a tag or next to nothing follow the declared sound.
    let isWhole =
      declaredEnd <= file.byteCount
      && (WAVChunks.fill(file, from: declaredEnd + declaredDataBytes % 2)
        || declaredDataBytes > 0 && file.untaggedByteCount - declaredEnd < 8
        || declaredDataBytes > 0 && WAVChunks.isTag(file, at: declaredEnd + declaredDataBytes % 2))
    let end = isWhole ? declaredEnd : WAVChunks.soundEnd(file, from: dataStart)
    frames = max(0, end - dataStart) / bytesPerFrame
    tagByteCount = isWhole ? 0 : file.untaggedByteCount - end
    foreignFrames = (file.byteCount - end) / bytesPerFrame + 1
  }

  func declareFrames(_ file: FileBytes) throws(WriteFailure) {
    for piece in try header() { try file.overwrite(piece.bytes, at: piece.offset) }
  }

  /// Bytes that declare its length, and the offsets at which they belong.
  func header() throws(WriteFailure) -> [(offset: Int, bytes: [UInt8])] {
    let dataBytes = frames * bytesPerFrame
    let riffBytes = dataStart + dataBytes + tagByteCount - 8
    guard riffBytes >= Self.unknown || isRF64 else {
      let fact = factOffset.map { [(offset: $0, bytes: UInt32(frames).littleEndianBytes)] } ?? []
      return [(4, UInt32(riffBytes).littleEndianBytes)] + fact
        + [(dataStart - 4, UInt32(dataBytes).littleEndianBytes)]
    }
    guard canBecomeRF64 else {
      throw WriteFailure(reason: "it has more than 4 GB, the limit of a WAV")
    }
    let unknown = WAVHeader.unknownSize.littleEndianBytes
    return [
      (
        Self.longSizesOffset + 8,
        WAVHeader.longSizes(riffBytes: riffBytes, dataBytes: dataBytes, frames)
      ),
      (Self.longSizesOffset, Array("ds64".utf8)), (dataStart - 4, unknown),
      (0, Array("RF64".utf8) + unknown),
    ]
  }
}
