// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Patterns
import Sequencing

/// The pattern that plays along. Its notes are sent ahead of their frames, as those of any port, so a session keeps and
/// replays them without knowing the pattern; its tempi are commands.
struct PatternPlayer {
  /// What was loaded last.
  var loaded: LoadedPattern?
  /// What plays, and its notes on the way.
  var playing: Playing?

  /// A pattern that plays.
  struct Playing {
    let pattern: LoadedPattern
    var line: SongLine
    /// What takes its place with a bar.
    var next: LoadedPattern?
    /// The metronome is to begin with the next bar.
    var awaitsClick = false
    /// Follows the player, and what it hears; nil if that is not wanted.
    var follower: (tempo: TempoFollower, hits: EventSubscription)?
    /// Notes that were sent, with their frames.
    var sent: [(id: HitIdentity, frame: Int)] = []
  }
}

extension EngineControl {
  /// Notes are sent so long before their frames: more than two turns.
  private static let patternLeadSeconds = 0.12
  /// A pattern begins so long after it is asked for.
  private static let patternStartSeconds = 0.06

  /// As many hits may wait for a turn.
  private static let patternHits = 1024

  private var outputFrame: Int {
    live.performance.snapshot.frame + Instrument.outputLatencyFrames
  }

  private func frames(seconds: Double) -> Int {
    Int(seconds * Double(live.performance.sampleRateHz)) + live.loop.periodFrames
  }

  /// Begins the loaded pattern: with a bar where one plays already or the metronome clicks, else at once.
  mutating func startPattern(atFrame frame: Int?) throws(EngineError) {
    guard let loaded = patterns.loaded else {
      throw EngineError(
        "start the pattern", reason: "no pattern is loaded", advice: "load one first")
    }
    if patterns.playing != nil {
      patterns.playing?.next = loaded
      return takePattern()
    }
    let earliest = max(frame ?? 0, outputFrame + frames(seconds: Self.patternStartSeconds))
    let clock = events.state.clock
    if live.performance.tempo.isClicking, let bar = clock.nextBar(fromFrame: earliest),
      let segment = clock.segment(atFrame: bar.frame)
    {
      begin(loaded, SongLine(loaded.song, on: segment, fromBeat: bar.number))
    } else {
      begin(
        loaded,
        SongLine(
          loaded.song, atFrame: earliest, beatsPerMinute: loaded.beatsPerMinute,
          sampleRateHz: live.performance.sampleRateHz))
    }
    takePattern()
  }

  private mutating func begin(_ loaded: LoadedPattern, _ line: SongLine) {
    patterns.playing = PatternPlayer.Playing(pattern: loaded, line: line)
    if loaded.follows {
      patterns.playing?.follower = (
        TempoFollower(beatsPerMinute: line.segment.tempo.beatsPerMinute),
        events.subscribe(capacity: Self.patternHits) { $0.isSettledHit }
      )
    }
    publish(loaded, .begun, frame: line.frame)
  }

  /// Ends the pattern: what has not begun by the frame is taken back.
  mutating func stopPattern(atFrame frame: Int?) throws(EngineError) {
    guard let playing = patterns.playing else {
      throw EngineError(
        "stop the pattern", reason: "no pattern plays", advice: "start one first")
    }
    let end = max(frame ?? 0, outputFrame)
    sendPattern(until: end)
    for note in patterns.playing?.sent ?? [] where note.frame >= end {
      try? send(.off, id: note.id, frame: nil, from: CommandCaller(.pattern), "stop the pattern")
    }
    let asked = patterns.playing?.line.asked
    patterns.playing = nil
    publish(playing.pattern, .ended, frame: end)
    // A tempo that waited for a beat holds without one.
    if let asked {
      try take(EngineCommand.Tempo(beatsPerMinute: asked.beatsPerMinute), atFrame: nil)
    }
  }

  /// Takes from a change of the tempo what the pattern does itself: a tempo begins with its next beat, the metronome with its
  /// next bar.
  func patternTakes(_ tempo: EngineCommand.Tempo) -> Bool {
    guard let playing = patterns.playing else { return false }
    let startsClick = tempo.isClicking == true && !live.performance.tempo.isClicking
    return tempo.beatsPerMinute != nil || startsClick
      || tempo.isClicking == false && playing.awaitsClick
  }

  /// See ``patternTakes(_:)``; the rest of the change, nil for none.
  mutating func giveToPattern(
    _ tempo: EngineCommand.Tempo, atFrame frame: Int?
  ) -> EngineCommand.Tempo? {
    var rest = tempo
    if let beatsPerMinute = tempo.beatsPerMinute {
      patterns.playing?.line.ask(beatsPerMinute, fromFrame: frame ?? 0)
      patterns.playing?.follower?.tempo = TempoFollower(beatsPerMinute: beatsPerMinute)
      rest.beatsPerMinute = nil
    }
    if tempo.isClicking == true, !live.performance.tempo.isClicking {
      patterns.playing?.awaitsClick = true
      rest.isClicking = nil
    } else if tempo.isClicking == false {
      patterns.playing?.awaitsClick = false
    }
    return rest.meter == nil && rest.isClicking == nil ? nil : rest
  }

