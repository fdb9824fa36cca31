// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Kits

@Suite struct XMLTreeTests {
  private func root(_ text: String) throws -> XMLElement {
    try #require(XMLTree.parse(Array(text.utf8))?.root)
  }

  @Test("names come without namespaces, with or without a header, text without spaces around it")
  func names() throws {
    for head in ["", "<?xml version=\"1.0\"?>\n", "\n\n  ", "junk "] {
      let kit = try root("\(head)<k:kit xmlns:k=\"urn:x\" a=\"1\"><name> Ä b \n</name></k:kit>")
      #expect(kit.name == "kit" && kit.text("name") == "Ä b" && kit.attributes["a"] == "1")
    }
  }

  @Test("bytes of UTF-8 that are escaped one by one become their character")
  func escapedBytes() throws {
    #expect(try root("<a>caf&#xC3;&#xA9;</a>").text == "café")
    #expect(try root("<a>&#xBF;parche &#xE9;</a>").text == "¿parche é")
    #expect(try root("<a>café &#x2014;</a>").text == "café —")
  }

  @Test("text in other encodings and with errors is read as far as possible, with the line")
  func damaged() throws {
    let latin = try #require(
      XMLTree.parse(Array("<a><b>caf".utf8) + [0xe9] + Array("</b></a>".utf8)))
    #expect(latin.root.text("b") == "café")
    let cut = try #require(XMLTree.parse(Array("<a>\n<b>1</b>\n<c>2</c>\n<d>3".utf8)))
    #expect(cut.root.children.map(\.text) == ["1", "2", "3"] && cut.error?.line == 4)
    let crossed = try #require(XMLTree.parse(Array("<a>\n<b>1</c>\n</a>".utf8)))
    #expect(crossed.root.first("b")?.text == "1" && crossed.error != nil)
  }

  @Test("other text is no XML; entities are not expanded, deep nesting is cut")
  func hostile() throws {
    for text in ["", "no xml", "<", "<!--", "<?xml version=\"1.0\"?>"] {
      #expect(XMLTree.parse(Array(text.utf8))?.root.name == nil, "\(text)")
    }
    let bomb = "<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>"
    #expect(XMLTree.parse(Array(bomb.utf8))?.root.name == nil)
    let outside = "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a>1</a>"
    #expect(try root(outside).text == "1")
    let deep = String(repeating: "<a>", count: 100_000)
    var depth = 0
    var element = XMLTree.parse(Array(deep.utf8))?.root
    while let inner = element?.children.first {
      element = inner
      depth += 1
    }
    #expect(depth <= XMLTree.maximumDepth)
  }
}
