// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import Latency

@Suite struct DeviceDefaultsTests {
  private let folder = TemporaryFolder()
  private var defaults: DeviceDefaults {
    DeviceDefaults(environment: ["XDG_CONFIG_HOME": folder.path])
  }

  private func setting(_ output: String, period: Int) -> DeviceDefault {
    DeviceDefault(
      input: "default", output: output, rateHz: 48_000, periodFrames: period, periods: 2,
      foundSeconds: 1_700_000_000)
  }

  @Test("each pair of devices keeps its own setting, the last one")
  func keeping() throws {
    #expect(defaults.setting(input: "default", output: "one") == nil)
    try defaults.keep(setting("one", period: 128))
    try defaults.keep(setting("two", period: 256))
    try defaults.keep(setting("one", period: 64))
    #expect(defaults.setting(input: "default", output: "one") == setting("one", period: 64))
    #expect(defaults.setting(input: "default", output: "two") == setting("two", period: 256))
    #expect(defaults.setting(input: "two", output: "two") == nil)
  }

  @Test("an unreadable file is not overwritten, and the error shows what to do")
  func damaged() throws {
    try defaults.keep(setting("one", period: 128))
    folder.write(Array("not JSON".utf8), to: "flam/devices.json")
    let failure = #expect(throws: DeviceDefaults.Failure.self) {
      try defaults.keep(setting("one", period: 64))
    }
    #expect(failure?.description.contains("fix or remove the file") == true)
    #expect(folder.bytes("flam/devices.json") == Array("not JSON".utf8))
    #expect(defaults.setting(input: "default", output: "one") == nil)
  }
}
