// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Finds tones that stay: lines of the spectrum that are narrow, and as strong in each of several
/// windows.
///
/// A struck sound fades, a voice glides and sways; mains hum, a fan and an alarm do neither.
struct ToneSearch: ~Copyable {
  /// A line that may be a steady tone.
  private struct Candidate: BitwiseCopyable {
    var bin: Float = 0
    var power: Float = 0
    var windows = 0
    /// Windows that may still pass without it.
    var patience = 0
  }

  /// Length of a window, in seconds.
  private static let windowSeconds: Float = 0.17
  /// A tone shows in this many windows before it counts as steady.
  private static let steadyWindows = 4
  /// A tone exceeds what is 3 and 4 bins beside it by this much, as a ratio of powers: 23 dB.
  private static let sharpness: Float = 200
  /// The power of a tone changes at most by this factor from window to window: 1.8 dB. A bell that
  /// rings for six seconds fades faster.
  private static let steadyRatio: Float = 1.5
  /// Two lines this close are one tone, in bins.
  private static let sameToneBins: Float = 0.5
  private static let lowestHz: Float = 25
  private static let highestHz: Float = 6000
  /// Softer tones hide nothing, as a mean square: -75 dBFS.
  static let leastPower: Float = 3e-8
  static var mostFound: Int { @_noLocks get { 32 } }
  private static var candidateCount: Int { @_noLocks get { 64 } }

  /// Width of a bin, in Hz.
  let binHz: Float
  /// Length of a window, in seconds.
  let windowSeconds: Float
  /// How many tones the last window proved steady; ``found`` holds their frequencies in Hz.
  private(set) var foundCount = 0
  private(set) var found = InlineArray<32, Float>(repeating: 0)
  private let firstBin: Int
  private let lastBin: Int
  private let powerScale: Float
  private var spectrum: PowerSpectrum
  private let shape: UnsafeMutablePointer<Float>
  private var heardFrames = 0
  private var candidates = InlineArray<64, Candidate>(repeating: Candidate())

  init(sampleRateHz: Float) {
    spectrum = PowerSpectrum(
      minimumSize: Units.frames(seconds: Self.windowSeconds, sampleRateHz: sampleRateHz))
    let size = spectrum.size
    binHz = sampleRateHz / Float(size)
    windowSeconds = Float(size) / sampleRateHz
    firstBin = max(7, Int(Self.lowestHz / binHz))
    lastBin = min(size / 2 - 8, Int(Self.highestHz / binHz))
    shape = .allocate(capacity: size)
    var sum: Float = 0
    for frame in 0..<size {
      shape[frame] = 0.5 - 0.5 * rt_cos(2 * .pi * (Float(frame) + 0.5) / Float(size))
      sum += shape[frame]
    }
    // A sine of amplitude 1 has a mean square of one half.
    powerScale = 2 / (sum * sum)
  }

  deinit { shape.deallocate() }

  /// Hears a sample; true if a window ended with it and was searched.
  @_noLocks @inline(__always) mutating func process(_ sample: Float) -> Bool {
    spectrum.input[heardFrames] = sample * shape[heardFrames]
    heardFrames &+= 1
    guard heardFrames == spectrum.size else { return false }
    heardFrames = 0
    search()
    return true
  }

  /// Begins the present window anew.
  @_noLocks mutating func restart() { heardFrames = 0 }

  /// The mean square of the tone of a frequency in the last window.
  @_noLocks func power(hertz: Float) -> Float {
    let bin = Int(hertz / binHz + 0.5)
    let beside = max(spectrum.power(bin: bin - 1), spectrum.power(bin: bin + 1))
    return powerScale * max(spectrum.power(bin: bin), beside)
  }

  @_noLocks @inline(never) private mutating func search() {
    spectrum.transform()
    foundCount = 0
    for index in 0..<Self.candidateCount where candidates[index].windows > 0 {
      candidates[index].patience -= 1
      if candidates[index].patience < 0 { candidates[index].windows = 0 }
    }
    for bin in firstBin...lastBin where isLine(bin) { follow(bin) }
  }

  /// A bin is the peak of a line as narrow as that of a steady tone.
  @_noLocks private func isLine(_ bin: Int) -> Bool {
    let power = spectrum.power(bin: bin)
    guard powerScale * power > Self.leastPower, power > spectrum.power(bin: bin - 1),
      power >= spectrum.power(bin: bin + 1)
    else { return false }
    for offset in 3...4 {
      let beside = max(spectrum.power(bin: bin - offset), spectrum.power(bin: bin + offset))
      guard power > Self.sharpness * beside else { return false }
    }
    return true
  }

  /// Adds the line at a bin to its candidate, or makes it a new one.
  @_noLocks private mutating func follow(_ bin: Int) {
    let (place, power) = (peak(bin), powerScale * spectrum.power(bin: bin))
    var free: Int?
    for index in 0..<Self.candidateCount {
      let candidate = candidates[index]
      if candidate.windows == 0 {
        free = free ?? index
      } else if abs(candidate.bin - place) < Self.sameToneBins {
        let ratio = power / candidate.power
        let isSteady = ratio < Self.steadyRatio && ratio * Self.steadyRatio > 1
        let windows = isSteady ? candidate.windows + 1 : 1
        candidates[index] = Candidate(bin: place, power: power, windows: windows, patience: 1)
        if windows >= Self.steadyWindows { report(hertz: place * binHz) }
        return
      }
    }
    guard let free else { return }
    candidates[free] = Candidate(bin: place, power: power, windows: 1, patience: 1)
  }

  /// Where the peak lies between bins: the top of a parabola through the levels around it.
  @_noLocks private func peak(_ bin: Int) -> Float {
    let below = Units.decibels(power: spectrum.power(bin: bin - 1))
    let middle = Units.decibels(power: spectrum.power(bin: bin))
    let above = Units.decibels(power: spectrum.power(bin: bin + 1))
    let curve = below - 2 * middle + above
    return Float(bin) + (curve < 0 ? 0.5 * (below - above) / curve : 0)
  }

  @_noLocks private mutating func report(hertz: Float) {
    guard foundCount < Self.mostFound else { return }
    found[foundCount] = hertz
    foundCount += 1
  }
}
