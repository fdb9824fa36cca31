// SPDX-License-Identifier: GPL-3.0-or-later

/// A detector's result for one recording, or for several added up.
struct OnsetTally {
  /// An extra hit within this time after one that was found repeats it.
  static let doubleSeconds = 0.060
  /// Hits this close belong to a roll.
  static let rollSeconds = 0.090
  /// Times after the true onset at which the level is read.
  static let levelSeconds = [0.003, 0.012]

  var recordings = 0
  /// Length of the recordings.
  var seconds = 0.0
  var ambiguous = 0
  var narrow = Counts()
  var quarter = Counts()
  var half = Counts()
  /// Heard minus true onset of each hit found, in milliseconds.
  var errorMilliseconds: [Double] = []
  /// From the true onset to the first decision of each hit found, in milliseconds.
  var delayMilliseconds: [Double] = []
  /// Extra hits soon after one that was found.
  var doubles = 0
  /// False hits, as far as they would sound.
  var soundingWrong = 0
  var roll = Counts()
  /// Of the hits found whose sound is one that the detector distinguishes: known in the end, or not.
  var sounds = Counts()
  /// By ``SignalClass``.
  var bySignal: [Counts] = Array(repeating: Counts(), count: SignalClass.allCases.count)
  /// By ``LevelClass``.
  var byLevel: [Counts] = Array(repeating: Counts(), count: LevelClass.allCases.count)
  /// Distance of the estimated level from that of the true peak, in decibels, at each of
  /// ``levelSeconds``.
  var levelErrors: [[Double]] = [[], []]

  /// Nothing yet.
  init() {}

  /// Scores the hits heard in a recording.
  ///
  /// - Parameters:
  ///   - peakDecibels: The true peak level of each true hit; empty if it is not known.
  ///   - sounds: The sounds that the detector distinguishes.
  init(
    truth: [TrueHit], heard: [HeardHit], seconds: Double, peakDecibels: [Double] = [],
    sounds: [String] = []
  ) {
    let heard = heard.sorted { $0.seconds < $1.seconds }
    let times = heard.map(\.seconds)
    let finding = Finding(truth: truth, heard: times, within: .narrow)
    recordings = 1
    self.seconds = seconds
    ambiguous = truth.count { !$0.isSure }
    narrow = finding.counts
    quarter = Finding(truth: truth, heard: times, within: .quarter).counts
    half = Finding(truth: truth, heard: times, within: .half).counts
    errorMilliseconds = finding.pairs.map { 1000 * (times[$0.heard] - truth[$0.truth].seconds) }
    delayMilliseconds = finding.pairs.map {
      1000 * (heard[$0.heard].availableSeconds - truth[$0.truth].seconds)
    }
    soundingWrong = finding.wrong.count { heard[$0].isSounding }
    doubles = finding.wrong.count { wrong in
      finding.pairs.contains { pair in
        let late = times[wrong] - times[pair.heard]
        return late > 0 && late <= Self.doubleSeconds
      }
    }
    for pair in finding.pairs {
      guard let played = truth[pair.truth].sound, sounds.contains(played) else { continue }
      let isKnown = heard[pair.heard].sound == played
      self.sounds += Counts(found: isKnown ? 1 : 0, missed: isKnown ? 0 : 1)
    }
    countRecall(truth: truth, found: Set(finding.pairs.map(\.truth)))
    guard !peakDecibels.isEmpty else { return }
    for (index, late) in Self.levelSeconds.enumerated() {
      levelErrors[index] = finding.pairs.compactMap { pair in
        heard[pair.heard].levelDecibels(by: truth[pair.truth].seconds + late)
          .map { abs($0 - peakDecibels[pair.truth]) }
      }
    }
  }

  private mutating func countRecall(truth: [TrueHit], found: Set<Int>) {
    for index in truth.indices where truth[index].isSure {
      let hit = truth[index]
      let isFound = found.contains(index)
      let one = Counts(found: isFound ? 1 : 0, missed: isFound ? 0 : 1)
      if let level = hit.levelDecibels { byLevel[LevelClass(level).rawValue] += one }
      if let distance = hit.signalToNoiseDecibels {
        bySignal[SignalClass(distance).rawValue] += one
      }
      let neighbours = [index - 1, index + 1].filter(truth.indices.contains)
      if neighbours.contains(where: { abs(truth[$0].seconds - hit.seconds) <= Self.rollSeconds }) {
        roll += one
      }
    }
  }

  static func += (sum: inout OnsetTally, other: OnsetTally) {
    sum.recordings += other.recordings
    sum.seconds += other.seconds
    sum.ambiguous += other.ambiguous
    sum.narrow += other.narrow
    sum.quarter += other.quarter
    sum.half += other.half
    sum.errorMilliseconds += other.errorMilliseconds
    sum.delayMilliseconds += other.delayMilliseconds
    sum.doubles += other.doubles
    sum.soundingWrong += other.soundingWrong
    sum.roll += other.roll
    sum.sounds += other.sounds
    for index in sum.bySignal.indices { sum.bySignal[index] += other.bySignal[index] }
    for index in sum.byLevel.indices { sum.byLevel[index] += other.byLevel[index] }
    for index in sum.levelErrors.indices { sum.levelErrors[index] += other.levelErrors[index] }
  }
}

/// How far a hit stands out of the background.
enum SignalClass: Int, CaseIterable {
  case over30, from20, under20

  init(_ decibels: Double) { self = decibels > 30 ? .over30 : decibels >= 20 ? .from20 : .under20 }
}

/// How loud a hit is.
enum LevelClass: Int, CaseIterable {
  case loud, medium, quiet

  init(_ decibels: Double) { self = decibels > -14 ? .loud : decibels >= -24 ? .medium : .quiet }
}
