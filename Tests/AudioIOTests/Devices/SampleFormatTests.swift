// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import DSP
import Testing

@Suite struct SampleFormatTests {
  private func encoded(_ sample: Float, _ format: SampleFormat) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: format.bytes)
    var quantiser = SampleQuantiser(bits: format.bits, ditherSeed: nil)
    bytes.withUnsafeMutableBytes {
      format.encode(sample, to: $0.baseAddress.unsafelyUnwrapped, by: &quantiser)
    }
    return bytes
  }

  private func decoded(_ bytes: [UInt8], _ format: SampleFormat) -> Float {
    bytes.withUnsafeBytes { format.decode($0.baseAddress.unsafelyUnwrapped) }
  }

  @Test("every 16-bit code survives the way to float and back")
  func everyCode() {
    for code in Int16.min...Int16.max {
      let bytes = withUnsafeBytes(of: code.littleEndian) { Array($0) }
      let sample = decoded(bytes, .s16)
      #expect(sample == Float(code) / 32_768)
      #expect(encoded(sample, .s16) == bytes)
    }
  }

  @Test("24-bit codes survive in both layouts", arguments: [SampleFormat.s24, .s24Packed])
  func codes24(format: SampleFormat) {
    for code in [-8_388_608, -8_388_607, -4_660_001, -1, 0, 1, 77, 65_536, 8_388_607] as [Int32] {
      let all = withUnsafeBytes(of: code.littleEndian) { Array($0) }
      let bytes = Array(all.prefix(format.bytes))
      let sample = decoded(bytes, format)
      #expect(sample == Float(code) / 8_388_608)
      #expect(encoded(sample, format) == bytes)
    }
  }

  @Test("the undefined upper byte of a 24-bit sample is not heard")
  func upperByte() {
    #expect(decoded([1, 0, 0, 0x5A], .s24) == 0x1p-23)
    #expect(decoded([0xFF, 0xFF, 0xFF, 0x00], .s24) == -0x1p-23)
  }

  @Test("floats of any size survive S32 as exactly as 31 bits can")
  func s32() {
    for sample in [0, 0.5, -0.25, 0.7071068, -0.1234567, -1] as [Float] {
      #expect(abs(decoded(encoded(sample, .s32), .s32) - sample) <= 0x1p-32)
    }
    #expect(encoded(-1, .s32) == [0, 0, 0, 0x80])
    #expect(encoded(0x1p-31, .s32) == [1, 0, 0, 0])
  }

  @Test("values beyond full scale are clamped and NaN is silence", arguments: SampleFormat.allCases)
  func extremes(format: SampleFormat) {
    let highest = decoded(encoded(1, format), format)
    #expect(highest > 0.9999 && highest <= 1)
    for loud in [1.0001, 2, 1e30, .infinity] as [Float] {
      #expect(encoded(loud, format) == encoded(1, format))
      #expect(decoded(encoded(-loud, format), format) == -1)
    }
    #expect(decoded(encoded(.nan, format), format) == 0)
  }

  @Test("a NaN from a device reads as silence")
  func deviceNaN() {
    let bytes = withUnsafeBytes(of: Float.nan) { Array($0) }
    #expect(decoded(bytes, .float) == 0)
  }
}
