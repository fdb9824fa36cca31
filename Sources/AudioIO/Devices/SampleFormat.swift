// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import CALSA

/// A device's format of a sample; all little-endian.
public enum SampleFormat: String, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  /// 32-bit float, -1…1.
  case float = "FLOAT"
  case s32 = "S32"
  /// 24 bits in the lower three bytes of four.
  case s24 = "S24"
  /// 24 bits in three bytes.
  case s24Packed = "S24_3"
  case s16 = "S16"

  /// The bytes of a sample.
  public var bytes: Int {
    @_noLocks get {
      switch self {
      case .float, .s32, .s24: 4
      case .s24Packed: 3
      case .s16: 2
      }
    }
  }

  /// The bits of a sample.
  public var bits: Int {
    @_noLocks get {
      switch self {
      case .float, .s32: 32
      case .s24, .s24Packed: 24
      case .s16: 16
      }
    }
  }

  /// Output of 16 and 24 bits is dithered. No converter resolves the last of 32 bits.
  var isDithered: Bool { bits < 32 }

  var alsaFormat: snd_pcm_format_t {
    switch self {
    case .float: SND_PCM_FORMAT_FLOAT_LE
    case .s32: SND_PCM_FORMAT_S32_LE
    case .s24: SND_PCM_FORMAT_S24_LE
    case .s24Packed: SND_PCM_FORMAT_S24_3LE
    case .s16: SND_PCM_FORMAT_S16_LE
    }
  }

  /// The sample at `bytes` as a float in -1…1; a NaN from the device reads as 0.
  @_noLocks public func decode(_ bytes: UnsafeRawPointer) -> Float {
    switch self {
    case .float:
      let value = bytes.loadUnaligned(as: Float.self)
      return value == value ? value : 0
    case .s32:
      return Float(bytes.loadUnaligned(as: Int32.self)) * 0x1p-31
    case .s24:
      // The upper byte is undefined and is shifted out.
      return Float((bytes.loadUnaligned(as: Int32.self) << 8) >> 8) * 0x1p-23
    case .s24Packed:
      let low = Int32(bytes.loadUnaligned(as: UInt16.self))
      let high = Int32(bytes.load(fromByteOffset: 2, as: Int8.self))
      return Float(high << 16 | low) * 0x1p-23
    case .s16:
      return Float(bytes.loadUnaligned(as: Int16.self)) * 0x1p-15
    }
  }

  /// Writes `sample` to `bytes`: the code from the quantiser, with ``bits`` bits. Floats are
  /// written as they are; values beyond -1…1 are clamped, and NaN becomes 0.
  @_noLocks public func encode(
    _ sample: Float, to bytes: UnsafeMutableRawPointer, by quantiser: inout SampleQuantiser
  ) {
    switch self {
    case .float:
      bytes.storeBytes(of: Self.clamped(sample), as: Float.self)
    case .s32, .s24:
      bytes.storeBytes(of: quantiser.code(sample), as: Int32.self)
    case .s24Packed:
      let code = quantiser.code(sample)
      bytes.storeBytes(of: UInt16(truncatingIfNeeded: code), as: UInt16.self)
      bytes.storeBytes(of: Int8(truncatingIfNeeded: code >> 16), toByteOffset: 2, as: Int8.self)
    case .s16:
      bytes.storeBytes(of: Int16(truncatingIfNeeded: quantiser.code(sample)), as: Int16.self)
    }
  }

  @_noLocks private static func clamped(_ sample: Float) -> Float {
    guard sample == sample else { return 0 }
    return sample > 1 ? 1 : sample < -1 ? -1 : sample
  }
}
