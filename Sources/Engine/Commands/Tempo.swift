// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing

extension EngineCommand {
  /// A change of the tempo; nil fields stay as they are.
  public struct Tempo: Codable, Sendable, Equatable {
    /// Beats of the meter a minute, 20...500.
    public var beatsPerMinute: Double?
    /// "3/4": how many beats a bar has.
    public var meter: Meter?
    /// The metronome clicks.
    public var isClicking: Bool?

    /// A change of the tempo.
    public init(beatsPerMinute: Double? = nil, meter: Meter? = nil, isClicking: Bool? = nil) {
      (self.beatsPerMinute, self.meter) = (beatsPerMinute, meter)
      self.isClicking = isClicking
    }
  }
}

extension EngineCommand.Tempo: ControlCommand, PreparedCommand, PerformanceCommand {
  static let name = "tempo"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  var operation: String { "change the tempo" }
  var command: EngineCommand { .tempo(self) }
  var changeText: String { "the tempo" }

  func checkBounds() throws(EngineError) {
    guard let beatsPerMinute, !PlayedTempo.range.contains(beatsPerMinute) else { return }
    throw EngineError(
      operation, reason: "\(beatsPerMinute) beats a minute are no tempo",
      advice: "give \(TempoParameter.tempo.scale.rangeText)")
  }

  /// What a pattern that plays does itself is left to it.
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    guard control.patternTakes(self) else { return try control.take(self, atFrame: frame) }
    guard let rest = control.giveToPattern(self, atFrame: frame) else { return }
    try control.take(rest, atFrame: frame)
  }

  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    performance.tempo = changed(performance.tempo)
    performance.send([.click(performance.tempo)], atFrame: frame)
    return true
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .tempo(EngineEvent.Tempo(frame: frame + Instrument.outputLatencyFrames, performance.tempo))
  }

  /// The tempo after the change.
  private func changed(_ tempo: PlayedTempo) -> PlayedTempo {
    var tempo = tempo
    tempo.beatsPerMinute = beatsPerMinute ?? tempo.beatsPerMinute
    tempo.meter = meter ?? tempo.meter
    tempo.isClicking = isClicking ?? tempo.isClicking
    return tempo
  }

  func inverse(in state: EngineState) -> [EngineCommand] {
    guard let tempo = state.tempo else { return [] }
    let before = Self(
      beatsPerMinute: beatsPerMinute.map { _ in tempo.beatsPerMinute },
      meter: meter.map { _ in tempo.meter },
      isClicking: isClicking.map { _ in tempo.isClicking })
    return [.tempo(before)]
  }
}
