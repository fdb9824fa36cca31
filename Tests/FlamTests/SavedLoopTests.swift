// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// A loop that is saved while it plays, and with its session, as a player types it.
@Suite(.waiting) struct SavedLoopTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  @Test(
    "'loop save' writes a folder that sox and 'flam pattern' read; the session has its loop, too",
    .slow)
  func typed() throws {
    let kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take(count: 4).samples), to: "take.wav")
    folder.write(text: "mine", to: "full/file")
    let outcome = try flam.shell(
      """
      mkfifo in; touch hits log
      $FLAM play --take take.wav --loop --kit \(kit) --json --events --record-to . <in >hits 2>log &
      exec 3>in
      until_there hit.settled hits
      echo 'loop save early' >&3; until_there 'there is no loop' log
      echo 'loop arm tempo=240 bars=1' >&3
      until_there '"stage":"overdubbing"' hits
      echo 'loop save full' >&3; until_there 'something in this folder' log
      echo 'loop save My groove' >&3; until_there 'the loop is in' log
      echo quit >&3; wait $!
      code=$?; cat log >&2; exit $code
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("the loop is in 'My groove': loop.mid, loop.musicxml"))
    #expect(folder.bytes("full/file") == Array("mine".utf8))
    let frames = try flam.shell("soxi -s 'My groove/layer-1.wav'")
    #expect(frames.output == "48000\n")
    let played = try flam("pattern", "My groove/loop.txt", "played.wav", "--kit", kit)
    #expect(played.exitCode == 0, "\(played.errors)")
    let kept = try flam.shell("ls */session.json; ls */loop")
    #expect(kept.output.contains("session.json") && kept.output.contains("layer-1.wav"))
    #expect(kept.output.contains("loop.musicxml"))
  }
}
