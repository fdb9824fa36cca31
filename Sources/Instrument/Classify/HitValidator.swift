// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// The judgement of an onset once some of it was heard.
public struct HitValidation: BitwiseCopyable, Sendable {
  /// The decision on the onset.
  public enum Ruling: BitwiseCopyable, Sendable {
    /// It is answered.
    case stroke
    /// Something was struck, but not one of the player's sounds: it is reported without a sound.
    case unknownSound
    /// Nothing was struck: it is withdrawn.
    case noStrike
  }

  /// The decision on the onset for now.
  public var ruling: Ruling
  /// The decision if nothing more of it will be heard.
  public var finalRuling: Ruling
  /// Logarithm of the odds that it is a stroke of the player.
  public var logOdds: Float
  /// The least of it with which the onset is answered if nothing more of it will be heard.
  public var leastLogOdds: Float
  /// How much less is enough for now.
  var slackLogOdds: Float
  /// Logarithm of the odds that anything was struck, by its shape alone.
  public var strikeLogOdds: Float
  /// The same as ``logOdds`` if nothing had been heard before.
  var ownLogOdds: Float
  var peakDecibels: Float
  /// Whether it is not one of the player's sounds by itself; nil if it is not surely a strike as
  /// loud as theirs.
  var isForeign: Bool?

  /// How far it is a stroke, with all that will be heard of it or for now.
  @_noLocks func judgement(isFinal: Bool) -> HitJudgement {
    HitJudgement(
      logOdds: logOdds, leastLogOdds: isFinal ? leastLogOdds : leastLogOdds - slackLogOdds)
  }
}

/// Judges whether an onset is a stroke of the player, at 11, 22 and 45 ms after it: by the shape of
/// the strike, its distance from the learned sounds, its level below theirs, and the judgement of
/// the onsets just before.
///
/// The parts add up to the logarithm of odds, as in a logistic regression (D. R. Cox, "The
/// regression analysis of binary sequences", J. R. Stat. Soc. B 20, 1958). Noises come in groups,
/// and strokes follow strokes: the prior odds are the mean opinion of the last seconds. The weights
/// come from tools/train-judge.
public struct HitValidator: ~Copyable {
  /// Opinions fade to 1/e in this many seconds.
  private static let memorySeconds: Float = 3
  /// No single opinion counts more, and how many neutral ones there are before any.
  private static var mostOpinion: Float { @_noLocks get { 3 } }
  private static var priorOpinions: Float { @_noLocks get { 1 } }
  /// However many noises came before, a clear stroke is still one.
  private static var leastMemory: Float { @_noLocks get { -1 } }
  private static var leastMargin: Float { @_noLocks get { -4 } }
  private static var mostMargin: Float { @_noLocks get { 3 } }
  /// A stroke down to this many decibels below the median of its sound is as likely as any; at this
  /// many more, the penalty stops growing.
  private static var softDecibels: Float { @_noLocks get { 8 } }
  private static var softestDecibels: Float { @_noLocks get { 25 } }
  /// Log-odds at which something was surely struck, perhaps by another person.
  private static var certainStrike: Float { @_noLocks get { 3 } }
  /// Log-odds below which a sure strike is taken for another person's.
  private static var foreignLogOdds: Float { @_noLocks get { -1.8 } }
  /// A hit is muted before its last stage only if it falls short by this much more.
  private static var earlyLogOdds: Float { @_noLocks get { 1.5 } }

  private var strangers: UnknownSoundRejector
  private let network: HitNetwork
  private let own: UnsafeMutablePointer<Float>
  private let general: UnsafeMutablePointer<Float>
  private let sampleRateHz: Float
  private var opinionSum: Float = 0
  private var opinionCount: Float = 0
  private var lastFrame = 0
  private var foreigners = UnknownHits()
  private var recent = RecentPeaks()

  /// How readily a doubtful sound is taken for a stroke.
  public var strictness = Strictness.normal

  /// A judge for the sounds of `model`; of all strikes where it has none.
  public init(model: UnknownSoundModel, sampleRateHz: Float) {
    strangers = UnknownSoundRejector(model: model, sampleRateHz: sampleRateHz)
    let trained = HitValidatorWeights()
    network = HitNetwork(trained)
    own = .copy(of: trained.own)
    general = .copy(of: trained.general)
    self.sampleRateHz = sampleRateHz
  }

  deinit {
    own.deallocate()
    general.deallocate()
  }

