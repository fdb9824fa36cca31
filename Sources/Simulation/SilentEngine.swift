// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Engine
import Foundation
import Instrument
import Kits
import Profiles

/// An engine with a kit of a few short sounds that hears a take and plays unheard, in real time or
/// a ``World``'s, on any machine.
public final class SilentEngine {
  /// The engine, not started.
  public let engine: Engine
  private let folder: TemporaryFolder

  /// Another kit like its own, in a folder of its name.
  public static func otherKit(_ name: String = "other", in folder: String) throws -> String {
    let own = "\(folder)/\(name)"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    return try SimulatedKits.write(name, seed: 2, in: own)
  }

  /// An engine that hears silence for ever.
  ///
  /// - Parameters:
  ///   - events: Publishes events.
  ///   - edit: Changes the setup; without a name, the kit is the bundled one.
  public init(
    events: EventHub = EventHub(), _ edit: (inout EngineSetup) throws -> Void = { _ in }
  ) throws {
    folder = TemporaryFolder()
    let path = folder.path + "/silence.wav"
    var file = try SoundFileWriter(
      path: path, sampleRateHz: 48_000, channelCount: 1, isOverwriting: false)
    try [Float](repeating: 0, count: 48_000).withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    var setup = EngineSetup(profile: .general, memory: SampleMemory(megabytes: 64))
    setup.input = .take(path: path, channels: .mean, isLooped: true)
    setup.output = .nothing
    setup.kit = try SimulatedKits.write("flam", seed: 1, in: folder.path)
    setup.settings.seed = 1
    try edit(&setup)
    engine = try Engine(setup, events: events)
  }
}
