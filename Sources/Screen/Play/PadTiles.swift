// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Storage
import TextScreen

/// A pad on the screen: the sounds that strike it, and its last stroke.
struct PadTile: Equatable {
  /// The key that strikes it; nil for none.
  var key: Character?
  /// As players call the pad.
  let pad: String
  /// The sound that strikes it; nil if none does.
  let sound: String?
  /// Threshold that the player set for the sound, in dBFS.
  let thresholdDecibels: Float?
  let isMuted: Bool
  /// The last stroke, of a hit or a note.
  let stroke: RecentPlaying.Stroke?
  /// How sure the last hit was.
  let confidence: Float?

  /// Keys that strike the first tiles.
  static let keys: [Character] = Array("1234567890")

  /// Those of the sounds in their order, then pads that no sound strikes.
  static func all(_ state: EngineState, _ recent: RecentPlaying) -> [PadTile] {
    guard let kit = state.kit else { return [] }
    var tiles: [PadTile] = []
    var struck: Set<Int> = []
    for (index, sound) in (state.profile?.sounds ?? []).enumerated() {
      let own = state.profile.map { $0.pads.indices.contains(index) ? $0.pads[index] : sound }
      let name = state.pads[sound] ?? own ?? sound
      let place = kit.pads(named: name).first
      if let place { struck.insert(place) }
      let hit = recent.hits.last { $0.sound == sound && $0.refused == nil }
      tiles.append(
        PadTile(
          pad: place.map { kit.pads[$0].name } ?? name, sound: sound,
          thresholdDecibels: state.hearing?.thresholds[sound],
          isMuted: place.map { kit.pads[$0].strip.isMuted } ?? false,
          stroke: latest(recent.strokes[sound], place.flatMap { recent.notes[kit.pads[$0].name] }),
          confidence: hit?.confidence))
    }
    for place in kit.pads.indices where !struck.contains(place) {
      let pad = kit.pads[place]
      guard !tiles.contains(where: { $0.pad == pad.name }) else { continue }
      tiles.append(
        PadTile(
          pad: pad.name, sound: nil, thresholdDecibels: nil, isMuted: pad.strip.isMuted,
          stroke: recent.notes[pad.name], confidence: nil))
    }
    for index in tiles.indices.prefix(keys.count) { tiles[index].key = keys[index] }
    return tiles
  }

  private static func latest(
    _ one: RecentPlaying.Stroke?, _ other: RecentPlaying.Stroke?
  ) -> RecentPlaying.Stroke? {
    [one, other].compactMap(\.self).max { $0.seconds < $1.seconds }
  }
}

/// Tiles side by side, in rows.
struct PadTileView {
  /// Rows of a tile, with the empty one below it.
  static let rowsPerTile = 4
  /// "hihat-closed 100%" and a column on each side.
  private static let columnsPerTile = 19
  /// How long a struck drum shines; it fades for the rest of ``fadeSeconds``.
  private static let shineSeconds = 0.15
  private static let fadeSeconds = 0.6
  /// Below it a hit is doubtful.
  static let sureConfidence: Float = 0.7

  let tiles: [PadTile]
  let seconds: Double
  let columns: Int

  /// Tiles side by side.
  static func tilesPerRow(_ columns: Int) -> Int { max(1, (columns - 1) / columnsPerTile) }

  /// This many rows of tiles; the rest is left out.
  func lines(tileRows: Int) -> [TextLine] {
    let perRow = Self.tilesPerRow(columns)
    return (0..<tileRows).flatMap { row in
      let shown = tiles.dropFirst(row * perRow).prefix(perRow)
      return [
        line(shown, title), line(shown, bar), line(shown, caption), TextLine(),
      ]
    }
  }

  private func line(
    _ tiles: ArraySlice<PadTile>, _ part: (PadTile, Int) -> TextLine
  ) -> TextLine {
    var line = TextLine(" ")
    for tile in tiles {
      line.add(" ")
      line.add(part(tile, Self.columnsPerTile - 2).fitted(to: Self.columnsPerTile - 2))
      line.add(" ")
    }
    return line
  }

  private func title(_ tile: PadTile, _ width: Int) -> TextLine {
    var line = TextLine()
    if let key = tile.key { line.add("\(key) ", .faint) }
    line.add(tile.pad.uppercased().printable, tile.sound == nil ? .plain : .title)
    if tile.isMuted { line.add(" muted", .warning) }
    return line
  }

  private func bar(_ tile: PadTile, _ width: Int) -> TextLine {
    let age = tile.stroke.map { seconds - $0.seconds } ?? .infinity
    let share = age < Self.fadeSeconds ? tile.stroke?.velocity ?? 0 : 0
    return ScreenBars.share(
      share > 0 ? max(share, 1 / Float(width)) : 0, width: width,
      style: age < Self.shineSeconds ? .struck : .fading, letters: ("█", "░"))
  }

  private func caption(_ tile: PadTile, _ width: Int) -> TextLine {
    guard let sound = tile.sound else { return TextLine() }
    var right = TextLine(" ")
    if let threshold = tile.thresholdDecibels {
      right.add("|\(threshold.text(places: 0)) ", .faint)
    }
    if let confidence = tile.confidence {
      let isSure = confidence >= Self.sureConfidence
      right.add(
        "\(Int(100 * confidence))%\(isSure ? "" : "?")", isSure ? .plain : .warning)
    }
    return .spread(TextLine(sound.printable), right, columns: width)
  }
}
