// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// A period of a waveform for each octave, without harmonics above half the sample rate.
///
/// All oscillators of a waveform and a sample rate read the same memory, 180 KB at 48 kHz; it is
/// never changed or freed.
struct WaveTables: @unchecked Sendable {
  /// Points of a period.
  static var size: Int { @_noLocks get { 4096 } }
  /// The points from one table to the next: there is one before each, and two after.
  static var stride: Int { @_noLocks get { size &+ 3 } }
  /// The first table is for frequencies up to this, in Hz; each of the others for twice as much.
  static var lowestHz: Float { @_noLocks get { 40 } }
  /// Harmonics reach as high as this share of the sample rate.
  private static let highestShare = 0.45

  private struct Key: Hashable {
    let waveform: Waveform
    let sampleRateHz: Float
  }

  private static let made = Mutex<[Key: WaveTables]>([:])

  /// How many there are.
  let count: Int
  /// The tables, one after the other.
  let points: UnsafePointer<Float>

  /// Those that all share; makes them first if there are none. Not for the audio thread.
  static func shared(_ waveform: Waveform, sampleRateHz: Float) -> WaveTables {
    made.withLock { made in
      let key = Key(waveform: waveform, sampleRateHz: sampleRateHz)
      if let there = made[key] { return there }
      let tables = WaveTables(waveform, sampleRateHz: sampleRateHz)
      made[key] = tables
      return tables
    }
  }

  private init(_ waveform: Waveform, sampleRateHz: Float) {
    let size = Self.size
    var tops: [Float] = [Self.lowestHz]
    while tops[tops.count - 1] < 0.5 * sampleRateHz { tops.append(2 * tops[tops.count - 1]) }
    let points = UnsafeMutablePointer<Float>.allocate(capacity: tops.count * Self.stride)
    let transform = RealTransform(size: size)
    for (index, top) in tops.enumerated() {
      let most = Int(Self.highestShare * Double(sampleRateHz) / Double(top))
      var spectrum = Spectrum(
        real: [Float](repeating: 0, count: size / 2 + 1),
        imaginary: [Float](repeating: 0, count: size / 2 + 1))
      for harmonic in 1...max(1, min(most, size / 4)) {
        spectrum.imaginary[harmonic] =
          Float(-waveform.amplitude(harmonic: harmonic) * Double(size) / 2)
      }
      let period = transform.samples(of: spectrum)
      for point in 0..<Self.stride {
        (points + index * Self.stride + point)
          .initialize(to: period[(point + size - 1) % size])
      }
    }
    count = tops.count
    self.points = UnsafePointer(points)
  }
}
