// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

@testable import Doctor

/// What playing keeps in memory, as the system counts it.
@Suite(.waiting) struct PlayingMemoryTests {
  @Test("playing the bundled kit keeps no more memory than 'flam doctor' says")
  func bundled() throws {
    let folder = TemporaryFolder()
    folder.write(WaveFile.bytes(Tapping.take(count: 4).samples), to: "take.wav")
    // The most that was in memory, and the most that was locked, in KiB.
    let outcome = try Command(in: folder).shell(
      """
      $FLAM play --take take.wav --loop --seconds 3 --plain 2>told & player=$!
      most=0
      while state=$(cat /proc/$player/status 2>/dev/null) && [[ $state != *'State:'*Z* ]]; do
        for name in VmHWM VmLck; do
          found=$(grep $name: <<<"$state" | grep -o '[0-9]*') || continue
          ((found > most)) && most=$found
        done
        sleep 0.05
      done
      wait $player && echo $most
      """)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let kibibytes = try #require(
      Int(outcome.output.split(separator: "\n").last ?? ""), "\(outcome.output)")
    #expect(kibibytes > 20 << 10)
    #expect(kibibytes <= FreeMemory.playingMebibytes << 10, "\(kibibytes >> 10) MiB")
  }
}
