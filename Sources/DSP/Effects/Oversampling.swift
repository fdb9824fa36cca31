// SPDX-License-Identifier: GPL-3.0-or-later

/// Four times as many samples, for arithmetic that makes high frequencies, and back: two sincs under
/// Kaiser windows.
///
/// Frequencies are relative to the sample rate. Up to 3/8 of it (18 kHz at 48 kHz) nothing changes,
/// by more than -100 dB. What lies above half of it after the arithmetic, and would fold back, is
/// lowered by 100 dB. Source: R. E. Crochiere, L. R. Rabiner, "Multirate digital signal processing",
/// 1983.
struct Oversampling: @unchecked Sendable {
  /// Frames that determine the four of a frame, and groups of four that determine a frame.
  static var upFrames: Int { @_noLocks get { 27 } }
  static var downGroups: Int { @_noLocks get { 53 } }
  /// How much later a frame is after both ways.
  static var latencyFrames: Int { @_noLocks get { (upFrames &+ downGroups) / 2 &- 1 } }

  /// The weights of the last frames, the newest first, in each of the four.
  private let up: UnsafePointer<SIMD8<Float>>
  /// The weights of the last groups of four, the newest first.
  private let down: UnsafePointer<SIMD8<Float>>

  /// The same weights for all; they are never freed.
  static let shared = Oversampling()

  private init() {
    // Cutoffs in cycles of the fourfold rate: half of the rate, and halfway from 18 to 24 kHz.
    let up = Self.taps(side: 2 * (Self.upFrames - 1), cutoff: 24 / 192, beta: 10.5)
    let down = Self.taps(side: 2 * (Self.downGroups - 1), cutoff: 21 / 192, beta: 10)
    self.up = Self.table(Self.upFrames) { frame, place in
      let tap = 4 * frame + place
      return tap < up.count ? 4 * up[tap] : 0
    }
    self.down = Self.table(Self.downGroups) { group, place in
      let tap = 4 * group - place
      return tap >= 0 ? down[tap] : 0
    }
  }

  private static func taps(side: Int, cutoff: Double, beta: Double) -> [Double] {
    let window = KaiserWindow(beta: beta)
    let taps = (-side...side).map {
      KaiserWindow.sinc(2 * cutoff * Double($0)) * window.value(at: Double($0) / Double(side))
    }
    let sum = taps.reduce(0, +)
    return taps.map { $0 / sum }
  }

  private static func table(
    _ count: Int, _ weight: (_ row: Int, _ place: Int) -> Double
  ) -> UnsafePointer<SIMD8<Float>> {
    let table = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: count)
    for row in 0..<count {
      (table + row).initialize(to: SIMD8((0..<8).map { Float(weight(row, $0 / 2)) }))
    }
    return UnsafePointer(table)
  }

  /// Four frames of stereo for the newest of these, each of which is there four times.
  @_noLocks func four(_ frames: UnsafePointer<SIMD8<Float>>) -> SIMD8<Float> {
    var sum = SIMD8<Float>.zero
    for age in 0..<Self.upFrames { sum += frames[age] * up[age] }
    return sum
  }

  /// One frame of the newest groups of four.
  @_noLocks func one(_ groups: UnsafePointer<SIMD8<Float>>) -> SIMD2<Float> {
    var even = SIMD8<Float>.zero
    var odd = groups[0] * down[0]
    var age = 1
    while age < Self.downGroups {
      even += groups[age] * down[age]
      odd += groups[age &+ 1] * down[age &+ 1]
      age &+= 2
    }
    let all = even + odd
    let half = all.lowHalf + all.highHalf
    return half.lowHalf + half.highHalf
  }
}
