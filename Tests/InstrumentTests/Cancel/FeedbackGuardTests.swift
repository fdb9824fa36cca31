// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime
import Simulation
import Testing

@testable import Instrument

@Suite struct FeedbackGuardTests {
  /// A guard's output for an input.
  struct Guarded {
    var clean: [Float] = []
    var residual: [SIMD4<Float>] = []
    var returnGainDecibels: Float?
    var reductionDecibels: Float = 0
  }

  private static let sampleRateHz: Float = 48_000

  /// Strokes of noise, each of 0.1 s with 0.15 s from one to the next, in stereo.
  static func drums(strokes: Int) -> [SIMD2<Float>] {
    let mid = Signal.noise(count: strokes * 7200, amplitude: 0.3, seed: 5)
    let side = Signal.noise(count: strokes * 7200, amplitude: 0.1, seed: 6)
    return mid.indices.map { frame in
      let envelope = Units.amplitude(decibels: -60 * Float(frame % 7200) / 4800)
      return envelope * SIMD2(mid[frame] + side[frame], mid[frame] - side[frame])
    }
  }

  /// The return of `drums`, late and reverberant, different for left and right.
  static func echo(of drums: [SIMD2<Float>], gain: Float = 0.5) -> [Float] {
    let left = path(seed: 1)
    let right = path(seed: 2)
    var filter = PartitionedFilter(channelCount: 2, partitionCount: 40)
    filter.setResponse(left.map { gain * $0 }, channel: 0)
    filter.setResponse(right.map { gain * $0 }, channel: 1)
    var echo = [Float](repeating: 0, count: drums.count)
    echo.withUnsafeMutableBufferPointer { echo in
      guard let base = echo.baseAddress else { return }
      var block = InlineArray<64, Float>(repeating: 0)
      for start in stride(from: 0, to: drums.count - 63, by: 64) {
        filter.advance()
        for channel in 0..<2 {
          for frame in 0..<64 { block[frame] = drums[start + frame][channel] }
          block.span.withUnsafeBufferPointer { samples in
            guard let samples = samples.baseAddress else { return }
            filter.push(samples, channel: channel)
          }
        }
        filter.output(into: base + start)
      }
    }
    return echo
  }

  private static func path(seed: UInt64) -> [Float] {
    let noise = Signal.noise(count: 2400, seed: seed)
    var path = [Float](repeating: 0, count: 2400)
    for lag in 300..<2400 {
      path[lag] = 0.15 * noise[lag] * Units.amplitude(decibels: -60 * Float(lag - 300) / 2400)
    }
    path[300 + Int(seed)] = 1
    return path
  }

  /// A guard hears `input` while `drums` are played, in blocks of a device; from a frame on they leave it later.
  static func run(
    _ input: [Float], playing drums: [SIMD2<Float>], blockFrames: Int = 64,
    path: EchoPath? = nil, later: (frames: Int, fromFrame: Int) = (0, 0)
  ) -> Guarded {
    var feedback = FeedbackGuard(settings: FeedbackSettings(), sampleRateHz: sampleRateHz)
    if let path { feedback.start(from: path) }
    var guarded = Guarded()
    var timeline = Timeline()
    for start in stride(from: 0, to: input.count, by: blockFrames) {
      let end = min(start + blockFrames, input.count)
      timeline.laterFrames = start >= later.fromFrame ? later.frames : 0
      for frame in start..<end {
        guarded.clean.append(feedback.process(input[frame], timeline: timeline).clean)
        guarded.residual.append(feedback.residual)
      }
      var output = drums[start..<end].flatMap { [$0.x, $0.y] }
      feedback.keep(output.mutableSpan)
    }
    guarded.returnGainDecibels = feedback.returnGainDecibels
    guarded.reductionDecibels = feedback.echoReductionDecibels
    return guarded
  }

  static func decibels(_ samples: some Sequence<Float>) -> Float {
    Units.decibels(power: samples.reduce(0) { $0 + $1 * $1 })
  }

  @Test("an unknown path is learned: 20 dB less echo after 24 strokes, and it reports that")
  func learns() {
    let drums = Self.drums(strokes: 32)
    let echo = Self.echo(of: drums)
    let noise = Signal.noise(count: echo.count, amplitude: 1e-4, seed: 9)
    let guarded = Self.run(zip(echo, noise).map { $0 + $1 }, playing: drums)
    let late = 24 * 7200..<echo.count
    let cancelled = Self.decibels(echo[late]) - Self.decibels(guarded.clean[late])
    #expect(cancelled > 20)
    let reduction = guarded.reductionDecibels
    #expect(reduction > 15)
    let gain = guarded.returnGainDecibels ?? -.infinity
    let wanted = Self.decibels(echo) - Self.decibels(drums.map { 0.5 * ($0.x + $0.y) })
    let difference = abs(gain - wanted)
    #expect(difference < 3)
  }

