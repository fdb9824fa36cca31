// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Kits
import Simulation

/// Kits: they are read, planned, loaded, and each pad is struck.
extension Harness {
  static let sfz = Harness(
    name: "sfz", reads: "a kit in SFZ, and a file that it includes",
    words: [
      "<region>", "<group>", "<master>", "<global>", "<control>", "<curve>", "sample=a.wav",
      "sample=b.wav", "sample=*silence", "sample=*saw", "sample=*noise", "pitcheg_depth=",
      "fileg_depth=", "key=36", "lokey=", "hikey=", "lovel=", "hivel=",
      "lorand=", "hirand=", "seq_length=", "seq_position=", "group=", "off_by=", "off_mode=time",
      "off_time=", "volume=", "amplitude=", "pan=", "width=", "position=", "amp_veltrack=",
      "amp_velcurve_64=", "offset=", "end=", "offset_random=", "delay_random=", "trigger=",
      "pitch_keycenter=", "pitch_keytrack=", "tune=", "transpose=", "delay=", "pitch_random=",
      "amp_random=", "note_polyphony=", "polyphony=", "sw_default=", "sw_last=", "sw_lokey=",
      "ampeg_attack=", "ampeg_hold=", "ampeg_decay=", "ampeg_sustain=", "ampeg_release=",
      "xfin_lovel=", "xfin_hivel=", "xfout_lovel=", "xfout_hivel=", "xf_velcurve=power",
      "locc4=", "hicc4=", "on_locc4=", "xfin_locc4=", "xfout_hicc4=", "set_cc4=", "set_hdcc4=",
      "volume_oncc4=", "pan_oncc10=", "tune_curvecc4=", "curve_index=", "v064=", "default_path=",
      "note_offset=", "octave_offset=", "region_label=", "#define $A ", "$A",
      "#include \"part.sfz\"",
      "//", "/*", "*/", "c#4", "-1", "1e38", "nan", "127", "99999999999999999999",
    ],
    seeds: {
      [
        """
        // Kit by nobody. License: CC0
        <control> set_cc4=64 note_offset=0
        <curve> curve_index=7 v000=0 v127=1
        #define $SNARE a.wav
        #include "part.sfz"
        <global> ampeg_release=0.1 amp_veltrack=80
        <group> key=38 group=1 off_by=2 off_time=0.02
        <region> sample=$SNARE lovel=0 hivel=80 lorand=0 hirand=0.5 pan=-20
        <region> sample=b.wav lovel=0 hivel=80 lorand=0.5 hirand=1 offset=10 end=200
        <region> sample=a.wav lovel=81 seq_length=2 seq_position=1 tune=50
        <region> sample=a.wav lovel=81 seq_length=2 seq_position=2 volume_oncc4=6
        """ + "\0<region> sample=b.wav key=36 volume=-3 ampeg_decay=0.1\n",
        """
        <region> sample=a.wav key=42 xfin_lovel=0 xfin_hivel=127 note_polyphony=1
        <region> sample=b.wav key=46 xfout_lovel=64 xfout_hivel=127 off_by=3 polyphony=2 group=3
        """,
      ].map { Array($0.utf8) }
    },
    accepts: { sandbox, input in
      try sandbox.makeKitFolder("sfz")
      let parts = input.parts
      sandbox.put(parts.count > 1 ? parts[1] : [], "sfz/part.sfz")
      return try play(sandbox.put(parts[0], "sfz/kit.sfz"), input)
    })