  /// The hits are far from every learned sound: the nearest one answers.
  public var isFarFromProfile: Bool { @_noLocks get { foreigners.tolerance > 0 } }

  /// The judgement of a shape of which ``HitShape/fewestSegments`` or more were heard.
  ///
  /// - Parameter peakDecibels: Peak since the onset, in dBFS.
  @_noLocks public mutating func opinion(
    _ shape: HitShape, peakDecibels: Float
  ) -> HitValidation {
    opinion(shape, peakDecibels: peakDecibels, strikeLogOdds: network.logOdds(shape))
  }

  /// The same if the probability of a strike is known.
  @_noLocks public mutating func opinion(
    _ shape: HitShape, peakDecibels: Float, strikeLogOdds strike: Float
  ) -> HitValidation {
    let stage = shape.heardSegments - HitShape.fewestSegments
    let slack = shape.heardSegments == HitShape.segmentCount ? 0 : Self.earlyLogOdds
    let memory = max(
      Self.leastMemory, opinionSum / (Self.priorOpinions + opinionCount))
    guard let nearest = strangers.nearest(shape) else {
      let weights = general + 4 * stage
      let softness = recent.decibelsBelow(peakDecibels)
      let logOdds =
        weights[0] * strike + weights[1] * memory + weights[2] * softness + weights[3]
      let least = Self.generalThreshold(strictness)
      return HitValidation(
        ruling: logOdds < least - slack ? .noStrike : .stroke,
        finalRuling: logOdds < least ? .noStrike : .stroke, logOdds: logOdds,
        leastLogOdds: least, slackLogOdds: slack, strikeLogOdds: strike, ownLogOdds: strike,
        peakDecibels: peakDecibels, isForeign: nil)
    }
    let weights = own + 5 * stage
    let level = peakDecibels - nearest.medianDecibels + Self.softDecibels
    let margin = min(Self.mostMargin, max(Self.leastMargin, nearest.margin))
    let strictLogOdds =
      weights[0] * strike + weights[1] * margin
      + weights[2] * min(0, max(-Self.softestDecibels, level)) + weights[4]
    let ownLogOdds = strictLogOdds + weights[1] * foreigners.tolerance
    // Earlier strokes do not turn a sound unlike the player's into a stroke.
    let logOdds = ownLogOdds + weights[3] * min(0, memory)
    let least = Self.threshold(strictness)
    // The strictness decides which hits are answered, not whether they count as the player's.
    let foreign = Self.foreignLogOdds - slack
    let refusal: HitValidation.Ruling =
      strike >= Self.certainStrike ? .unknownSound : .noStrike
    return HitValidation(
      ruling: logOdds < least - slack ? refusal : .stroke,
      finalRuling: logOdds < least ? refusal : .stroke, logOdds: logOdds, leastLogOdds: least,
      slackLogOdds: slack, strikeLogOdds: strike, ownLogOdds: ownLogOdds,
      peakDecibels: peakDecibels,
      isForeign: strike >= Self.certainStrike && level >= 0 ? strictLogOdds < foreign : nil)
  }

  /// Remembers the last judgement of an onset that has ended.
  @_noLocks public mutating func remember(_ opinion: HitValidation, frame: Int) {
    let fade = rt_exp(-Float(max(0, frame - lastFrame)) / (Self.memorySeconds * sampleRateHz))
    lastFrame = frame
    let bounded = min(Self.mostOpinion, max(-Self.mostOpinion, opinion.ownLogOdds))
    opinionSum = opinionSum * fade + bounded
    opinionCount = opinionCount * fade + 1
    recent.add(opinion.peakDecibels)
    if let isForeign = opinion.isForeign { foreigners.add(isForeign: isForeign) }
  }

  /// Takes over another judge's memory of the room and the player, but not its judgement of the
  /// player's sounds.
  @_noLocks mutating func takeMemory(of other: borrowing HitValidator) {
    (opinionSum, opinionCount) = (other.opinionSum, other.opinionCount)
    (lastFrame, recent) = (other.lastFrame, other.recent)
  }

  /// Log-odds from which an onset is a stroke, with a profile.
  @_noLocks static func threshold(_ strictness: Strictness) -> Float {
    switch strictness {
    case .open: -3.4
    case .normal: -1.9
    case .strict: -1
    }
  }

  /// The same without one.
  @_noLocks static func generalThreshold(_ strictness: Strictness) -> Float {
    switch strictness {
    case .open: -2.6
    case .normal: -1.8
    case .strict: -1
    }
  }
}
