// SPDX-License-Identifier: GPL-3.0-or-later

/// A page of HTML that needs no network, no other file and no script. It is light or dark like its
/// reader's system. Colour-blind people can distinguish its colours, and every colour has a shape
/// or word with it.
public struct WebPage {
  /// The number of colours for sounds that ``WebPage`` has: classes `c0`, `c1`…
  public static let colourCount = 8

  /// The title of the window.
  public let title: String
  private var parts: [String] = []

  /// An empty page.
  public init(title: String) { self.title = title }

  /// Adds HTML unchanged.
  public mutating func add(_ html: String) { parts.append(html) }

  /// Adds a section with its heading.
  public mutating func section(_ heading: String, _ html: String) {
    parts.append("<section><h2>\(Self.escaped(heading))</h2>\(html)</section>")
  }

  /// The whole document.
  public var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <link rel="icon" href="data:,"/>
    <title>\(Self.escaped(title))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <main>
    \(parts.joined(separator: "\n"))
    </main>
    </body>
    </html>

    """
  }

  private static let special = Array("&<>\"".utf8)

  /// Text escaped for HTML and SVG.
  public static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 32 || special.contains($0) }) else { return text }
    return text.reduce(into: "") { escaped, letter in
      switch letter {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default:
        let isControl = (letter.unicodeScalars.first?.value ?? 0) < 32
        if !isControl || letter == "\n" { escaped.append(letter) }
      }
    }
  }

  /// A table; the first cell of a row names it.
  public static func table(head: [String] = [], _ rows: [[String]]) -> String {
    func row(_ cells: [String], _ tag: String) -> String {
      let first = cells.first.map { "<th>\(escaped($0))</th>" } ?? ""
      return "<tr>" + first
        + cells.dropFirst().map { "<\(tag)>\(escaped($0))</\(tag)>" }.joined() + "</tr>"
    }
    let heading = head.isEmpty ? "" : "<thead>\(row(head, "th"))</thead>"
    return "<div class=\"wide\"><table>\(heading)<tbody>"
      + rows.map { row($0, "td") }.joined(separator: "\n") + "</tbody></table></div>"
  }

  // Colours after M. Okabe, K. Ito, "Color Universal Design" (2008), darker or lighter where the
  // background demands it.
  private static let style = """
    :root { color-scheme: light dark; --ground: #fdfdfb; --card: #fff; --ink: #1c1d22; --soft: #5c5f6a; --line: #dcdde3;
      --wave: #a9b4c4; --c0: #0072b2; --c1: #c44e00; --c2: #00805c; --c3: #a8487f; --c4: #8a6100; --c5: #2f8fc4;
      --c6: #5b4bb5; --c7: #55585f; }
    @media (prefers-color-scheme: dark) { :root { --ground: #15161a; --card: #1e2026; --ink: #ececf0; --soft: #a5a8b3;
      --line: #383b45; --wave: #56617a; --c0: #56b4e9; --c1: #ff9248; --c2: #2fd0a0; --c3: #eca6cf; --c4: #f2c14a;
      --c5: #a9dcf7; --c6: #b3a6ff; --c7: #b9bcc6; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.45 system-ui, sans-serif; }
    main { max-width: 1100px; margin: 0 auto; padding: 16px 14px 48px; }
    h1 { font-size: 1.6rem; margin: .4em 0 .1em; }
    h2 { font-size: 1.1rem; margin: 0 0 .5em; }
    p { margin: .3em 0 .8em; color: var(--soft); max-width: 46em; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px; margin: 14px 0; }
    .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(128px, 1fr)); gap: 10px; margin: 14px 0; }
    .tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 10px 12px; }
    .tiles b { display: block; font-size: 1.15rem; font-variant-numeric: tabular-nums; }
    .tiles span, figcaption { color: var(--soft); font-size: .85rem; }
    .wide { overflow-x: auto; }
    .small { display: flex; flex-wrap: wrap; gap: 14px; }
    figure { margin: 0; }
    svg { display: block; }
    .fit svg { width: 100%; height: auto; min-width: 560px; }
    ul.glance { margin: 0 0 10px; padding-left: 1.2em; max-width: 60em; }
    ul.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 0 0 8px; }
    ul.legend svg { display: inline-block; vertical-align: -2px; margin-right: 6px; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
    th, td { text-align: right; padding: 3px 14px 3px 0; white-space: nowrap; }
    th:first-child { text-align: left; font-weight: 600; }
    thead th { color: var(--soft); font-weight: 400; }
    table.facts td { text-align: left; white-space: normal; overflow-wrap: anywhere; }
    pre { font: 13px/1.25 ui-monospace, monospace; overflow-x: auto; margin: 0; }
    svg text { font: 12px system-ui, sans-serif; fill: var(--soft); }
    .grid { stroke: var(--line); stroke-width: 1; fill: none; }
    .axis { stroke: var(--soft); stroke-width: 1; fill: none; }
    .wave { fill: var(--wave); }
    .hit { stroke-width: 2; }
    .stem { stroke-width: 1.5; opacity: .6; }
    .mark { fill: none; stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 4 3; }
    \((0..<colourCount).map { ".c\($0) { fill: var(--c\($0)); stroke: var(--c\($0)); }" }.joined(separator: "\n"))
    """
}
