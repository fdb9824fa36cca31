// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Storage
import TestSupport
import Testing

@Suite(.waiting) struct PrintableTextTests {
  let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  @Test("ordinary text stays as it is")
  func plain() {
    for text in ["kick", "Große Trommel", "太鼓 🥁", "👩‍🎤", "می‌خواهم", "a\\u0041"] {
      #expect(text.printable == text)
    }
  }

  @Test(
    "characters that control a terminal, break a line or reverse writing are spelled out",
    arguments: [
      ("\u{1B}[31m", #"\u001b[31m"#), ("a\u{9B}31mb", #"a\u009b31mb"#), ("a\nb", #"a\u000ab"#),
      ("a\r\u{7F}\t", #"a\u000d\u007f\u0009"#), ("\u{202E}gpj", #"\u202egpj"#),
      ("\u{2028}\u{2066}\u{200F}\u{FEFF}", #"\u2028\u2066\u200f\ufeff"#),
      ("\u{E0041}", #"\udb40\udc41"#),
    ])
  func spelledOut(text: String, printed: String) throws {
    #expect(text.printable == printed)
    // A line of JSON stays the same line.
    let line = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self)
    #expect(try JSONDecoder().decode([String].self, from: Data(line.printable.utf8)) == [text])
  }

  /// Harmful bytes: every one but those of letters and of lines.
  private func harm(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != "\n" && String($0).printable != String($0) }
  }

  @Test("no name from outside reaches the terminal raw: of kits, drums, sessions, files", .slow)
  func names() throws {
    let evil = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}"
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "\(evil).wav")
    folder.write(
      text: """
        // Author: \(evil)
        #include "\(evil).inc"
        <region> key=36 group_label=\(evil) sample=\(evil).wav
        <region> key=38 sample=\(evil)-none.wav nonsense_\(evil)=1
        """, to: "\(evil).sfz")
    folder.write(text: "{\"version\":1,\"startedAt\":\"\(evil)\"}", to: "kept/\(evil)/session.json")
    folder.write(text: "{\"version\":2,\"sounds\":[{\"name\":\"\(evil)\"}]}", to: "\(evil).json")
    for arguments in [
      ["kits", "show", "\(evil).sfz"], ["kits", "check", "\(evil).sfz"],
      ["kits", "check", "\(evil).sfz", "--json"], ["listen", "\(evil)"], ["repair", "\(evil)"],
      ["listen", "\(evil).wav"], ["render", "\(evil).wav", "\(evil)/out.wav"],
      ["sessions", "--in", "kept"], ["sessions", "--in", "kept", "--json"],
      ["replay", "kept/\(evil)", "out.wav"], ["report", "kept/\(evil)"],
      ["listen", "\(evil).wav", "--profile", "./\(evil).json"], ["--\(evil)"], [evil],
      ["render", "\(evil).wav", "out.wav", "--kit", "\(evil).sfz"], ["kits", "show", evil],
      ["learn", "me", "--take", "\(evil)=\(evil).wav", "--json"], ["latency", evil],
    ] {
      let outcome = try flam.run(arguments)
      #expect(harm(outcome.output + outcome.errors).isEmpty, "\(arguments) \(outcome)")
      #expect(!(outcome.output + outcome.errors).isEmpty, "\(arguments)")
      guard arguments.contains("--json") else { continue }
      for line in outcome.output.split(separator: "\n") {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      }
    }
  }
}
