// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime

/// Takes the output out of the input, and estimates how much of it may be left.
///
/// The echo of the loudspeakers is predicted from the output and subtracted (``EchoCanceller``);
/// its remainder raises the power that the detector expects. If nothing returns, as with
/// headphones, the input passes bit by bit and is only checked now and then. Works in its own
/// blocks of 64 frames, whatever the device's are: a prediction is made before its first frame is
/// heard, so nothing is delayed.
///
/// - Limits: a return sooner than ``FeedbackSettings/earliestFrames``, later than the path, or
///   distorted by the loudspeaker remains. What returns to a device with a clock of its own is
///   followed along the ``Timeline``.
struct FeedbackGuard: ~Copyable {
  private static var blockFrames: Int { @_noLocks get { PartitionedFilter.blockFrames } }
  /// Learning uses a signal whitened by `1 - emphasis z⁻¹`: drums have most of their power at low
  /// frequencies.
  private static var emphasis: Float { @_noLocks get { 0.9 } }
  /// Reductions at which it begins to subtract, and at which it ceases and begins anew, in
  /// decibels.
  private static let usefulDecibels: Float = 1
  private static let wrongDecibels: Float = 0
  /// A return this much larger than assumed, as a ratio of powers, is another.
  private static let clearlyMore: Float = 8
  /// Blocks with sound to return, without use, after which nothing is thought to return.
  private static let patienceBlocks = 1500
  /// How well a measured path is known, in decibels.
  private static let measuredErrorDecibels: Float = -20
  /// While nothing returns, one block in this many is checked.
  private static let restingStride = 8
  /// A hit has its own power for this long, in seconds; meanwhile the remaining echo is not
  /// learned.
  private static let hitSeconds: Float = 0.06

  private let settings: FeedbackSettings
  private var played = OutputHistory()
  private var canceller: EchoCanceller
  private let bands: ResidualBands
  private var level: ResidualLevel
  private var meter = ReductionMeter()
  private var survey = EchoGainBound()
  /// The return that the canceller began with, as a ratio of powers; 0 before it has begun.
  private var assumedReturn: Float = 0
  /// Mid and side of the output that can return first in this block, pre-emphasised, one after the
  /// other.
  private let channels: UnsafeMutablePointer<Float>
  private let prediction: UnsafeMutablePointer<Float>
  private let echo: UnsafeMutablePointer<Float>
  private let remaining: UnsafeMutablePointer<Float>
  private var lastPlayed = SIMD2<Float>.zero
  private var lastInput: Float = 0
  private var lastEcho: Float = 0
  private var heardEnergy: Float = 0
  private var inputFrame = 0
  /// Blocks since there was something to return.
  private var silentBlocks = Int.max / 2
  private var isPredicted = false
  private var uselessBlocks = 0
  private var framesSinceHit = Int.max / 2
  private let hitFrames: Int

  /// The echo is subtracted: something returns.
  private(set) var isReducing = false

