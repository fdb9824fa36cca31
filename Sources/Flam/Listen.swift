// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import CSndfile
import Instrument
import Profiles
import Realtime
import Sessions

struct Listen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what is heard, live or in a sound file; plays nothing.")

  @Argument(help: "Sound file to listen to.")
  var take: String

  @Option(help: "Name or path of a learned profile.")
  var profile: String?

  @Flag(help: "One JSON object a hit on standard output.")
  var json = false

  func run() throws {
    var info = SF_INFO()
    guard let file = sf_open(take, CInt(SFM_READ), &info) else { throw ExitCode(66) }
    var samples = [Float](repeating: 0, count: Int(info.frames) * Int(info.channels))
    sf_readf_float(file, &samples, info.frames)
    sf_close(file)
    let rate = Float(info.samplerate)
    let mono = stride(from: 0, to: samples.count, by: Int(info.channels)).map { samples[$0] }
    let profile = try ProfileLocator().profile(profile)
    let sounds = profile.sounds.map(\.name)
    var hearing = profile.hearing(sampleRateHz: rate)
    for sample in mono + [Float](repeating: 0, count: Int(rate / 10)) {
      hearing.process(sample)
      for index in 0..<hearing.eventCount {
        guard case .settled(let hit)? = hearing.event(index) else { continue }
        print(HitLine(hit, sounds: sounds, sampleRateHz: rate).json)
      }
    }
  }
}
