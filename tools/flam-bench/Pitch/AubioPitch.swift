// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The pitch of aubio, loaded at run time if it is installed: the peer of ours.
struct AubioPitch: ~Copyable {
  /// How it looks for a period.
  enum Method: String, CaseIterable {
    /// Its default, YIN of a weighted spectrum.
    case yinfft
    /// YIN as published.
    case yin
  }

  /// Samples and their number, as aubio passes them.
  private struct Vector {
    var length: UInt32
    var data: UnsafeMutablePointer<Float>
  }

  /// Frames that a reading looks at: the tool's default.
  static let windowFrames = 2048

  private let pitch: OpaquePointer
  private let hopFrames: Int
  private let hear:
    @convention(c) (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void

  /// Nil where the library is missing.
  init?(_ method: Method, hopFrames: Int, sampleRateHz: Int) {
    guard let library = dlopen("libaubio.so.5", RTLD_NOW) else { return nil }
    func function<F>(_ name: String) -> F? {
      dlsym(library, name).map { unsafeBitCast($0, to: F.self) }
    }
    guard
      let new: @convention(c) (UnsafePointer<CChar>, UInt32, UInt32, UInt32) -> OpaquePointer? =
        function("new_aubio_pitch"),
      let hear:
        @convention(c) (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void =
        function("aubio_pitch_do"),
      let pitch = new(
        method.rawValue, UInt32(Self.windowFrames), UInt32(hopFrames), UInt32(sampleRateHz))
    else { return nil }
    (self.pitch, self.hopFrames, self.hear) = (pitch, hopFrames, hear)
  }

  // The pitch itself lives as long as the program.

  /// The frequency of each hop in hertz, 0 for none.
  func readings(_ samples: [Float]) -> [Float] {
    var samples = samples
    return samples.withUnsafeMutableBufferPointer { all in
      guard let base = all.baseAddress else { return [] }
      return stride(from: 0, through: all.count - hopFrames, by: hopFrames).map { first in
        var found: Float = 0
        return withUnsafeMutablePointer(to: &found) { result in
          var input = Vector(length: UInt32(hopFrames), data: base + first)
          var output = Vector(length: 1, data: result)
          hear(pitch, &input, &output)
          return result.pointee
        }
      }
    }
  }
}
