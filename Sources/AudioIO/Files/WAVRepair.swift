// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Makes a cut-off WAV or RF64 whole: its sizes are set to the sound that is there. Not a sample is touched.
///
/// Sources: IBM, Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", 1991 (RIFF); EBU Tech 3306,
/// 2009 (RF64).
public struct WAVRepair: Sendable, Equatable {
  /// Frames that the file told before.
  public let toldFrames: Int
  /// Frames that it holds and tells now.
  public let frames: Int
  /// Frames a second.
  public let sampleRateHz: Int

  /// What is told already is all there is.
  public var wasWhole: Bool { toldFrames == frames }

  /// Repairs the file at `path` in place.
  public init(path: String) throws(SoundFileError) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SoundFileError(
        errno == ENOENT ? .missing : .unreadable, .repair, path: path,
        reason: SoundFileError.text(errno: errno),
        advice: errno == ENOENT ? "check the path" : "allow reading and writing it")
    }
    defer { close(descriptor) }
    let file = File(descriptor: descriptor, byteCount: Int(lseek(descriptor, 0, SEEK_END)))
    guard let layout = Layout(file) else {
      throw SoundFileError(
        .broken, .repair, path: path, reason: "it is no WAV whose beginning can be read",
        advice: "only WAV and RF64 can be made whole")
    }
    let there = (file.byteCount - layout.dataStart) / layout.bytesPerFrame
    frames = layout.isWhole(file) ? layout.toldFrames : there
    toldFrames = layout.toldFrames
    sampleRateHz = layout.sampleRateHz
    guard frames != toldFrames else { return }
    guard layout.canTell(frames: frames) else {
      throw SoundFileError(
        .broken, .repair, path: path, reason: "it holds more than the 4 GB that a WAV can tell",
        advice: "read it as raw samples with sox, from byte \(layout.dataStart) on")
    }
    guard layout.write(frames: frames, to: file) else {
      throw SoundFileError(
        .interrupted, .repair, path: path, reason: SoundFileError.text(errno: errno),
        advice: "copy it to a disk that can be written to")
    }
  }

  /// The bytes of an open file.
  private struct File {
    let descriptor: Int32
    let byteCount: Int

    func bytes(at offset: Int, count: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      return pread(descriptor, &bytes, count, offset) == count ? bytes : nil
    }

    func number(at offset: Int, byteCount: Int) -> Int? {
      bytes(at: offset, count: byteCount)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func write(_ number: Int, at offset: Int, byteCount: Int) -> Bool {
      let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return pwrite(descriptor, bytes, byteCount, offset) == byteCount
    }

    /// Chunks, one after the other, fill the file from an offset to its end.
    func hasChunks(from start: Int) -> Bool {
      var offset = start
      while offset + 8 <= byteCount {
        guard let name = bytes(at: offset, count: 4), name.allSatisfy({ (32...126).contains($0) }),
          let size = number(at: offset + 4, byteCount: 4)
        else { return false }
        offset += 8 + size + size % 2
      }
      // The last one may lack the byte that makes it even.
      return offset == byteCount || offset == byteCount + 1
    }
  }

  /// Where the sizes of a file stand.
  private struct Layout {
    let isRF64: Bool
    let dataStart: Int
    let bytesPerFrame: Int
    let sampleRateHz: Int
    /// 0 where the file tells none, as while it is being written.
    let toldDataBytes: Int

    private static let unknown = Int(UInt32.max)
    private static let dataSizeOfDS64 = 28
    private static let framesOfDS64 = 36

    /// Nil where the file is no WAV with a format and data.
    init?(_ file: File) {
      guard let head = file.bytes(at: 0, count: 12), head[8...] == Array("WAVE".utf8)[...] else {
        return nil
      }
      isRF64 = head.starts(with: "RF64".utf8)
      guard isRF64 || head.starts(with: "RIFF".utf8) else { return nil }
      if isRF64 {
        guard file.bytes(at: 12, count: 4) == Array("ds64".utf8),
          let size = file.number(at: 16, byteCount: 4), size >= 28
        else { return nil }
      }
      var offset = 12
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
        if name == Array("data".utf8) {
          guard let format else { return nil }
          dataStart = offset + 8
          (bytesPerFrame, sampleRateHz) = format
          let told = size == Self.unknown && isRF64 ? file.number(at: 28, byteCount: 8) : size
          toldDataBytes = told == Self.unknown ? 0 : Self.sane(told ?? 0)
          return
        }
        offset += 8 + size + size % 2
      }
      return nil
    }

    var toldFrames: Int { toldDataBytes / bytesPerFrame }
    var endOfData: Int { dataStart + toldDataBytes + toldDataBytes % 2 }

    /// What no file can be is nothing.
    private static func sane(_ size: Int) -> Int { (0...1 << 60).contains(size) ? size : 0 }

    /// What stands behind the sound, as far as the file tells it, is chunks or next to nothing.
    func isWhole(_ file: File) -> Bool {
      dataStart + toldDataBytes <= file.byteCount
        && (file.hasChunks(from: endOfData)
          || toldDataBytes > 0 && file.byteCount - endOfData < 8)
    }

    /// So many frames have a size that the format knows.
    func canTell(frames: Int) -> Bool {
      isRF64 || dataStart + frames * bytesPerFrame < Self.unknown
    }

    /// Sets the sizes; false where they cannot be written.
    func write(frames: Int, to file: File) -> Bool {
      let dataBytes = frames * bytesPerFrame
      let riffBytes = dataStart + dataBytes - 8
      if isRF64 {
        return file.write(riffBytes, at: 20, byteCount: 8)
          && file.write(dataBytes, at: Self.dataSizeOfDS64, byteCount: 8)
          && file.write(frames, at: Self.framesOfDS64, byteCount: 8)
          && file.write(Self.unknown, at: dataStart - 4, byteCount: 4)
      }
      return file.write(riffBytes, at: 4, byteCount: 4)
        && file.write(dataBytes, at: dataStart - 4, byteCount: 4)
    }
  }
}
