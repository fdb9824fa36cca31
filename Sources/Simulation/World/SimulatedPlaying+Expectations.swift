// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Foundation
import Instrument
import Kits
import Profiles
import Realtime
import Recording
import Sequencing
import Sessions
import SoundFiles
import Synchronization

/// What must hold of the files that a playing has left.
extension SimulatedPlaying {
  /// A recording is as long as the output, wherever its parts are after one was removed; if a copy
  /// could not begin, that was reported.
  ///
  /// - Parameter refused: Threads that could not be started, a copy among them.
  func expectRecording(
    _ setup: EngineSetup, _ report: EngineReport, refused: Int, _ outcome: inout Outcome
  ) throws {
    guard setup.recording != nil else { return }
    let files = FileManager.default
    let frames = try [recordedPath, elsePath].map { ($0 as NSString).deletingLastPathComponent }
      .flatMap { folder in
        try (files.fileExists(atPath: folder) ? files.contentsOfDirectory(atPath: folder) : [])
          .filter { $0.hasSuffix(".wav") }.map { "\(folder)/\($0)" }
      }
      .reduce(0) { try $0 + SoundFileReader(path: $1).frameCount }
    let isReportedLost =
      refused > 0 && outcome.removals > 0 && report.recordings.contains { $0.contains("lost") }
    if frames != report.snapshot.frame, !isReportedLost {
      outcome.faults.append(
        "\(frames) frames are recorded of \(report.snapshot.frame) that were played, after "
          + "\(outcome.removals) removals")
    }
  }

  /// A temporary recording is a part of the whole output, whose last 5 ms fade out.
  func expectPart(_ path: String, of mix: [Float], _ outcome: inout Outcome) throws {
    let part = try Self.samples(path)
    outcome.parts += 1
    let fading = try Int(0.005 * Float(SoundFileReader(path: path).sampleRateHz) + 0.5)
    let steady = part.dropLast(2 * fading)
    guard let first = steady.firstIndex(where: { $0 != 0 }) else { return }
    let isThere = mix.indices.contains { index in
      let start = index - first
      guard mix[index] == part[first], start >= 0, start + part.count <= mix.count else {
        return false
      }
      let whole = mix[start..<start + part.count]
      return whole.prefix(steady.count).elementsEqual(steady)
        && zip(whole, part).dropFirst(steady.count).allSatisfy { abs($1) <= abs($0) }
    }
    if !isThere { outcome.faults.append("'\(path)' holds what was not played") }
  }

  /// A replayable session is the same bit for bit when played again.
  ///
  /// - Parameter isWhole: It began with the playing: hearing it again also gives the same hits.
  func expectSession(
    _ session: EngineReport.Session, isWhole: Bool, _ outcome: inout Outcome
  ) throws {
    let kept = SessionFolder(path: session.path)
    switch session.notReplayable {
    case .failure(let error):
      outcome.faults.append("the session '\(session.path)' is not whole: \(error)")
    case .success(let reason?):
      outcome.reasons.append(reason)
      outcome.take(reason.utf8)
    case .success(nil):
      let mix = try Self.samples(kept.mixPath)
      for hearsAgain in isWhole ? [false, true] : [false] {
        let again = try replayed(kept, hearsAgain: hearsAgain)
        if again != mix {
          let place = zip(again, mix).enumerated().first { $0.element.0 != $0.element.1 }
          outcome.faults.append(
            "'\(kept.path)' does not sound the same when it is played again\(hearsAgain ? ", heard again" : ""): "
              + "\(mix.count) and \(again.count) samples, other from \(place?.offset ?? -1) on")
        }
      }
      outcome.replayed += 1
      outcome.take(mix.withUnsafeBytes { Array($0) })
    }
  }

  private func replayed(_ kept: SessionFolder, hearsAgain: Bool) throws -> [Float] {
    let replay = try SessionReplay(kept, hearsAgain: hearsAgain)
    let memory = SampleMemory(megabytes: 48)
    let kit = try KitLoader.load(
      path: replay.record.kit.path, sampleRateHz: 48_000,
      adjustments: replay.record.kit.adjustments, into: memory
    ).kit
    var again: [Float] = []
    try replay.run(
      kit: kit, profile: nil, playing: nil, periodFrames: 441,
      laterKit: { part in
        try KitLoader.part(
          part.detail, ofKit: part.path, sampleRateHz: 48_000,
          adjustments: KitAdjustments(gain: part.gain), into: memory,
          struckAt: replay.choices(of: part), gainDecibels: part.gainDecibels)
      },
      write: { again += $0 }, report: { _ in })
    return again
  }

  static func samples(_ path: String) throws -> [Float] {
    var reader = try SoundFileReader(path: path)
    var samples = [Float](repeating: 0, count: reader.frameCount * reader.channelCount)
    var span = samples.mutableSpan
    _ = try reader.read(into: &span)
    return samples
  }
}
