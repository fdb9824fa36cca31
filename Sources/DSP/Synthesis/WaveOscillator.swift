// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A tone of a waveform without aliasing: it reads a period from a table that holds no harmonic above half the sample rate.
///
/// There is a table for each octave, so that the highest one of a table may be missing that would just fit. Between the
/// points of a table it interpolates with cubics (C. de Boor, "A practical guide to splines", 1978, Catmull-Rom's).
public struct WaveOscillator: ~Copyable {
  private static var tableSize: Int { @_noLocks get { 4096 } }
  /// The first table is for frequencies up to this, in Hz.
  private static var lowestHz: Float { @_noLocks get { 40 } }
  /// Harmonics reach as high as this share of the sample rate.
  private static var highestShare: Double { @_noLocks get { 0.45 } }

  private let sampleRateHz: Float
  private let tableCount: Int
  /// The tables, one after the other, each with one point before it and two after.
  private let points: UnsafeMutablePointer<Float>
  private var table: UnsafeMutablePointer<Float>
  private var phase = 0.0
  private var step = 0.0

  /// An oscillator at the beginning of a period, which has no frequency yet.
  public init(_ waveform: Waveform, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    let size = Self.tableSize
    var tops: [Float] = [Self.lowestHz]
    while tops[tops.count - 1] < 0.5 * sampleRateHz { tops.append(2 * tops[tops.count - 1]) }
    tableCount = tops.count
    let points = UnsafeMutablePointer<Float>.allocate(capacity: tops.count * (size + 3))
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
      for point in 0..<size + 3 {
        (points + index * (size + 3) + point).initialize(to: period[(point + size - 1) % size])
      }
    }
    self.points = points
    table = points
  }

  deinit { points.deallocate() }

  /// Goes on at another frequency, in Hz, up to half the sample rate.
  @_noLocks public mutating func setFrequency(_ hertz: Float) {
    let held = EffectInput.held(hertz, 0, 0.5 * sampleRateHz)
    step = Double(held / sampleRateHz)
    var index = 0
    var top = Self.lowestHz
    while top < held && index &+ 1 < tableCount {
      top *= 2
      index &+= 1
    }
    table = points + index &* (Self.tableSize &+ 3)
  }

  /// Goes on where another one is in its period.
  @_noLocks mutating func align(with other: borrowing WaveOscillator) { phase = other.phase }

  /// Begins a period.
  @_noLocks public mutating func reset() { phase = 0 }

  /// The next sample.
  @_noLocks public mutating func next() -> Float {
    let place = phase * Double(Self.tableSize)
    let point = Int(place)
    let share = Float(place - Double(point))
    let (a, b, c, d) = (table[point], table[point &+ 1], table[point &+ 2], table[point &+ 3])
    phase += step
    if phase >= 1 { phase -= 1 }
    let bend = 2 * a - 5 * b + 4 * c - d
    let skew = 3 * (b - c) + d - a
    return b + 0.5 * share * (c - a + share * (bend + share * skew))
  }
}
