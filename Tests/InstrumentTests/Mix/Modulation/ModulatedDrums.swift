// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Realtime
import Sequencing
import Simulation

@testable import Instrument

/// The tones of ``MixedDrums`` through a whole instrument, with effects that follow the strokes.
struct ModulatedDrums {
  /// A stroke on a pad by its role, as it was heard, and what it turns out to be.
  struct Stroke {
    var pad = PadRole.snare
    var frame = 0
    var velocity: Float = 1
    var hertz: Float?
    var peakDecibels: Float?
    /// The frame on which its velocity is known better, and that velocity.
    var revision: (frame: Int, velocity: Float)?
  }

  var strokes: [Stroke] = []
  var effects: [SlotChange] = []
  var rows: [Modulation] = []
  /// Changes of the mixer while it plays.
  var events: [MixEvent] = []
  var blockFrames = 64
  /// The metronome clicks from the beginning, unheard.
  var isClicking = false

  /// The left side from before the limiter.
  func played() -> [Float] { played(again: nil).output }

  /// The same, from what was recorded of the strokes.
  func replayed() -> [Float] { played(again: played(again: nil).events).output }

  /// - Parameter recorded: Events of strokes in place of ``strokes``.
  private func played(again recorded: [VoiceEvent]?) -> (output: [Float], events: [VoiceEvent]) {
    let log = PerformanceLog(sampleRateHz: 48_000)
    var settings = InstrumentSettings()
    (settings.effects, settings.modulations) = (effects, rows)
    let mixing = MixSettings(effects: effects, modulations: rows)
    let exchange = MixExchange()
    if isClicking {
      var tempo = PlayedTempo()
      tempo.isClicking = true
      _ = exchange.send(.bus(.click, BusStrip(gain: 0)), atFrame: 0)
      _ = exchange.send(.click(tempo), atFrame: 0)
    }
    for event in events { _ = exchange.send(event.change, atFrame: event.frame) }
    let hits = SPSCRing<HitEvent>(minimumCapacity: 16)
    let snapshots = SnapshotCell(Snapshot())
    var instrument = Instrument(
      settings: settings,
      hearing: HitTracker(
        detector: OnsetDetector(sampleRateHz: 48_000),
        recogniser: SoundRecogniser(
          classifier: Classifier(model: .anyHit(), sampleRateHz: 48_000),
          judge: HitValidator(model: .none, sampleRateHz: 48_000), usualPeaksDecibels: [nil],
          pads: [PadChoice(.other).addresses]), sampleRateHz: 48_000),
      drums: DrumSet.make(
        kit: MixedDrums.kit, playing: PlayingStyle(humanising: .none), seed: 1,
        racks: mixing.rackNumbers(of: MixedDrums.kit)),
      mix: exchange.audioSide, hits: hits.producer, snapshots: snapshots.publisher,
      performanceLog: log.audioSide)
    if let recorded {
      for event in recorded { instrument.play(again: event) }
    } else {
      schedule(on: &instrument)
    }
    var output = [Float](repeating: 0, count: 2 * MixedDrums.frameCount)
    var unlimited = output
    unlimited.withUnsafeMutableBufferPointer { unlimited in
      var first = 0
      var span = output.mutableSpan
      while first < MixedDrums.frameCount {
        let count = min(blockFrames, MixedDrums.frameCount - first)
        var piece = span._mutatingExtracting(2 * first..<2 * (first + count))
        instrument.play(into: &piece, unlimited: unlimited.baseAddress.map { $0 + 2 * first })
        first += count
      }
    }
    while hits.consumer.pop() != nil {}
    _ = snapshots.reader.read()
    let left = stride(from: 0, to: unlimited.count, by: 2).map { unlimited[$0] }
    return withExtendedLifetime(exchange) { (left, log.newStrokes()) }
  }

  private func schedule(on instrument: inout Instrument) {
    for (place, stroke) in strokes.enumerated() {
      var note = NoteOn(
        hit: place + 1, pad: MixedDrums.kit.pad(role: stroke.pad), velocity: stroke.velocity,
        brightnessOctaves: stroke.hertz.map(log2))
      note.peakDecibels = stroke.peakDecibels
      instrument.voices.start(note, atFrame: stroke.frame)
      guard let revision = stroke.revision else { continue }
      note.velocity = revision.velocity
      instrument.voices.revise(note, atFrame: revision.frame)
    }
  }

  /// By how many decibels the snare's tone is louder once it stands than it plays without effects.
  func change(_ hertz: Double = MixedDrums.snareHz) -> Double {
    var plain = self
    (plain.effects, plain.rows, plain.events) = ([], [], [])
    func level(_ drums: Self) -> Double {
      MixedDrums.level(drums.played().flatMap { [$0, $0] }, hertz)
    }
    return level(self) - level(plain)
  }
}
