// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Engine
import Foundation
import Instrument
import Kits
import Profiles
import Sessions

/// A session of struck sounds, rendered by default with a kit of a few short sounds and the
/// built-in guess.
public enum RenderedSession {
  private static let sampleRateHz = 48_000
  private static let periodFrames = 256

  /// Makes one of that name in a folder.
  ///
  /// - Parameters:
  ///   - amplitudes: Of its strokes, 0.3 s apart.
  ///   - kit: The kit, at 48 kHz, and its path.
  @discardableResult public static func make(
    _ name: String, in parent: String, amplitudes: [Float] = [0.5, 0.2, 0.7, 0.4],
    kit: (kit: Kit, path: String)? = nil
  ) throws -> SessionFolder {
    let folder = SessionFolder(path: "\(parent)/\(name)")
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    let samples = take(amplitudes: amplitudes)
    let (kit, path) = try kit ?? (fewSounds(), fewSoundsPath.get())
    var settings = InstrumentSettings()
    settings.seed = 1
    let performanceLog = PerformanceLog(sampleRateHz: sampleRateHz)
    let performance = Performance(
      kit: kit, profile: .general, settings: settings,
      performanceLog: performanceLog)
    let record = SessionRecord(
      startedAt: Date(timeIntervalSince1970: 1_800_000_000), sampleRateHz: sampleRateHz,
      kit: SessionRecord.PlayedKit(
        name: kit.name, path: path, hash: try KitIdentity.hash(path: path),
        adjustments: KitAdjustments()),
      profile: .general, settings: settings,
      devices: SessionRecord.Devices(
        input: nil, output: nil, periodFrames: periodFrames, periodCount: 1))
    let session = try SessionImport(
      record, profile: .general, hearsTwo: false, in: folder, performanceLog: performanceLog)
    try Rendering(performance, periodFrames: periodFrames).run(
      HeldTake(samples), write: { try session.write($0) }, report: { try session.append($0) })
    try session.finish(lateHits: 0, periodFrames: periodFrames)
    return folder
  }

  /// Its input: strokes of a middle sound, 0.3 s apart.
  public static func take(amplitudes: [Float] = [0.5, 0.2, 0.7, 0.4]) -> [Float] {
    StruckSounds.take(StruckSounds.middle, amplitudes: amplitudes).samples
  }

  /// Plays the session of a folder again with the hits of a file, into a WAV.
  public static func replay(_ folder: String, hitsPath: String, out: String) throws {
    let replay = try SessionReplay(SessionFolder(path: folder))
    let kit = try KitLoader.load(
      path: replay.record.kit.path, sampleRateHz: sampleRateHz,
      adjustments: replay.record.kit.adjustments, into: SampleMemory(megabytes: 64)
    ).kit
    let edits = try EditedHits(path: hitsPath, sounds: replay.sounds(nil), answerFrames: 0)
    var writer = try SoundFileWriter(path: out, sampleRateHz: sampleRateHz, channelCount: 2)
    try replay.run(
      kit: kit, profile: nil, playing: edits, periodFrames: periodFrames,
      laterKit: { _ in nil }, write: { try writer.write($0) }, report: { _ in })
    try writer.finish()
  }

  private static let kitFolder = TemporaryFolder()

  private static let fewSoundsPath = Result {
    try SimulatedKits.write("rendered", seed: 3, in: kitFolder.path)
  }

  private static func fewSounds() throws -> Kit {
    try KitLoader.load(
      path: fewSoundsPath.get(), sampleRateHz: sampleRateHz, into: SampleMemory(megabytes: 64)
    ).kit
  }
}
