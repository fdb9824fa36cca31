// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping
import Realtime

/// The engine's looper: takes in what a person plays, and sends notes ahead of their frames.
///
/// Its notes are notes like those of any port, so a session keeps and replays them without knowing the looper. A hit counts
/// once it is settled, with the output frame on which its drum began. What other loops and scores play is not taken in.
struct LoopPlayer {
  /// As many hits and notes may wait for a turn.
  private static let capacity = 4096

  /// Hits of the remote sound belong together where they are no further apart.
  private static let remoteSeconds = 0.8

  private let played: EventSubscription
  var microphone: LoopMicrophone
  /// The sounds that the audio thread may use.
  var sounds = LoopSounds()
  var feed: LoopFeed
  var published: EngineEvent.Looped?
  /// The layers that were published last.
  private var lanes: [LoopLane] = []
  /// What they were made of.
  private var drawn: (content: LoopContent, settings: LoopSettings)?
  /// The output frames in which the metronome clicks for a count-in alone; nil for none.
  var countIn: Range<Int>?
  /// The sound that is the pedal; nil for none.
  var remote: EngineCommand.LoopRemote?
  /// Output frames of the last hits of that sound.
  private var remoteFrames: [Int] = []
  /// Output frames of presses by that sound, until they are taken.
  private var presses: [Int] = []
  /// Turns so far of each sound that plays pads in turn.
  private var turnCounts: [String: Int] = [:]

  /// - Parameters:
  ///   - heard: What the microphone hears.
  ///   - before: The loop of a playing before; nil for none.
  init(_ events: EventHub, sampleRateHz: Int, heard: SampleHistory, _ before: Looper? = nil) {
    microphone = LoopMicrophone(heard)
    feed = LoopFeed(sampleRateHz: sampleRateHz, before)
    played = events.subscribe(capacity: Self.capacity) { event in
      if case .note(let note) = event { return ![.loop, .score, .pattern].contains(note.source) }
      return event.isSettledHit
    }
  }

  /// Takes in what was played since the last call.
  ///
  /// - Parameter rule: What a sound plays.
  mutating func takePlayed(rule: (String) -> String?) {
    for event in played.take().events {
      switch event {
      case .hit(let hit): take(hit, rule)
      case .note(let note): take(note)
      default: break
      }
    }
  }

  private mutating func take(_ hit: HitMessage, _ rule: (String) -> String?) {
    guard hit.refused == nil, let sound = hit.sound, let frame = hit.startFrame,
      let text = rule(sound)
    else { return }
    guard sound != remote?.sound else { return press(by: frame) }
    remoteFrames = []
    let turns = PadRule(kept: text).turns(
      velocity: hit.velocity, brightnessHz: hit.line?.brightnessHz)
    let turn = turnCounts[sound, default: 0]
    if turns.count > 1 { turnCounts[sound] = turn + 1 }
    for (place, pad) in turns[turn % turns.count].enumerated() {
      let note = HeardNote(
        id: Self.number(hit.id, place), pad: pad, velocity: hit.velocity, frame: frame)
      feed.change { $0.hear(note) }
    }
  }

  /// Takes in a hit of the remote sound. The first of the hits that are wanted says when the press came.
  private mutating func press(by frame: Int) {
    let longest = Int(Self.remoteSeconds * Double(feed.looper.sampleRateHz))
    if let last = remoteFrames.last, frame - last > longest { remoteFrames = [] }
    remoteFrames.append(frame)
    guard remoteFrames.count >= remote?.hits ?? EngineCommand.LoopRemote.usualHits else { return }
    presses.append(remoteFrames[0])
    remoteFrames = []
  }

  /// The layers that are not as they were at the last call.
  mutating func takeChangedLanes() -> [LoopLane] {
    let looper = feed.looper
    guard drawn?.content != looper.content || drawn?.settings != looper.settings else { return [] }
    drawn = (looper.content, looper.settings)
    let before = lanes
    lanes = looper.lanes
    return lanes.filter { !before.contains($0) }
  }

  /// The output frames of presses by the remote sound since the last call.
  mutating func takePresses() -> [Int] {
    defer { presses = [] }
    return presses
  }

  private mutating func take(_ note: EngineEvent.Note) {
    let id = Self.number(note.id, 0)
    switch note.action {
    case .on:
      guard let pad = note.pad else { return }
      let heard = HeardNote(
        id: id, pad: pad, velocity: note.velocity, key: note.key, frame: note.startFrame)
      feed.change { $0.hear(heard) }
    case .off: feed.change { $0.end(id, atFrame: note.startFrame) }
    case .choke, .silence: break
    }
  }

  /// A number of its own for each pad of each hit of each source.
  private static func number(_ id: HitIdentity, _ pad: Int) -> Int {
    let sources = HitSource.allCases
    let source = sources.firstIndex(of: id.source) ?? 0
    return (id.number * sources.count + source) * StruckPads.most + pad
  }
}

extension PadRule {
  /// The pads that a hit strikes, one turn after the other.
  fileprivate func turns(velocity: Float, brightnessHz: Float?) -> [[String]] {
    let part = parts.last { part in
      switch part.condition {
      case .always: true
      case .fromVelocity(let least): velocity >= least
      case .brighter(let least): brightnessHz.map { $0 > least } ?? false
      }
    }
    return (part ?? parts[0]).turns
  }
}
