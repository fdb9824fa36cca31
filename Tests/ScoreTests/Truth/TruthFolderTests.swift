// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Simulation
import Testing

@testable import flam_score

@Suite struct TruthFolderTests {
  private let folder = TemporaryFolder()

  private func writeSound(_ name: String) throws {
    folder.write(text: "", to: name)  // makes the folders
    var writer = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: 8000, channelCount: 1, isOverwriting: true)
    try writer.write([Float](repeating: 0.1, count: 800))
    try writer.commit()
  }

  /// The exit code that a run over the folder fails with; nil if it begins.
  private func exitCode(_ arguments: String...) throws -> ScoreFailure.Code? {
    let options = try FlamScore.parse([folder.path, "--no-aubio"] + arguments)
    do { _ = try ScoreRun(options: options) } catch { return ScoreFailure(error)?.code }
    return nil
  }

  private func writeIndex() throws {
    folder.write(
      text: """
        split,kind,file,source
        dev,composed,dev/a.wav,lab/taps
        test,composed,test/b.wav,lab/taps
        dev,negatives,dev/impulsive_dog.flac,lab/noises
        """, to: "onsets/index.csv")
    for name in ["dev/a.wav", "test/b.wav", "dev/impulsive_dog.wav"] {
      try writeSound("onsets/\(name)")
    }
    folder.write(text: "t_attack,flag,level_db\n0.02,1,-20\n0.05,0,-30\n", to: "onsets/dev/a.csv")
    folder.write(text: "t_attack\n0.02\n", to: "onsets/test/b.csv")
  }

  @Test("an index is read by split and kind; sounds may have another ending than listed")
  func index() throws {
    try writeIndex()
    let folder = TruthFolder(path: folder.path)
    let dev = try folder.recordings(TruthFolder.Choice(split: "dev"))
    #expect(dev.map(\.kind) == ["composed", TruthFolder.impulsiveNegatives])
    #expect(dev[0].hits.map(\.isSure) == [true, false])
    #expect(dev[0].hits[0].levelDecibels == -20)
    #expect(dev[1].hits.isEmpty)
    #expect(
      try folder.recordings(TruthFolder.Choice(kinds: ["composed"])).map(\.name) == ["a", "b"])
  }

  @Test("recordings without an index have a table with them, in frames")
  func plain() throws {
    try writeSound("tap.wav")
    folder.write(text: "frame,sound\n80,kick\n400,snare\n", to: "tap.csv")
    let recordings = try TruthFolder(path: folder.path).recordings(TruthFolder.Choice())
    #expect(recordings.map(\.kind) == [TruthFolder.plainKind])
    #expect(recordings[0].hits.map(\.seconds) == [0.01, 0.05])
  }

  @Test(
    "recordings without hits of a second folder inside it are backgrounds of rooms, no negatives")
  func more() throws {
    try writeIndex()
    folder.write(
      text: """
        split,kind,file
        dev,negatives,../noises/kitchen.wav
        test,negatives,../noises/street.wav
        dev,composed,dev/c.wav
        """, to: "more/onsets/index.csv")
    for name in ["noises/kitchen.wav", "noises/street.wav"] { try writeSound("more/\(name)") }
    let options = try FlamScore.parse([folder.path, "--no-aubio", "--split", "dev"])
    let material = try ScoreMaterial(options: options, rows: [.onsets])
    #expect(material.negatives.map(\.name) == ["impulsive_dog"])
    #expect(material.roomRecordings.map(\.name) == ["impulsive_dog", "kitchen"])
  }

  @Test("a folder without ground truth ends with 66, and so does a missing sound")
  func missing() throws {
    #expect(try exitCode() == .noInput)
    folder.write(text: "kind,file\ncomposed,gone.wav\n", to: "onsets/index.csv")
    #expect(try exitCode() == .noInput)
  }

  @Test("an index or a table without a needed column ends with 65")
  func broken() throws {
    folder.write(text: "file\na.wav\n", to: "onsets/index.csv")
    #expect(try exitCode() == .brokenData)
    try writeIndex()
    folder.write(text: "time\n0.02\n", to: "onsets/dev/a.csv")
    #expect(try exitCode() == .brokenData)
  }

  @Test("a file that is no sound ends with 65, an unknown kind with 66")
  func brokenSound() throws {
    try writeIndex()
    #expect(try exitCode("--kind", "nothing") == .noInput)
    folder.write(text: "no sound", to: "onsets/dev/a.wav")
    #expect(try exitCode() == .brokenData)
  }
}
