// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// How far two sounds of one note are from each other.
struct NoteDistance {
  /// So loud, a sound counts as heard.
  static let heardDecibels = -80.0

  /// So soft, it counts as silent: fonts have keys that are nearly so.
  static let silentDecibels = -120.0

  /// Of our sound, both sides together.
  let level: Double
  /// Of the other.
  let peerLevel: Double
  /// How much louder ours is, in decibels, of what can be heard.
  let louder: Double
  /// How much further left ours is, in decibels between the sides; nil where one side is silent.
  let side: Double?
  /// How much higher ours is; nil where the two are no copies of each other, by which that is found.
  let cents: Double?

  init(_ ours: NoteSound, _ peer: NoteSound, _ pitch: borrowing PitchDistance) {
    level = Self.decibels(ours.reduce(into: 0) { $0 += Self.power($1) }, ours.count)
    peerLevel = Self.decibels(peer.reduce(into: 0) { $0 += Self.power($1) }, peer.count)
    louder =
      pitch.decibels(ours.map { $0.x + $0.y }) - pitch.decibels(peer.map { $0.x + $0.y })
    let sides = [ours, peer].map { sound in
      (
        left: Self.decibels(sound.reduce(into: 0) { $0 += Double($1.x * $1.x) }, sound.count),
        right: Self.decibels(sound.reduce(into: 0) { $0 += Double($1.y * $1.y) }, sound.count)
      )
    }
    let isHeard = sides.allSatisfy { min($0.left, $0.right) > Self.heardDecibels }
    side =
      isHeard ? (sides[0].left - sides[0].right) - (sides[1].left - sides[1].right) : nil
    cents =
      min(level, peerLevel) > Self.heardDecibels
      ? Self.cents(ours.map { $0.x + $0.y }, peer.map { $0.x + $0.y }, pitch) : nil
  }

  private static func cents(
    _ ours: [Float], _ peer: [Float], _ pitch: borrowing PitchDistance
  ) -> Double? {
    pitch.cents(ours, peer).map { PitchFit(ours, copy: peer, fromCents: $0).cents }
  }

  private static func power(_ frame: SIMD2<Float>) -> Double {
    Double(frame.x * frame.x + frame.y * frame.y)
  }

  static func decibels(_ sum: Double, _ count: Int) -> Double {
    10 * log10(sum / Double(max(1, count)) + 1e-20)
  }
}

/// How much higher a sound is than a copy of it: by how their phases part from window to window.
struct PitchDistance: ~Copyable {
  private static let windowFrames = 2048
  private static let hopFrames = 256
  /// What hardly anyone hears begins here, as a share of the rate: 18 kHz of 48. FluidSynth plays less of it, and more softly.
  private static let heardShare = 18.0 / 48
  /// So much of their power must be alike, 0...1.
  private static let leastCoherence = 0.9

  private let transform = RealTransform(size: PitchDistance.windowFrames)
  private let spectrum: UnsafeMutablePointer<SIMD8<Float>>
  private let window = (0..<PitchDistance.windowFrames).map {
    Float(0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(PitchDistance.windowFrames)))
  }

  init() {
    spectrum = .allocate(capacity: 2 * transform.vectorCount)
    spectrum.initialize(repeating: .zero, count: 2 * transform.vectorCount)
  }

  deinit { spectrum.deallocate() }

  /// In hundredths of a semitone; nil where the sounds are too short or no copies.
  func cents(_ sound: [Float], _ copy: [Float]) -> Double? {
    let binCount = Self.windowFrames / 2
    var last: [SIMD2<Double>]?
    // Of neighbouring windows: the cross-spectrum of the one times the conjugate of the other's.
    var turns = [SIMD2<Double>](repeating: .zero, count: binCount)
    var (shared, ours, theirs) = (0.0, 0.0, 0.0)
    for first in stride(from: 0, through: sound.count - Self.windowFrames, by: Self.hopFrames) {
      let one = bins(of: sound, from: first)
      let other = bins(of: copy, from: first)
      var cross = [SIMD2<Double>](repeating: .zero, count: binCount)
      var sum = SIMD2<Double>.zero
      for bin in 1..<binCount {
        cross[bin] = Self.product(one[bin], other[bin])
        sum += cross[bin]
        ours += (one[bin] * one[bin]).sum()
        theirs += (other[bin] * other[bin]).sum()
        shared += (cross[bin] * cross[bin]).sum().squareRoot()
      }
      if let last {
        for bin in 1..<binCount { turns[bin] += Self.product(cross[bin], last[bin]) }
      }
      last = cross
    }
    guard ours > 0, theirs > 0, shared / (ours * theirs).squareRoot() > Self.leastCoherence else {
      return nil
    }
    var (moved, weight) = (0.0, 0.0)
    for bin in 1..<binCount {
      // An angle of so much a hop is a shift by the whole hop.
      let whole = 2 * .pi * Double(bin) / Double(Self.windowFrames) * Double(Self.hopFrames)
      let power = (turns[bin] * turns[bin]).sum().squareRoot()
      moved += power * whole * atan2(turns[bin].y, turns[bin].x)
      weight += power * whole * whole
    }
    return weight > 0 ? 1200 * log2(1 + moved / weight) : nil
  }

  /// How loud a sound is below 18 kHz.
  func decibels(_ sound: [Float]) -> Double {
    let half = Self.windowFrames / 2
    let silence = [Float](repeating: 0, count: half)
    let whole = silence + sound + silence
    let heardCount = Int(Double(Self.windowFrames) * Self.heardShare)
    var power = 0.0
    for first in stride(from: 0, through: whole.count - Self.windowFrames, by: half) {
      power += bins(of: whole, from: first)[..<heardCount].reduce(0) { $0 + ($1 * $1).sum() }
    }
    return 10 * log10(power + 1e-20)
  }

  private func bins(of sound: [Float], from first: Int) -> [SIMD2<Double>] {
    for frame in 0..<Self.windowFrames {
      transform.signal[frame] = sound[first + frame] * window[frame]
    }
    transform.forward(into: spectrum)
    let real = UnsafeRawPointer(spectrum).assumingMemoryBound(to: Float.self)
    let imaginary = real + 8 * transform.vectorCount
    return (0..<Self.windowFrames / 2).map { SIMD2(Double(real[$0]), Double(imaginary[$0])) }
  }

  /// A number times the conjugate of another.
  private static func product(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(one.x * other.x + one.y * other.y, one.y * other.x - one.x * other.y)
  }
}
