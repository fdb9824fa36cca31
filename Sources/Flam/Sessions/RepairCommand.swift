// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import FoundationEssentials
import Sessions

struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Make a cut-off recording whole.",
    discussion: """
      After a crash or a power cut a recording may hold more sound than it tells, or less. It is made to tell what is \
      there, in place; not a sample is touched. A whole recording stays as it is.

        flam repair groove.wav
        flam repair ~/Music/Flam/monday      every recording of a session
      """)

  @Argument(help: "A WAV, RF64 or FLAC, or the name or the folder of a session.")
  var file: String

  private static let endings = [".wav", ".flac", ".ogg"]

  func run() throws {
    let paths = try recordings()
    var failure: SoundFileError?
    for path in paths {
      let repair: SoundFileRepair
      do { repair = try SoundFileRepair(path: path) } catch {
        // The others are made whole all the same.
        if let failure { Terminal.tell("flam: \(failure)") }
        failure = error
        continue
      }
      let seconds = (Double(repair.frames) / Double(repair.sampleRateHz)).text(places: 1)
      let told = (Double(repair.toldFrames) / Double(repair.sampleRateHz)).text(places: 1)
      try Terminal.print(
        repair.wasWhole
          ? "\(path): is whole, \(seconds) s"
          : "\(path): made whole, \(seconds) s; it told \(told) s")
    }
    if let failure { throw failure }
  }

  /// The file, or those of a session by its folder or name.
  private func recordings() throws -> [String] {
    guard !FileManager.default.fileExists(atPath: file) || SessionFolder(path: file).exists else {
      return [file]
    }
    guard
      SessionFolder(path: file).exists
        || !file.contains("/") && !Self.endings.contains(where: file.hasSuffix)
    else {
      return [file]
    }
    return try SessionsCommand.folder(file).soundPaths
  }
}
