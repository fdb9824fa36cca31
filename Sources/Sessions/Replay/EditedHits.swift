// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// A session's hits as a person has changed them: played as they stand, without hearing the microphone again.
public struct EditedHits: Sendable {
  /// Those that sound, in the order in which they begin, each with its `startFrame`.
  public let hits: [KeptHit]
  private let sounds: [Int]

  /// The hits of the file at `path`. One without a `startFrame` begins as long after its onset as the hit before it; a
  /// line that names none of `sounds` is an error.
  ///
  /// - Parameter answerFrames: From onset to voice, where no line tells it.
  public init(path: String, sounds: [String], answerFrames: Int) throws(SessionError) {
    let lines = try HitFile.read(path: path, isWhole: true)
    var delayFrames =
      lines.lazy.compactMap { line in line.hit.startFrame.map { $0 - line.hit.frame } }.first
      ?? answerFrames
    var played: [(hit: KeptHit, sound: Int)] = []
    for (line, hit) in lines {
      guard let name = hit.sound else { continue }
      guard let sound = sounds.firstIndex(of: name) else {
        throw SessionError(
          .broken, "read '\(path)', line \(line)", reason: "there is no sound '\(name)'",
          advice: "use one of: \(sounds.joined(separator: ", "))")
      }
      if let startFrame = hit.startFrame { delayFrames = startFrame - hit.frame }
      played.append((hit.starting(atFrame: hit.startFrame ?? hit.frame + delayFrames), sound))
    }
    let order = played.indices.sorted {
      (played[$0].hit.startFrame ?? 0, $0) < (played[$1].hit.startFrame ?? 0, $1)
    }
    hits = order.map { played[$0].hit }
    self.sounds = order.map { played[$0].sound }
  }

  /// Plays them through `performance` in blocks of `periodFrames`, `frameCount` frames in all.
  func play(
    _ performance: Performance, frameCount: Int, periodFrames: Int,
    write: (UnsafeBufferPointer<Float>) throws -> Void
  ) throws {
    let output = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * periodFrames)
    defer { output.deallocate() }
    var next = 0
    for first in stride(from: 0, to: frameCount, by: periodFrames) {
      let count = min(periodFrames, frameCount - first)
      while next < hits.count, let frame = hits[next].startFrame.map(Self.voiceFrame),
        frame < first + count
      {
        performance.audioSide.strike(
          sound: sounds[next], velocity: hits[next].velocity, hit: next + 1, atFrame: frame)
        next += 1
      }
      performance.audioSide.play(
        into: output.baseAddress.unsafelyUnwrapped, frameCount: count)
      try write(UnsafeBufferPointer(rebasing: output[..<(2 * count)]))
    }
  }

  /// Where the voice begins that is to be heard at `startFrame`: before the limiter.
  private static func voiceFrame(_ startFrame: Int) -> Int {
    startFrame - SoftLimiter.latencyFrames
  }
}
