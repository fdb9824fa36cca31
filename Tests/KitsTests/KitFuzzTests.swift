// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Simulation
import TestSupport
import Testing

@testable import Kits

/// Kits that are damaged at random, the same ones every time. `FLAM_FUZZ=100000` tries as many in place of a few.
@Suite struct KitFuzzTests {
  private static let count =
    ProcessInfo.processInfo.environment["FLAM_FUZZ"].flatMap(Int.init) ?? 400

  let kit = KitFolder()

  private static let sfz = """
    #define $KEY 38
    <control> default_path=./ set_cc20=64 set_hdcc21=0.5 note_offset=0
    <curve> curve_index=7 v000=0 v064=0.7 v127=1
    <global> ampeg_attack=0.001 ampeg_decay=0.3 ampeg_sustain=50 loop_mode=one_shot
    <master> master_volume=-3 <group> key=$KEY group=1 off_by=2 off_mode=time off_time=0.05
    <region> sample=a.wav lovel=1 hivel=63 seq_length=3 seq_position=1 offset=10 end=900
    <region> sample=b.wav lovel=1 hivel=63 seq_length=3 seq_position=2 amp_velcurve_63=1
    <region> sample=a.wav lovel=64 hivel=127 lorand=0.25 hirand=0.75 tune=50 pan=-30
    <region> sample=b.wav xfin_lovel=10 xfin_hivel=90 offset_oncc20=100 amplitude_oncc21=80
    <group> lokey=40 hikey=44 pitch_keycenter=42 <region> sample=*silence <region> sample=b.wav end=-1
    <region> sample=a.wav key=50 cutoff=900 fil_veltrack=2400 fileg_vel2depth=1200 eq1_vel2gain=6 eq1_vel2freq=200
    <region> sample=*saw key=51 pitcheg_depth=1200 pitcheg_vel2depth=300 pitcheg_decay=0.05 ampeg_decay=0.1
    #include "kit.sfz"
    """

  private static let hydrogen = """
    <?xml version="1.0" encoding="UTF-8"?>
    <drumkit_info xmlns="http://www.hydrogen-music.org/drumkit"><name>caf&#xC3;&#xA9;</name>
    <componentList><drumkitComponent><id>0</id><volume>0.9</volume></drumkitComponent></componentList>
    <instrumentList><instrument><id>0</id><name>Kick</name><volume>1</volume><pan_L>1</pan_L>
    <pan_R>0.5</pan_R><pitchOffset>1</pitchOffset><Attack>10</Attack><Decay>100</Decay><Sustain>0.5</Sustain><muteGroup>1</muteGroup>
    <midiOutNote>36</midiOutNote><instrumentComponent><component_id>0</component_id><gain>1</gain>
    <layer><filename>a.wav</filename><min>0</min><max>0.4</max><gain>1.5</gain><pitch>-2</pitch></layer>
    <layer><filename>b.wav</filename><min>0.3</min><max>1</max></layer></instrumentComponent></instrument>
    <instrument><name>Hat</name><filename>b.flac</filename><filterCutoff>0.5</filterCutoff></instrument>
    </instrumentList></drumkit_info>
    """

  private static let drumGizmo = """
    <drumkit><metadata><title>x</title><defaultmidimap src="map.xml"/></metadata>
    <instruments><instrument name="Kick" group="g" file="kick.xml"><channelmap in="K" out="L" main="true"/>
    <chokes><choke instrument="Kick" choketime="10"/></chokes></instrument></instruments></drumkit>
    """

  private static let instrument = """
    <instrument version="2.0" name="Kick"><samples>
    <sample name="1" power="1"><audiofile channel="K" file="a.wav" filechannel="1"/></sample>
    <sample name="2" power="2"><audiofile channel="K" file="b.wav"/><audiofile channel="L" file="a.wav"/></sample>
    </samples><velocities><velocity lower="0" upper="1"><sampleref name="1" probability="0.5"/></velocity>
    </velocities></instrument>
    """

  /// Numbers that no kit means.
  private static let extremes = [
    "-99999999999e9", "-9223372036854775808", "9223372036854775807", "1e38", "1e30", "300", "-170",
    "-2000",
  ]

  /// A text with some bytes changed, left out or doubled, and numbers out of all range.
  private static func damaged(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = text
    func random(_ bound: Int) -> Int { min(bound - 1, Int(generator.uniform() * Float(bound))) }
    for _ in 0...random(6) where bytes.count > 4 {
      let place = random(bytes.count)
      let length = min(bytes.count - place, 1 + random(40))
      let extreme = Array(extremes[random(extremes.count)].utf8)
      switch random(8) {
      case 0: bytes[place] = UInt8(random(256))
      case 1: bytes[place] ^= 1 << UInt8(random(8))
      case 2: bytes.removeSubrange(place..<place + length)
      case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: random(bytes.count))
      case 4: bytes.replaceSubrange(place..<place + length, with: extreme)
      case 5, 6: replaceNumber(in: &bytes, from: place, by: extreme)
      default: if random(4) == 0 { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }

  private static func replaceNumber(in bytes: inout [UInt8], from place: Int, by number: [UInt8]) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = bytes[place...].firstIndex(where: digits.contains) else { return }
    let end = bytes[first...].firstIndex { !digits.contains($0) } ?? bytes.endIndex
    bytes.replaceSubrange(first..<end, with: number)
  }

  /// Any kit at `path` gives a plan without a hole or an error.
  private func check(_ path: String) {
    guard let plan = try? KitLoader.plan(path: path) else { return }
    for pad in plan.pads {
      #expect(pad.layers.first?.velocities.lowerBound == 0)
      #expect(pad.layers.last?.velocities.upperBound == 127)
      #expect(pad.layers.allSatisfy { !$0.hits.isEmpty && $0.velocityGains.allSatisfy(\.isFinite) })
      #expect(pad.hits.allSatisfy { $0.gain.isFinite && $0.latencySeconds <= 0.00041 })
      #expect(pad.stepDecibels <= 3)
    }
  }

  @Test(
    "damaged kits of every format neither crash nor hang, and their plans have no hole", .slow)
  func damagedKits() throws {
    try kit.hit("a.wav", onsetFrame: 30, seconds: 0.02)
    try kit.hit("b.wav", decibels: -20, seconds: 0.02)
    var generator = SeededGenerator(seed: 7)
    let cache = "\(kit.folder.path)/cache"
    for turn in 0..<Self.count {
      switch turn % 4 {
      case 0:
        kit.folder.write(Self.damaged(Array(Self.sfz.utf8), &generator), to: "kit.sfz")
        check(kit.path)
      case 1:
        let text = Self.damaged(Array(Self.hydrogen.utf8), &generator)
        check(kit.folder.write(text, to: "drumkit.xml"))
      case 2:
        let isKit = turn % 8 == 2
        let texts = [Self.drumGizmo, Self.instrument].map { Array($0.utf8) }
        let whole = isKit ? Self.damaged(texts[0], &generator) : texts[0]
        let part = isKit ? texts[1] : Self.damaged(texts[1], &generator)
        kit.folder.write(part, to: "kick.xml")
        check(kit.folder.write(whole, to: "kit.xml"))
      default:
        let archive = Tar.archive([
          TarEntry(name: "k/drumkit.xml", bytes: Array(Self.hydrogen.utf8)),
          TarEntry(name: "k/a.wav", bytes: [UInt8](repeating: 9, count: 700)),
        ])
        let path = kit.folder.write(Self.damaged(archive, &generator), to: "kit.h2drumkit")
        _ = try? KitArchive.unpacked(path: path, cache: cache)
        Folder.remove(cache)
      }
    }
  }
}
