// SPDX-License-Identifier: GPL-3.0-or-later
import Boards
import Latency
import Storage

extension BoardTable {
  /// What an option names that is given without a file.
  static let usualFile = "~/.config/flam/board.json"

  /// The table that an option names, and where it lies.
  static func asked(_ file: String) throws(CommandFailure) -> (path: String, table: BoardTable) {
    let path = file == usualFile ? BaseFolders().config + "/flam/board.json" : file
    do throws(BoardTableError) { return (path, try BoardTable.read(path: path)) } catch {
      throw CommandFailure(FileSystem.exists(path) ? .brokenData : .noInput, error.description)
    }
  }

  /// What strokes on its pads take to be told; nil where it has none, or its line is uneven.
  var delaySource: PortDelay.Source? {
    guard bluetoothName == nil, !pads.isEmpty else { return nil }
    return PortDelay.Source(.board, reportingSeconds: reportingSeconds)
  }
}
