// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Notes whose tempo is looked for.
struct TempoPassage {
  /// The mean tempo is so near the tried one, as a share of it.
  private static let nearness = 0.08
  /// A first note this much before a bar, in beats, is on its first beat.
  private static let earliness = 0.15

  let notes: [ScoreNote]
  private let times: [Double]
  private let parts: [DrumPart]
  /// Notes that may be the first on a step.
  private let anchors: [Int]

  /// Notes in the order of time.
  init(_ notes: [ScoreNote]) {
    self.notes = notes
    times = notes.map(\.seconds)
    parts = DrumPart.parts(of: notes)
    anchors = notes.count > 8 ? [0, 3] : [0]
  }

  /// The time from the first note to the last.
  var seconds: Double { (times.last ?? 0) - (times.first ?? 0) }

  /// How likely the notes are on even steps of a length, beside notes at any times.
  func evidence(stepSeconds: Double) -> Double {
    let tracker = StepTracker(times: times, subdivision: Subdivision(steps: 1))
    var none: StepTracker.Track?
    var best = -Double.infinity
    for spread in TempoPriors.stepSpreads {
      for anchor in anchors {
        best = max(
          best,
          tracker.evidence(beatSeconds: stepSeconds, spread: spread, anchor: anchor, keep: &none))
      }
    }
    return best
  }

  /// The likeliest row of beats of about a length; nil if it leaves that length.
  func track(beatSeconds: Double, _ subdivision: Subdivision) -> StepTracker.Track? {
    let tracker = StepTracker(times: times, subdivision: subdivision)
    var none: StepTracker.Track?
    var best = (evidence: -Double.infinity, spread: TempoPriors.spreads[0], anchor: 0, place: 0)
    func attempt(_ spread: Double, _ anchor: Int, _ place: Int) {
      let evidence = tracker.evidence(
        beatSeconds: beatSeconds, spread: spread, anchor: anchor, place: place, keep: &none)
      if evidence > best.evidence { best = (evidence, spread, anchor, place) }
    }
    let middle = TempoPriors.spreads[TempoPriors.spreads.count / 2]
    for place in 0..<(subdivision.isStraight ? 1 : subdivision.steps) {
      for anchor in anchors { attempt(middle, anchor, place) }
    }
    for spread in TempoPriors.spreads where spread != middle {
      attempt(spread, best.anchor, best.place)
    }
    var kept: StepTracker.Track? = StepTracker.Track()
    _ = tracker.evidence(
      beatSeconds: beatSeconds, spread: best.spread, anchor: best.anchor, place: best.place,
      keep: &kept)
    guard let kept, abs(kept.beatSeconds / beatSeconds - 1) < Self.nearness else { return nil }
    return kept
  }

  /// The logarithm of the likelihood of a trial on a track, the part of it that the times of the notes
  /// alone give, and the step with which a bar begins.
  func score(
    _ trial: TempoTrial, _ track: StepTracker.Track
  ) -> (score: Double, evidence: Double, firstStep: Int) {
    let (steps, beats) = (trial.subdivision.steps, trial.meter.beatsPerBar)
    let pattern = BarPattern(track.steps, parts, stepsPerBeat: steps, beats: beats)
    let inBeat = pattern.beatRepetition
    let repetition =
      trial.periods.map {
        BarPattern(track.steps, parts, stepsPerBeat: steps, beats: $0).repetition
      }.reduce(pattern.repetition, max) - inBeat
    var places = pattern.placeLikelihoods
    let first = track.steps[0] % places.count
    places[first < 0 ? first + places.count : first] += TempoPriors.beginning
    let filled = filled(track, steps)
    for step in places.indices { places[step] += filled[step % steps] }
    let begins = stride(from: 0, to: places.count, by: trial.subdivision.isStraight ? 1 : steps)
    let begin = begins.max { places[$0] < places[$1] } ?? 0
    let evidence = track.evidence + inBeat
    let worth = min(1, TempoPriors.repeatNotes / Double(notes.count))
    return (evidence + worth * repetition + places[begin] + trial.prior, evidence, begin)
  }

  /// The logarithm of the likelihood that so many beats have notes, if beats begin with each of their steps.
  private func filled(_ track: StepTracker.Track, _ steps: Int) -> [Double] {
    var struck = [Int](repeating: 0, count: steps)
    var last: Int?
    for step in track.steps where step != last {
      struck[(step % steps + steps) % steps] += 1
      last = step
    }
    let span = Double((track.steps.last ?? 0) - track.steps[0]) / Double(steps)
    return struck.map { count in
      let share = min(1, Double(count) / max(1, span))
      return TempoPriors.filledWeight
        * (share * log(TempoPriors.filledShare) + (1 - share) * log(1 - TempoPriors.filledShare))
    }
  }

  /// The reading of a trial; nil if the notes leave its tempo.
  func reading(_ trial: TempoTrial) -> TempoReading? {
    guard let track = track(beatSeconds: trial.beatSeconds, trial.subdivision) else { return nil }
    let (score, evidence, firstStep) = score(trial, track)
    let beats = Double(trial.meter.beatsPerBar)
    let offset = Double(firstStep) / Double(trial.subdivision.steps)
    let bar = ((track.marks[0].beat - offset + Self.earliness) / beats).rounded(.down)
    return TempoReading(
      beatSeconds: track.beatSeconds, subdivision: trial.subdivision, meter: trial.meter,
      beats: track.beats(from: offset + bar * beats), score: score, evidence: evidence)
  }
}

extension StepTracker.Track {
  /// The mean length of a beat; 0 for a row of less than one step.
  var beatSeconds: Double {
    guard let first = marks.first, let last = marks.last, last.beat > first.beat else { return 0 }
    return (last.seconds - first.seconds) / (last.beat - first.beat)
  }

  /// The beats from one of them until all notes have passed.
  func beats(from begin: Double) -> BeatLine {
    let count = max(2, Int((marks[marks.count - 1].beat - begin).rounded(.up)) + 1)
    var index = 0
    return BeatLine(
      (0..<count).map { number in
        let beat = begin + Double(number)
        while index + 1 < marks.count, marks[index + 1].beat <= beat { index += 1 }
        let from = marks[index]
        guard beat > from.beat, index + 1 < marks.count else {
          return from.seconds + (beat - from.beat) * from.length
        }
        let to = marks[index + 1]
        let share = (beat - from.beat) / (to.beat - from.beat)
        return from.seconds + share * (to.seconds - from.seconds)
      })
  }
}
