// SPDX-License-Identifier: GPL-3.0-or-later
import CSndfile

/// What a sound file says of the instrument that it is a tone of, as the "smpl" part of a WAV does.
public struct SoundFileInstrument: Sendable, Equatable {
  /// The key at which it was recorded, 0...127.
  public let key: Int
  /// The frames that repeat while a note lasts; nil for none. They may lie beyond the end of the sound.
  public let loop: Range<Int>?

  /// What libsndfile read of a file.
  init(_ record: SF_INSTRUMENT) {
    key = Int(record.basenote)
    loop = withUnsafeBytes(of: record) { bytes in
      // Swift does not see the loops, which come last: of each its mode, its first frame, the one after its last, and how
      // often it is played, 32 bits each.
      guard record.loop_count > 0, let end = MemoryLayout<SF_INSTRUMENT>.offset(of: \.loop_count)
      else { return nil }
      let first = end + MemoryLayout<Int32>.size
      let mode = bytes.loadUnaligned(fromByteOffset: first, as: Int32.self)
      let start = Int(bytes.loadUnaligned(fromByteOffset: first + 4, as: UInt32.self))
      let after = Int(bytes.loadUnaligned(fromByteOffset: first + 8, as: UInt32.self))
      return Int(mode) == Int(SF_LOOP_FORWARD) && start < after ? start..<after : nil
    }
  }
}

extension SoundFileReader {
  /// Nil where the file says nothing of it.
  public var instrument: SoundFileInstrument? { instrumentRecord.map(SoundFileInstrument.init) }
}
