// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine
import Foundation
import Instrument
import Kits
import Profiles

/// An engine with the bundled kit that hears a take and plays unheard, in real time, on any machine.
public final class SilentEngine {
  /// The engine, not started.
  public let engine: Engine
  private let folder: TemporaryFolder

  /// The bundled kit by another path in a folder: for an engine it is another kit.
  public static func otherKit(_ name: String = "other", in folder: String) throws -> String {
    let path = URL(filePath: try KitLocator().kit(nil))
    let link = folder + "/" + name
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: path.deletingLastPathComponent().path)
    return link + "/" + path.lastPathComponent
  }

  /// An engine that hears silence for ever.
  ///
  /// - Parameters:
  ///   - events: Tells what happens.
  ///   - edit: Changes what is played.
  public init(
    events: EventHub = EventHub(), _ edit: (inout EngineSetup) throws -> Void = { _ in }
  ) throws {
    folder = TemporaryFolder()
    let path = folder.path + "/silence.wav"
    var file = try SoundFileWriter(
      path: path, sampleRateHz: 48_000, channelCount: 1, isOverwriting: false)
    try [Float](repeating: 0, count: 48_000).withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    var setup = EngineSetup(profile: .general, memory: SampleMemory(megabytes: 256))
    setup.input = .take(path: path, channels: .mean, isLooped: true)
    setup.output = .nothing
    setup.settings.seed = 1
    try edit(&setup)
    engine = try Engine(setup, events: events)
  }
}
