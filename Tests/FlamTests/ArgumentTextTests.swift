// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Testing

@Suite struct ArgumentTextTests {
  private let folder = TemporaryFolder()

  @Test("a name that is no UTF-8 is refused, and no file of another name is read or made")
  func bytes() throws {
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    // What text makes of the name.
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "caf\u{FFFD}.wav")
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let outcome = try Command(in: folder).shell(
      #"$FLAM listen $'caf\xe9.wav'; echo $?; $FLAM render take.wav $'caf\xe9-out.wav'; echo $?; ls"#
    )
    #expect(outcome.output == "64\n64\n" + before.joined(separator: "\n") + "\n")
    #expect(outcome.errors.contains("cannot use 'café.wav': this name is no UTF-8"))
  }
}
