// SPDX-License-Identifier: GPL-3.0-or-later

/// Trials as the figures people compare; one line of JSON.
struct ClassFigures: Encodable {
  /// Moments after the onset at which a decision counts, in milliseconds; the last is the end.
  static let moments = [3, 6, 12, 23, Double.infinity]
  static let momentNames = ["3 ms", "6 ms", "12 ms", "23 ms", "final"]

  /// "known at 3 ms", "known in the end".
  static func known(_ moment: Int) -> String {
    moments[moment].isFinite ? "known at \(momentNames[moment])" : "known in the end"
  }

  let task: String
  let variant: ClassVariant
  let sounds: Int
  let tests: Int
  /// How much harder the test hits are than the training hits, if only soft ones were learned.
  let harderByDecibels: Double?
  let found: Double
  /// Share of the hits that a drum answered in the end.
  let answered: Double
  let extra: Int
  let at3: Double
  let at6: Double
  let at12: Double
  let at23: Double
  let final: Double
  let reliabilityAt3: Reliability?
  let reliabilityAt6: Reliability?
  let reliabilityAt12: Reliability?
  let reliabilityAt23: Reliability?
  let reliabilityFinal: Reliability?
  let confusions: Confusions

  init(_ result: ClassBenchmark.Result) {
    let trials = result.trials
    let accuracy = Self.moments.map { trials.accuracy(by: $0).rounded(4) }
    let reliability = Self.moments.map { trials.reliability(by: $0) }
    task = result.task
    variant = result.variant
    sounds = result.labels.count
    tests = trials.trials.count
    harderByDecibels = result.harderByDecibels?.rounded(1)
    found = trials.found.rounded(4)
    answered = trials.answered.rounded(4)
    extra = trials.extra
    (at3, at6, at12, at23) = (accuracy[0], accuracy[1], accuracy[2], accuracy[3])
    final = accuracy[4]
    (reliabilityAt3, reliabilityAt6) = (reliability[0], reliability[1])
    (reliabilityAt12, reliabilityAt23) = (reliability[2], reliability[3])
    reliabilityFinal = reliability[4]
    confusions = Confusions(trials, labels: result.labels)
  }

  /// Accuracy at each of ``moments``.
  var accuracies: [Double] { [at3, at6, at12, at23, final] }

  /// Each accuracy with its target.
  var judgements: [Judgement] {
    ClassTargets.targets(task: task, soundCount: sounds, variant: variant).compactMap { target in
      guard let index = Self.moments.firstIndex(of: target.milliseconds) else { return nil }
      return .atLeast(
        target.accuracy, "\(task)\(variantText), known at \(Self.momentNames[index])",
        accuracies[index])
    }
  }

  /// An addition to the task's name.
  var variantText: String {
    let harder = harderByDecibels.map { " (\($0.fixed(0)) dB softer)" } ?? ""
    return variant == .plain ? "" : ", \(variant.rawValue)\(harder)"
  }
}
