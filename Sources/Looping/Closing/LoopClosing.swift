// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// How long a loop was meant to be: a whole number of beats of its own hits, mostly whole bars, near the press that closes it.
///
/// The press says how many beats, the hits how long these are. If the tempo that the hits show by themselves does not fit the
/// press, other readings are compared with it by one cost, the natural logarithm of how unlikely they are: how far the hits lie
/// from their steps (``TakeReading``), how far the press lies from where the loop would begin again, and how uncommon its length
/// is. The foot may come late, and after an upbeat it may come with the first hit's place or with the bar.
struct LoopClosing {
  /// The standard deviation of the foot.
  private static let footSeconds = 0.09
  /// Beyond so many deviations each one more costs half.
  private static let usualDeviations = 2.0
  private static let deviationCost = 0.5
  /// The cost of a number of bars that is no power of two, of half bars, and of single beats.
  private static let lengthCosts = (oddBars: 1.5, halfBars: 4.0, beats: 6.0)
  /// The cost of a press where the first hit's place is, though the bar begins elsewhere.
  private static let firstHitCost = 1.0
  /// The cost of a bar that begins half a bar away from where the hits after an upbeat show it.
  private static let halfBarCost = 1.5
  /// A press that costs less fits a tempo that the hits show by themselves.
  private static let fittingCost = 5.0
  /// No loop is shorter.
  private static let leastSeconds = 0.1

  /// A length, and where it begins after the first hit.
  private struct Length {
    let beats: Int
    let barSeconds: Double
    let cost: Double
  }

  private let notes: [HeardNote]
  private let pressFrame: Int
  private let setup: LoopSetup
  private let known: LoopGrid?
  private let rateHz: Double

  /// - Parameters:
  ///   - notes: The first take, in the order of time.
  ///   - known: The beats, if they are those of a tempo that was given.
  init(
    _ notes: [HeardNote], pressFrame: Int, setup: LoopSetup, known: LoopGrid?, sampleRateHz: Int
  ) {
    (self.notes, self.pressFrame, self.setup) = (notes, pressFrame, setup)
    (self.known, rateHz) = (known, Double(sampleRateHz))
  }

  /// Where the loop lies; nil if nothing was played and no tempo was given.
  var grid: LoopGrid? {
    if let known { return known.resized(toBeats: beats(of: known), atFrame: known.originFrame) }
    guard let first = notes.first else { return nil }
    let seconds = max(Self.leastSeconds, Double(pressFrame - first.frame) / rateHz)
    let times = notes.map { Double($0.frame - first.frame) / rateHz }
    guard let (reading, length) = reading(of: notes, at: times, closedAfter: seconds) else {
      return nil
    }
    return LoopGrid(
      originFrame: first.frame + Int((length.barSeconds * rateHz).rounded()),
      cycleFrames: Int((reading.seconds(ofBeats: length.beats) * rateHz).rounded()),
      beats: length.beats, meter: reading.meter, stepsPerBeat: reading.stepsPerBeat,
      swing: reading.swing, sampleRateHz: Int(rateHz))
  }

  /// What the hits show by themselves if the press fits, else the likeliest of all readings.
  private func reading(
    of notes: [HeardNote], at times: [Double], closedAfter seconds: Double
  ) -> (reading: TakeReading, length: Length)? {
    let score = TakeReading.score(notes, at: times)
    let found = setup.bars == nil ? TakeReading.found(score, setup.meter) : nil
    if let found {
      let length = length(of: found, closedAfter: seconds)
      if length.cost < Self.fittingCost { return (found, length) }
    }
    let meter = setup.meter ?? .common
    let suggested = TakeReading.suggested(
      score, closedAfter: seconds, meter, beats: setup.bars.map { $0 * meter.beatsPerBar })
    let costs = (suggested + [found].compactMap(\.self)).map { reading in
      let length = length(of: reading, closedAfter: seconds)
      return (reading: reading, length: length, cost: length.cost + reading.misfit)
    }
    return costs.min { $0.cost < $1.cost }.map { ($0.reading, $0.length) }
  }

  private func beats(of known: LoopGrid) -> Int {
    if setup.bars != nil { return known.beats }
    let origin = known.originFrame
    let begin = known.firstNoteFrame(ofCycle: 0)
    let first = notes.first { $0.frame >= begin }?.frame ?? origin
    let reading = TakeReading(
      beatSeconds: known.beatFrames / rateHz, barSeconds: Double(origin - first) / rateHz,
      meter: known.meter)
    return length(of: reading, closedAfter: Double(pressFrame - first) / rateHz).beats
  }

  /// The likeliest length of a reading.
  private func length(of reading: TakeReading, closedAfter seconds: Double) -> Length {
    let bar = reading.meter.beatsPerBar
    var lengths = setup.bars.map { [$0 * bar] } ?? []
    if lengths.isEmpty {
      let near = Int((seconds / reading.beatSeconds).rounded())
      let most = LoopCommand.mostBars * bar
      lengths = Array(max(1, min(most, near) - 2 * bar)...max(1, min(most, near + bar)))
    }
    let all = lengths.flatMap { beats in
      barBeginnings(of: reading).map { begin in
        let late = seconds - Double(beats) * reading.beatSeconds
        let atFirstHit = begin.seconds == 0 ? 0 : Self.firstHitCost
        let press = min(footCost(late) + atFirstHit, footCost(late - begin.seconds))
        let cost = press + begin.cost + (setup.bars == nil ? lengthCost(beats, bar: bar) : 0)
        return Length(beats: beats, barSeconds: begin.seconds, cost: cost)
      }
    }
    return all.min { $0.cost < $1.cost } ?? Length(beats: bar, barSeconds: 0, cost: .infinity)
  }

  /// Where bars may begin, after the first hit. Many grooves are alike after half a bar: after an upbeat, the press says better than
  /// they do which half begins the bar.
  private func barBeginnings(of reading: TakeReading) -> [(seconds: Double, cost: Double)] {
    let shown = reading.barSeconds
    guard shown != 0, known == nil else { return [(shown, 0)] }
    let half = Double(reading.meter.beatsPerBar / 2) * reading.beatSeconds
    return [(shown, 0), (shown - half, Self.halfBarCost), (shown + half, Self.halfBarCost)]
  }

  private func footCost(_ late: Double) -> Double {
    let deviations = abs(late) / Self.footSeconds
    let usual = min(deviations, Self.usualDeviations)
    return usual * usual / 2 + (deviations - usual) * Self.deviationCost
  }

  private func lengthCost(_ beats: Int, bar: Int) -> Double {
    if beats % bar != 0 {
      return beats * 2 % bar == 0 ? Self.lengthCosts.halfBars : Self.lengthCosts.beats
    }
    let bars = beats / bar
    return bars & (bars - 1) == 0 ? 0 : Self.lengthCosts.oddBars
  }
}
