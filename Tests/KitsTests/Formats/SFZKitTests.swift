// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct SFZKitTests {
  let folder = TemporaryFolder()

  private func describe(
    _ text: String
  ) throws -> (regions: [SFZRegion], problems: [KitProblem]) {
    try SFZKit.regions(path: folder.write(text: text, to: "kit.sfz"))
  }

  private func region(_ opcodes: String) throws -> SFZRegion {
    try #require(describe("<region> sample=a.wav \(opcodes)").regions.first)
  }

  @Test(
    "opcodes cascade from global to region, later ones override, a new master forgets the group")
  func cascade() throws {
    let regions = try describe(
      """
      <global> volume=-6 pan=-50
      <master> lovel=10 <group> hivel=20 pan=50 <region> sample=a.wav key=36
      <region> sample=b.wav key=36 volume=0
      <master> <region> sample=c.wav key=36
      """
    ).regions
    #expect(regions.map(\.region.strength) == [10...20, 10...20, 0...127].map { .velocities($0) })
    // sin(45°)
    #expect(
      zip(regions.map(\.region.pan), [0.7071, 0.7071, -0.7071]).allSatisfy { abs($0 - $1) < 1e-4 })
    #expect(zip(regions, [0.5012, 1, 0.5012]).allSatisfy { abs($0.region.gain - $1) < 1e-3 })
  }

  @Test("keys are numbers or names, alone or in ranges, shifted by note_offset")
  func keys() throws {
    #expect(try region("key=36").notes == 36...36)
    #expect(try region("key=c4").notes == 60...60)
    #expect(try region("lokey=F#2 hikey=Bb2").notes == 42...46)
    #expect(try region("").notes == 0...127)
    let shifted = try describe("<control> note_offset=-12 <region> sample=a.wav key=48").regions
    #expect(shifted[0].notes == 36...36)
  }

  @Test("numbers out of all range are replaced by the nearest or skipped, never a trap")
  func absurdNumbers() throws {
    _ = try describe("<control> note_offset=1e30 set_cc1=1e38 <region> sample=a key=c99999999999")
    _ = try describe("<region> sample=a key=99999999999999999999 offset=1e30 end=1e30 group=-1e30")
    _ = try describe("<region> sample=a lovel=300 volume=nan pan=inf seq_length=-4 off_time=-1")
    #expect(try region("pan=300 volume=1e9").region.pan == 1)
  }

  @Test("paths: default_path goes before, backslashes become slashes")
  func paths() throws {
    let regions = try describe(
      "<control> default_path=..\\Samples\\bd_ <region> sample=a b\\1.wav key=36"
    ).regions
    #expect(regions[0].region.slice?.path == "../Samples/bd_a b/1.wav")
  }

  @Test("volumes of all levels add in decibels, amplitude multiplies")
  func gain() throws {
    let gain = try region("volume=-6 group_volume=-6 master_volume=6 amplitude=50").region.gain
    #expect(abs(gain - 0.2506) < 1e-3)  // -6 dB, halved
  }

  @Test("velocity gain is v squared, a curve's straight lines, or a part of either")
  func velocityGain() throws {
    #expect(abs(try region("").region.response.gains[64] - 0.25395) < 1e-4)  // (64/127)^2
    let curve = try region("amp_velcurve_64=1").region.response.gains
    #expect(curve[0] == 0 && abs(curve[32] - 0.5) < 1e-6 && curve[64] == 1 && curve[127] == 1)
    #expect(try region("amp_veltrack=0").region.response.gains.allSatisfy { $0 == 1 })
    let half = try region("amp_veltrack=50").region.response.gains
    #expect(half[0] == 0.5 && half[127] == 1)
  }

  @Test("controllers act as they stand: on offset, amplitude, volume, pan and tune, by curves")
  func controllers() throws {
    let head = "<control> set_cc20=127 set_cc21=0 set_hdcc98=0.5 "
    func region(_ opcodes: String) throws -> SFZRegion {
      try #require(describe(head + "<region> sample=a.wav \(opcodes)").regions.first)
    }
    #expect(try region("offset=10 offset_oncc98=1000").region.slice?.firstFrame == 510)
    #expect(try region("amplitude=50 amplitude_oncc20=100").region.gain == 0.5)
    #expect(try region("amplitude_oncc21=100").region.gain == 0)
    #expect(abs(try region("amplitude_oncc98=100 amplitude_curvecc98=4").region.gain - 0.25) < 1e-6)
    #expect(abs(try region("volume_oncc20=-6").region.gain - 0.5012) < 1e-3)
    #expect(try region("pan_oncc21=100 pan_curvecc21=1").region.pan == -1)
    #expect(try region("tune=20 tune_oncc20=80").pitchSemitones(note: 36) == 1)
    let own = try describe(
      "<control> set_cc1=64 <curve> curve_index=17 v000=1 v127=0 "
        + "<region> sample=a amplitude_oncc1=100 amplitude_curvecc1=17")
    #expect(abs(own.regions[0].region.gain - 63 / 127) < 1e-4)
  }

  @Test("pitch follows the key from the named centre, and is unchanged without one")
  func pitch() throws {
    #expect(try region("key=40").pitchSemitones(note: 40) == 0)
    #expect(try region("key=40 pitch_keycenter=38").pitchSemitones(note: 40) == 2)
    #expect(try region("key=40 pitch_keycenter=38 pitch_keytrack=0").pitchSemitones(note: 40) == 0)
    #expect(try region("key=40 transpose=-1 tune=50").pitchSemitones(note: 40) == -0.5)
  }

  @Test("crossfades bound the velocities and weigh the sound within them")
  func crossfade() throws {
    let region = try region(
      "xfin_lovel=20 xfin_hivel=40 xfout_lovel=80 xfout_hivel=100 xf_velcurve=gain"
    )
    .region
    #expect(region.strength == .velocities(21...99))
    #expect(region.crossfade?[30] == 0.5 && region.crossfade?[60] == 1)
    let byController = try describe(
      "<control> set_cc1=0 <region> sample=a xfin_locc1=0 xfin_hicc1=127"
    ).regions[0].region
    #expect(byController.gain == 0)
  }

  @Test("of regions for different switch keys those of the key held at first are played")
  func switches() throws {
    let text = "<region> sample=a sw_last=24 <region> sample=b sw_last=25 <region> sample=c"
    #expect(try describe(text).regions.map(\.region.slice?.path) == ["a", "c"])
    let chosen = try describe("<global> sw_default=c#1 " + text).regions
    #expect(chosen.map(\.region.slice?.path) == ["b", "c"])
  }

  @Test("a random beginning becomes four that take turns, the same ones every time")
  func randomStarts() throws {
    let regions = try describe("<region> sample=a offset=100 offset_random=80").regions
    #expect(regions.compactMap(\.region.slice?.firstFrame).sorted() == [110, 130, 150, 170])
    let later = try describe(
      "<region> sample=a seq_length=2 seq_position=2 delay_random=0.008"
    ).regions.map(\.region)
    #expect(
      later.map(\.turn)
        == (0..<4).map { .draw(length: 8, position: 2 + 2 * $0, lowRandom: 0, highRandom: 1) })
    #expect(later.map(\.delaySeconds).sorted().map { ($0 * 1000).rounded() } == [1, 3, 5, 7])
  }

  @Test("a time to end in counts without a mode, too; another mode sets it aside")
  func offTime() throws {
    #expect(try region("off_time=0.2").offSeconds == 0.2)
    #expect(try region("off_mode=time off_time=0.2").offSeconds == 0.2)
    #expect(try region("off_mode=fast off_time=0.2").offSeconds == 0.006)
    #expect(try region("off_mode=normal ampeg_release=0.3 off_time=0.2").offSeconds == 0.3)
    #expect(try region("").offSeconds == 0.006)
  }

  @Test("controllers move envelopes, place and width, but for those of the note")
  func movedEnvelope() throws {
    let (regions, problems) = try describe(
      "<control> set_cc30=127 set_cc31=0 <region> sample=a ampeg_attack_oncc30=0.25 ampeg_hold=0.5 "
        + "ampeg_holdcc31=4 ampeg_decay=0.5 ampeg_decay_oncc30=1 ampeg_sustain=25 "
        + "ampeg_sustain_oncc30=25 ampeg_release_oncc30=2 position_oncc30=-100 width_oncc30=-50")
    let region = try #require(regions.first)
    #expect(
      region.region.envelope
        == SoundEnvelope(
          attackSeconds: 0.25, holdSeconds: 0.5, decaySeconds: 1.5, isExponential: true,
          sustain: 0.5))
    #expect(
      region.releaseSeconds == 2 && region.region.width == 0.5 && region.region.position == -1)
    #expect(problems.isEmpty)
    let ofNote = try describe("<region> sample=a ampeg_decay_oncc131=1 ampeg_attack_curvecc20=1")
    #expect(
      ofNote.problems.map(\.description) == [
        "settings of the kit that Flam does not follow: ampeg_decay_oncc131 (1)"
      ])
  }

  @Test("what velocity adds at the hardest stroke is a gain of the sound")
  func hardestStroke() throws {
    let louder = try region("amp_veltrack=0 volume=-12 volume_oncc131=12").region
    #expect(abs(louder.gain - 1) < 1e-5 && louder.response.gains[127] == 1)
    #expect(abs(Units.decibels(amplitude: louder.response.gains[0]) + 12) < 1e-3)
    let half = try region("amp_velcurve_127=0.5").region
    #expect(half.gain == 0.5 && half.response.gains[127] == 1)
    // What falls with velocity stays as it is.
    let falling = try region("amp_veltrack=-50").region
    #expect(falling.gain == 1 && falling.response.gains[0] == 0.5)
  }

  @Test("chance raises level and pitch by 0 to so much: about the middle, by half either way")
  func randomLevels() throws {
    let raised = try region("amp_random=6 pitch_random=40 tune=5")
    #expect(raised.randomOffsets == RandomOffsets(gainDecibels: 3, pitchSemitones: 0.2))
    #expect(abs(Units.decibels(amplitude: raised.region.gain) - 3) < 1e-3)
    #expect(abs(raised.pitchSemitones(note: 36) - 0.25) < 1e-5)
    let lowered = try region("amp_random=-6")
    #expect(lowered.randomOffsets == RandomOffsets(gainDecibels: 3))
    #expect(abs(Units.decibels(amplitude: lowered.region.gain) + 3) < 1e-3)
  }

  @Test("a sound is played backwards, or several times to its end")
  func directions() throws {
    #expect(try region("").region.slice?.loop == nil)
    #expect(try region("direction=forward count=1").region.slice?.loop == nil)
    let backwards = try region("direction=reverse").region.slice?.loop
    #expect(backwards == SampleLoop(firstFrame: 0, count: 0, direction: .backwards))
    let counted = try region("loop_mode=no_loop count=3")
    #expect(counted.region.slice?.loop == SampleLoop(firstFrame: 0, count: 2))
    #expect(counted.isHeld == false)
    #expect(try region("loop_mode=no_loop count=0").isHeld == true)
  }

  @Test("width and position place a stereo sound")
  func width() throws {
    let region = try region("width=-50 position=30 pan=20").region
    #expect(region.width == -0.5 && abs(region.pan - 0.3090) < 1e-4)
    #expect(abs(region.position - 0.4540) < 1e-4)
  }

  @Test(
    "a pan is a sine and a cosine of the place",
    arguments: [(25, 3.504), (50, 7.656), (-75, -14.025), (0, 0)] as [(Int, Float)])
  func pan(percent: Int, rightOverLeftDecibels: Float) throws {
    let gains = PanLaw.gains(pan: try region("pan=\(percent)").region.pan)
    let decibels = Units.decibels(amplitude: gains.y) - Units.decibels(amplitude: gains.x)
    #expect(abs(decibels - rightOverLeftDecibels) < 0.01)
  }

  @Test("the number that a value begins with counts; a value that is none is named, not obeyed")
  func tails() throws {
    #expect(try region("key=38Garbage").notes == 38...38)
    #expect(try region("key=42.0").notes == 42...42)
    #expect(try region("key=c4;").notes == 60...60)
    #expect(try region("lovel=1 hivel=63;").region.strength == .velocities(1...63))
    #expect(abs(try region("volume=-6dB").region.gain - 0.5012) < 1e-3)
    let problems = try describe("<region> sample=a key=kick volume=loud pan=10").problems
    #expect(
      problems.map(\.description) == [
        "values that are no numbers, and are left out: key=kick (1), volume=loud (1)"
      ])
  }

  @Test(
    "a region for what is at rest plays, one for what is moved does not",
    arguments: [
      ("sw_lolast=24 sw_hilast=24", false), ("sw_lolast=25 sw_hilast=26", true),
      ("sw_down=24", false), ("sw_up=24", true), ("sw_previous=24", false),
      ("lohdcc20=0.5 hihdcc20=1", false), ("lohdcc20=0 hihdcc20=0.49", true),
      ("lobend=1 hibend=8192", false), ("lobend=-100 hibend=100", true),
      ("lochanaft=1", false), ("hichanaft=64", true), ("lopolyaft=64", false),
      ("loprog=1 hiprog=5", false), ("loprog=0 hiprog=0", true), ("lobpm=140", false),
    ])
  func conditions(opcodes: String, isPlayed: Bool) throws {
    let (regions, problems) = try describe(
      "<control> set_hdcc20=0.2 <global> sw_default=25 <region> sample=a key=36 \(opcodes)")
    #expect(regions.count == (isPlayed ? 1 : 0))
    #expect(problems.map(\.kind) == (isPlayed ? [] : [.unplayedRegions]))
  }

  @Test("the key held at first is the default, even where another region asks for one before it")
  func heldKey() throws {
    let text = "<region> sample=a sw_last=24 <group> sw_default=25 <region> sample=b sw_last=25"
    #expect(try describe(text).regions.map(\.region.slice?.path) == ["b"])
  }

  @Test("velocity as a controller moves loudness and pitch, and chooses regions")
  func velocityController() throws {
    let louder = try region("amp_veltrack=0 amplitude_oncc131=100").region.response.gains
    #expect(louder[0] == 0 && abs(louder[40] - 40 / 127) < 1e-6 && louder[127] == 1)
    let softer = try describe(
      "<region> sample=a amp_veltrack=0 volume_oncc131=-24 volume_curvecc131=9 "
        + "<curve> curve_index=9 v000=1 v127=0"
    ).regions[0].region.response.gains
    // 24 dB softer at velocity 0, so 16.44 dB at 40.
    #expect(abs(Units.decibels(amplitude: softer[40]) + 24 * 87 / 127) < 1e-3 && softer[127] == 1)
    #expect(try region("tune_oncc131=1200").region.voicing.velocitySemitones == 12)
    #expect(try region("tune_oncc131=1200 tune=50").pitchSemitones(note: 60) == 0.5)
    #expect(try region("pitch_veltrack=-300").region.voicing.velocitySemitones == -3)
    #expect(try region("hicc131=63").region.strength == .velocities(0...63))
    #expect(try region("locc131=64 lovel=10").region.strength == .velocities(64...127))
    #expect(try region("lohdcc131=0.5").region.strength == .velocities(64...127))
    let placed = try describe("<region> sample=a pan=-50 pan_oncc131=100").regions.map(\.region)
    #expect(placed.map(\.strength) == [0...31, 32...63, 64...95, 96...127].map { .velocities($0) })
    #expect(zip(placed, placed.dropFirst()).allSatisfy { $0.pan < $1.pan })
  }

  @Test("how far velocity counts is moved by controllers, too")
  func velocityTrack() throws {
    let text = "<control> set_cc99=127 <region> sample=a amp_veltrack=0 amp_veltrack_oncc99=100"
    let gains = try describe(text).regions[0].region.response.gains
    #expect(abs(gains[64] - 0.25395) < 1e-4)
  }

  @Test("the amplitudes of all levels multiply")
  func amplitudes() throws {
    let gain = try region("amplitude=50 group_amplitude=50 master_amplitude=50").region.gain
    #expect(abs(gain - 0.125) < 1e-6)
  }

  @Test("the key as a controller chooses and moves regions, each key by itself")
  func keyController() throws {
    #expect(try region("locc133=40 hicc133=50").notes == 40...50)
    let regions = try describe("<region> sample=a lokey=36 hikey=38 volume_oncc133=-127").regions
    #expect(regions.map(\.notes) == [36...36, 37...37, 38...38])
    let decibels = regions.map { Units.decibels(amplitude: $0.region.gain) }
    #expect(zip(decibels, [-36, -37, -38]).allSatisfy { abs($0 - $1) < 1e-3 })
    let tracked = try describe(
      "<region> sample=a lokey=58 hikey=60 amp_keytrack=2 amp_keycenter=59"
    ).regions.map { Units.decibels(amplitude: $0.region.gain) }
    #expect(zip(tracked, [-2, 0, 2]).allSatisfy { abs($0 - $1) < 1e-3 })
  }

  @Test("chance and turns as controllers choose and move regions")
  func chance() throws {
    #expect(
      try region("locc135=64").region.turn
        == .draw(length: 1, position: 1, lowRandom: 0.5, highRandom: 1))
    let turns = try ["hicc137=63", "locc137=64"].map { try region($0).region.turn }
    #expect(
      turns == (1...2).map { .draw(length: 2, position: $0, lowRandom: 0, highRandom: 1) })
    let detuned = try describe("<region> sample=a tune_oncc136=40").regions
    #expect(detuned.map { (100 * $0.pitch.offset).rounded() }.sorted() == [-30, -10, 10, 30])
    #expect(
      detuned.map(\.region.turn)
        == (1...4).map { .draw(length: 4, position: $0, lowRandom: 0, highRandom: 1) })
    let louder = try describe("<region> sample=a volume_oncc135=8 seq_length=2 seq_position=2")
    #expect(
      louder.regions.map(\.region.turn)
        == (0..<4).map { .draw(length: 8, position: 2 + 2 * $0, lowRandom: 0, highRandom: 1) })
    let decibels = louder.regions.map { Units.decibels(amplitude: $0.region.gain) }.sorted()
    #expect(zip(decibels, [1, 3, 5, 7]).allSatisfy { abs($0 - $1) < 1e-3 })
  }

  @Test("polyphony bounds the hits of a group or of a note; one hit a note is a choke")
  func polyphony() throws {
    let pads = SFZPads(
      try describe(
        """
        <region> sample=a key=36 note_polyphony=3 <region> sample=a key=38 group=4 polyphony=2
        <region> sample=a key=40 group=4 polyphony=2 <region> sample=a key=41 note_polyphony=1
        """
      ).regions)
    let limits = Dictionary(uniqueKeysWithValues: pads.pads.map { ($0.note ?? 0, $0.voiceLimit) })
    #expect(limits[36] == VoiceLimit(group: -37, count: 3))
    #expect(limits[38] == VoiceLimit(group: 4, count: 2) && limits[40] == limits[38])
    #expect(limits[41] == .some(nil) && pads.chokes.count == 1)
  }

  @Test("a sound may be upside down")
  func phase() throws {
    let regions = try describe("<region> sample=a phase=invert <region> sample=b phase=normal")
      .regions
    #expect(regions.map(\.region.gain) == [-1, 1])
  }

  @Test("polyphony without a group bounds what stands below its header, each header by itself")
  func polyphonyOfHeaders() throws {
    let pads = SFZPads(
      try describe(
        """
        <group> polyphony=1 <region> sample=a key=36 <region> sample=b key=38
        <group> polyphony=1 <region> sample=a key=40
        <group> <region> sample=a key=41 polyphony=2 <region> sample=a key=43
        """
      ).regions
    ).pads
    let limits = Dictionary(uniqueKeysWithValues: pads.map { ($0.note ?? 0, $0.voiceLimit) })
    let first = try #require(limits[36] ?? nil)
    let second = try #require(limits[40] ?? nil)
    let third = try #require(limits[41] ?? nil)
    #expect(limits[38] == first && first.count == 1 && second.count == 1 && third.count == 2)
    #expect(Set([first.group, second.group, third.group]).count == 3)
    #expect(limits[43] == .some(nil))
  }

  @Test("default_path holds until the next <control> sets it")
  func defaultPaths() throws {
    let regions = try describe(
      "<control> default_path=a/ <region> sample=1 <control> default_path= <region> sample=2"
    ).regions
    #expect(regions.map(\.region.slice?.path) == ["a/1", "2"])
  }

  @Test("definitions that grow without end, and regions without end, are bounded")
  func bounds() throws {
    let doubling = (1...60).map { "#define $a\($0) $a\($0 - 1)$a\($0 - 1)" }.joined(separator: "\n")
    _ = try describe("#define $a0 x\n\(doubling)\n<region> sample=$a60")
    let many = String(repeating: "<region>", count: 70_000)
    let (regions, problems) = try describe("<global> sample=a\n" + many)
    #expect(regions.count == 65_536 && problems.contains { $0.kind == .tooMuch })
    let keys = String(repeating: "<region>", count: 1000)
    let spread = try describe("<global> sample=a amp_keytrack=1 tune_oncc135=9\n" + keys)
    #expect(spread.regions.count == 65_536 && spread.problems.contains { $0.kind == .tooMuch })
  }

  @Test("opcodes that are not followed are listed by how often they come, but not unheard ones")
  func ignored() throws {
    let problems = try describe(
      """
      <control> label_cc7=Volume hint_ram_based=1 <region> sample=a egg=3 lfo01_pan=9 bend_up=200
      <region> sample=a egg=4 image=kit.png
      """
    ).problems
    #expect(
      problems.map(\.description) == [
        "settings of the kit that Flam does not follow: egg (2), lfo01_pan (1)"
      ])
  }
}