  static let hydrogen = Harness(
    name: "hydrogen", reads: "drumkit.xml of Hydrogen",
    words: xmlWords + [
      "<drumkit_info>", "</drumkit_info>", "<instrumentList>", "</instrumentList>", "<instrument>",
      "</instrument>", "<name>", "</name>", "<filename>a.wav</filename>", "<layer>", "</layer>",
      "<min>", "</min>", "<max>", "</max>", "<gain>", "</gain>", "<pitch>", "</pitch>", "<volume>",
      "</volume>", "<isMuted>true</isMuted>", "<isSoloed>", "<pan_L>", "<pan_R>", "<pan>",
      "<muteGroup>0</muteGroup>", "<isStopNote>true</isStopNote>", "<midiOutNote>36</midiOutNote>",
      "<componentList>", "<drumkitComponent>", "<instrumentComponent>", "<component_id>0",
      "<sampleSelectionAlgo>RANDOM", "<ismodified>true</ismodified>", "<startframe>", "<endframe>",
      "<loopframe>", "<loops>", "<looponmode>", "<Attack>", "<Decay>", "<Sustain>", "<Release>",
      "<randomPitchFactor>", "<filterActive>true", "<filterCutoff>", "<filterResonance>",
      "<formatVersion>2", "<applyVelocity>",
    ],
    seeds: {
      [
        """
        <drumkit_info><name>Made up</name><author>nobody</author><license>CC0</license>
        <componentList><drumkitComponent><id>0</id><name>Main</name><volume>1</volume>
        </drumkitComponent></componentList><instrumentList>
        <instrument><id>0</id><name>Kick</name><volume>0.9</volume><pan_L>1</pan_L><pan_R>0.5</pan_R>
        <muteGroup>-1</muteGroup><midiOutNote>36</midiOutNote><Attack>0</Attack><Decay>0</Decay>
        <Sustain>1</Sustain><Release>1000</Release><instrumentComponent><component_id>0</component_id>
        <gain>1</gain><layer><filename>a.wav</filename><min>0</min><max>0.5</max><gain>1</gain>
        <pitch>0</pitch></layer><layer><filename>b.wav</filename><min>0.5</min><max>1</max>
        <gain>1</gain><pitch>2</pitch><ismodified>true</ismodified><startframe>0</startframe>
        <loopframe>10</loopframe><endframe>200</endframe><loops>1</loops></layer>
        </instrumentComponent></instrument>
        <instrument><id>1</id><name>Hat</name><muteGroup>0</muteGroup><midiOutNote>42</midiOutNote>
        <filterActive>true</filterActive><filterCutoff>0.5</filterCutoff>
        <layer><filename>b.wav</filename><min>0</min><max>1</max></layer></instrument>
        </instrumentList></drumkit_info>
        """,
        "<drumkit_info><instrumentList><instrument><name>Old</name><filename>a.wav</filename>"
          + "<pan>0.3</pan></instrument></instrumentList></drumkit_info>",
      ].map { Array($0.utf8) }
    },
    accepts: { sandbox, input in
      try sandbox.makeKitFolder("hydrogen")
      return try play(sandbox.put(input.bytes, "hydrogen/drumkit.xml"), input)
    })

  static let drumGizmo = Harness(
    name: "drumgizmo",
    reads: "the XML of a kit of DrumGizmo, of two instruments and of its MIDI map",
    words: xmlWords + [
      "<drumkit", "<instrument", "<instruments>", "<channels>", "<channel", "<channelmap",
      "<sample", "<samples>", "<audiofile", "<velocities>", "<velocity", "<sampleref", "<chokes>",
      "<choke", "<map", "<midimap>", " name=\"", " file=\"", " version=\"2.0\"", " group=\"",
      " power=\"", " normalized=\"true\"", " filechannel=\"", " channel=\"", " in=\"", " out=\"",
      " main=\"true\"", " lower=\"", " upper=\"", " probability=\"", " instrument=\"",
      " choketime=\"", " note=\"", " instr=\"", "i.xml", "j.xml", "a.wav", "<metadata>",
      "<defaultmidimap src=\"map.xml\"/>",
    ],
    seeds: {
      [
        """
        <drumkit name="Made up" version="2.0"><metadata><title>Made up</title><license>CC0</license>
        <defaultmidimap src="map.xml"/></metadata><channels><channel name="L"/><channel name="R"/>
        </channels><instruments><instrument name="Kick" file="i.xml"><channelmap in="L" out="L"
        main="true"/><channelmap in="R" out="R"/></instrument><instrument name="Hat" file="j.xml"
        group="hats"><channelmap in="L" out="L"/><chokes><choke instrument="Kick" choketime="50"/>
        </chokes></instrument></instruments></drumkit>
        """ + "\0"
          + """
          <instrument version="2.0" name="Kick"><samples><sample name="k1" power="0.1">
          <audiofile channel="L" file="a.wav" filechannel="1"/><audiofile channel="R" file="a.wav"
          filechannel="2"/></sample><sample name="k2" power="0.9"><audiofile channel="L" file="b.wav"
          filechannel="1"/></sample></samples></instrument>
          """ + "\0"
            + """
            <instrument name="Hat"><samples><sample name="h"><audiofile channel="L" file="b.wav"/>
            </sample></samples><velocities><velocity lower="0" upper="1"><sampleref name="h"
            probability="1"/></velocity></velocities></instrument>
            """ + "\0"
          + "<midimap><map note=\"36\" instr=\"Kick\"/><map note=\"42\" instr=\"Hat\"/></midimap>"
      ].map { Array($0.utf8) }
    },
    accepts: { sandbox, input in
      try sandbox.makeKitFolder("drumgizmo")
      let parts = input.parts
      for (index, name) in ["i.xml", "j.xml", "map.xml"].enumerated() {
        sandbox.put(parts.count > index + 1 ? parts[index + 1] : [], "drumgizmo/\(name)")
      }
      return try play(sandbox.put(parts[0], "drumgizmo/kit.xml"), input)
    })

