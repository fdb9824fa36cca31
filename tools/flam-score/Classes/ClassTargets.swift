// SPDX-License-Identifier: GPL-3.0-or-later

/// The targets of recognition, by the number of sounds and their source.
enum ClassTargets {
  /// The least accuracy by a moment, in milliseconds; infinite for the end.
  typealias Target = (milliseconds: Double, accuracy: Double)

  static func targets(task: String, soundCount: Int, variant: ClassVariant) -> [Target] {
    switch variant {
    case .plain: plain(isVoice: TaskKind(task: task) == .voice, soundCount: soundCount)
    default: []
    }
  }

  private static func plain(isVoice: Bool, soundCount: Int) -> [Target] {
    switch soundCount {
    case ...3 where isVoice: [(3, 0.78), (6, 0.80), (12, 0.85), (23, 0.88), (.infinity, 0.92)]
    case ...4: [(3, 0.93), (6, 0.96), (12, 0.98), (23, 0.985)]
    case ...6: [(3, 0.85), (6, 0.92), (12, 0.95), (23, 0.97)]
    case ...12: [(12, 0.90), (23, 0.96)]
    default: []
    }
  }

  /// Most that learning from soft hits may cost hard ones.
  static let mostSoftLoss = 0.05

  /// Of all tasks, the mean at each of ``ClassFigures/moments``, for the first time and after some playing.
  static let meanTargets: [(variant: ClassVariant, name: String, least: [Double])] = [
    (.plain, "first pass", [0.76, 0.83, 0.88, 0.91, 0.93]),
    (.played, "after 30 hits", [0.76, 0.83, 0.88, 0.91, 0.93]),
  ]

  static func means(_ figures: [ClassFigures]) -> [Judgement] {
    meanTargets.flatMap { target in
      ClassFigures.moments.indices.compactMap { moment in
        judgement(
          figures.filter { $0.variant == target.variant }, moment, least: target.least[moment],
          row: .classes, of: "class tasks, \(target.name)")
      }
    }
  }

  /// In another room, for fingers and knuckles: after some playing, and with a few hits learned there.
  static func otherRooms(_ figures: [ClassFigures]) -> [Judgement] {
    let few = figures.filter { TaskKind(task: $0.task) == .hands && $0.sounds <= 4 }
    let targets: [(variant: ClassVariant, least: [(moment: Int, accuracy: Double)])] = [
      (.otherPlayed, [(0, 0.90), (2, 0.97), (3, 0.98)]),
      (.relearned, [(2, 0.85), (3, 0.90)]),
    ]
    return targets.flatMap { target in
      target.least.compactMap { least in
        judgement(
          few.filter { $0.variant == target.variant }, least.moment, least: least.accuracy,
          row: .anotherRoom, of: "few sounds, \(target.variant.rawValue) (simulated)")
      }
    }
  }

  /// On another day: as hits come, and with a few learned that day.
  static func otherDays(_ figures: [ClassFigures]) -> [Judgement] {
    let targets: [(variant: ClassVariant, least: [(moment: Int, accuracy: Double)])] = [
      (.otherDay, [(2, 0.60), (3, 0.65)]), (.otherDayRelearned, [(2, 0.85), (3, 0.90)]),
    ]
    return targets.flatMap { target in
      target.least.compactMap { least in
        judgement(
          figures.filter { $0.variant == target.variant }, least.moment, least: least.accuracy,
          row: .anotherDay, of: target.variant.rawValue)
      }
    }
  }

  private static func judgement(
    _ figures: [ClassFigures], _ moment: Int, least: Double, row: ScoreRow, of subject: String
  ) -> Judgement? {
    let spread = Spread(figures.map { ($0.task, $0.accuracies[moment]) })
    return Judgement.atLeast(
      least, ClassFigures.known(moment), spread?.mean
    )?.inTable(row, of: subject, worst: spread?.worst)
  }

  /// Own hits that are heard at all, by the struck thing.
  static func found(_ figures: [ClassFigures]) -> [Judgement] {
    let plain = figures.filter { $0.variant == .plain }
    let targets: [(kind: TaskKind, name: String, least: Double)] = [
      (.drumKit, "drum kit", 0.98), (.hands, "knocks, claps, taps", 0.99), (.body, "body", 0.98),
    ]
    return targets.compactMap { target in
      let own = plain.filter { TaskKind(task: $0.task) == target.kind }
      let spread = Spread(own.map { ($0.task, $0.found) })
      return Judgement.atLeast(target.least, target.name, spread?.mean)?
        .inTable(.classes, of: "own hits heard", worst: spread?.worst)
    } + [lost(plain)].compactMap { $0 }
  }

  /// Own hits that were heard and taken for none of the sounds.
  private static func lost(_ plain: [ClassFigures]) -> Judgement? {
    let spread = Spread(
      plain.map { ($0.task, ($0.found - $0.answered) / max(1e-9, $0.found)) }, isMost: true)
    return Judgement.atMost(0.01, "refused as strangers", spread?.mean, decimals: 3)?
      .inTable(.classes, of: "own hits", worst: spread?.worst)
  }
}
