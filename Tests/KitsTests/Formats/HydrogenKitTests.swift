// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct HydrogenKitTests {
  let kit = KitFolder()

  private func describe(_ text: String) throws -> KitDescription {
    try KitReader.describe(path: kit.folder.write(text: text, to: "drumkit.xml"))
  }

  private func instrument(_ text: String) throws -> PadDescription {
    let head = "<drumkit_info><instrumentList><instrument><id>0</id><name>Kick</name>"
    return try #require(
      describe("\(head)\(text)</instrument></instrumentList></drumkit_info>").pads.first)
  }

  @Test("a kit from before 0.9: the sound is in the instrument, there is no header")
  func first() throws {
    let description = try describe(
      """
      <drumkit_info><name>Old</name><author>A</author><licence>GPL</licence>
        <info>caf&#xC3;&#xA9;</info><instrumentList>
        <instrument><id>0</id><filename>k.flac</filename><name>Kick</name><volume>0.5</volume>
          <isMuted>false</isMuted><pan_L>1</pan_L><pan_R>0.5</pan_R><exclude /></instrument>
        <instrument><id>1</id><filename>s.flac</filename><name>Snare</name><isMuted>true</isMuted>
        </instrument>
      </instrumentList></drumkit_info>
      """)
    #expect(description.name == "Old" && description.format == .hydrogen)
    #expect(description.credits == KitCredits(author: "A", licence: "GPL", notes: "café"))
    let pad = try #require(description.pads.first)
    #expect(description.pads.count == 1 && description.problems.map(\.kind) == [.mutedPad])
    #expect(pad.role == .kick && pad.note == 36 && pad.pan == -0.5)
    #expect(pad.regions.map(\.gain) == [0.5] && pad.regions[0].strength == .velocities(0...127))
    #expect(pad.regions[0].line == SourceLine(file: "drumkit.xml", number: 3))
  }

  @Test("an instrument without a sound is named")
  func empty() throws {
    let description = try describe(
      """
      <drumkit_info><instrumentList>
      <instrument><id>0</id><name>Kick</name><filename>k.flac</filename></instrument>
      <instrument><id>1</id><name>Snare Rimshot</name></instrument></instrumentList></drumkit_info>
      """)
    #expect(description.pads.map(\.name) == ["Kick"])
    #expect(description.problems.map(\.kind) == [.emptyPad])
    #expect(description.problems[0].message.hasPrefix("'Snare Rimshot' has no sound"))
    #expect(description.problems[0].line?.number == 3)
  }

  @Test("a decimal sign may be a comma, as in the user's language")
  func decimalCommas() throws {
    let pad = try instrument(
      """
      <volume>0,5</volume>
      <layer><filename>a.wav</filename><min>0</min><max>0,5</max><gain>1</gain></layer>
      <layer><filename>b.wav</filename><min>0,5</min><max>1</max><gain>0,25</gain></layer>
      """)
    #expect(pad.regions.map(\.strength) == [.velocities(0...63), .velocities(64...127)])
    #expect(pad.regions.map(\.gain) == [0.5, 0.125])
  }

  @Test("a value that is no number is left out, and named with how often it comes")
  func noNumbers() throws {
    let problems = try describe(
      """
      <drumkit_info><instrumentList>
      <instrument><id>0</id><name>Kick</name><volume>loud</volume><gain/>
      <layer><filename>a.wav</filename><min>0</min><max>half</max></layer>
      <layer><filename>b.wav</filename><min>nan</min><max>half</max></layer></instrument>
      </instrumentList></drumkit_info>
      """
    ).problems
    #expect(
      problems.last?.message
        == "values that are no numbers, and are left out: max=half (2), min=nan (1), volume=loud (1)"
    )
  }

  @Test("0.9: layers in the instrument; if two ranges meet the upper one begins")
  func second() throws {
    let pad = try instrument(
      """
      <gain>2</gain><filterActive>true</filterActive><filterCutoff>1</filterCutoff>
      <layer><filename>a.wav</filename><min>0</min><max>0.202899</max><gain>0.5</gain></layer>
      <layer><filename>b.wav</filename><min>0.202899</min><max>1</max><pitch>-3</pitch></layer>
      """)
    #expect(pad.regions.map(\.strength) == [.velocities(0...25), .velocities(26...127)])
    #expect(pad.regions.map(\.gain) == [1, 2] && pad.regions.map(\.pitchSemitones) == [0, -3])
    #expect(pad.regions.allSatisfy { $0.filters.isEmpty && $0.response == .linear })
  }

  @Test("0.9.7: components are microphones of one hit, with volumes of the kit's list")
  func third() throws {
    let description = try describe(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <drumkit_info xmlns="http://www.hydrogen-music.org/drumkit"><componentList>
        <drumkitComponent><id>0</id><name>Main</name><volume>1</volume></drumkitComponent>
        <drumkitComponent><id>1</id><name>Room</name><volume>0.5</volume></drumkitComponent>
      </componentList><instrumentList><instrument><name>Snare</name><midiOutNote>38</midiOutNote>
        <instrumentComponent><component_id>0</component_id><gain>1</gain>
          <layer><filename>soft.wav</filename><min>0</min><max>0.5</max></layer>
          <layer><filename>hard.wav</filename><min>0.5</min><max>1</max></layer>
        </instrumentComponent>
        <instrumentComponent><component_id>1</component_id><gain>0.5</gain>
          <layer><filename>room.wav</filename></layer>
        </instrumentComponent>
      </instrument></instrumentList></drumkit_info>
      """)
    let pad = description.pads[0]
    #expect(pad.note == 38 && pad.regions.map(\.gain) == [1, 1, 0.25])
    var problems = ProblemList()
    let layers = HitGroups(pad.regions).layers(pad, reporting: &problems)
    #expect(layers.map(\.variations) == [[[0, 2]], [[1, 2]]] && problems.all.isEmpty)
  }

  @Test("2.0: components without a list; layers of the same range are variations")
  func fourth() throws {
    let pad = try instrument(
      """
      <type>Snare</type><applyVelocity>false</applyVelocity>
      <instrumentComponent><name>A</name><gain>1</gain><isMuted>false</isMuted>
        <sampleSelectionAlgo>ROUND_ROBIN</sampleSelectionAlgo>
        <layer><filename>a.wav</filename></layer><layer><filename>b.wav</filename></layer>
      </instrumentComponent>
      <instrumentComponent><name>B</name><isMuted>true</isMuted>
        <layer><filename>c.wav</filename></layer></instrumentComponent>
      """)
    #expect(pad.role == .snare && pad.regions.map(\.slice?.path) == ["a.wav", "b.wav"])
    #expect(pad.regions.allSatisfy { $0.response.isFlat })
    #expect(HitGroups(pad.regions).all == [[0], [1]])
  }

  @Test("if ranges overlap the first layer answers, those of the same range are variations")
  func overlap() throws {
    func layer(_ name: String, _ low: Float, _ high: Float) -> String {
      "<layer><filename>\(name)</filename><min>\(low)</min><max>\(high)</max></layer>"
    }
    let nested = layer("a", 0, 0.5) + layer("b", 0, 0.5) + layer("c", 0, 1)
    let pad = try instrument(nested)
    #expect(pad.regions.map(\.slice?.path) == ["a", "b", "c"])
    #expect(
      pad.regions.map(\.strength)
        == [.velocities(0...63), .velocities(0...63), .velocities(64...127)])
    let turns = try instrument("<sampleSelectionAlgo>RANDOM</sampleSelectionAlgo>" + nested)
    #expect(HitGroups(turns.regions).all == [[0], [1], [2]])
  }

  @Test("envelopes, filters and cuts come across; senseless numbers do no harm")
  func settings() throws {
    let pad = try instrument(
      """
      <volume>1e99</volume><pan>7</pan><randomPitchFactor>0.5</randomPitchFactor>
      <Attack>441</Attack><Decay>4410</Decay><Sustain>0.5</Sustain><Release>nan</Release>
      <filterCutoff>0.5</filterCutoff>
      <layer><filename>sub\\a.wav</filename><min>0.9</min><max>0.1</max><ismodified>true</ismodified>
        <startframe>10</startframe><endframe>99</endframe></layer>
      """)
    let region = pad.regions[0]
    #expect(pad.pan == 1 && pad.randomOffsets.pitchSemitones == 0.2)
    #expect(region.slice == KitRegion.Slice(path: "sub/a.wav", firstFrame: 10, lastFrame: 99))
    #expect(region.strength == .velocities(13...114) && region.gain.isFinite)
    #expect(abs(region.envelope.attackSeconds - 0.01) < 1e-6 && region.envelope.sustain == 0.5)
    #expect(region.filters == [.integrators(LowPass(share: 0.5, resonance: 0))])
  }

  @Test("resonance and loops come across")
  func loops() throws {
    let region = try instrument(
      """
      <filterActive>true</filterActive><filterCutoff>0.4</filterCutoff>
      <filterResonance>0.7</filterResonance>
      <layer><filename>a.wav</filename><ismodified>true</ismodified><smode>pingpong</smode>
        <startframe>10</startframe><loopframe>30</loopframe><loops>2</loops><endframe>49</endframe>
        </layer>
      """
    ).regions[0]
    #expect(region.filters == [.integrators(LowPass(share: 0.4, resonance: 0.7))])
    #expect(region.slice?.loop == SampleLoop(firstFrame: 20, count: 2, direction: .toAndFro))
  }

  @Test("mute groups end each other but not themselves, stop notes themselves")
  func chokes() throws {
    func instrument(_ text: String) -> String {
      "<instrument><filename>a.wav</filename>\(text)</instrument>"
    }
    let list = [
      "<name>Hat Open</name><muteGroup>1</muteGroup><Release>2205</Release>",
      "<name>Hat Closed</name><muteGroup>1</muteGroup>",
      "<name>Crash</name><muteGroup>-1</muteGroup><isStopNote>true</isStopNote>",
    ].map(instrument).joined()
    let chokes = try describe(
      "<drumkit_info><instrumentList>\(list)</instrumentList></drumkit_info>"
    ).chokes
    #expect(chokes.map { [$0.by, $0.ends] } == [[0, 1], [1, 0], [2, 2]])
    #expect(abs(chokes[1].seconds - 0.05) < 1e-6)
  }

  @Test(
    "a missing sound may be there as .flac; a truly missing one is reported with its line"
  )
  func otherEnding() throws {
    try kit.hit("a.flac")
    let path = kit.folder.write(
      text: """
        <drumkit_info><instrumentList>
        <instrument><name>Kick</name><filename>a.wav</filename></instrument>
        <instrument><name>Snare</name>
        <filename>none.wav</filename></instrument>
        </instrumentList></drumkit_info>
        """, to: "drumkit.xml")
    let plan = try KitLoader.plan(path: path)
    #expect(plan.pads.map(\.role) == [.kick])
    #expect(plan.problems.map(\.description) == ["drumkit.xml:4: sound 'none.wav' is missing"])
  }

  @Test(
    "of overlapping layers the first answers, as in Hydrogen; unplayed ones are reported")
  func unplayedLayers() throws {
    let folder = TemporaryFolder()
    func layer(_ name: String, _ low: Double, _ high: Double) -> String {
      "<layer><filename>\(name)</filename><min>\(low)</min><max>\(high)</max></layer>\n"
    }
    let path = folder.write(
      text: "<drumkit_info><instrumentList><instrument><name>Kick</name>\n"
        + layer("a", 0, 0.6) + layer("b", 0.5, 1) + layer("twin", 0.5, 1) + layer("lost", 0.2, 0.4)
        + "</instrument></instrumentList></drumkit_info>", to: "drumkit.xml")
    let description = try KitReader.describe(path: path)
    #expect(
      description.pads[0].regions.map(\.strength)
        == [.velocities(0...76), .velocities(77...127), .velocities(77...127)])
    #expect(
      description.problems.map(\.description) == [
        "drumkit.xml:4: layer 'twin' takes turns with 'b', of the same velocities; Hydrogen plays that alone",
        "drumkit.xml:5: layer 'lost' is never played: layers before it answer its velocities",
      ])
  }
}