  static let archive = Harness(
    name: "archive", reads: "an .h2drumkit: a tar, alone or compressed by gzip, bzip2 or xz",
    words: [
      "ustar\u{0}00", "ustar  \u{0}", "drumkit.xml", "../", "/", "PaxHeader", "path=", "size=",
      "././@LongLink", "\u{1f}\u{8b}\u{8}", "BZh9", "\u{fd}7zXZ\u{0}", "00000000000", "77777777777",
    ],
    seeds: {
      let tar = Tar.archive([
        TarEntry(
          name: "Kit/drumkit.xml",
          bytes: Array(
            "<d><instrumentList><instrument><filename>a.wav</filename></instrument></instrumentList></d>"
              .utf8)),
        TarEntry(name: "Kit/a.wav", bytes: try sound("wav")),
      ])
      return [tar] + (try ["gzip", "bzip2", "xz"].map { try packed(tar, by: $0) })
    },
    accepts: { sandbox, input in
      defer { try? FileManager.default.removeItem(atPath: "\(sandbox.path)/cache") }
      return try play(sandbox.put(input.bytes, "kit.h2drumkit"), input)
    })

  static let folder = Harness(
    name: "folder", reads: "a folder of sounds: their names, one a line",
    words: [
      "kick", "snare", "hihat", "tom", "_v1", "_v127", "_rr2", "-01", " soft", " hard", " mf", "_L",
      "_R", "close", "room", "oh", "(2)", "#", "36", ".",
    ],
    seeds: {
      [
        "kick_v1_rr1\nkick_v1_rr2\nkick_v127_rr1\nsnare soft\nsnare hard\nhihat-close-L\nhihat-close-R",
        "36\n38_01\n38_02\nTom 1 (mf)",
      ].map { Array($0.utf8) }
    },
    accepts: { sandbox, input in
      let sounds = try sandbox.makeKitFolder("sounds")
      let folder = "\(sandbox.path)/folder"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      mkdir(folder, 0o700)
      let names = input.bytes.split(separator: UInt8(ascii: "\n")).prefix(16)
      for (index, name) in names.enumerated() where !name.contains(0) && !name.contains(0x2f) {
        let path = Array("\(folder)/".utf8) + name + Array(".wav".utf8) + [0]
        path.withUnsafeBufferPointer { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            if let path = $0.baseAddress {
              _ = link("\(sounds)/\(index % 2 == 0 ? "a" : "b").wav", path)
            }
          }
        }
      }
      return try play(folder, input)
    })

  private static let xmlWords = [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!--", "-->", "<![CDATA[", "]]>", "/>", "\">",
    "&amp;", "&#xC3;", "<!DOCTYPE", "<!ENTITY", " xmlns=\"", "encoding=\"ISO-8859-1\"", "-1",
    "1e38", "nan", "inf", "0.5", "99999999999", "true", "false",
  ]

  /// Reads the kit at `path`; one that is used is loaded, and each pad is struck softly and hard.
  /// False if it is refused.
  private static func play(_ path: String, _ input: FuzzInput) throws -> Bool {
    guard input.isUsed else { return (try? KitReader.describe(path: path)) != nil }
    let memory = SampleMemory(blockCount: 1 << 10)
    guard
      let kit = try? KitLoader.load(path: path, sampleRateHz: Sandbox.sampleRateHz, into: memory)
        .kit
    else { return false }
    let playing = PlayingStyle(choice: .scored, humanising: .slight)
    var bank = VoiceBank(drums: DrumSet.make(kit: kit, playing: playing, seed: 1))
    var hit = 0
    for pad in kit.pads.indices.prefix(16) {
      for velocity in [0.01, 0.5, 1] as [Float] {
        hit += 1
        bank.start(NoteOn(hit: hit, pad: pad, velocity: velocity), atFrame: bank.frame)
        let frames = bank.rendered(frameCount: 128)
        precondition(
          frames.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "what is played is finite")
      }
    }
    return true
  }

  /// The bytes of a short sound in a format.
  private static func sound(_ ending: String) throws -> [UInt8] {
    let folder = TemporaryFolder()
    try Sandbox.writeSound("\(folder.path)/a.\(ending)", channelCount: 1)
    return folder.bytes("a.\(ending)")
  }

  private static func packed(_ bytes: [UInt8], by program: String) throws -> [UInt8] {
    let folder = TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program, "--keep", folder.write(bytes, to: "a")]
    try process.run()
    process.waitUntilExit()
    return folder.bytes("a." + ["gzip": "gz", "bzip2": "bz2", "xz": "xz"][program, default: ""])
  }
}
