// SPDX-License-Identifier: GPL-3.0-or-later

/// The table of targets: every figure with its target, its worst case, and the peer.
struct TargetTable: CustomStringConvertible {
  static let header = ["measure", "seen", "target", "", "worst", "aubio"]
  /// The source of the rest of the table: it plays drums into rooms, which takes another tool.
  static let elsewhere =
    "under own drums: swift run -c release flam-bench feedback · cancelling: flam-bench voices"

  let judgements: [Judgement]

  /// Of all judgements those that are in the table.
  init(_ judgements: [Judgement]) { self.judgements = judgements.filter { $0.row != nil } }

  var rows: [[String]] {
    judgements.map { judgement in
      var cells = judgement.cells
      cells[0] = judgement.subject.map { "\($0): \(cells[0])" } ?? cells[0]
      return cells + [judgement.worst ?? "", judgement.peer ?? ""]
    }
  }

  var description: String {
    var table = TextTable(Self.header)
    rows.forEach { table.append($0) }
    return "\(table)\n\n  \(Self.elsewhere)"
  }
}
