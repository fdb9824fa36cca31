// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct ArgumentTextTests {
  private let folder = TemporaryFolder()

  @Test(
    "a name that is no UTF-8 finds its file and makes the file of that name, whatever it stands for"
  )
  func bytes() throws {
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    folder.write(text: "none of it", to: "caf\u{E9}.wav")
    folder.write(text: "none of it", to: "caf\u{FFFD}.wav")
    let outcome = try Command(in: folder).shell(
      #"""
      set -e
      mkdir k$'\xe9' && cp take.wav k$'\xe9/t\xff.wav'
      printf '<region> sample=t\xff.wav key=36\n' > k$'\xe9/k.sfz'
      $FLAM render k$'\xe9/t\xff.wav' $'caf\xe9.wav' --kit k$'\xe9/k.sfz' --record-to $'s\xe9' 2>/dev/null
      $FLAM sessions --in $'s\xe9' --json >/dev/null
      s=$(ls -d s$'\xe9'/*)
      $FLAM replay "$s" $'again\xe9.wav' 2>/dev/null
      $FLAM report "$s" $'page\xe9.html' 2>/dev/null
      $FLAM sheet "$s" >/dev/null
      $FLAM learn $'./me\xe9.json' --take kick=k$'\xe9/t\xff.wav' --take snare=take.wav >/dev/null
      $FLAM play --take k$'\xe9/t\xff.wav' --seconds 0.2 --record $'r\xe9.flac' 2>/dev/null >/dev/null
      $FLAM repair $'r\xe9.flac' >/dev/null 2>&1
      $FLAM kits check k$'\xe9' >/dev/null || true
      $FLAM render $'n\xe9ne.wav' out.wav || true
      LC_ALL=C ls --quoting-style=escape -d *
      """#)
    #expect(outcome.errors.contains(#"'n\xe9ne.wav'"#))
    for name in [
      #"caf\351.wav"#, #"again\351.wav"#, #"page\351.html"#, #"r\351.flac"#, #"s\351"#,
      #"me\351.json"#,
    ] {
      #expect(outcome.output.split(separator: "\n").contains { $0 == name }, "\(name)")
    }
    #expect(folder.bytes("caf\u{E9}.wav") == Array("none of it".utf8))
  }
}
