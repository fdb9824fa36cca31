// SPDX-License-Identifier: GPL-3.0-or-later
import ErrorAdvice
import Storage

/// The most frames of a take that are read, and the reason for the limit.
struct TakeLimit {
  private let frameCount: Int
  private let reason: String
  private let advice: Advice

  /// The limit of a file's length, which its header declares, too.
  static func ofLength(_ reader: TakeReader) -> TakeLimit {
    TakeLimit(
      Limits.takeSeconds * reader.sampleRateHz,
      "it is longer than \(Limits.takeSeconds / 3600) hours, the limit of a take",
      advice: "cut a part out: sox IN OUT trim 0 3600")
  }

  /// The limit for reading a file: its length, the size to which it unpacks, and its size in memory
  /// if it is kept there.
  init(_ reader: TakeReader, isHeld: Bool) {
    let unfolded = reader.byteCount.multipliedReportingOverflow(by: Limits.takeUnfolding)
    let unfoldedSamples =
      unfolded.overflow ? .max : unfolded.partialValue / MemoryLayout<Float>.stride
    let limits = [
      Self.ofLength(reader),
      TakeLimit(
        max(Limits.heldTakeSamples, unfoldedSamples) / reader.channelCount,
        "it unfolds to more than \(Limits.takeUnfolding) times its size, the limit of a take",
        advice: "nearly all of it is silence: cut out the part that you played"),
      TakeLimit(
        isHeld ? Limits.heldTakeSamples / (reader.hearsTwo ? 2 : 1) : .max,
        "it has more than \(Limits.heldTakeSamples) samples, the limit for takes in memory",
        advice: "cut a part out: sox IN OUT trim 0 600"),
    ]
    self = limits.reduce(limits[0]) { $1.frameCount < $0.frameCount ? $1 : $0 }
  }

  private init(_ frameCount: Int, _ reason: String, advice: Advice) {
    (self.frameCount, self.reason, self.advice) = (frameCount, reason, advice)
  }

  /// Throws if a file has more frames.
  func check(_ count: Int, of path: String) throws(SoundFileError) {
    guard count > frameCount else { return }
    throw SoundFileError(.broken, .read, path: path, reason: reason, advice: advice)
  }
}
