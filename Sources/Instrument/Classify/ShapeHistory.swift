// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Hears the input in the bands of ``HitShape`` and keeps as much as the shape of an onset needs.
public struct ShapeHistory: ~Copyable {
  /// Lower and upper edges of the bands, in Hz; 0 if a band is open.
  private static let lowerHz: [Float] = [60, 150, 350, 700, 1400, 2800, 5600, 10_000]
  private static let upperHz: [Float] = [150, 350, 700, 1400, 2800, 5600, 10_000, 0]
  /// Powers are kept as means over grains this long.
  private static let grainSeconds: Float = 0.00025
  private static var grainCapacity: Int { @_noLocks get { 1024 } }
  /// Grains in a cell of the background.
  private static var cellGrains: Int { @_noLocks get { 40 } }
  private static var cellCapacity: Int { @_noLocks get { 128 } }
  /// Cells of the background: a second.
  private static var backgroundCells: Int { @_noLocks get { 100 } }
  /// This part of them lies below the background.
  private static var backgroundShare: Float { @_noLocks get { 0.2 } }
  /// The background ends this many grains before the onset.
  private static var backgroundLeadGrains: Int { @_noLocks get { 8 } }
  /// How much input before an onset the background needs, in seconds.
  public static let memorySeconds: Float = 1.05

  /// Bands that the sample rate carries.
  public let availableBands: Int
  private let grainFrames: Int
  private let firstGrain: Int
  private var edges = InlineArray<12, Int>(repeating: 0)
  private var highPass = InlineArray<2, BiquadQuad>(
    repeating: BiquadQuad(.init(repeating: .silence)))
  private var lowPass = InlineArray<2, BiquadQuad>(
    repeating: BiquadQuad(.init(repeating: .identity)))
  private let grains: UnsafeMutablePointer<SIMD8<Float>>
  private let cells: UnsafeMutablePointer<SIMD8<Float>>
  private var grainCount: Int
  private var framesOfGrain = 0
  private var grain = SIMD8<Float>.zero
  private var cell = SIMD8<Float>.zero

  /// A history that begins near `firstFrame`: at the first boundary of its cells from there on,
  /// ``beginFrame``.
  public init(sampleRateHz: Float, firstFrame: Int = 0) {
    grainFrames = max(1, Int(Self.grainSeconds * sampleRateHz))
    let cellFrames = grainFrames * Self.cellGrains
    firstGrain = (max(0, firstFrame) + cellFrames - 1) / cellFrames * Self.cellGrains
    grainCount = firstGrain
    for (index, seconds) in HitShape.edgesSeconds.enumerated() {
      edges[index] = Int((seconds * sampleRateHz / Float(grainFrames) + 0.001).rounded(.down))
    }
    availableBands = Self.availableBands(sampleRateHz: sampleRateHz)
    for quad in 0..<2 {
      var high = InlineArray<4, BiquadCoefficients>(repeating: .silence)
      var low = InlineArray<4, BiquadCoefficients>(repeating: .identity)
      for lane in 0..<4 where 4 * quad + lane < availableBands {
        let upperHz = Self.upperHz[4 * quad + lane]
        high[lane] = .highPass(
          cutoffHz: Self.lowerHz[4 * quad + lane], sampleRateHz: sampleRateHz)
        if upperHz > 0 && upperHz < 0.45 * sampleRateHz {
          low[lane] = .lowPass(cutoffHz: upperHz, sampleRateHz: sampleRateHz)
        }
      }
      highPass[quad] = BiquadQuad(high)
      lowPass[quad] = BiquadQuad(low)
    }
    grains = .allocate(capacity: Self.grainCapacity)
    grains.initialize(repeating: .zero, count: Self.grainCapacity)
    cells = .allocate(capacity: Self.cellCapacity)
    cells.initialize(repeating: .zero, count: Self.cellCapacity)
  }

  /// Bands that a sample rate carries; the higher ones stay silent.
  public static func availableBands(sampleRateHz: Float) -> Int {
    max(1, lowerHz.prefix { $0 < 0.45 * sampleRateHz }.count)
  }

  deinit {
    grains.deallocate()
    cells.deallocate()
  }

  /// The next frame to hear.
  public var beginFrame: Int { firstGrain * grainFrames }

