// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

extension EngineEvent.Meters {
  /// Where the meters of an instrument stand.
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
