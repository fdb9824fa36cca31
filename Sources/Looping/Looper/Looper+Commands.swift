// SPDX-License-Identifier: GPL-3.0-or-later

/// What a player asks for.
extension Looper {
  /// Carries out a command that was given on a frame, for all that was not given by ``advance(to:)`` yet. If it is refused, nothing
  /// changes.
  public mutating func perform(
    _ command: LoopCommand, atFrame frame: Int
  ) throws(LoopRefusal) {
    guard !isLocked || !command.isRefusedByLock else { throw .locked }
    try command.checkBounds()
    switch command {
    case .arm(let setup): try arm(setup, atFrame: frame)
    case .record: try record(atFrame: frame)
    case .source(let source): try record(source)
    case .overdub(let isOn): try overdub(isOn ?? (stage != .overdubbing), atFrame: frame)
    case .undo: try undo(atFrame: frame)
    case .redo:
      guard history.redo() else { throw .noStep }
      settle(atFrame: frame)
    case .undoAll:
      try undo(atFrame: frame)
      while history.undo() {}
      settle(atFrame: frame)
    case .redoAll:
      guard history.redo() else { throw .noStep }
      while history.redo() {}
      settle(atFrame: frame)
    case .mute(let isMuted, let layer): try mute(isMuted, layer)
    case .solo(let isSolo, let layer):
      try check(layer)
      settings.soloLayers.set(layer, isSolo ?? !settings.soloLayers.contains(layer))
      endSilenced()
    case .clear: try clear(atFrame: frame)
    case .half: try resize(atFrame: frame) { $0.beats % 2 == 0 ? $0.beats / 2 : nil }
    case .double: try resize(atFrame: frame) { $0.beats * 2 }
    case .bars(let bars): try resize(atFrame: frame) { bars * $0.meter.beatsPerBar }
    case .move(let layer, let beats): try move(layer, beats, atFrame: frame)
    case .quantise(let share): settings.quantise = share
    case .swing(let place): settings.swing = place.map(LoopSwing.init)
    case .humanise(let share, let seed): (settings.humanise, settings.seed) = (share, seed)
    case .lock(let isOn): lock(isOn ?? !isLocked, atFrame: frame)
    case .stop: try play(false, atFrame: frame)
    case .play: try play(true, atFrame: frame)
    case .pause: try play(stage == .stopped, atFrame: frame)
    }
  }

  private mutating func arm(_ setup: LoopSetup, atFrame frame: Int) throws(LoopRefusal) {
    guard stage == .empty || stage == .armed else { throw .isThere }
    (self.setup, beginFrame, take, takeGrid) = (setup, frame, [], nil)
    guard let tempo = setup.beatsPerMinute, setup.countInBars > 0 else {
      stage = .armed
      if setup.beginsAtOnce { begin(atFrame: frame) }
      return
    }
    let counted = grid(of: tempo, fromFrame: setup.barFrame ?? frame)
    let bar = counted.frame(
      ofBeat: Double(setup.countInBars * counted.meter.beatsPerBar), inCycle: 0)
    takeGrid = grid(of: tempo, fromFrame: bar)
    stage = .countIn
  }

  private mutating func record(atFrame frame: Int) throws(LoopRefusal) {
    switch stage {
    case .empty:
      var setup = LoopSetup()
      setup.beginsAtOnce = source == .microphone
      try arm(setup, atFrame: frame)
    case .armed, .countIn: stage = .empty
    case .recording: close(atFrame: frame)
    case .overdubbing: try overdub(false, atFrame: frame)
    case .playing: try overdub(true, atFrame: frame)
    case .stopped: stage = .playing
    }
  }

  private mutating func record(_ source: LoopSource) throws(LoopRefusal) {
    guard source != self.source else { return }
    guard [.empty, .armed, .playing, .stopped].contains(stage) else { throw .isRecording }
    self.source = source
  }

  private mutating func overdub(_ isOn: Bool, atFrame frame: Int) throws(LoopRefusal) {
    guard content.grid != nil else { throw .nothingThere }
    guard isOn != (stage == .overdubbing) else { return }
    if isOn { beginSpan(atFrame: frame) } else { endSpan(atFrame: frame) }
    stage = isOn ? .overdubbing : .playing
  }