  /// Hears the next sample.
  @_noLocks public mutating func process(_ sample: Float) {
    let low = Self.band(sample, &highPass[0], &lowPass[0])
    let high = Self.band(sample, &highPass[1], &lowPass[1])
    grain += SIMD8(lowHalf: low * low, highHalf: high * high)
    framesOfGrain &+= 1
    if framesOfGrain == grainFrames { endGrain() }
  }

  /// Hears the next samples.
  @_noLocks public mutating func process(_ samples: UnsafePointer<Float>, count: Int) {
    var first = 0
    while first < count {
      let run = min(count &- first, grainFrames &- framesOfGrain)
      addPowers(of: samples + first, count: run)
      framesOfGrain &+= run
      if framesOfGrain == grainFrames { endGrain() }
      first &+= run
    }
  }

  @_noLocks private mutating func addPowers(of samples: UnsafePointer<Float>, count: Int) {
    // Copies lie in registers. The halves are filtered side by side, so that neither waits for
    // itself.
    var (highPass, lowPass, grain) = (highPass, lowPass, grain)
    for frame in 0..<count {
      let low = Self.band(samples[frame], &highPass[0], &lowPass[0])
      let high = Self.band(samples[frame], &highPass[1], &lowPass[1])
      grain += SIMD8(lowHalf: low * low, highHalf: high * high)
    }
    (self.highPass, self.lowPass, self.grain) = (highPass, lowPass, grain)
  }

  @_noLocks @inline(__always) private static func band(
    _ sample: Float, _ highPass: inout BiquadQuad, _ lowPass: inout BiquadQuad
  ) -> SIMD4<Float> {
    lowPass.process(highPass.process(SIMD4(repeating: sample)))
  }

  @_noLocks private mutating func endGrain() {
    let power = grain / Float(grainFrames)
    grains[grainCount & (Self.grainCapacity - 1)] = power
    grainCount += 1
    cell += power
    framesOfGrain = 0
    grain = .zero
    guard grainCount % Self.cellGrains == 0 else { return }
    cells[(grainCount / Self.cellGrains - 1) & (Self.cellCapacity - 1)] =
      cell / Float(Self.cellGrains)
    cell = .zero
  }

  /// The shape of the sound that began at `onsetFrame`, as far as heard; forgotten and unheard
  /// parts are silent.
  @_noLocks public func shape(onsetFrame: Int) -> HitShape {
    var shape = HitShape()
    let onset = onsetFrame / grainFrames
    let oldest = max(firstGrain, grainCount - Self.grainCapacity)
    for segment in 0..<HitShape.segmentCount where onset + edges[segment + 1] <= grainCount {
      let end = onset + edges[segment + 1]
      let start = max(oldest, onset + edges[segment])
      var sum = SIMD8<Float>.zero
      var index = start
      while index < end {
        sum += grains[index & (Self.grainCapacity - 1)]
        index += 1
      }
      shape.power[segment] = sum / Float(max(1, end - start))
      shape.heardSegments = segment + 1
    }
    if shape.heardSegments >= HitShape.fewestSegments {
      shape.noise = noise(before: onset - Self.backgroundLeadGrains)
    }
    return shape
  }

  /// The power that a fifth of the cells before a grain lie below, in each band, found by
  /// bisection.
  @_noLocks private func noise(before grain: Int) -> SIMD8<Float> {
    let end = max(0, grain) / Self.cellGrains
    let newest = grainCount / Self.cellGrains
    let oldest = max(firstGrain / Self.cellGrains, newest - Self.cellCapacity)
    let start = max(oldest, end - Self.backgroundCells)
    guard start < end else { return .zero }
    let rank = SIMD8<Float>(repeating: Self.backgroundShare * Float(end - start))
    // Positive numbers are in the order of their bits, and halves of these are about the middles of
    // their logarithms.
    var low = SIMD8<UInt32>(repeating: Float(1e-14).bitPattern)
    var high = SIMD8<UInt32>(repeating: Float(1e2).bitPattern)
    for _ in 0..<16 {
      let middleBits = (low &+ high) &>> 1
      let middle = unsafeBitCast(middleBits, to: SIMD8<Float>.self)
      var count = SIMD8<Float>.zero
      var index = start
      while index < end {
        count.replace(
          with: count + 1, where: cells[index & (Self.cellCapacity - 1)] .< middle)
        index += 1
      }
      let isAbove = count .>= rank
      high.replace(with: middleBits, where: isAbove)
      low.replace(with: middleBits, where: .!isAbove)
    }
    return unsafeBitCast(low, to: SIMD8<Float>.self)
  }
}
