// SPDX-License-Identifier: GPL-3.0-or-later

/// The recordings of a kind by their origin: each source, each of its players if there are several,
/// and each recording in which nothing is played.
struct OnsetGroups {
  /// Recordings that belong together.
  private struct Group {
    var source: String
    var player: String?
    var members: [Int]
  }

  /// The figures of each group, one a detector; none if all recordings belong together.
  let figures: [[OnsetFigures]]

  /// Groups the entries of each detector, all of one kind.
  init(_ entries: [[OnsetBenchmark.Entry]], detectors: [String]) {
    let groups = Self.groups(entries[0].map(\.recording))
    figures =
      groups.count < 2
      ? []
      : groups.map { group in
        zip(entries, detectors).map { entries, name in
          OnsetFigures(
            group.members.map { entries[$0] }, detector: name, source: group.source,
            player: group.player)
        }
      }
  }

  private static func groups(_ recordings: [Recording]) -> [Group] {
    let sources = Dictionary(grouping: recordings.indices) { recordings[$0].source }
    return sources.sorted { $0.key < $1.key }.flatMap { source, members -> [Group] in
      let players = Dictionary(grouping: members) { index in
        let recording = recordings[index]
        return (recording.hits.isEmpty ? recording.name : recording.player) ?? ""
      }.sorted { $0.key < $1.key }
      let own = players.map { player, members in
        Group(source: source, player: player.isEmpty ? nil : player, members: members)
      }
      let all = Group(source: source, player: nil, members: members)
      return own.count == 1 ? [all] : [all] + own
    }
  }
}
