// SPDX-License-Identifier: GPL-3.0-or-later

/// The further reduction of a wave that rises more steeply than a ``LimitedChannel`` foresaw. It is
/// found shortly before the wave is played, when more of what follows is known, and is applied at
/// once.
///
/// How high a wave rises above 16 kHz (at 48 kHz) still depends on samples that have not come. If
/// there were such frequencies before, as in noise and cymbals, it assumes as much again on top of
/// what it sees. If there were none before, those present now count, unless they are a single
/// click.
struct PeakGuard: BitwiseCopyable {
  /// The frames on either side of a place from which its height is found.
  static var reachFrames: Int { @_noLocks get { 8 } }
  /// The highest remaining peak of a wave up to full scale: -0.3 dBFS.
  private static var fullScaleLimit: Float { @_noLocks get { 0.966 } }
  /// The same for one that rises higher by ``farWidth``: -0.6 dBFS.
  private static var farLimit: Float { @_noLocks get { 0.933 } }
  private static var farWidth: Float { @_noLocks get { 0.1 } }
  /// The weight of frequencies that are too high to be known.
  private static var unknownWeight: Float { @_noLocks get { 1.25 } }
  /// A share of a wave at these frequencies that may be ignored.
  private static var negligibleShare: Float { @_noLocks get { 0.03 } }
  /// High frequencies are remembered from this many frames ago, up to that many.
  private static var nearestAge: Int { @_noLocks get { 6 } }
  private static var farthestAge: Int { @_noLocks get { 30 } }
  /// After a single click, this many of the newest samples do not move.
  private static var newestFrames: Int { @_noLocks get { 5 } }
  /// A reduction lasts for this many frames, and goes back in that many.
  private static var heldFrames: Int { @_noLocks get { 14 } }
  private static var releaseFrames: Int { @_noLocks get { 8 } }
  /// The frames until a share has no effect any more.
  static var tailFrames: Int { @_noLocks get { heldFrames &+ releaseFrames &- 1 } }

  private let tables = PeakGuardTables.shared
  /// Shares of the last frames, how long they are held, and what lay too high to be known: rings of 32.
  private let shares: UnsafeMutablePointer<Float>
  private let held: UnsafeMutablePointer<Float>
  private let highs: UnsafeMutablePointer<Float>
  private var place = 0
  /// Frames since there was a share.
  private var idleFrames = Self.tailFrames
  /// Frames since the last that did not pass at rest: the rings are 0 after a whole turn of them.
  private var restedFrames = 32

  /// A guard at rest.
  init() {
    shares = .allocate(capacity: 32)
    held = .allocate(capacity: 32)
    highs = .allocate(capacity: 32)
    for ring in [shares, held, highs] { ring.initialize(repeating: 0, count: 32) }
  }

  /// Gives its memory back.
  func free() {
    for ring in [shares, held, highs] { ring.deallocate() }
  }

  /// The gain of the next frame beside `gain`, which it has already; 1 exactly where there is nothing to take away.
  ///
  /// - Parameters:
  ///   - newest: The last of the samples that are known; the frame itself came ``reachFrames`` before it.
  ///   - leastAmplitude: Where no sample near the frame is larger, nothing is taken away.
  @_noLocks mutating func gain(
    beside gain: Float, newest: UnsafePointer<Float>, leastAmplitude: Float
  ) -> Float {
    restedFrames = 0
    var loudest: Float = 0
    for age in 5..<11 { loudest = max(loudest, abs(newest[-age])) }
    place = (place &+ 1) & 31
    highs[place] = 0
    let share = loudest > leastAmplitude ? self.share(gain, newest) : 0
    idleFrames = share > 0 ? 0 : min(Self.tailFrames, idleFrames &+ 1)
    shares[place] = share
    guard idleFrames < Self.tailFrames else {
      held[place] = 0
      return 1
    }
    var highest: Float = 0
    for age in 0..<Self.heldFrames { highest = max(highest, shares[(place &- age) & 31]) }
    held[place] = highest
    var sum: Float = 0
    for age in 0..<Self.releaseFrames { sum += held[(place &- age) & 31] }
    return 1 - max(highest, sum * (1 / Float(Self.releaseFrames)))
  }