  /// A guard that knows nothing yet.
  init(settings: FeedbackSettings, sampleRateHz: Float) {
    self.settings = settings
    canceller = EchoCanceller(
      channelCount: 2, seconds: settings.pathSeconds, sampleRateHz: sampleRateHz)
    bands = ResidualBands(emphasis: Self.emphasis, sampleRateHz: sampleRateHz)
    level = ResidualLevel(sampleRateHz: sampleRateHz)
    hitFrames = Units.frames(seconds: Self.hitSeconds, sampleRateHz: sampleRateHz)
    func samples(_ count: Int) -> UnsafeMutablePointer<Float> {
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: count)
      samples.initialize(repeating: 0, count: count)
      return samples
    }
    channels = samples(2 * Self.blockFrames)
    prediction = samples(Self.blockFrames)
    echo = samples(Self.blockFrames)
    remaining = samples(Self.blockFrames)
  }

  deinit {
    channels.deallocate()
    prediction.deallocate()
    echo.deallocate()
    remaining.deallocate()
  }

  /// Begins with a measurement: the path, or that there is none, unless noise hid it. Not for the
  /// audio thread.
  mutating func start(from path: EchoPath) {
    if path.isReturning {
      canceller.start(
        from: path.sides(fromFrame: settings.earliestFrames),
        errorDecibels: Self.measuredErrorDecibels)
      isReducing = true
      assumedReturn = Units.power(decibels: path.gainDecibels)
      meter = ReductionMeter(
        decibels: -Self.measuredErrorDecibels / 2, returnGainDecibels: path.gainDecibels)
    } else if !path.isDrowned {
      uselessBlocks = Self.patienceBlocks
    }
  }

  /// How far the echo is lowered, in decibels; 0 if nothing returns.
  var echoReductionDecibels: Float { @_noLocks get { isReducing ? meter.decibels : 0 } }
  /// Level of the return relative to the output, in decibels; nil if nothing returns, as far as is
  /// known.
  var returnGainDecibels: Float? {
    @_noLocks get { isReducing ? meter.returnGainDecibels : nil }
  }
  /// The highest estimate of the same: its own level before anything is known.
  var mostReturnDecibels: Float {
    @_noLocks get { returnGainDecibels ?? (isResting ? -.infinity : 0) }
  }
  /// Power of the remaining echo that the detector should expect, a band.
  var residual: SIMD4<Float> {
    @_noLocks get { settings.raisesExpectation && !isResting ? level.power : .zero }
  }
  /// Nothing returns, as far as is known.
  var isResting: Bool {
    @_noLocks get { !isReducing && uselessBlocks >= Self.patienceBlocks }
  }

  /// Keeps the output, interleaved stereo.
  @_noLocks mutating func keep(_ output: borrowing MutableSpan<Float>) { played.append(output) }

  /// A hit was heard just now.
  @_noLocks mutating func registerHit() { framesSinceHit = 0 }

  /// The next sample without the echo, and the possible remainder, as ``residual``; `timeline`
  /// gives the output frame that it answers.
  @_noLocks mutating func process(
    _ sample: Float, timeline: Timeline
  ) -> (clean: Float, residual: SIMD4<Float>) {
    let position = inputFrame & (Self.blockFrames - 1)
    if position == 0 { predict(timeline) }
    let emphasised = sample - Self.emphasis * lastInput
    lastInput = sample
    heardEnergy += emphasised * emphasised
    remaining[position] = emphasised - prediction[position]
    framesSinceHit &+= 1
    inputFrame &+= 1
    let clean = isReducing ? sample - echo[position] : sample
    if position == Self.blockFrames - 1 { learn() }
    return (clean, residual)
  }

  /// Predicts the block that begins.
  @_noLocks private mutating func predict(_ timeline: Timeline) {
    gather(timeline)
    heardEnergy = 0
    let isSounding = silentBlocks <= canceller.filter.partitionCount
    let isSkipped = isResting && inputFrame / Self.blockFrames % Self.restingStride != 0
    isPredicted = isSounding && !isSkipped
    if isPredicted {
      canceller.predict(from: channels, into: prediction)
      level.expect(bands.power(canceller.residual))
    } else {
      if isSounding { canceller.passOver(channels) }
      prediction.update(repeating: 0, count: Self.blockFrames)
      level.rest()
    }
    for frame in 0..<Self.blockFrames {
      lastEcho = prediction[frame] + Self.emphasis * lastEcho
      echo[frame] = lastEcho
    }
  }

  /// Fetches the output that can return first in the block that begins.
  @_noLocks private mutating func gather(_ timeline: Timeline) {
    var energy: Float = 0
    let earliestFrames = settings.earliestFrames &+ timeline.laterFrames
    for frame in 0..<Self.blockFrames {
      let answering = timeline.outputFrame(answering: Double(inputFrame &+ frame))
      let stereo = played.frame(at: answering - Double(earliestFrames))
      let sides = 0.5 * SIMD2(stereo.x + stereo.y, stereo.x - stereo.y)
      let emphasised = sides - Self.emphasis * lastPlayed
      lastPlayed = sides
      channels[frame] = emphasised.x
      channels[Self.blockFrames &+ frame] = emphasised.y
      energy += (emphasised * emphasised).sum()
    }
    silentBlocks = energy > 1e-12 ? 0 : silentBlocks &+ 1
  }

  /// Learns from the block that ends.
  @_noLocks private mutating func learn() {
    guard isPredicted else { return }
    var predicted: Float = 0
    var left: Float = 0
    var sent: Float = 0
    for frame in 0..<Self.blockFrames {
      predicted += prediction[frame] * prediction[frame]
      left += remaining[frame] * remaining[frame]
      sent += channels[frame] * channels[frame]
    }
    meter.process(heard: heardEnergy, remaining: left, predicted: predicted, played: sent)
    canceller.adapt(to: remaining)
    if !isReducing { assume(survey.process(heard: heardEnergy, played: sent)) }
    if framesSinceHit > hitFrames {
      level.learn(from: 2 * bands.power(canceller.heard), isReturning: isReducing)
    }
    judge()
  }

  /// Begins anew if more may return than the canceller assumed.
  @_noLocks private mutating func assume(_ returning: Float?) {
    guard let returning, returning > Self.clearlyMore * assumedReturn else { return }
    assumedReturn = returning
    canceller.forget(returning: returning)
  }

  /// Begins to subtract if that helps, and anew if the path has changed.
  @_noLocks private mutating func judge() {
    let reduction = meter.decibels
    if isReducing && reduction < Self.wrongDecibels {
      canceller.forget(returning: assumedReturn)
      meter = ReductionMeter()
      isReducing = false
    } else if reduction > Self.usefulDecibels {
      isReducing = true
    }
    uselessBlocks = isReducing ? 0 : uselessBlocks &+ 1
  }
}
