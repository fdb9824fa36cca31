// SPDX-License-Identifier: GPL-3.0-or-later

/// The largest amplitude of some samples, compared eight at a time.
public enum LargestAmplitude {
  private static var lanes: Int { @_noLocks get { 8 } }

  /// The largest amplitude of `count` samples, linear. What is not a number counts as silence.
  @_noLocks public static func of(_ samples: UnsafePointer<Float>, count: Int) -> Float {
    let bytes = UnsafeRawPointer(samples)
    let stride = MemoryLayout<Float>.stride
    var largest = SIMD8<Float>.zero
    var sample = 0
    while sample &+ lanes <= count {
      let bits = bytes.loadUnaligned(fromByteOffset: sample &* stride, as: SIMD8<UInt32>.self)
      let amplitudes = unsafeBitCast(bits & 0x7fff_ffff, to: SIMD8<Float>.self)
      largest.replace(with: amplitudes, where: amplitudes .> largest)
      sample &+= lanes
    }
    var most: Float = 0
    for lane in 0..<lanes { most = max(most, largest[lane]) }
    while sample < count {
      most = max(most, abs(samples[sample]))
      sample &+= 1
    }
    return most
  }
}
