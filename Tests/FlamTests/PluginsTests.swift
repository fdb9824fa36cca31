// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// LV2 plug-ins by the command line.
@Suite(.waiting) struct PluginsTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }

  /// Runs `flam` where there are only some made plug-ins.
  private func run(_ kinds: [MadePlugin], _ arguments: String) throws -> Program.Outcome {
    let path = try MadePlugin.build(kinds, in: folder)
    return try flam.shell("LV2_PATH='\(path)' $FLAM \(arguments)")
  }

  @Test("the list has names, addresses and ranges, and leaves out what crashes or hangs", .slow)
  func list() throws {
    let one = try run([.gain], "plugins GAIN --json")
    #expect(one.output.contains("\"symbol\":\"gain\"") && one.errors.isEmpty)
    #expect(try run([.gain], "plugins wobble").errors.contains("no LV2 plug-in with 'wobble'"))
    let outcome = try run(MadePlugin.allCases, "plugins")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    for words in [
      "Made gain", "lv2:uri=urn:flam:test:gain", "gain=0...4 (1)", "1 channel, 0 frames late",
      "its channels are 2 in and 1 out",
    ] { #expect(outcome.output.contains(words), "\(outcome.output)") }
    for kind in [MadePlugin.crashesAtLoad, .hangsAtLoad, .lies] {
      #expect(!outcome.output.contains(kind.uri))
      #expect(outcome.errors.contains("left out '\(kind.uri)'"), "\(outcome.errors)")
    }
  }

  @Test("a plug-in changes a file exactly, in its place")
  func gain() throws {
    try sox.write((0..<3000).map { sin(Float($0)) / 2 }, to: "in.wav", "-e float -b 32")
    let outcome = try run(
      [.gain], "fx in.wav out.wav --fx lv2:uri=\(MadePlugin.gain.uri):gain=0.25")
    #expect(outcome.exitCode == 0 && outcome.errors.contains("256 frames"), "\(outcome.errors)")
    let (before, after) = try (sox.read("in.wav")[0], sox.read("out.wav"))
    // sox reads samples of 24 bits.
    let isExact =
      after.count == 1 && after[0].count == before.count
      && zip(before, after[0]).allSatisfy { abs(0.25 * $0 - $1) < 6e-8 }
    #expect(isExact)
  }

  @Test("a stereo plug-in whose right side may be left out hears and gives both sides")
  func optionalRight() throws {
    try sox.write((0..<3000).map { sin(Float($0)) / 2 }, to: "in.wav", "-e float -b 32")
    _ = try flam.shell("sox -M in.wav in.wav -e float -b 32 two.wav remix 1 2v-0.25")
    let outcome = try run(
      [.optionalRight], "fx two.wav out.wav --fx lv2:uri=\(MadePlugin.optionalRight.uri):gain=1")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let (before, after) = (try sox.read("two.wav"), try sox.read("out.wav"))
    try #require(after.map(\.count) == [3000, 3000])
    #expect(zip(before[0], after[0]).allSatisfy { abs($0 - $1) < 1e-6 })
    // A quarter less than nothing, and half of the left side.
    #expect(zip(before[0], after[1]).allSatisfy { abs(0.25 * $0 - $1) < 1e-6 })
  }

  @Test(
    "a plug-in of others has its formula, once for each channel",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/lib/lv2/amp-swh.lv2")))
  func others() throws {
    try sox.write((0..<3000).map { sin(Float($0)) / 2 }, to: "in.wav", "-e float -b 32")
    _ = try flam.shell("sox -M in.wav in.wav -e float -b 32 two.wav remix 1 2v-0.5")
    let outcome = try flam.run([
      "fx", "two.wav", "out.wav", "--fx", "lv2:uri=http://plugin.org.uk/swh-plugins/amp:gain=-6",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let (before, after) = (try sox.read("two.wav"), try sox.read("out.wav"))
    try #require(after.map(\.count) == [3000, 3000])
    let gain = pow(10, -6 / 20 as Float)
    for (dry, wet) in zip(before, after) {
      #expect(zip(dry, wet).allSatisfy { abs(gain * $0 - $1) < 1e-5 })
    }
  }

  @Test(
    "a plug-in that cannot be used ends the command with its name and what to do",
    arguments: [
      (MadePlugin.crashes, "", 69 as Int32, "it crashed"),
      (.crashesAtLoad, "", 69, "it crashed (signal 6) while it was loaded"),
      (.lies, "", 69, "it crashed (signal 11) while it was loaded"),
      (.twoInputs, "", 64, "its channels are 2 in and 1 out"),
      (.gain, ":loudness=3", 64, "it has no 'loudness'; it has gain"),
      (.gain, ":gain=loud", 64, "gain is a number"),
    ])
  func wrong(kind: MadePlugin, values: String, code: Int32, words: String) throws {
    try sox.write([Float](repeating: 0.1, count: 4800), to: "in.wav")
    let outcome = try run([kind], "fx in.wav out.wav --fx lv2:uri=\(kind.uri)\(values)")
    #expect(outcome.exitCode == code && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.contains(kind.uri) || values == ":gain=loud")
  }

  @Test("a plug-in that hangs ends the command after a while", .slow)
  func hang() throws {
    try sox.write([Float](repeating: 0.1, count: 4800), to: "in.wav")
    let outcome = try run([.hangs], "fx in.wav out.wav --fx lv2:uri=\(MadePlugin.hangs.uri)")
    #expect(outcome.exitCode == 69 && outcome.errors.contains("it gave no sound back"))
    #expect(outcome.errors.contains(MadePlugin.hangs.uri), "\(outcome.errors)")
  }

  @Test("an address of no plug-in, and an effect without one, are errors")
  func missing() throws {
    try sox.write([Float](repeating: 0.1, count: 480), to: "in.wav")
    let none = try run([.gain], "fx in.wav out.wav --fx lv2:uri=urn:none")
    #expect(none.exitCode == 64 && none.errors.contains("'flam plugins' lists"), "\(none.errors)")
    let bare = try run([.gain], "fx in.wav out.wav --fx lv2")
    #expect(bare.exitCode == 64 && bare.errors.contains("lv2 needs its uri"), "\(bare.errors)")
  }

  /// Writes a take of two taps.
  private func writeTaps() throws {
    var taps = [Float](repeating: 0, count: 72_000)
    for first in [9600, 43_200] {
      for frame in 0..<2000 {
        taps[first + frame] = 0.7 * exp(-Float(frame) / 200) * sin(0.1 * Float(frame))
      }
    }
    try sox.write(taps, to: "taps.wav")
  }

  @Test("a plug-in of a rendering is in its sound and its session, and replay needs it", .slow)
  func session() throws {
    try writeTaps()
    let plugin = "drums:lv2:uri=\(MadePlugin.gain.uri):gain=0.5"
    #expect(try run([.gain], "render taps.wav plain.wav").exitCode == 0)
    let outcome = try run([.gain], "render taps.wav soft.wav --session --fx \(plugin)")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let (plain, soft) = (try sox.read("plain.wav")[0], try sox.read("soft.wav")[0])
    func energy(_ sound: [Float]) -> Float { sound.reduce(0) { $0 + $1 * $1 } }
    #expect(energy(soft) < 0.5 * energy(plain) && energy(soft) > 0.1 * energy(plain))
    let again = try run([.gain], "replay last again.wav")
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(try sox.read("again.wav") == sox.read("soft.wav"))
    let without = try flam.shell("LV2_PATH=/nowhere $FLAM replay last without.wav")
    #expect(without.exitCode == 64 && without.errors.contains("'\(MadePlugin.gain.uri)'"))
    #expect(without.errors.contains("there is none of this address"), "\(without.errors)")
  }

  @Test("a plug-in that crashes while you play is taken out and named, and playing goes on", .slow)
  func playing() throws {
    try writeTaps()
    let outcome = try run(
      [.crashes],
      "play --take taps.wav --seconds 1.4 --period 64 --record-to played "
        + "--fx drums:lv2:uri=\(MadePlugin.crashes.uri)")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "'\(MadePlugin.crashes.uri)': it crashed while it ran; it was taken out"),
      "\(outcome.errors)")
    #expect(try flam.shell("cp played/*/mix.wav played.wav").exitCode == 0)
    let sound = try sox.read("played.wav")[0]
    #expect(sound.count > 60_000 && sound.contains { abs($0) > 0.01 })
    // It is out of the rack long before the end, and yet no success.
    let again = try run([.crashes], "replay played/* again.wav")
    #expect(again.exitCode == 69, "\(again.errors)")
    #expect(again.errors.contains("'\(MadePlugin.crashes.uri)': it crashed"), "\(again.errors)")
    let slow = try run(
      [.gain],
      "play --take taps.wav --seconds 1 --period 256 --fx drums:lv2:uri=\(MadePlugin.gain.uri)")
    #expect(slow.exitCode == 64 && slow.errors.contains("a period of 128 frames"), "\(slow.errors)")
  }
}
