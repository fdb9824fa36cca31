// SPDX-License-Identifier: GPL-3.0-or-later

/// What is left to take away where a wave rises more steeply than a ``LimitedChannel`` foresaw: found shortly before it is
/// played, when more of what follows is known, and taken at once.
///
/// How high a wave rises above 16 kHz (at 48 kHz) still depends on samples that have not come. What lay so high before, as
/// in noise and cymbals, is taken to come once more on top of what is seen. Where nothing was before, what lies there now
/// counts, unless it is a click alone.
struct PeakGuard: BitwiseCopyable {
  /// Frames on either side of a place that its height is found from.
  static var reachFrames: Int { @_noLocks get { 8 } }
  /// Highest peak that is left of a wave up to full scale: -0.3 dBFS.
  private static var fullScaleLimit: Float { @_noLocks get { 0.966 } }
  /// The same of what rises higher by ``farWidth``: -0.6 dBFS.
  private static var farLimit: Float { @_noLocks get { 0.933 } }
  private static var farWidth: Float { @_noLocks get { 0.1 } }
  /// So often what lies too high to be known counts.
  private static var unknownWeight: Float { @_noLocks get { 1.25 } }
  /// So small a share of a wave may lie there.
  private static var negligibleShare: Float { @_noLocks get { 0.03 } }
  /// What lay so high is remembered from so many frames ago on, to so many.
  private static var nearestAge: Int { @_noLocks get { 6 } }
  private static var farthestAge: Int { @_noLocks get { 30 } }
  /// Behind a click alone so many of the newest samples do not move.
  private static var newestFrames: Int { @_noLocks get { 5 } }
  /// What was taken is taken for so many frames, and goes back in so many.
  private static var heldFrames: Int { @_noLocks get { 14 } }
  private static var releaseFrames: Int { @_noLocks get { 8 } }
  /// A share has gone after so many frames.
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

  /// How far the newest samples leave the line between their neighbours: at half of the sample rate their amplitude, and
  /// nothing of what stands still.
  @_noLocks private static func movement(_ newest: UnsafePointer<Float>) -> Float {
    var most: Float = 0
    for age in 0..<newestFrames {
      most = max(most, abs(newest[-age] - 2 * newest[-age &- 1] + newest[-age &- 2]))
    }
    return 0.25 * most
  }
}

/// Weights of the last samples, the newest first.
private struct PeakGuardTables: @unchecked Sendable {
  /// Eight places after a frame, up to the next one itself: a sinc under a Kaiser window.
  let places: UnsafePointer<SIMD8<Float>>
  /// What lies above 16.5 kHz (at 48 kHz), around the frame and around the next.
  let high: UnsafePointer<SIMD2<Float>>

  /// They are the same for all, and stay.
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
