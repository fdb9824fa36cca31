// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// A folder that plots are written into; files of the same name are replaced.
struct PlotFolder {
  let path: String

  /// Makes the folder if it does not exist.
  init(path: String) throws(ScoreFailure) {
    self.path = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Self.failure(path)
    }
  }

  /// Writes a drawing; `name` becomes a plain file name.
  func write(_ document: String, name: String, ending: String = "svg") throws(ScoreFailure) {
    let plain = String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    let file = "\(path)/\(plain).\(ending)"
    do { try document.write(toFile: file, atomically: true, encoding: .utf8) } catch {
      throw Self.failure(file)
    }
  }

  private static func failure(_ path: String) -> ScoreFailure {
    ScoreFailure(
      .cannotCreate, "cannot create '\(path)': it cannot be written there; choose another folder")
  }
}
