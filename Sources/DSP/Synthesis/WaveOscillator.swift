// SPDX-License-Identifier: GPL-3.0-or-later

/// A tone of a waveform without aliasing: it reads a period from a table that holds no harmonic above half the sample rate.
///
/// There is a table for each octave, so that the highest one of a table may be missing that would just fit. Between the
/// points of a table it interpolates with cubics (C. de Boor, "A practical guide to splines", 1978, Catmull-Rom's).
public struct WaveOscillator: ~Copyable {
  private let sampleRateHz: Float
  private let tables: WaveTables
  private var table: UnsafePointer<Float>
  private var phase = 0.0
  private var step = 0.0

  /// An oscillator at the beginning of a period, which has no frequency yet.
  public init(_ waveform: Waveform, sampleRateHz: Float) {
    self.sampleRateHz = sampleRateHz
    tables = .shared(waveform, sampleRateHz: sampleRateHz)
    table = tables.points
  }

  /// Goes on at another frequency, in Hz, up to half the sample rate.
  @_noLocks public mutating func setFrequency(_ hertz: Float) {
    let held = EffectInput.held(hertz, 0, 0.5 * sampleRateHz)
    step = Double(held / sampleRateHz)
    var index = 0
    var top = WaveTables.lowestHz
    while top < held && index &+ 1 < tables.count {
      top *= 2
      index &+= 1
    }
    table = tables.points + index &* WaveTables.stride
  }

  /// Goes on where another one is in its period.
  @_noLocks mutating func align(with other: borrowing WaveOscillator) { phase = other.phase }

  /// Begins a period.
  @_noLocks public mutating func reset() { phase = 0 }

  /// The next sample.
  @_noLocks public mutating func next() -> Float {
    let place = phase * Double(WaveTables.size)
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
