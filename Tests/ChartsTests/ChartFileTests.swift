// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import Foundation
import Simulation
import Testing

@Suite struct ChartFileTests {
  private let folder = TemporaryFolder()

  private func draw(_ name: String) throws -> Data {
    let file = try #require(ChartFile(path: "\(folder.path)/\(name)"))
    let canvas = try Canvas(file, width: 100, height: 50)
    let plot = Plot(from: Point(10, 10), to: Point(90, 40), across: 0...4, up: 0...1)
    plot.drawAxes(on: canvas, title: "title", across: "ms")
    plot.bar(on: canvas, across: 1...2, up: 0...1, Colour.series[0])
    try canvas.finish()
    return try Data(contentsOf: URL(filePath: file.path))
  }

  @Test("the ending decides the format", arguments: [("a.svg", "<?xml"), ("a.PNG", "\u{89}PNG")])
  func formats(name: String, beginning: String) throws {
    let data = try draw(name)
    #expect(
      Array(data.prefix(beginning.unicodeScalars.count))
        == beginning.unicodeScalars.map { UInt8($0.value) })
  }

  @Test("a PNG has two pixels a point")
  func pixels() throws {
    let bytes = Array(try draw("b.png"))
    // The header chunk: width and height, four bytes each, from byte 16 on.
    #expect(bytes[16..<24].elementsEqual([0, 0, 0, 200, 0, 0, 0, 100]))
  }

  @Test("a bar lies where its values are on the axes")
  func bar() throws {
    let text = String(decoding: try draw("c.svg"), as: UTF8.self)
    #expect(text.contains("M 30 10 L 50 10 L 50 40 L 30 40"))
  }

  @Test("other endings are no charts", arguments: ["a.pdf", "svg", "a.svg.txt", ""])
  func otherEndings(path: String) {
    #expect(ChartFile(path: path) == nil)
  }

  @Test("a missing folder is reported")
  func unwritable() throws {
    for name in ["x.svg", "x.png"] {
      let file = try #require(ChartFile(path: "\(folder.path)/none/\(name)"))
      #expect(throws: ChartError.self) {
        try Canvas(file, width: 10, height: 10).finish()
      }
    }
  }
}
