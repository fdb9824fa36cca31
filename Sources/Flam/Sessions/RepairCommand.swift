// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Sessions

struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Make a cut-off recording whole.",
    discussion: """
      After a crash or a power cut a WAV may hold more sound than it tells, or less. Its sizes are set to what is there, \
      in place; not a sample is touched. A whole recording stays as it is.

        flam repair groove.wav
        flam repair ~/Music/Flam/monday      every recording of a session
      """)

  @Argument(help: "A WAV or RF64 file, or the folder of a session.")
  var file: String

  func run() throws {
    let session = SessionFolder(path: file)
    let paths = session.exists ? [session.mixPath, session.microphonePath] : [file]
    for path in paths {
      let repair = try WAVRepair(path: path)
      let seconds = (Double(repair.frames) / Double(repair.sampleRateHz)).text(places: 1)
      let told = (Double(repair.toldFrames) / Double(repair.sampleRateHz)).text(places: 1)
      try Terminal.print(
        repair.wasWhole
          ? "\(path): is whole, \(seconds) s"
          : "\(path): made whole, \(seconds) s; it told \(told) s")
    }
  }
}