  private mutating func play(_ isOn: Bool, atFrame frame: Int) throws(LoopRefusal) {
    guard content.grid != nil else { throw .nothingThere }
    guard isOn == (stage == .stopped) else { return }
    endSpan(atFrame: frame)
    stage = isOn ? .playing : .stopped
    endSilenced()
  }

  private mutating func undo(atFrame frame: Int) throws(LoopRefusal) {
    switch stage {
    case .armed, .countIn, .recording:
      (stage, take, takeGrid) = (.empty, [], nil)
    default:
      beginHeardLayer()
      guard history.undo() else { throw .noStep }
      settle(atFrame: frame)
    }
  }

  /// What the microphone hears is a step, though nothing of it is there yet.
  private mutating func beginHeardLayer() {
    guard stage == .overdubbing, let span = spans.last, span.wanted != nil, span.step == nil else {
      return
    }
    let step = beginLayer(span.layer)
    history.add(LoopLayer(number: span.layer), toStep: step)
  }

  /// After another loop is there: nothing more is added but what was heard before, and what is no longer there ends.
  private mutating func settle(atFrame frame: Int) {
    endSpan(atFrame: frame)
    spans.removeAll { $0.step == nil }
    if content.grid == nil {
      stage = .empty
    } else if stage != .stopped {
      stage = .playing
    }
    endSilenced()
  }

  private mutating func clear(atFrame frame: Int) throws(LoopRefusal) {
    if content.grid != nil {
      beginHeardLayer()
      beginStep(.replaced)
      history.present = LoopContent()
    } else if stage == .empty {
      throw .nothingThere
    }
    (take, takeGrid) = ([], nil)
    settle(atFrame: frame)
  }

  private mutating func resize(
    atFrame frame: Int, _ beats: (LoopGrid) -> Int?
  ) throws(LoopRefusal) {
    guard let grid = content.grid else { throw .nothingThere }
    guard let length = beats(grid) else { throw .oddBeats(grid.beats) }
    let most = LoopCommand.mostBars * grid.meter.beatsPerBar
    guard length <= most else { throw .outOfRange("a loop of \(length) beats", "1...\(most)") }
    guard length != grid.beats else { return }
    takeStep(.resized(beats: length, atFrame: max(frame, self.frame)), atFrame: frame)
  }

  private mutating func move(
    _ layer: Int, _ beats: Double, atFrame frame: Int
  ) throws(LoopRefusal) {
    guard content.grid != nil else { throw .nothingThere }
    try check(layer)
    guard content.moved(layer: layer, byBeats: beats) != content else { return }
    takeStep(.moved(layer: layer, beats: beats), atFrame: frame)
  }

  /// Another loop is a step that can be taken back.
  private mutating func takeStep(_ change: LoopChange, atFrame frame: Int) {
    beginHeardLayer()
    guard let next = change.applied(to: content) else { return }
    beginStep(change)
    history.present = next
    guard stage == .overdubbing else { return }
    // What is added from now on is a step after this one.
    endSpan(atFrame: frame)
    beginSpan(atFrame: frame)
  }

  private mutating func lock(_ isOn: Bool, atFrame frame: Int) {
    isLocked = isOn
    guard isOn, stage == .overdubbing else { return }
    endSpan(atFrame: frame)
    stage = .playing
  }

  private mutating func mute(_ isMuted: Bool?, _ layer: Int?) throws(LoopRefusal) {
    if let layer {
      try check(layer)
      settings.mutedLayers.set(layer, isMuted ?? !settings.mutedLayers.contains(layer))
    } else {
      settings.isMuted = isMuted ?? !settings.isMuted
    }
    endSilenced()
  }

  private func check(_ layer: Int) throws(LoopRefusal) {
    guard content.layers.contains(where: { $0.number == layer }) else { throw .noLayer(layer) }
  }

  /// Held notes of what is silent now end with the next frame that is given.
  private mutating func endSilenced() {
    let layers = content.layers
    for place in held.indices {
      let layer = held[place].layer
      let sounds =
        stage != .stopped && layers.contains { $0.number == layer }
        && settings.sounds(layer, among: layers)
      if !sounds { held[place].endFrame = min(held[place].endFrame, frame) }
    }
  }
}

extension [Int] {
  /// Makes a number one of these, or none of them; they stay in order.
  fileprivate mutating func set(_ number: Int, _ isMember: Bool) {
    removeAll { $0 == number }
    if isMember { insert(number, at: firstIndex { $0 > number } ?? endIndex) }
  }
}
