// SPDX-License-Identifier: GPL-3.0-or-later

/// What the microphone hears.
extension Looper {
  /// No loop keeps more of it, with all that can be brought back.
  public static let mostSoundSeconds = 300.0
  /// No first take of it is longer: then it is closed.
  static let mostTakeSeconds = 120.0

  /// The first output frame of which the microphone's sound may still be asked for; nil where none is wanted.
  public var soundFrame: Int? {
    guard source == .microphone || spans.contains(where: { $0.wanted != nil }) else { return nil }
    let lead = fadeFrames + Int(Self.leadSeconds * Double(sampleRateHz))
    switch stage {
    case .countIn, .recording: return beginFrame - lead
    case .empty, .armed, .overdubbing, .playing, .stopped:
      let wanted = spans.compactMap(\.wanted).filter { !$0.isEmpty }.map(\.lowerBound).min()
      return min(wanted ?? .max, frame) - lead
    }
  }

  /// The sounds of the microphone that are there or can be brought back.
  public var sounds: [LoopSound] { history.sounds }

  /// As long before its first hit a loop may begin: half a step of the slowest beat.
  private static let leadSeconds = 0.5

  private var fadeFrames: Int { Int(LoopSound.fadeSeconds * Double(sampleRateHz)) }

  /// Takes in what the microphone heard in time with the output until a frame, in stretches of half a cycle: so each is there long
  /// before it is played.
  ///
  /// - Parameter read: Samples in time with output frames, linear; nil if they are not at hand any more.
  /// - Returns: False if the loop keeps so much that nothing more is taken in.
  public mutating func hear(until end: Int, read: (Range<Int>) -> [Float]?) -> Bool {
    for layer in spans.map(\.layer) {
      while let place = spans.firstIndex(where: { $0.layer == layer }),
        let grid = grid(of: spans[place]),
        let piece = nextPiece(of: spans[place], grid), piece.upperBound <= end
      {
        spans[place].wanted =
          piece.upperBound..<(spans[place].wanted?.upperBound ?? piece.upperBound)
        // What is shorter than its fades can't be heard.
        guard piece.count > fadeFrames,
          let heard = read(piece.lowerBound - fadeFrames..<piece.upperBound)
        else { continue }
        let seconds = Double(history.soundFrames + piece.count) / Double(sampleRateHz)
        guard seconds <= Self.mostSoundSeconds else {
          for place in spans.indices { spans[place].wanted = nil }
          return false
        }
        let stretch = LoopStretch(
          sound: LoopSound(heard: heard, fadeFrames: fadeFrames), heardFrame: piece.lowerBound,
          position: piece.lowerBound
            - grid.start(ofCycle: grid.soundCycle(atFrame: piece.lowerBound)))
        let step = beginLayer(layer)
        history.add(LoopLayer(number: layer, stretches: [stretch]), toStep: step)
      }
    }
    return true
  }

  /// The cycles in which a span was heard.
  private func grid(of span: Span) -> LoopGrid? {
    span.step.flatMap(history.grid(ofStep:)) ?? content.grid
  }

  /// Until the next half of a cycle is over, or the end of what is wanted.
  private func nextPiece(of span: Span, _ grid: LoopGrid) -> Range<Int>? {
    guard let wanted = span.wanted, !wanted.isEmpty else { return nil }
    let begin = wanted.lowerBound
    let cycle = grid.soundCycle(atFrame: begin)
    let (first, last) = (
      grid.firstNoteFrame(ofCycle: cycle), grid.firstNoteFrame(ofCycle: cycle + 1)
    )
    let half = first + (last - first) / 2
    return begin..<min(wanted.upperBound, begin < half ? half : last)
  }
}

extension LoopGrid {
  /// The cycle whose sound a frame belongs to: like notes, it begins half a step before its first beat.
  fileprivate func soundCycle(atFrame frame: Int) -> Int {
    let cycle = cycle(atFrame: frame)
    return firstNoteFrame(ofCycle: cycle + 1) <= frame ? cycle + 1 : cycle
  }
}

extension LoopHistory {
  /// The sounds of the microphone that are there or can be brought back.
  fileprivate var sounds: [LoopSound] {
    contents.flatMap(\.layers).flatMap(\.stretches).map(\.sound)
  }

  /// Frames of these, each counted once.
  fileprivate var soundFrames: Int {
    let frames = sounds.map { (ObjectIdentifier($0), $0.samples.count) }
    return Dictionary(frames) { first, _ in first }.values.reduce(0, +)
  }
}
