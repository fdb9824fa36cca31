// SPDX-License-Identifier: GPL-3.0-or-later
import CNcurses

/// Colours of text styles on a terminal that has some: of 24 bits, of 256, of 8 or 16, or none.
///
/// The colours are those of M. Okabe, K. Ito, "Color Universal Design", 2008, which people with any colour vision can distinguish.
struct TextColors {
  /// A colour by its red, green and blue, and the nearest of the eight that each terminal has.
  private struct Color {
    let red, green, blue: Int32
    let basic: Int32

    static let orange = Color(red: 0xE6, green: 0x9F, blue: 0x00, basic: 3)
    static let skyBlue = Color(red: 0x56, green: 0xB4, blue: 0xE9, basic: 6)
    static let green = Color(red: 0x00, green: 0x9E, blue: 0x73, basic: 2)
    static let yellow = Color(red: 0xF0, green: 0xE4, blue: 0x42, basic: 3)
    static let vermilion = Color(red: 0xD5, green: 0x5E, blue: 0x00, basic: 1)
    static let grey = Color(red: 0x87, green: 0x87, blue: 0x87, basic: 7)
  }

  /// Steps of red, green and blue in a palette of 256 colours.
  private static let steps: [Int32] = [0, 95, 135, 175, 215, 255]

  private let colorCount: Int32
  private var pairs: [TextStyle: Int32] = [:]

  /// Asks the terminal that is open.
  init() {
    colorCount = nc_color_count()
    guard colorCount >= 8 else { return }
    use_default_colors()
    for style in [TextStyle.faint, .good, .warning, .bad, .level, .struck, .fading, .key] {
      guard let color = Self.color(of: style) else { continue }
      let pair = Int32(pairs.count + 1)
      guard pair < nc_pair_count() else { break }
      init_extended_pair(pair, number(of: color), -1)
      pairs[style] = pair
    }
  }

  /// Writes in a style from here on.
  func use(_ style: TextStyle) {
    nc_set_style(attributes(of: style), pairs[style] ?? 0)
  }

  private func attributes(of style: TextStyle) -> attr_t {
    switch style {
    case .title, .key: nc_bold()
    case .bad, .struck: nc_bold() | (pairs[style] == nil ? nc_reverse() : 0)
    case .selected: nc_reverse()
    case .faint: colorCount < 256 ? nc_dim() : 0
    case .plain, .good, .warning, .level, .fading: 0
    }
  }

  private static func color(of style: TextStyle) -> Color? {
    switch style {
    case .plain, .title, .selected: nil
    case .faint: .grey
    case .good: .green
    case .warning: .orange
    case .bad: .vermilion
    case .level, .key: .skyBlue
    case .struck: .yellow
    case .fading: .orange
    }
  }

  /// The number by which the terminal knows a colour.
  private func number(of color: Color) -> Int32 {
    if colorCount > 256 { return color.red << 16 | color.green << 8 | color.blue }
    guard colorCount == 256 else { return color.basic }
    func step(_ part: Int32) -> Int32 {
      Int32(Self.steps.indices.min { abs(Self.steps[$0] - part) < abs(Self.steps[$1] - part) } ?? 0)
    }
    return 16 + 36 * step(color.red) + 6 * step(color.green) + step(color.blue)
  }
}