  /// So many frames pass in which nothing is near to be taken away.
  @_noLocks mutating func rest(frameCount: Int) {
    for _ in 0..<min(frameCount, 32 &- restedFrames) {
      place = (place &+ 1) & 31
      (shares[place], held[place], highs[place]) = (0, 0, 0)
      restedFrames &+= 1
    }
    idleFrames = min(Self.tailFrames, idleFrames &+ frameCount)
  }

  /// What of the wave from this frame to the next is to be taken away beside its gain.
  @_noLocks private mutating func share(_ gain: Float, _ newest: UnsafePointer<Float>) -> Float {
    let count = 2 &* Self.reachFrames
    var places = SIMD8<Float>.zero
    var high = SIMD2<Float>.zero
    for age in 0..<count {
      places += newest[-age] * tables.places[age]
      high += newest[-age] * tables.high[age]
    }
    let peak = max(places.max(), -places.min())
    let unknown = max(abs(high.x), abs(high.y))
    highs[place] = unknown
    var before: Float = 0
    for age in Self.nearestAge...Self.farthestAge {
      before = max(before, highs[(place &- age) & 31])
    }
    let likely = max(before, min(unknown, Self.movement(newest)))
    let height = peak + Self.unknownWeight * max(0, likely - Self.negligibleShare * peak)
    let far = min(1, max(0, (height - 1) * (1 / Self.farWidth)))
    let limit = Self.fullScaleLimit + far * (Self.farLimit - Self.fullScaleLimit)
    let over = height * gain
    return over > limit ? 1 - limit / over : 0
  }

  /// How far the newest samples are from the line between their neighbours. At half of the sample
  /// rate this is their amplitude; for a constant it is zero.
  @_noLocks private static func movement(_ newest: UnsafePointer<Float>) -> Float {
    var most: Float = 0
    for age in 0..<newestFrames {
      most = max(most, abs(newest[-age] - 2 * newest[-age &- 1] + newest[-age &- 2]))
    }
    return 0.25 * most
  }
}

/// The weights of the last samples, the newest first.
private struct PeakGuardTables: @unchecked Sendable {
  /// Eight places from a frame up to the next frame: a sinc under a Kaiser window.
  let places: UnsafePointer<SIMD8<Float>>
  /// Frequencies above 16.5 kHz (at 48 kHz), around the frame and around the next.
  let high: UnsafePointer<SIMD2<Float>>

  /// The same tables for all; they are never freed.
  static let shared = PeakGuardTables()

  private init() {
    let reach = PeakGuard.reachFrames
    let count = 2 * reach
    let window = KaiserWindow(beta: 5)
    let sincs = (1...8).map { place in
      let weights = (0..<count).map { age in
        let distance = Double(reach - age) - Double(place) / 8
        return KaiserWindow.sinc(distance) * window.value(at: distance / Double(reach))
      }
      let sum = weights.reduce(0, +)
      return weights.map { $0 / sum }
    }
    let taps = LeastSquaresFilter(count: count - 1, regularisation: 1e-9) { cycles in
      let delay = LeastSquaresFilter.Response(
        amplitude: cycles < 0.4 ? 0 : 1, angle: 2 * .pi * cycles * Double(reach - 1))
      let weight: Double = cycles < 16.5 / 48 ? 100 : cycles < 20.5 / 48 ? 0 : 1
      return LeastSquaresFilter.Aim(delay, weight: weight)
    }.taps
    let places = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: count)
    let high = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: count)
    for age in 0..<count {
      (places + age).initialize(to: SIMD8((0..<8).map { Float(sincs[$0][age]) }))
      (high + age).initialize(
        to: SIMD2(Float(age > 0 ? taps[age - 1] : 0), Float(age < count - 1 ? taps[age] : 0)))
    }
    self.places = UnsafePointer(places)
    self.high = UnsafePointer(high)
  }
}
