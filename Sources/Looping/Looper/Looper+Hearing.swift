// SPDX-License-Identifier: GPL-3.0-or-later

/// What is played.
extension Looper {
  /// As many stretches are remembered for notes that are reported late.
  private static let keptSpans = 4

  /// Takes in a note, heard or played; it is kept where something is recorded at its frame.
  public mutating func hear(_ note: HeardNote) {
    switch stage {
    case .armed:
      guard note.frame >= beginFrame else { return }
      take = [note]
      begin(atFrame: note.frame)
    case .countIn, .recording: take.append(note)
    case .overdubbing, .playing, .stopped: overdub(note)
    case .empty: break
    }
  }

  /// Takes in that a note is another one than it seemed: all but its time.
  public mutating func revise(_ note: HeardNote) {
    change(note.id) { heard in
      var heard = heard
      (heard.pad, heard.velocity, heard.key) = (note.pad, note.velocity, note.key)
      heard.brightnessOctaves = note.brightnessOctaves
      return heard
    }
  }

  /// Takes in that a note was none.
  public mutating func withdraw(_ id: Int) { change(id) { _ in nil } }

  /// Takes in that a held note ends on a frame.
  public mutating func end(_ id: Int, atFrame frame: Int) {
    change(id) { heard in
      var heard = heard
      heard.lengthFrames = max(1, frame - heard.frame)
      return heard
    }
  }

  private mutating func change(_ id: Int, _ change: (HeardNote) -> HeardNote?) {
    take = take.compactMap { $0.id == id ? change($0) : $0 }
    history.revise(id, change)
    guard stage == .recording, source == .hits else { return }
    if take.isEmpty, setup.countInBars == 0 { stage = .armed }
  }

  /// The first take begins, with a hit or a press on a frame.
  mutating func begin(atFrame frame: Int) {
    stage = .recording
    beginFrame = frame
    takeGrid = setup.beatsPerMinute.map { tempo in
      guard let barFrame = setup.barFrame else { return grid(of: tempo, fromFrame: frame) }
      // The bar in which it lies, or that it comes shortly before.
      let bars = grid(of: tempo, fromFrame: barFrame)
      let bar = bars.cycle(ofNoteAtFrame: frame, beats: bars.meter.beatsPerBar)
      let beat = Double(bar * bars.meter.beatsPerBar)
      return grid(of: tempo, fromFrame: bars.frame(ofBeat: beat, inCycle: 0))
    }
  }

  /// The beats of a tempo from a frame on, in cycles of the bars that were asked for.
  func grid(of beatsPerMinute: Double, fromFrame frame: Int) -> LoopGrid {
    let meter = setup.meter ?? .common
    return LoopGrid(
      originFrame: frame, beatsPerMinute: beatsPerMinute,
      beats: (setup.bars ?? LoopCommand.mostBars) * meter.beatsPerBar, meter: meter,
      sampleRateHz: sampleRateHz)
  }

  private mutating func overdub(_ note: HeardNote) {
    guard source == .hits, let layer = spans.last(where: { $0.frames.contains(note.frame) })?.layer
    else { return }
    let step = beginLayer(layer)
    guard let grid = history.grid(ofStep: step) else { return }
    history.add(LoopLayer(number: layer, notes: [grid.note(note)]), toStep: step)
  }

  /// The step with which a layer begins: a new one if nothing is in it yet.
  mutating func beginLayer(_ layer: Int) -> Int {
    if let step = spans.first(where: { $0.layer == layer })?.step { return step }
    beginStep(.added)
    if let place = spans.firstIndex(where: { $0.layer == layer }) {
      spans[place].step = history.place
    }
    return history.place
  }

  /// What changes from now on is a step. What was undone is forgotten, with what of it is still to come.
  mutating func beginStep(_ change: LoopChange) {
    history.beginStep(change)
    spans.removeAll { $0.step ?? 0 >= history.place }
  }

  /// What is played from a frame on belongs to a new layer.
  mutating func beginSpan(atFrame frame: Int) {
    layerCount += 1
    let frames = frame..<Int.max
    let span = Span(
      layer: layerCount, frames: frames, wanted: source == .microphone ? frames : nil)
    let last = Set(spans.suffix(Self.keptSpans - 1).map(\.layer))
    spans.removeAll { !last.contains($0.layer) && $0.wanted?.isEmpty != false }
    spans.append(span)
  }

  /// What is played from a frame on belongs to no layer.
  mutating func endSpan(atFrame frame: Int) {
    guard let last = spans.last, last.frames.upperBound == .max else { return }
    func ended(_ frames: Range<Int>) -> Range<Int> {
      frames.lowerBound..<max(frames.lowerBound, frame)
    }
    spans[spans.count - 1].frames = ended(last.frames)
    spans[spans.count - 1].wanted = last.wanted.map(ended)
  }
}
