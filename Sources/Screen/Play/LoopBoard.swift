// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Looping
import Reports
import Storage
import TextScreen

/// The keys of the loop, and its layers.
struct LoopBoard {
  /// Values that a key sets one after the other.
  private static let quantises = [0, 0.5, 0.75, 1]
  private static let swings: [Double?] = [nil, 0.54, 0.58, 0.62, 0.67]
  private static let humanises = [0, 0.3, 0.6]

  /// The keys and what they do, for the bottom.
  static let keys: [(key: String, label: String)] = [
    ("O", "record/overdub"), ("A", "hits/microphone"), ("U", "undo"), ("R", "redo"), ("M", "mute"),
    ("1…9", "mute layer"),
    ("S", "stop/play"), ("C", "clear"), ("H", "half"), ("D", "double"), ("Q", "quantise"),
    ("W", "swing"), ("E", "humanise"), ("L", "lock"), ("Esc", "back"),
  ]

  /// What a key asks for; nil if it asks for nothing.
  static func command(_ key: Key, _ state: EngineState) -> LoopCommand? {
    guard case .letter(let letter) = key else { return nil }
    let settings = state.loop?.settings ?? LoopSettings()
    switch letter.lowercased() {
    case "o": return .record
    case "a": return .source(state.loop?.source == .microphone ? .hits : .microphone)
    case "u": return .undo
    case "r": return .redo
    case "m": return .mute(nil, layer: nil)
    case "s": return .pause
    case "c": return .clear
    case "h": return .half
    case "d": return .double
    case "q": return .quantise(next(settings.quantise, quantises))
    case "w": return .swing(next(settings.swing?.place, swings))
    case "e": return .humanise(next(settings.humanise, humanises), seed: settings.seed)
    case "l": return .lock(nil)
    default:
      guard let place = Int(String(letter)), place > 0 else { return nil }
      let layers = state.loop?.layers ?? []
      return layers.indices.contains(place - 1) ? .mute(nil, layer: layers[place - 1].number) : nil
    }
  }

  /// The value after a present one; the first after the last, or after one that is none of them.
  private static func next<Value: Equatable>(_ present: Value, _ values: [Value]) -> Value {
    values[((values.firstIndex(of: present) ?? -1) + 1) % values.count]
  }

  /// The loop in this many rows.
  static func lines(_ state: EngineState, frame: Int, rows: Int) -> [TextLine] {
    guard let loop = state.loop, loop.stage != .empty else {
      guard state.loop?.source != .microphone else {
        return [
          TextLine("  No loop yet.  O records the microphone at once."),
          TextLine("  O again closes the loop; A goes back to your hits."),
        ]
      }
      return [
        TextLine("  No loop yet.  O arms: your first hit starts it."),
        TextLine("  There is no click, and no length to set."),
        TextLine("  O again closes it in your own tempo;"),
        TextLine("  what you play then is added to it."),
      ]
    }
    let settings = loop.settings
    var lines = [LoopText.strip(loop, frame: frame), TextLine()]
    for (place, layer) in loop.layers.enumerated() {
      let sounds = LoopText.sounds(layer.number, loop)
      var line = TextLine("  \(place + 1)  ", .key)
      line.add("layer \(layer.number): \(LoopText.content(layer))")
      line.add(sounds ? "" : "  silent", .warning)
      lines.append(line)
    }
    let swing = settings.swing.map { "\(Int((100 * $0.place).rounded())) %" } ?? "as played"
    lines += [
      TextLine(),
      TextLine(
        "  quantise \(Int((100 * settings.quantise).rounded())) %, swing \(swing), "
          + "humanise \(Int((100 * settings.humanise).rounded())) %"),
    ]
    return Array(lines.prefix(rows))
  }
}
