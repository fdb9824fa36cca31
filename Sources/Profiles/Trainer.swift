// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

/// Turns examples into a model, in closed form.
///
/// Linear discriminant analysis at each horizon, of each sound struck at several moments around the onset, with a
/// covariance that is drawn towards what is known of sounds beforehand (``FeatureCovariance``).
public struct Trainer: Sendable {
  /// How the features of a sound vary together.
  public var covariance = FeatureCovariance()
  /// How far from the strike an onset is found where no example shows it, in seconds (standard deviation).
  public var onsetErrorSeconds: Float = 0.002
  /// How many examples ``onsetErrorSeconds`` is worth.
  public var onsetErrorExamples: Float = 20
  /// How exactly an example shows how far from the strike the next onset will be found, in seconds (standard
  /// deviation).
  public var strikeErrorSeconds: Float = 0.0015
  /// How much an example of an earlier session counts for what a sound is like, against 1 of the latest, if fewer than
  /// two sounds show how far they moved since.
  public var earlierWeight = 0.3
  /// Whether the examples of a sound are like each other, so that their strikes can be laid over one another.
  public var alignsStrikes = true
  /// The examples have the levels that will be played: they decide the strength of a hit.
  public var knowsLevels = true
  /// Single examples are kept beside the means.
  public var keepsExemplars = true
  /// Examples that are kept of all sounds, and of one at the most: many sounds have fewer each.
  private static let (mostExemplars, mostOfOne) = (240, 16)

  /// The trainer that serves most sounds.
  public init() {}

  /// The examples with their strikes laid over one another, sound by sound.
  func prepared(
    _ sounds: [(name: String, examples: [Example])]
  ) -> [(name: String, examples: [Example])] {
    guard alignsStrikes else { return sounds }
    return sounds.map { ($0.name, ExampleAlignment.aligned($0.examples)) }
  }

  /// A model of the sounds as `examples` show them; every sound has at least one.
  public func model(
    sounds: [(name: String, examples: [Example])], calibration: Calibration = Calibration()
  ) -> HearingModel {
    precondition(sounds.allSatisfy { !$0.examples.isEmpty }, "a sound is learned from examples")
    let examples = sounds.map(\.examples)
    let bandCount = examples.joined().map(\.bandCount).min() ?? HitFeatures.bandCount
    let horizons = 0..<HitFeatures.horizonCount
    let means = horizons.map { self.means(examples, horizon: $0, bandCount: bandCount) }
    return HearingModel(
      sounds: sounds.enumerated().map { index, sound in
        HearingModel.SoundClass(
          name: sound.name, means: means.map { $0[index] },
          forecasts: horizons.map { forecast(sound.examples, horizon: $0) },
          velocity: knowsLevels
            ? VelocityCalibration(learningFrom: sound.examples) : VelocityCalibration(),
          burst: Burst(learningFrom: sound.examples),
          usualPeakDecibels: knowsLevels ? Self.usualPeakDecibels(sound.examples) : nil,
          exemplars: keepsExemplars
            ? Self.exemplars(
              sound.examples, bandCount: bandCount,
              count: max(1, min(Self.mostOfOne, Self.mostExemplars / sounds.count))) : [])
      }, bandCount: bandCount,
      shiftCosts: horizons.map { shiftCosts(examples.flatMap(\.self), horizon: $0) },
      covariances: horizons.map { horizon in
        covariance.matrix(
          groups: examples.flatMap { Self.sessions($0).sorted { $0.key < $1.key }.map(\.value) }.map
          { session in
            session.map { $0.features(shift: 0, horizon: horizon, bandCount: bandCount) }
          }, bandCount: bandCount)
      }, sharpness: calibration.sharpness, places: PlaceModel(learningFrom: examples))
  }

  /// Some of the examples of a sound, evenly chosen, of the latest session first, each compared with the mean of its
  /// session.
  private static func exemplars(
    _ examples: [Example], bandCount: Int, count: Int
  ) -> [HearingModel.Exemplar] {
    let horizons = 0..<HitFeatures.horizonCount
    var exemplars: [HearingModel.Exemplar] = []
    for (_, session) in sessions(examples).sorted(by: { $0.key > $1.key }) {
      let rows = horizons.map { horizon in
        session.map { $0.features(shift: 0, horizon: horizon, bandCount: bandCount) }
      }
      let means = rows.map { mean($0).map { Float($0) } }
      let room = min(session.count, count - exemplars.count)
      exemplars += (0..<room).map { place in
        let index = place * session.count / room
        return HearingModel.Exemplar(
          differences: horizons.map { horizon in
            zip(rows[horizon][index], means[horizon]).map { $0 - $1 }
          }, wave: session[index].wave)
      }
    }
    return exemplars
  }

  /// Median peak of the latest session, in dBFS.
  private static func usualPeakDecibels(_ examples: [Example]) -> Float {
    let latest = examples.map(\.session).max()
    let peaks = examples.filter { $0.session == latest }.map(\.loudestDecibels).sorted()
    return peaks[peaks.count / 2]
  }

  private func forecast(_ examples: [Example], horizon: Int) -> PeakForecast {
    knowsLevels
      ? PeakForecast(learningFrom: examples, horizon: horizon)
      : PeakForecast(atAnyLevel: examples, horizon: horizon)
  }

  /// The examples of one sound by session.
  private static func sessions(_ examples: [Example]) -> [Int: [Example]] {
    Dictionary(grouping: examples, by: \.session)
  }

  /// What each sound is like at a horizon, shift by shift.
  private func means(_ sounds: [[Example]], horizon: Int, bandCount: Int) -> [[Float]] {
    let sessions = sounds.map(Self.sessions)
    var means = [[Float]](repeating: [], count: sounds.count)
    for shift in -Example.mostShifts...Example.mostShifts {
      let rows = sessions.map { sound in
        sound.mapValues { examples in
          examples.map { $0.features(shift: shift, horizon: horizon, bandCount: bandCount) }
        }
      }
      for (index, mean) in SessionMeans(rows, earlierWeight: earlierWeight).means.enumerated() {
        means[index] += mean.map { Float($0) }
      }
    }
    return means
  }

  static func mean(_ rows: [[Float]]) -> [Double] {
    var mean = [Double](repeating: 0, count: rows.first?.count ?? 0)
    for row in rows { for index in mean.indices { mean[index] += Double(row[index]) } }
    return mean.map { $0 / Double(rows.count) }
  }

  /// What it adds to a squared distance that an onset was found so far from the strike: twice the logarithm of how
  /// seldom that happened.
  private func shiftCosts(_ examples: [Example], horizon: Int) -> [Float] {
    let shifts = -Example.mostShifts...Example.mostShifts
    func bell(around center: Float, deviationSeconds: Float) -> [Float] {
      let heights = shifts.map { shift in
        let deviation = (Float(shift) - center) * Example.shiftSeconds / deviationSeconds
        return rt_exp(-0.5 * deviation * deviation)
      }
      let sum = max(heights.reduce(0, +), 1e-9)
      return heights.map { $0 / sum }
    }
    var shares = bell(around: 0, deviationSeconds: onsetErrorSeconds)
      .map { onsetErrorExamples * $0 }
    for example in examples {
      let seen = bell(
        around: example.onsetShift(horizon: horizon), deviationSeconds: strikeErrorSeconds)
      for index in shares.indices { shares[index] += seen[index] }
    }
    let total = shares.reduce(0, +)
    return shares.map { -2 * rt_log(max($0 / total, 1e-9)) }
  }
}