  /// Sends what is due of the pattern: once a turn.
  mutating func takePattern() {
    guard patterns.playing != nil else { return }
    followPlayer()
    sendPattern(until: outputFrame + frames(seconds: Self.patternLeadSeconds))
  }

  /// Hits since the last turn say how fast the player is: each lies where its drum would sound without the delay.
  private mutating func followPlayer() {
    guard let playing = patterns.playing, let follower = playing.follower else { return }
    let rate = Double(live.performance.sampleRateHz)
    let delay = Int((events.state.delay?.milliseconds ?? 0) * rate / 1000)
    let isTernary = live.performance.tempo.meter.isCompound
    var tempo = follower.tempo
    for case .hit(let hit) in follower.hits.take().events {
      guard hit.refused == nil, let frame = hit.startFrame.map({ $0 - delay }) else { continue }
      tempo.hear(
        atBeat: playing.line.beat(atFrame: frame), atSeconds: Double(frame) / rate,
        isTernary: isTernary)
    }
    let next = tempo.tempo(
      atBeat: playing.line.beat(atFrame: outputFrame),
      now: playing.line.segment.tempo.beatsPerMinute)
    patterns.playing?.follower?.tempo = tempo
    if let next { patterns.playing?.line.ask(next) }
  }

  private mutating func sendPattern(until end: Int) {
    let now = outputFrame
    for event in patterns.playing?.line.advance(to: end) ?? [] {
      switch event {
      case .note(let drum, let velocity, let frame):
        // What comes too late would be heard as another note.
        if frame >= now { send(drum, velocity, frame) }
      case .tempo(let beatsPerMinute, let meter, let frame):
        let tempo = live.performance.tempo
        guard tempo.beatsPerMinute != beatsPerMinute || tempo.meter != meter else { continue }
        try? take(
          EngineCommand.Tempo(beatsPerMinute: beatsPerMinute, meter: meter), atFrame: frame)
      case .bar(let number, let frame):
        if patterns.playing?.awaitsClick == true {
          patterns.playing?.awaitsClick = false
          try? take(EngineCommand.Tempo(isClicking: true), atFrame: frame)
        }
        if let next = patterns.playing?.next {
          change(to: next, atFrame: frame)
          return
        }
        if let pattern = patterns.playing?.pattern {
          publish(pattern, .bar, frame: frame, bar: number + 1)
        }
      case .end: patterns.playing = nil
      }
    }
    patterns.playing?.sent.removeAll { $0.frame < now }
  }

  /// Another pattern takes over with a bar; what was sent behind it is taken back.
  private mutating func change(to next: LoadedPattern, atFrame frame: Int) {
    for note in patterns.playing?.sent ?? [] where note.frame >= frame {
      try? send(.off, id: note.id, frame: nil, from: CommandCaller(.pattern), "change the pattern")
    }
    let tempo = live.performance.tempo
    begin(
      next,
      SongLine(
        next.song, atFrame: frame,
        beatsPerMinute: tempo.isClicking ? tempo.beatsPerMinute : next.beatsPerMinute,
        sampleRateHz: live.performance.sampleRateHz))
    takePattern()
  }

  /// A note that the kit has not, or that finds no room, is left out.
  private mutating func send(_ drum: SongDrum, _ velocity: Float, _ frame: Int) {
    guard let pad = live.performance.pad(of: drum) else { return }
    let id = nextIdentity(.pattern)
    let isSent: Void? = try? send(
      .on(pad, velocity: velocity), id: id, frame: frame, from: CommandCaller(.pattern),
      "play a pattern")
    if isSent != nil { patterns.playing?.sent.append((id, frame)) }
  }

  /// Reports what happens to a pattern.
  func publish(
    _ pattern: LoadedPattern, _ change: EngineEvent.Pattern.Change, frame: Int? = nil,
    bar: Int? = nil
  ) {
    events.publish(
      .pattern(
        EngineEvent.Pattern(
          change, path: pattern.path, title: pattern.song.title, bars: pattern.song.bars.count,
          frame: frame, bar: bar)))
  }
}

extension MusicalClock {
  /// The first beat that begins a bar on a frame or later; nil where none does.
  fileprivate func nextBar(fromFrame frame: Int) -> Beat? {
    var beat = nextBeat(fromFrame: frame)
    // No bar has more beats.
    for _ in 0..<32 {
      guard let found = beat, !found.isFirst else { return beat }
      beat = nextBeat(fromFrame: found.frame + 1)
    }
    return nil
  }
}
