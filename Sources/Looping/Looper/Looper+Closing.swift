// SPDX-License-Identifier: GPL-3.0-or-later

/// The end of the first take.
extension Looper {
  /// From so many hits on, the length of a take of the microphone is found by them.
  private static let leastHits = 4
  /// A take without hits is not shorter: a pedal may bounce.
  private static let leastSeconds = 0.25
  /// The tempo next to which a take without hits lies, in beats a minute.
  private static let usualTempo = 100.0

  /// The first take is a loop of the length that was meant, and what is played from then on is added to it.
  mutating func close(atFrame frame: Int) {
    let notes = take.sorted { $0.frame < $1.frame }
    let grid =
      source == .microphone && takeGrid == nil && notes.count < Self.leastHits
      ? pressedGrid(atFrame: frame)
      : LoopClosing(
        notes, pressFrame: frame, setup: setup, known: takeGrid, sampleRateHz: sampleRateHz
      ).grid
    guard let grid else { return stage = .armed }
    beginStep(.replaced)
    history.present = LoopContent(grid: grid)
    switch source {
    case .hits: keep(notes, grid, pressFrame: frame)
    case .microphone: keepSound(grid, pressFrame: frame)
    }
    stage = .overdubbing
    missed = MissedStretch(grid, now: max(frame, self.frame))
    (take, takeGrid) = ([], nil)
  }

  private mutating func keep(_ notes: [HeardNote], _ grid: LoopGrid, pressFrame: Int) {
    // Of the bars that were counted in, no note is kept.
    beginSpan(atFrame: setup.countInBars > 0 ? grid.firstNoteFrame(ofCycle: 0) : .min)
    spans[spans.count - 1].step = history.place
    for note in notes where spans[spans.count - 1].frames.contains(note.frame) {
      history.present.add(grid.note(note), toLayer: layerCount)
    }
    // The foot may come before the last note of the take.
    let end = max(pressFrame, grid.firstNoteFrame(ofCycle: 1))
    endSpan(atFrame: end)
    beginSpan(atFrame: end)
  }

  /// The first layer is one cycle, however late the foot comes.
  private mutating func keepSound(_ grid: LoopGrid, pressFrame: Int) {
    let (first, end) = (grid.firstNoteFrame(ofCycle: 0), grid.firstNoteFrame(ofCycle: 1))
    // In the bar of a metronome it may begin late.
    let lead = grid.start(ofCycle: 0) - first
    beginSpan(atFrame: max(first, min(beginFrame - lead, end)))
    spans[spans.count - 1].step = history.place
    history.present.layers.append(LoopLayer(number: layerCount))
    endSpan(atFrame: end)
    beginSpan(atFrame: end)
  }

  /// A loop from press to press, of beats of a usual tempo.
  private func pressedGrid(atFrame frame: Int) -> LoopGrid {
    let meter = setup.meter ?? .common
    let least = Int(Self.leastSeconds * Double(sampleRateHz))
    let count = max(least, frame - beginFrame)
    let bars =
      Double(count) / Double(sampleRateHz) / 60 * Self.usualTempo / Double(meter.beatsPerBar)
    var usual = setup.bars ?? 1
    while setup.bars == nil, bars > Double(usual) * 2.0.squareRoot() { usual *= 2 }
    return LoopGrid(
      originFrame: beginFrame, cycleFrames: count,
      beats: min(usual, LoopCommand.mostBars) * meter.beatsPerBar, meter: meter,
      sampleRateHz: sampleRateHz)
  }
}
