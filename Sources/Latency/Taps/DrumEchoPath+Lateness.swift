// SPDX-License-Identifier: GPL-3.0-or-later

extension DrumEchoPath {
  /// What of the drum is looked at, in seconds before and after its first being heard.
  private static let heardSeconds = (before: 0.006, after: 0.020)
  /// What of the response is used, likewise.
  private static let responseSeconds = (before: 0.0005, after: 0.030)
  /// How far one drum may stray from all, in seconds.
  private static let straySeconds = 0.004
  private static let order = 16
  private static let whiteShare = 1e-2

  /// A drum as it was heard.
  struct Heard {
    /// How many frames later than all it came.
    let lateFrames: Double
    /// How like it was to what was expected, up to 1.
    let likeness: Double
    /// The frame of the recording at which ``rest`` begins.
    let firstFrame: Int
    /// What was heard besides it, about its beginning.
    let rest: [Float]
  }

  /// The drum that begins at `start`, as it was heard; nil if the recordings end before it.
  ///
  /// Both are held against each other without what the tap's ringing lets foretell.
  func lateness(
    microphone: [Float], drums: [Float], start: Int, sampleRateHz: Double
  ) -> Heard? {
    func frames(_ seconds: Double) -> Int { Int((seconds * sampleRateHz).rounded()) }
    let arrival = Int(arrivalFrames)
    let first = start + arrival - frames(Self.heardSeconds.before)
    let last = start + arrival + frames(Self.heardSeconds.after)
    guard first >= 0, last < min(microphone.count, drums.count) else { return nil }
    let lags =
      max(
        0, arrival - frames(Self.responseSeconds.before))..<min(
        response.count, arrival + frames(Self.responseSeconds.after))
    let expected = (first..<last).map { frame in
      lags.reduce(Float(0)) {
        frame - $1 >= start ? $0 + response[$1] * drums[frame - $1] : $0
      }
    }
    let heard = Array(microphone[first..<last])
    let prediction = LinearPrediction(
      of: heard[...], order: Self.order, whiteShare: Self.whiteShare)
    let range = Self.order..<heard.count
    let (late, likeness) = match(
      prediction.residual(of: heard, in: range), prediction.residual(of: expected, in: range),
      strayFrames: frames(Self.straySeconds))
    return Heard(
      lateFrames: late, likeness: likeness, firstFrame: first,
      rest: Self.rest(of: heard, without: expected, lateFrames: Int(late.rounded())))
  }

  /// What is left of `heard` without the drum, at the gain that leaves least.
  private static func rest(
    of heard: [Float], without expected: [Float], lateFrames: Int
  ) -> [Float] {
    let drum = heard.indices.map {
      expected.indices.contains($0 - lateFrames) ? expected[$0 - lateFrames] : 0
    }
    let product = zip(heard, drum).reduce(Float(0)) { $0 + $1.0 * $1.1 }
    let gain = max(0, product) / drum.reduce(1e-20) { $0 + $1 * $1 }
    return zip(heard, drum).map { $0 - gain * $1 }
  }

  /// The shift at which `heard` is most like `expected`.
  private func match(
    _ heard: [Double], _ expected: [Double], strayFrames: Int
  ) -> (frames: Double, likeness: Double) {
    let likenesses = (-strayFrames...strayFrames).map { shift in
      (max(0, -shift)..<min(heard.count, heard.count - shift)).reduce(0) {
        $0 + expected[$1] * heard[$1 + shift]
      }
    }
    var best = 1
    for index in 1..<likenesses.count - 1 where likenesses[index] > likenesses[best] {
      best = index
    }
    let energy = heard.reduce(0) { $0 + $1 * $1 } * expected.reduce(0) { $0 + $1 * $1 }
    return (
      Peak.position(of: best) { likenesses[$0] } - Double(strayFrames),
      likenesses[best] / (energy.squareRoot() + 1e-30)
    )
  }
}
