// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// The page of a session, as other programs read and show it.
@Suite(.waiting) struct ReportTests {
  private static let browser = "/usr/bin/chromium-headless-shell"
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  init() throws {
    let kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take(count: 8).samples), to: "take.wav")
    _ = try flam("render", "take.wav", "drums.wav", "--kit", kit, "--record-to", "kept")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/kept").first)
    let session = "\(folder.path)/a <groove> & more"
    try FileManager.default.moveItem(atPath: "\(folder.path)/kept/\(name)", toPath: session)
    let outcome = try flam("report", "a <groove> & more", "page.html")
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
  }

  @Test(
    "the page is well formed, needs nothing but itself, and shows each hit twice: how strong, how late"
  )
  func wellFormed() throws {
    let script = """
      import sys, xml.etree.ElementTree as tree
      page = tree.parse(sys.argv[1]).getroot()
      tags = [element.tag.split("}")[-1] for element in page.iter()]
      assert tags.count("script") == 0 and tags.count("img") == 0
      links = [v for e in page.iter() for k, v in e.attrib.items() if k.split("}")[-1] in ("href", "src")]
      assert links == ["data:,"], links
      style = page.find("head/style").text
      assert "prefers-color-scheme: dark" in style and "url(" not in style and "@import" not in style
      assert page.find("body/main/h1").text == "a <groove> & more"
      # No label reaches beyond its drawing: a letter is at most 0.6 of its height wide.
      count = 0
      for drawing in page.iter("{http://www.w3.org/2000/svg}svg"):
          for text in drawing.iter("{http://www.w3.org/2000/svg}text"):
              half = 0.3 * 12 * len(text.text)
              if text.get("text-anchor") == "middle":
                  count += 1
                  assert half <= float(text.get("x")) <= float(drawing.get("width")) - half, text.text
      assert count > 10
      hints = [t.text for t in page.iter() if t.tag.endswith("title") and t.text and " at " in t.text]
      print(len(hints), [tags.count(t) for t in ("h2", "pre")])
      """
    let read = try flam.shell("/usr/bin/python3 -c '\(script)' page.html")
    #expect(read.exitCode == 0 && read.output == "16 [6, 1]\n", "\(read.output)\(read.errors)")
  }

  @Test("a page overwrites nothing, and is not written into the session")
  func existing() throws {
    #expect(try flam("report", "a <groove> & more", "page.html").exitCode == 73)
    #expect(try flam("report", "a <groove> & more", "page.html", "--force").exitCode == 0)
    #expect(
      try flam("report", "a <groove> & more", "a <groove> & more/mix.wav", "--force").exitCode == 73
    )
    #expect(try flam("report", "nothing").exitCode == 66)
    // A page next to its files belongs to the person, and may be renewed.
    let beside = "a <groove> & more/page.html"
    #expect(try flam("report", "a <groove> & more", beside).exitCode == 0)
    #expect(try flam("report", "a <groove> & more", beside).exitCode == 73)
    #expect(try flam("report", "a <groove> & more", beside, "--force").exitCode == 0)
  }

  @Test("a session that was cut off, and one without a hit, have a page as well")
  func unfinished() throws {
    func page(_ name: String) throws -> String {
      #expect(try flam("report", "a <groove> & more", name).exitCode == 0)
      return String(decoding: folder.bytes(name), as: UTF8.self)
    }
    let path = "a <groove> & more/session.json"
    let record = String(decoding: folder.bytes(path), as: UTF8.self)
    let outcome = try Regex(#"  "outcome" : \{[^}]*\},\n"#)
    folder.write(text: record.replacing(outcome, with: ""), to: path)
    #expect(try page("cut.html").contains("it ended without warning"))
    try FileManager.default.removeItem(atPath: "\(folder.path)/a <groove> & more/mix.wav")
    #expect(try page("silent.html").contains("it ended without warning"))
    folder.write(text: "", to: "a <groove> & more/hits.jsonl")
    #expect(try page("empty.html").contains("it ended without warning"))
  }

  @Test(
    "a browser shows it light and dark without a complaint",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: browser),
      "needs chromium-headless-shell of Debian"), arguments: ["light", "dark"])
  func shownByBrowser(scheme: String) throws {
    let shown = try flam.shell(
      "\(Self.browser) --no-sandbox --disable-gpu --blink-settings=preferredColorScheme="
        + (scheme == "dark" ? "0" : "1")
        + " --enable-logging=stderr --v=0 --window-size=800,1200 --user-data-dir=\(folder.path)/browser"
        + " --screenshot=\(folder.path)/\(scheme).png \(folder.path)/page.html")
    #expect(shown.errors.contains("written to file") && !shown.errors.contains("CONSOLE"))
    // The ground is as light or dark as the reader's system.
    let script =
      "ground=$(/usr/bin/python3 -c 'import zlib,struct,sys; b=open(sys.argv[1],\"rb\").read(); "
      + "d=b\"\"; i=8\nwhile i<len(b):\n n=struct.unpack(\">I\",b[i:i+4])[0]; t=b[i+4:i+8]\n"
      + " if t==b\"IDAT\": d+=b[i+8:i+8+n]\n i+=12+n\nprint(zlib.decompress(d)[1])' \(scheme).png); "
      + "echo $ground"
    let ground = Int(try flam.shell(script).output.filter(\.isNumber)) ?? -1
    #expect(scheme == "dark" ? (0..<60).contains(ground) : ground > 200, "\(ground)")
  }
}
