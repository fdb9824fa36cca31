// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Sessions
import Storage

/// Files that a command is about to make.
package enum OutputFiles {
  /// Fails where one of `outputs` exists and may not be overwritten, or is one of `inputs` or another output: said
  /// before any work is done, and before anything is made.
  ///
  /// - Parameter isWaiting: Whether playing goes on while a place lets nothing be written. Such a place may be a pipe.
  package static func check(
    _ outputs: [String], inputs: [String], isOverwriting: Bool, isWaiting: Bool = false
  ) throws(CommandFailure) {
    var taken = inputs.map(location)
    for output in outputs {
      let place = location(output)
      guard !taken.contains(place) else {
        throw CommandFailure(
          .cannotCreate,
          "cannot create '\(output)': it is another file of the same command; give another name")
      }
      try checkSession(of: output, at: place, inputs: taken, isOverwriting: isOverwriting)
      taken.append(place)
      try checkKind(of: output, isWaiting: isWaiting)
      guard isOverwriting || access(FileNames.exactPath(output), F_OK) != 0 else {
        throw CommandFailure(
          .cannotCreate,
          "cannot create '\(output)': \(String(cString: strerror(EEXIST))); "
            + "give another name, or --force to overwrite it")
      }
      if access(FileNames.exactPath(output), F_OK) != 0 { try checkFolder(of: output) }
    }
  }

  /// Fails where `output` lies in a session: that is kept as it was, even where it may be overwritten.
  package static func checkSession(of output: String) throws(CommandFailure) {
    try checkSession(of: output, at: location(output), inputs: [], isOverwriting: false)
  }

  /// The same, but a command may add a file to the session that it reads, or renew a page that was added.
  private static func checkSession(
    of output: String, at place: String, inputs: [String], isOverwriting: Bool
  ) throws(CommandFailure) {
    let session = SessionFolder(path: WholeFile.folder(of: place))
    guard session.exists else { return }
    let mayLieThere =
      !FileSystem.exists(place) || isOverwriting && !SessionFolder.isOwn(place)
    guard !mayLieThere || !inputs.contains(session.recordPath) else { return }
    throw CommandFailure(
      .cannotCreate,
      "cannot create '\(output)': it would change the session '\(session.path)', which is kept as it was; "
        + "give the name of a file elsewhere")
  }

  /// Where sessions are kept unless a folder is named.
  package static let sessionsFolder = SessionFolder.defaultParent(
    environment: BaseFolders.variables)

  /// A new file for what is recorded on a screen or a page: where sessions are kept, by the time of day.
  package static var newRecording: String {
    let folder = sessionsFolder
    try? WholeFile.make(folder)
    return freeName("\(folder)/\(SessionFolder.nameOfNow)")
  }

  /// The first of name.wav, name-2.wav, name-3.wav… that does not exist.
  ///
  /// - Parameter passing: Is called with each that does.
  package static func freeName(_ name: String, passing: (String) -> Void = { _ in }) -> String {
    var path = "\(name).wav"
    var number = 2
    while access(FileNames.exactPath(path), F_OK) == 0 {
      passing(path)
      path = "\(name)-\(number).wav"
      number += 1
    }
    return path
  }

  /// Fails where `output` is there and no file can take its place: a pipe would wait for a reader.
  private static func checkKind(
    of output: String, isWaiting: Bool
  ) throws(CommandFailure) {
    var status = stat()
    guard stat(FileNames.exactPath(output), &status) == 0 else { return }
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFDIR: kind = "folder"
    case S_IFIFO where !isWaiting: kind = "pipe"
    case S_IFSOCK: kind = "socket"
    default: return
    }
    throw CommandFailure(
      .cannotCreate, "cannot create '\(output)': it is a \(kind); give the name of a file")
  }

  /// Fails where `output` cannot be made for lack of a folder that may be written to.
  private static func checkFolder(of output: String) throws(CommandFailure) {
    let folder = output.lastIndex(of: "/").map { String(output[...$0]) } ?? "."
    guard access(FileNames.exactPath(folder), W_OK) != 0 else { return }
    let reason = errno
    throw CommandFailure(
      .cannotCreate,
      "cannot create '\(output)': \(String(cString: strerror(reason))); "
        + (reason == ENOENT ? "make its folder first" : "choose a folder you may write to"))
  }

  /// Where a file lies or would lie, whatever way leads there.
  private static func location(_ path: String) -> String {
    if let whole = FileNames.resolved(path) { return whole }
    guard let slash = path.lastIndex(of: "/") else {
      return "\(FileNames.resolved(".") ?? "")/\(path)"
    }
    let folder = String(path[...slash])
    return "\(FileNames.resolved(folder) ?? folder)/\(path[path.index(after: slash)...])"
  }
}
