// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Measures how far the waveform of a hit is from that of each sound's hits, while its spectrum
/// still says little.
///
/// By the largest normalised correlation with any of them over the lags by which its onset may have
/// been found too early or too late: the best match of a known signal of unknown level in noise (G.
/// Turin, "An introduction to matched filters", IRE Trans. Inf. Theory 6, 1960). `log(1 - r²)` is a
/// Gaussian of unknown level over the energy that a match leaves over, so that hits without a
/// match, in another room for instance, have no weight.
public struct WaveMatch: ~Copyable {
  /// Weight of the logarithm, against squared distances of spectra: it counts as this many
  /// independent points.
  private static var weight: Float { @_noLocks get { 4 } }
  /// The energy that is left over at the least, and a match never explains.
  private static var leastRest: Float { @_noLocks get { 0.05 } }
  private static var lagVectors: Int { @_noLocks get { HitWave.lagCount / 8 } }
  private static var horizonCount: Int { @_noLocks get { HitWave.lastHorizon + 1 } }
  /// Points of a template, and room for the lags of the last vector.
  private static var stride: Int { @_noLocks get { (HitWave.templateCount + 7) / 8 * 8 + 8 } }

  private let soundCount: Int
  /// Sound by sound, the place of its first template; one more for the end.
  private let firstTemplate: UnsafeMutablePointer<Int>
  private let templates: UnsafeMutablePointer<Float>
  /// Template by template, horizon by horizon, lag by lag: 1 over the root of the energy.
  private let scales: UnsafeMutablePointer<SIMD8<Float>>
  private let counts: UnsafeMutablePointer<Int>
  private let points: UnsafeMutablePointer<Float>

  /// The courses of the hits that `model` was learned from.
  public init(model: HearingModel) {
    let waves = model.sounds.map { $0.exemplars.map(\.wave) }
    let total = waves.reduce(0) { $0 + $1.count }
    soundCount = waves.count
    firstTemplate = .allocate(capacity: soundCount + 1)
    templates = .allocate(capacity: max(1, total * Self.stride))
    templates.initialize(repeating: 0, count: max(1, total * Self.stride))
    scales = .allocate(capacity: max(1, total * Self.horizonCount * Self.lagVectors))
    counts = .allocate(capacity: Self.horizonCount)
    points = .allocate(capacity: HitWave.templateCount)
    for (horizon, seconds) in HitFeatures.horizonSeconds.prefix(Self.horizonCount).enumerated() {
      counts[horizon] = HitWave.count(horizonSeconds: seconds)
    }
    var next = 0
    for (sound, waves) in waves.enumerated() {
      firstTemplate[sound] = next
      for wave in waves {
        store(wave, at: next)
        next += 1
      }
    }
    firstTemplate[soundCount] = next
  }

  deinit {
    firstTemplate.deallocate()
    templates.deallocate()
    scales.deallocate()
    counts.deallocate()
    points.deallocate()
  }

  private func store(_ wave: [Float], at index: Int) {
    let template = templates + index * Self.stride
    for (point, value) in wave.enumerated() { template[point] = value }
    for horizon in 0..<Self.horizonCount {
      for vector in 0..<Self.lagVectors {
        var energy = SIMD8<Float>(repeating: 1e-20)
        for point in 0..<counts[horizon] {
          let value = Self.load(template + point + 8 * vector)
          energy += value * value
        }
        scales[(index * Self.horizonCount + horizon) * Self.lagVectors + vector] =
          1 / energy.squareRoot()
      }
    }
  }

  /// Adds the match of the hit at `onsetFrame`, up to a horizon, to the distance of each sound.
  @_noLocks mutating func add(
    _ history: borrowing InputHistory, onsetFrame: Int, horizon: Int, sampleRateHz: Float,
    to distances: UnsafeMutablePointer<Float>
  ) {
    guard firstTemplate[soundCount] > 0, horizon < Self.horizonCount else { return }
    HitWave.read(
      history, onsetFrame: onsetFrame, firstStep: -HitWave.leadCount, count: counts[horizon],
      sampleRateHz: sampleRateHz, into: points)
    add(points, horizon: horizon, to: distances)
  }

  /// Adds the match of a waveform, read up to a horizon, to the distance of each sound.
  public func add(_ points: [Float], horizon: Int, to distances: inout [Float]) {
    points.withUnsafeBufferPointer { points in
      distances.withUnsafeMutableBufferPointer { distances in
        guard let points = points.baseAddress, let distances = distances.baseAddress else { return }
        add(points, horizon: horizon, to: distances)
      }
    }
  }

  @_noLocks private func add(
    _ points: UnsafePointer<Float>, horizon: Int, to distances: UnsafeMutablePointer<Float>
  ) {
    guard firstTemplate[soundCount] > 0, horizon < Self.horizonCount else { return }
    var energy: Float = 1e-20
    for point in 0..<counts[horizon] { energy += points[point] * points[point] }
    for sound in 0..<soundCount where firstTemplate[sound] < firstTemplate[sound + 1] {
      var best: Float = 0
      for template in firstTemplate[sound]..<firstTemplate[sound + 1] {
        best = max(best, correlation(points, template: template, horizon: horizon))
      }
      let explained = min(1, best * best / energy)
      distances[sound] += Self.weight * rt_log(1 + Self.leastRest - explained)
    }
  }

  /// The largest over all lags, times the root of the energy of the points; 0 or more.
  @_noLocks private func correlation(
    _ points: UnsafePointer<Float>, template index: Int, horizon: Int
  ) -> Float {
    let template = templates + index * Self.stride
    let scale = scales + (index * Self.horizonCount + horizon) * Self.lagVectors
    var (first, second, third) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    for point in 0..<counts[horizon] {
      let value = points[point]
      first += value * Self.load(template + point)
      second += value * Self.load(template + point + 8)
      third += value * Self.load(template + point + 16)
    }
    first *= scale[0]
    second *= scale[1]
    third *= scale[2]
    first.replace(with: second, where: second .> first)
    first.replace(with: third, where: third .> first)
    return max(0, first.max())
  }

  @_noLocks private static func load(_ points: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(points).loadUnaligned(as: SIMD8<Float>.self)
  }
}
