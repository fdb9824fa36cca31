// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping
import Realtime
import Sequencing

/// Renders a loop without a clock: one cycle that can be repeated, since what rings on from the cycle before is in it.
public struct LoopRendering {
  private static let turnsPerSecond = 10
  private static let periodFrames = 256

  private let performance: Performance
  /// What the audio side reads until it is over.
  private var sounds: [ObjectIdentifier: ObjectSound] = [:]
  private var pads: [String: NotePad?] = [:]
  /// Pads of the notes so far that the kit does not have.
  public private(set) var missingPads: Set<String> = []

  /// A rendering with a kit of the loop's rate, by settings, through a mix.
  package init(
    kit: Kit, _ settings: InstrumentSettings, _ mix: MixSettings,
    _ tempo: PlayedTempo = PlayedTempo()
  ) {
    var mixed = settings
    mixed.effects = mix.slots
    mixed.modulations = mix.modulations.sorted { $0.key < $1.key }.map(\.value)
    performance = Performance(
      kit: kit, profile: .general, settings: mixed, notes: NoteExchange(),
      playerObjects: ObjectSide.playerExchange(sampleRateHz: kit.sampleRateHz))
    performance.restMeters()
    performance.take(mix)
    performance.take(
      EngineCommand.Tempo(beatsPerMinute: tempo.beatsPerMinute, meter: tempo.meter))
  }

  /// Renders the second cycle of a loop.
  ///
  /// - Parameters:
  ///   - layer: The layer that sounds; nil for all.
  ///   - write: Receives the output, interleaved stereo, in order: as many frames as a cycle has.
  public mutating func run(
    _ looper: Looper, layer: Int? = nil, write: (UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    var looper = looper.playedAnew(onlyLayer: layer)
    guard let grid = looper.content.grid else { return }
    let first = grid.start(ofCycle: 1) + Instrument.outputLatencyFrames
    let wanted = first..<first + grid.cycleFrames
    let turnFrames = max(1, performance.sampleRateHz / Self.turnsPerSecond)
    var frame = 0
    var played = [Float](repeating: 0, count: 2 * Self.periodFrames)
    let silence = [Float](repeating: 0, count: Self.periodFrames)
    while frame < wanted.upperBound {
      for event in looper.advance(to: frame + turnFrames) { send(event) }
      let turnEnd = min(frame + turnFrames, wanted.upperBound)
      while frame < turnEnd {
        let count = min(Self.periodFrames, turnEnd - frame)
        try silence.withUnsafeBufferPointer { heard in
          try played.withUnsafeMutableBufferPointer { played in
            guard let heard = heard.baseAddress, let base = played.baseAddress else { return }
            performance.audioSide.hear(heard, frameCount: count, timeline: Timeline())
            performance.audioSide.play(into: base, frameCount: count)
            let kept = wanted.clamped(to: frame..<frame + count)
            guard !kept.isEmpty else { return }
            try write(
              UnsafeBufferPointer(
                rebasing: played[2 * (kept.lowerBound - frame)..<2 * (kept.upperBound - frame)]))
          }
        }
        frame += count
      }
      performance.takeNotes()
      performance.collectDrums()
    }
    try performance.checkPlugins()
  }

  /// Frames of the loop are those of the mix here.
  private mutating func send(_ event: LoopEvent) {
    switch event {
    case .noteOn(let note, let number):
      let name = note.heard.pad
      let known = pads[name] ?? performance.pads(named: name).first
      pads[name] = .some(known)
      guard var pad = known else {
        missingPads.insert(name)
        return
      }
      pad.key = note.heard.key ?? pad.key
      performance.send(
        NoteEvent(
          .on(pad, velocity: note.velocity), id: HitIdentity(number, from: .loop),
          atFrame: note.frame))
    case .soundOn(let sound, let number):
      let key = ObjectIdentifier(sound.sound)
      let object = sounds[key] ?? ObjectSound(sound.sound.samples, channelCount: 1, octaves: 0)
      sounds[key] = object
      _ = performance.send(
        .lay(object, play: number, beginFrame: sound.beginFrame), of: .player,
        atFrame: sound.frame)
    case .off(let number, let frame):
      performance.send(
        NoteEvent(.off, id: HitIdentity(number, from: .loop), atFrame: frame))
      _ = performance.send(.plain(.end(play: number)), of: .player, atFrame: frame)
    }
  }
}

extension Performance {
  /// A performance that has not begun is mixed like another one.
  fileprivate func take(_ other: MixSettings) {
    mix = other
    sendStrips(of: Array(kit.pads.indices), atFrame: 0)
    send(other.buses.map { .bus($0.key, $0.value) }, atFrame: 0)
  }
}
