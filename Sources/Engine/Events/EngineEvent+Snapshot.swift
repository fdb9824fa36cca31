// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

extension EngineEvent {
  /// Level of an amplitude, in dBFS.
  static func decibels(amplitude: Float) -> Float { Units.decibels(amplitude: amplitude) }
}

extension EngineEvent.Profile {
  /// The sounds that a performance distinguishes now.
  init(_ performance: Performance, name: String? = nil) {
    self.init(
      name: name, sounds: performance.profileSounds,
      choices: performance.profileChoices,
      isGuess: performance.isGuessing,
      certainty: performance.certainty, velocityCurve: performance.velocityCurve,
      hearing: performance.hearing)
  }
}

extension EngineEvent.Meters {
  /// The meter values of an instrument.
  public init(_ snapshot: Snapshot) {
    func level(_ decibels: Float) -> Float? { decibels.isFinite ? decibels : nil }
    let output = snapshot.output
    frame = snapshot.frame
    inputPeakDecibels = level(Units.decibels(amplitude: snapshot.inputPeak))
    peakDecibels = level(Units.decibels(amplitude: output.peak))
    rmsDecibels = level(Units.decibels(amplitude: output.rootMeanSquare))
    momentaryLUFS = level(output.momentaryLoudness)
    gainReductionDecibels = level(Units.decibels(amplitude: 1 / output.gainReduction))
    voices = snapshot.soundingVoices
  }
}
