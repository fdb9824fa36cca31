// SPDX-License-Identifier: GPL-3.0-or-later
import CTrainedTables

/// The weights of ``HitValidator``, as tools/train-judge wrote them: little-endian `Float`s, one table after the other.
struct HitValidatorWeights {
  static let hiddenCount = 48
  private static let inputCount = HitShape.bandCount * (HitShape.segmentCount + 1)
  private static let stageCount = HitShape.segmentCount - HitShape.fewestSegments + 1

  /// Hidden unit by hidden unit, a weight for each input.
  let inputs: [Float]
  /// Stage by stage, a bias for each hidden unit.
  let hiddenBiases: [Float]
  /// Stage by stage, a weight for each hidden unit.
  let outputs: [Float]
  /// A bias a stage.
  let outputBiases: [Float]
  /// Stage by stage: weights of the strike, margin, level and recent opinion, and a bias.
  let own: [Float]
  /// The same without a profile: weights of the strike, recent opinion and level below the last, and a bias.
  let general: [Float]

  /// Copies the weights out of the program, so that the audio thread never waits for a page of it.
  init() {
    var bytes = UnsafeRawBufferPointer(start: hit_validator_bytes, count: hit_validator_count)[...]
    func next(_ count: Int) -> [Float] {
      let size = count * MemoryLayout<Float>.size
      precondition(bytes.count >= size, "the weights are whole")
      let numbers = (0..<count).map {
        bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Float>.size, as: Float.self)
      }
      bytes = bytes.dropFirst(size)
      return numbers
    }
    inputs = next(Self.hiddenCount * Self.inputCount)
    hiddenBiases = next(Self.stageCount * Self.hiddenCount)
    outputs = next(Self.stageCount * Self.hiddenCount)
    outputBiases = next(Self.stageCount)
    own = next(Self.stageCount * 5)
    general = next(Self.stageCount * 4)
    precondition(bytes.isEmpty, "the weights are whole")
  }
}
