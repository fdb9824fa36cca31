// SPDX-License-Identifier: GPL-3.0-or-later

/// A WAV or RF64 that may have been cut off.
///
/// Sources: IBM, Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", 1991 (RIFF); EBU Tech 3306,
/// 2009 (RF64).
struct WAVRecording: CutOffRecording {
  private static let unknown = Int(WAVHeader.unknownSize)
  /// Where the chunk stands that has the sizes of 64 bits, or keeps their place.
  private static let longSizesOffset = 12
  private static let dataSizeOfDS64 = 28

  let sampleRateHz: Int
  let frames: Int
  /// 0 where the file tells none, as while it is being written.
  var toldFrames: Int { toldDataBytes / bytesPerFrame }
  private let isRF64: Bool
  /// There is room for sizes of 64 bits.
  private let canBecomeRF64: Bool
  private let dataStart: Int
  private let bytesPerFrame: Int
  private let toldDataBytes: Int
  /// Where a chunk tells the number of frames.
  private let factOffset: Int?

  /// Nil where the file is no WAV with a format and data.
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
    guard canBecomeRF64 || !isRF64, let chunks = Chunks(file) else { return nil }
    (bytesPerFrame, sampleRateHz) = (chunks.bytesPerFrame, chunks.sampleRateHz)
    (dataStart, factOffset) = (chunks.dataStart, chunks.factOffset)
    let told =
      isRF64 && chunks.dataSize == Self.unknown
      ? file.number(at: Self.dataSizeOfDS64, byteCount: 8) : chunks.dataSize
    // What no file can be is nothing.
    toldDataBytes =
      told == Self.unknown || !(0...1 << 60).contains(told ?? -1) ? 0 : told ?? 0
    let end = dataStart + toldDataBytes + toldDataBytes % 2
    // Of a whole file, chunks or next to nothing stand behind the sound that it tells.
    let isWhole =
      dataStart + toldDataBytes <= file.byteCount
      && (Chunks.fill(file, from: end) || toldDataBytes > 0 && file.byteCount - end < 8)
    frames =
      (isWhole ? toldDataBytes : max(0, file.byteCount - dataStart)) / bytesPerFrame
  }

  func tell(_ file: FileBytes) throws(WriteFailure) {
    let dataBytes = frames * bytesPerFrame
    let riffBytes = dataStart + dataBytes - 8
    guard riffBytes >= Self.unknown || isRF64 else {
      try file.overwrite(UInt32(riffBytes).littleEndianBytes, at: 4)
      if let factOffset {
        try file.overwrite(UInt32(frames).littleEndianBytes, at: factOffset)
      }
      return try file.overwrite(UInt32(dataBytes).littleEndianBytes, at: dataStart - 4)
    }
    guard canBecomeRF64 else {
      throw WriteFailure(reason: "it holds more than the 4 GB that a WAV can tell")
    }
    let unknown = WAVHeader.unknownSize.littleEndianBytes
    try file.overwrite(
      WAVHeader.longSizes(riffBytes: riffBytes, dataBytes: dataBytes, frames),
      at: Self.longSizesOffset + 8)
    try file.overwrite(Array("ds64".utf8), at: Self.longSizesOffset)
    try file.overwrite(unknown, at: dataStart - 4)
    try file.overwrite(Array("RF64".utf8) + unknown, at: 0)
  }

  /// What stands before the sound.
  private struct Chunks {
    private(set) var factOffset: Int?
    let dataStart: Int
    let dataSize: Int
    let bytesPerFrame: Int
    let sampleRateHz: Int

    init?(_ file: FileBytes) {
      var offset = WAVRecording.longSizesOffset
      var format: (bytesPerFrame: Int, sampleRateHz: Int)?
      while let name = file.bytes(at: offset, count: 4),
        let size = file.number(at: offset + 4, byteCount: 4)
      {
        if name == Array("fmt ".utf8) {
          guard let rate = file.number(at: offset + 12, byteCount: 4), rate > 0,
            let align = file.number(at: offset + 20, byteCount: 2), align > 0
          else { return nil }
          format = (align, rate)
        }
        if name == Array("fact".utf8) && size >= 4 { factOffset = offset + 8 }
        if name == Array("data".utf8) {
          guard let format else { return nil }
          dataStart = offset + 8
          dataSize = size
          (bytesPerFrame, sampleRateHz) = format
          return
        }
        offset += 8 + size + size % 2
      }
      return nil
    }

    /// Chunks, one after the other, fill the file from an offset to its end.
    static func fill(_ file: FileBytes, from start: Int) -> Bool {
      var offset = start
      while offset + 8 <= file.byteCount {
        guard let name = file.bytes(at: offset, count: 4),
          name.allSatisfy({ (32...126).contains($0) }),
          let size = file.number(at: offset + 4, byteCount: 4)
        else { return false }
        offset += 8 + size + size % 2
      }
      // The last one may lack the byte that makes it even.
      return offset == file.byteCount || offset == file.byteCount + 1
    }
  }
}
