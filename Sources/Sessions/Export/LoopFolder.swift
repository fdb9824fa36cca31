// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import ErrorAdvice
import Instrument
import Kits
import Looping
import Notation
import SoundFiles
import Storage

/// A loop as files of a folder: its notes as MIDI, MusicXML and drum tab, and each layer as a WAV of one cycle.
public struct LoopFolder {
  /// Writes loops into folders that are there and empty.
  public static let saver: LoopSaver = { loop, folder throws(EngineError) in
    var writing = LoopFolder(loop, path: folder)
    do {
      try writing.write()
      return writing.files
    } catch let error as any AdvisedError {
      throw EngineError(
        "save the loop", reason: error.problem, advice: "\(error.advice)")
    } catch {
      throw EngineError("save the loop", reason: "\(error)", advice: "choose another folder")
    }
  }

  /// Room for kits that are not in memory, in megabytes; only what a kit needs is taken.
  private static let memoryMegabytes = [4096, 1024, 256]

  private let loop: SavedLoop
  private let path: String
  private var files = LoopFiles()

  private init(_ loop: SavedLoop, path: String) { (self.loop, self.path) = (loop, path) }

  /// Writes all files.
  private mutating func write() throws {
    let kit = try loop.kit ?? loadedKit()
    if let music = LoopMusic(loop.looper, title: "Loop", kit: kit) {
      try music.midiFile.write(to: file("loop.mid"))
      try write(MusicXML(music.sheet, quantise: 0).text, to: "loop.musicxml")
      try write(music.tab, to: "loop.txt")
    }
    var missing: Set<String> = []
    for layer in loop.looper.content.layers {
      var writer = try SoundFileWriter(
        path: file("layer-\(layer.number).wav"), sampleRateHz: loop.looper.sampleRateHz,
        channelCount: 2)
      var mix = loop.mix
      try mix.restartPlugins(sampleRateHz: kit.sampleRateHz)
      var rendering = LoopRendering(kit: kit, loop.settings, mix, loop.tempo)
      try rendering.run(loop.looper, layer: layer.number) { try writer.write($0) }
      try writer.finish()
      missing.formUnion(rendering.missingPads)
    }
    files.missingPads = missing.sorted()
  }

  private func loadedKit() throws -> Kit {
    var memory: SampleMemory?
    for megabytes in Self.memoryMegabytes where memory == nil {
      memory = try? SampleMemory(mappingMegabytes: megabytes)
    }
    guard let memory else {
      throw SessionError(
        .cannotCreate, "load the kit '\(loop.kitPath)'", reason: "there is no memory for it",
        advice: "close other programs")
    }
    return try KitLoader.load(
      path: loop.kitPath, sampleRateHz: loop.looper.sampleRateHz, adjustments: loop.adjustments,
      into: memory
    ).kit
  }

  /// The path of the next file.
  private mutating func file(_ name: String) -> String {
    files.names.append(name)
    return "\(path)/\(name)"
  }

  private mutating func write(_ text: String, to name: String) throws(SessionError) {
    let path = file(name)
    do throws(SystemError) { try WholeFile.write(text.utf8, to: path) } catch {
      throw SessionError(
        .interrupted, "write '\(path)'", reason: "\(error)",
        advice: "free some space or choose another folder")
    }
  }
}
