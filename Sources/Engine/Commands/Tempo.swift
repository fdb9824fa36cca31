// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Sequencing

extension EngineCommand {
  /// How fast to play; what does not change is nil.
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

extension EngineCommand.Tempo: ControlCommand, PreparedCommand {
  static let name = "tempo"
  static let timing = EngineCommand.Timing.ahead
  static let isForGuests = true
  private static let operation = "change the tempo"
  var command: EngineCommand { .tempo(self) }
  var changeText: String { "the tempo" }

  func check(_ control: EngineControl) throws(EngineError) {
    let tempo = changed(control.live.performance.tempo)
    guard tempo.isPossible else {
      throw EngineError(
        Self.operation, reason: "\(tempo.beatsPerMinute) beats a minute are no tempo",
        advice: "give \(TempoParameter.tempo.scale.rangeText)")
    }
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let tempo = changed(control.live.performance.tempo)
    try control.change(Self.operation, atFrame: frame) { $0.play(at: tempo, atFrame: $1) }
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
