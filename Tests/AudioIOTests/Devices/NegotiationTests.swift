// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import AudioIO

@Suite struct NegotiationTests {
  init() { _ = ALSAFixture.folder }

  private func open(
    _ device: String, _ direction: StreamDirection, _ settings: StreamSettings = StreamSettings()
  ) throws(DeviceError) -> PCMStream {
    try PCMStream(device: device, direction: direction, settings: settings)
  }

  @Test("a device that can do everything gives the requested format")
  func everything() throws {
    let stream = try open("void", .playback, StreamSettings(rateHz: 44_100, periodFrames: 128))
    #expect(stream.rateHz == 44_100)
    #expect(stream.periodFrames == 128)
    #expect(stream.filledFrames == 256)
    #expect(stream.layout == FrameLayout(format: .float, channelCount: 2))
    #expect(stream.report.differences.isEmpty)
  }

  @Test("a device without floats gives its widest whole numbers")
  func wholeNumbers() throws {
    #expect(try open("whole_numbers", .capture).layout.format == .s32)
  }

  @Test("a device with other channels gives all of its own and says why")
  func channels() throws {
    let stream = try open("five", .playback)
    #expect(stream.layout.channelCount == 5)
    let difference = try #require(stream.report.differences.first)
    #expect(difference.setting == "channels")
    #expect((difference.asked, difference.given) == ("2", "5"))
    #expect(difference.reason == "the device has 5 channels only")
  }

  @Test("all channels of a card are opened for their sum, and enough for the chosen one")
  func inputChannels() throws {
    let sum = try open("five", .capture, StreamSettings(inputChannels: .sum))
    #expect(sum.layout.channelCount == 5)
    let third = try open("void", .capture, StreamSettings(inputChannels: .channel(3)))
    #expect(third.layout.channelCount == 3)
    let pair = try open("void", .capture, StreamSettings(inputChannels: .pair(4, 1)))
    #expect(pair.layout.channelCount == 4)
  }

  @Test("an input channel that the device does not have is refused")
  func missingChannel() {
    let error = #expect(throws: DeviceError.self) {
      try open("five", .capture, StreamSettings(inputChannels: .channel(6)))
    }
    #expect(error?.kind == .refusesSettings)
    #expect(error?.reason == "it has 5 input channels, channel 6 was asked")
    #expect(throws: DeviceError.self) {
      try open("five", .capture, StreamSettings(inputChannels: .pair(1, 6)))
    }
  }

  @Test(
    "enough output channels are opened for those that are played on; too many are refused"
  )
  func outputChannels() throws {
    let settings = StreamSettings(outputChannels: OutputChannels(left: 3, right: 4))
    #expect(try open("void", .playback, settings).layout.channelCount == 4)
    #expect(try open("five", .playback, settings).layout.channelCount == 5)
    let error = #expect(throws: DeviceError.self) {
      try open(
        "five", .playback, StreamSettings(outputChannels: OutputChannels(left: 5, right: 6)))
    }
    #expect(error?.kind == .refusesSettings)
    #expect(error?.reason == "it has 5 output channels, channel 6 was asked")
  }

  @Test("an unknown device is not found, and the error names those that exist")
  func unknown() {
    let error = #expect(throws: DeviceError.self) { try open("hw:CARD=Nope", .capture) }
    #expect(error?.kind == .notThere)
    #expect(error?.description.contains("cannot open the capture device 'hw:CARD=Nope'") == true)
    #expect(error?.advice.description.contains("void") == true)
  }

  @Test("a device of one side is missing on the other, so that another can stand in")
  func oneSided() throws {
    #expect(try open("hearing", .capture).rateHz == 48_000)
    let error = #expect(throws: DeviceError.self) { try open("hearing", .playback) }
    #expect(error?.kind == .notThere)
    #expect(error?.reason == "it only records")
    #expect(throws: DeviceError.self) { try open("playing", .capture) }
  }

  @Test("a meaningless definition is no device of one side")
  func nonsense() {
    let error = #expect(throws: DeviceError.self) { try open("neither", .playback) }
    #expect(error?.kind == .refusesSettings)
  }

  @Test(
    "devices are listed by name with their abilities; patterns and broken ones are distinguished")
  func devices() throws {
    let devices = AudioDevice.all()
    let void = try #require(devices.first { $0.name == "void" })
    #expect(void.description == "Takes everything")
    guard case .usable(let capabilities) = void.playback else {
      Issue.record("void cannot be played")
      return
    }
    #expect(capabilities.formats == SampleFormat.allCases)
    #expect(capabilities.ratesHz.contains(48_000))
    #expect(!devices.contains { $0.name == "pattern" })
  }
}
