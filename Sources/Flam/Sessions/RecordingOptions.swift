// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import Engine
import Glibc
import Recording
import Storage

/// The recordings of `play`, and their places.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record what you hear to this .wav, .flac or .ogg.",
      valueName: "file"))
  var record: String?

  @OptionGroup var format: BitDepthOptions

  @OptionGroup var sessions: SessionOptions

  @Option(
    name: .customLong("else"),
    help: ArgumentHelp(
      "Folder where the recording goes on if its first place fails.",
      valueName: "folder"))
  var elseFolder: String?

  @Flag(
    help: """
      Also record each part in a file of its own: the drums of each sound, the room, the delay, the \
      microphone. No part holds the backing.
      """)
  var stems = false

  func validate() throws {
    guard !stems || record != nil || sessions.isKept else {
      throw ValidationError("--stems goes with --record, --session or --record-to.")
    }
    guard record == nil || !sessions.isKept else {
      throw ValidationError(
        "Give --record or --session, not both: a session records what is played.")
    }
    guard elseFolder == nil || record != nil || sessions.isKept else {
      throw ValidationError("--else goes with --record, --session or --record-to.")
    }
    guard format.bits == nil || !sessions.isKept else {
      throw ValidationError("--bits goes with --record: a session keeps every bit.")
    }
  }

  /// Names the files of the stems after `file`; none without --stems. Fails if they cannot be made.
  func stemFiles(
    of file: RecordingFile, _ names: [String], isOverwriting: Bool
  ) throws -> [RecordingFile] {
    guard stems else { return [] }
    let files = names.map { file.beside(named: $0) }
    try OutputFiles.check(
      (files + [microphoneFile(of: file)].compactMap(\.self)).map(\.path), inputs: [],
      isOverwriting: isOverwriting, isWaiting: true)
    return files
  }

  /// The file for the microphone, next to a recording with --stems. A session has its own.
  func microphoneFile(of file: RecordingFile) -> RecordingFile? {
    stems && !sessions.isKept ? file.beside(named: "microphone", channelCount: 1) : nil
  }

  /// Reports recordings that were cut off, and fails if the new one cannot be made.
  func check(inputs: [String], isOverwriting: Bool) throws {
    if let record { CutOff.report(of: [record], isOverwriting: isOverwriting) }
    if sessions.isKept { CutOff.report(ofSessionsIn: sessions.parent) }
    if let elseFolder, record != nil {
      // If that fails, the check says why.
      try? WholeFile.make(elseFolder)
    }
    try OutputFiles.check(
      paths(of: record).flatMap { [$0.path] + [$0.elsePath].compactMap(\.self) } ?? [],
      inputs: inputs, isOverwriting: isOverwriting, isWaiting: true)
  }

  /// The file of --record; without a playback device, a free name.
  func file(isAudible: Bool) -> RecordingFile? {
    paths(
      of: record
        ?? (isAudible ? nil : OutputFiles.freeName("session") { CutOff.report(of: [$0]) }))
  }

  private func paths(of path: String?) -> RecordingFile? {
    path.map { path in
      RecordingFile(
        path: path, elsePath: elseFolder.map { place(of: path, in: $0) },
        lastPath: place(of: path, in: OutputFiles.sessionsFolder),
        encoding: format.bits?.encoding)
    }
  }

  /// The path of a file with the same name in another folder.
  private func place(of path: String, in folder: String) -> String {
    "\(folder)/\(FileNames.last(path))"
  }
}
