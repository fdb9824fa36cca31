// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct DrumGizmoKitTests {
  let kit = KitFolder()

  /// A kit with the hard parts of the format: two versions of instruments in folders of their own,
  /// sounds of many channels, microphones that are and are not the instrument's own, groups and
  /// chokes, wrong case and backslashes.
  private func writeKit() throws -> String {
    kit.folder.write(
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <drumkit version="2.0.0" samplerate="48000">
          <metadata><title>Gizmo</title><author>B</author><license>CC-BY</license>
            <defaultmidimap src="Map.xml"/></metadata>
          <channels><channel name="Kick"/><channel name="OHL"/><channel name="OHR"/></channels>
          <instruments>
            <instrument name="KDrum" file="Kdrum\\kdrum.xml">
              <channelmap in="K" out="Kick" main="true"/>
              <channelmap in="L" out="OHL"/><channelmap in="R" out="OHR"/></instrument>
            <instrument name="HihatOpen" group="hats" file="hats/open.xml"/>
            <instrument name="HihatClosed" group="hats" file="hats/closed.xml">
              <chokes><choke instrument="HihatOpen" choketime="120"/></chokes></instrument>
            <instrument name="Lost" file="lost.xml"/>
          </instruments></drumkit>
        """, to: "kit.xml")
    kit.folder.write(
      text: """
        <midimap><map note="36" instr="KDrum"/><map note="35" instr="KDrum"/>
        <map note="46" instr="HihatOpen"/><map note="nine" instr="x"/></midimap>
        """, to: "map.xml")
    var samples = ""
    for index in 0..<12 {
      let decibels = -40 + Float(index) * 3
      try kit.hit(
        "kdrum/samples/\(index).wav", decibels: decibels, onsetFrame: 480, channels: 3)
      // The powers are wrong on purpose: the sound counts.
      samples += """
        <sample name="s\(index)" power="\(100 - index)">
          <audiofile channel="K" file="samples/\(index).WAV" filechannel="1"/>
          <audiofile channel="L" file="samples/\(index).wav" filechannel="2"/>
          <audiofile channel="R" file="samples/\(index).wav" filechannel="3"/></sample>
        """
    }
    kit.folder.write(
      text: "<instrument version=\"2.0\" name=\"KDrum\"><samples>\(samples)</samples></instrument>",
      to: "kdrum/kdrum.xml")
    try kit.hit("hats/a.wav", decibels: -30)
    try kit.hit("hats/b.wav", decibels: -10)
    let versionOne = { (name: String) in
      """
      <instrument version="1.0" name="\(name)"><samples>
        <sample name="a"><audiofile channel="K" file="a.wav"/></sample>
        <sample name="b"><audiofile channel="K" file="b.wav" filechannel="9"/>
          <audiofile channel="L" file="b.wav"/></sample></samples>
      <velocities><velocity lower="0" upper="0.5"><sampleref name="a" probability="1"/>
        <sampleref name="b" probability="0"/></velocity>
      <velocity lower="0.5" upper="1"><sampleref name="b" probability="0.5"/></velocity></velocities>
      </instrument>
      """
    }
    kit.folder.write(text: versionOne("HihatOpen"), to: "hats/open.xml")
    kit.folder.write(text: versionOne("Other"), to: "hats/closed.xml")
    return "\(kit.folder.path)/kit.xml"
  }

  @Test("a kit in the format's hardest corners comes across, with every fault named")
  func whole() throws {
    let plan = try KitLoader.plan(path: writeKit())
    #expect(plan.name == "Gizmo" && plan.format == .drumGizmo && plan.dynamics == .recorded)
    #expect(plan.credits == KitCredits(author: "B", licence: "CC-BY"))
    #expect(plan.pads.map(\.role) == [.kick, .hihatOpen, .hihatClosed])
    #expect(plan.pads.map(\.note) == [36, 46, nil])
    // A group ends each other, but an open hi-hat leaves the closed one ringing.
    #expect(plan.chokes == [.init(by: 2, ends: 1, seconds: 0.12)])
    let faults = plan.problems.filter(\.isFault).map(\.description)
    #expect(
      faults == [
        "hats/closed.xml:3: cannot read 'hats/b.wav': it has no channel 9",
        "hats/open.xml:3: cannot read 'hats/b.wav': it has no channel 9",
        "kit.xml:13: the file 'lost.xml' of instrument 'Lost' is missing",
      ])
    #expect(plan.problems.contains { $0.message.contains("calls itself 'Other'") })
  }

  @Test(
    "samples are ordered by loudness, not by their declared power; their microphones are one hit"
  )
  func kick() throws {
    let kick = try KitLoader.plan(path: writeKit()).pads[0]
    #expect(kick.layers.count == 3 && kick.layers.allSatisfy { $0.hits.count == 4 })
    #expect(kick.layers.first?.hits.first?.paths.first?.hasSuffix("/0.wav") == true)
    #expect(kick.hits.map(\.loudnessDecibels) == kick.hits.map(\.loudnessDecibels).sorted())
    let parts = kick.hits[0].sounds[0].parts
    #expect(parts.map(\.gain) == [1, 0.5, 0.5] && parts.map(\.pan) == [0, -1, 1])
    #expect(parts.map(\.slice.channel) == [0, 1, 2])
    #expect(kick.hits.allSatisfy { abs($0.hiddenLatencySeconds - 0.01) < 1e-4 })
    #expect(kick.hits.allSatisfy { $0.latencySeconds < 0.0005 })
  }

  @Test("velocities of version 1.0 are those of the kit; a sample of no probability is left out")
  func versionOne() throws {
    let hihat = try KitLoader.plan(path: writeKit()).pads[1]
    #expect(hihat.layers.map(\.velocities) == [0...63, 64...127])
    #expect(hihat.layers.map(\.hits.count) == [1, 1])
  }

  @Test("a microphone without a channel of the kit is left out; numbers have bounds")
  func channels() throws {
    let least = Int.min
    kit.folder.write(
      text: """
        <instrument name="Kick"><samples><sample name="1" power="1">
        <audiofile channel="A" file="a.wav" filechannel="\(least)"/>
        <audiofile channel="B" file="b.wav"/><audiofile channel="C" file="c.wav"/>
        </sample></samples></instrument>
        """, to: "kick.xml")
    let entry = { (channels: String) in
      """
      <drumkit>\(channels)<instruments><instrument name="Kick" file="kick.xml">
      <channelmap in="A" out="Kick"/><channelmap in="B" out="Nowhere"/></instrument></instruments></drumkit>
      """
    }
    let list = "<channels><channel name=\"Kick\"/></channels>"
    let path = kit.folder.write(text: entry(list), to: "kit.xml")
    let description = try KitReader.describe(path: path)
    let regions = description.pads[0].regions
    #expect(regions.map(\.slice?.path) == ["a.wav", "c.wav"])
    #expect(regions.map(\.slice?.channel) == [0, 0])
    #expect(
      description.problems.map(\.description)
        == ["kit.xml:1: microphone 'B' of 'Kick' is left out: the kit has no channel 'Nowhere'"])
    kit.folder.write(text: entry(""), to: "kit.xml")
    let unreported = try KitReader.describe(path: path)
    #expect(unreported.pads[0].regions.count == 3 && unreported.problems.isEmpty)
  }

  @Test("an instrument's file in place of the kit's is reported")
  func part() throws {
    let path = kit.folder.write(text: "<instrument name=\"x\"/>", to: "x.xml")
    let error = #expect(throws: KitError.self) { try KitLoader.plan(path: path) }
    #expect(error?.reason.contains("not the kit") == true)
  }

  @Test("a sample is chosen as often as its probability says")
  func probability() throws {
    for name in ["a", "b", "c"] { try kit.hit("\(name).wav") }
    kit.folder.write(
      text: """
        <instrument name="Kick"><samples>
        <sample name="1"><audiofile channel="A" file="a.wav"/></sample>
        <sample name="2"><audiofile channel="A" file="b.wav"/></sample>
        <sample name="3"><audiofile channel="A" file="c.wav"/></sample></samples>
        <velocities><velocity lower="0" upper="1"><sampleref name="1" probability="0.5"/>
        <sampleref name="2" probability="0.3"/><sampleref name="3" probability="0.2"/></velocity>
        </velocities></instrument>
        """, to: "kick.xml")
    let path = kit.folder.write(
      text:
        "<drumkit><instruments><instrument name=\"Kick\" file=\"kick.xml\"/></instruments></drumkit>",
      to: "kit.xml")
    let loaded = try KitLoader.load(
      path: path, sampleRateHz: 48_000, into: SampleMemory(megabytes: 4))
    let variations = loaded.kit.pads[0].layers[0].variations
    let counts = Dictionary(grouping: variations, by: \.sound).values.map(\.count).sorted()
    #expect(counts == [2, 3, 5])
  }
}
