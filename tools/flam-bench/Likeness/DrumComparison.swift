// SPDX-License-Identifier: GPL-3.0-or-later

/// One drum at one velocity: the distances of a candidate to recorded drums compared with theirs to
/// each other.
struct DrumComparison {
  /// The candidate's to each recorded kit.
  private let ours: [PortraitDistance]
  /// Of recorded kits, two by two.
  private let theirs: [PortraitDistance]
  private let struck: [StruckDrum.Strokes]

  init(of candidate: StruckDrum.Strokes, judgedBy recorded: [StruckDrum.Strokes]) {
    struck = [candidate] + recorded
    ours = recorded.map { PortraitDistance(candidate.portraits, $0.portraits) }
    theirs = recorded.indices.flatMap { one in
      recorded[(one + 1)...].map { PortraitDistance(recorded[one].portraits, $0.portraits) }
    }
  }

  private func range(
    _ distances: [PortraitDistance], _ measure: PortraitDistance.Measure
  ) -> ClosedRange<Double> {
    let values = distances.map { $0[measure] }
    return (values.min() ?? 0)...(values.max() ?? 0)
  }

  private func isMet(_ measure: PortraitDistance.Measure) -> Bool {
    range(ours, measure).upperBound <= range(theirs, measure).upperBound
  }

  var targetCount: Int { PortraitDistance.Measure.allCases.count + 1 }
  var metCount: Int {
    PortraitDistance.Measure.allCases.count(where: isMet) + (areVariationsMet ? 1 : 0)
  }

  /// Of our strokes among each other.
  private var variation: Double {
    let portraits = struck[0].portraits
    let pairs = zip(portraits, portraits.dropFirst()).map { PortraitDistance($0, $1)[.mel] }
    return pairs.reduce(0, +) / Double(max(1, pairs.count))
  }

  /// Recorded strokes of one drum differ, and less than drums do.
  private var areVariationsMet: Bool {
    let nearest = range(theirs, .mel).lowerBound
    return variation > 0.1 * nearest && variation < nearest
  }

  /// The output: a line a measure, and the plain figures of each kit.
  func lines(role: String, velocity: Int) -> [String] {
    let measured = PortraitDistance.Measure.allCases.map { measure in
      let (own, real) = (range(ours, measure), range(theirs, measure))
      return "    \(padded(measure.rawValue, 14)) ours \(text(own)), recorded \(text(real))"
        + "  \(isMet(measure) ? "within" : "OUTSIDE")"
    }
    let nearest = range(theirs, .mel).lowerBound
    let variations =
      "    \(padded("variations dB", 14)) ours \(variation.digits(2)), recorded drums at least "
      + "\(nearest.digits(2)) apart  \(areVariationsMet ? "within" : "OUTSIDE")"
    let figures = struck.map { strokes in
      "      " + padded(strokes.kit, 24) + plain(strokes.portraits)
    }
    return ["  \(role) at velocity \(velocity)"] + measured + [variations] + figures
  }

  /// Flatness, centroid, decay and beating by band, and modulation by rate.
  private func plain(_ portraits: [StrokePortrait]) -> String {
    let count = Double(portraits.count)
    let flatness = portraits.reduce(0) { $0 + $1.flatness } / count
    let centroid = portraits.reduce(0) { $0 + $1.centroidHz } / count
    func bands(_ values: [Double?]) -> String {
      values.map { $0.map { $0.digits(2) } ?? "-" }.joined(separator: " ")
    }
    let modulations = portraits[0].modulationDecibels.compactMap { $0 }
    let rates = (0..<3).map { rate -> Double? in
      modulations.reduce(0) { $0 + $1[rate] } / Double(max(1, modulations.count))
    }
    return "flat \(flatness.digits(2)) centroid \(centroid.digits(0)) Hz, decay s "
      + bands(portraits[0].decaySeconds)
      + ", beating dB " + bands(portraits[0].beatingDecibels) + ", modulation dB " + bands(rates)
  }

  private func text(_ range: ClosedRange<Double>) -> String {
    "\(range.lowerBound.digits(2)) to \(range.upperBound.digits(2))"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