  @Test("a measured path is removed from the first stroke on")
  func measured() {
    let drums = Self.drums(strokes: 4)
    let echo = Self.echo(of: drums)
    let path = EchoPath(
      left: Self.path(seed: 1).map { 0.5 * $0 }, right: Self.path(seed: 2).map { 0.5 * $0 },
      noisePower: 1e-9)
    let guarded = Self.run(echo, playing: drums, path: path)
    let cancelled = Self.decibels(echo) - Self.decibels(guarded.clean)
    #expect(cancelled > 20)
  }

  @Test("if a measurement found nothing, no echo is expected")
  func measuredNothing() {
    let drums = Self.drums(strokes: 4)
    let path = EchoPath(left: [], right: [], noisePower: 1e-6)
    let input = Signal.noise(count: drums.count, amplitude: 1e-4, seed: 9)
    let guarded = Self.run(input, playing: drums, path: path)
    let passes = guarded.clean == input && guarded.residual.allSatisfy { $0 == .zero }
    #expect(passes)
  }

  @Test("a tap is not taken for an echo: it passes as it is while the drums return")
  func keepsTaps() {
    let drums = Self.drums(strokes: 32)
    let echo = Self.echo(of: drums)
    let taps = StruckSounds.take(
      StruckSounds.middle, amplitudes: [Float](repeating: 0.1, count: 20), spacingSeconds: 0.22,
      background: 1e-4
    ).samples.prefix(echo.count)
    let input = zip(echo, taps).map { $0 + $1 }
    let guarded = Self.run(input, playing: drums)
    let late = 24 * 7200..<taps.count
    let changed = late.map { guarded.clean[$0] - taps[$0] }
    let kept = Self.decibels(taps[late]) - Self.decibels(changed)
    #expect(kept > 10)
  }

  @Test("without a return the input passes bit by bit, and soon no echo is expected any more")
  func headphones() {
    let drums = Self.drums(strokes: 24)
    let (taps, _) = StruckSounds.take(
      StruckSounds.low, amplitudes: StruckSounds.dynamics(count: 16), spacingSeconds: 0.2)
    let count = min(taps.count, drums.count)
    let input = Array(taps[..<count])
    let guarded = Self.run(input, playing: drums)
    let passes = guarded.clean == input
    #expect(passes)
    let isAbsent = guarded.returnGainDecibels == nil && guarded.reductionDecibels == 0
    #expect(isAbsent)
    let late = guarded.residual[(count - 4800)...].map { $0.max() }
    #expect((late.max() ?? 1) < 1e-6)
  }

  @Test("the rest of the echo is seldom more than expected")
  func expectsResidual() {
    let drums = Self.drums(strokes: 32)
    let echo = Self.echo(of: drums)
    let noise = Signal.noise(count: echo.count, amplitude: 1e-4, seed: 9)
    let guarded = Self.run(zip(echo, noise).map { $0 + $1 }, playing: drums)
    var bands = HitBands(sampleRateHz: Self.sampleRateHz)
    var power = SIMD4<Float>.zero
    var exceeded = SIMD4<Float>.zero
    for frame in 0..<echo.count {
      power += 0.02 * (bands.power(guarded.clean[frame]) - power)
      guard frame >= 8 * 7200 else { continue }
      exceeded.replace(
        with: exceeded + 1, where: (power .> guarded.residual[frame]) .& (power .> 1e-7))
    }
    #expect(exceeded.max() < 0.1 * Float(echo.count))
  }

  @Test("the same bits whatever the device's block", arguments: [1, 7, 48])
  func blockSize(blockFrames: Int) {
    let drums = Self.drums(strokes: 6)
    let echo = Self.echo(of: drums)
    let reference = Self.run(echo, playing: drums)
    let other = Self.run(echo, playing: drums, blockFrames: blockFrames)
    let isSame = other.clean == reference.clean && other.residual == reference.residual
    #expect(isSame)
  }

  @Test("a path that changes is learned anew")
  func changedPath() {
    let drums = Self.drums(strokes: 64)
    let first = Self.echo(of: drums)
    let half = first.count / 2
    // The other way round: nothing learned before holds.
    let second = Self.echo(of: drums.map { SIMD2(-0.7 * $0.y, 0.3 * $0.x) })
    let input = Array(first[..<half] + second[half...])
    let guarded = Self.run(input, playing: drums)
    let late = 56 * 7200..<input.count
    let cancelled = Self.decibels(input[late]) - Self.decibels(guarded.clean[late])
    #expect(cancelled > 15)
  }

  @Test("silence stays silence, and the loudest input leaves it sane")
  func sanity() {
    let silence = [Float](repeating: 0, count: 9600)
    let rest = [SIMD2<Float>](repeating: .zero, count: 9600)
    let still = Self.run(silence, playing: rest)
    let isSilent = still.clean == silence && still.residual.allSatisfy { $0 == .zero }
    #expect(isSilent)
    let loud = Self.drums(strokes: 8).map { 3 * $0 }
    let input = Signal.noise(count: loud.count, amplitude: 16)
    let guarded = Self.run(input, playing: loud)
    let isSane =
      guarded.clean.allSatisfy { $0.isFinite } && guarded.residual.allSatisfy { $0.max().isFinite }
    #expect(isSane)
  }
}
