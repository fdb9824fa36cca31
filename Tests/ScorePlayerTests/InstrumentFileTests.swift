// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import ScorePlayer
import Simulation
import Testing

@Suite struct InstrumentFileTests {
  private let folder = TemporaryFolder()

  @Test("an SFZ file is the instrument of all channels and programs")
  func notes() throws {
    let path = folder.write(
      text: "<region> sample=*saw hikey=59 <region> sample=*sine lokey=60", to: "a.sfz")
    let file = try InstrumentFile(path: path, sampleRateHz: 48_000)
    let low = try file.tones(program: 0, key: 40, velocity: 100)
    let other = try file.tones(program: 80, key: 40, velocity: 100)
    #expect(low.count == 1 && other.count == 1 && low[0].wave === other[0].wave)
    let high = try file.tones(program: 0, key: 69, velocity: 100)
    #expect(high.count == 1 && high[0].settings != low[0].settings)
  }

  @Test("what of a file is not heard is said")
  func problems() throws {
    let path = folder.write(
      text: "<region> sample=*saw lfo01_freq=3 <region> sample=*pluck", to: "c.sfz")
    let file = try InstrumentFile(path: path, sampleRateHz: 48_000)
    #expect(
      file.problems.map(\.message) == [
        "regions that come from a generator that Flam does not have: *pluck (1)",
        "settings of the kit that Flam does not follow: lfo01_freq (1)",
      ])
  }

  @Test("a name that is neither an instrument nor a file is answered with what there is")
  func unknownName() {
    do {
      _ = try InstrumentFont(path: "\(folder.path)/bas", sampleRateHz: 48_000)
      Issue.record("it was read")
    } catch {
      #expect(error.reason.hasPrefix("cannot read '\(folder.path)/bas': "))
      #expect("\(error.advice)" == "name bass, lead, or an SFZ or SoundFont file")
    }
  }

  @Test("a file that is missing, or has no sound, is said")
  func missing() {
    let empty = folder.write(text: "// nothing", to: "b.sfz")
    for path in ["/nowhere/bass.sfz", empty] {
      do {
        _ = try InstrumentFile(path: path, sampleRateHz: 48_000)
        Issue.record("it was read")
      } catch {
        #expect(error.reason.contains(path) && !error.advice.isEmpty)
      }
    }
  }
}
