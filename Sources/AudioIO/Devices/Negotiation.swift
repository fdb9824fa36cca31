// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import ErrorAdvice
import Glibc

/// Negotiates the settings of an open PCM: the wanted value if the device has it, else the nearest. A device that has each of
/// them, but not together, is asked for others, of the least delay first.
struct Negotiation {
  /// The settings that the device gave.
  struct Given {
    var rateHz = 0
    var periodFrames = 0
    var periodCount = 0
    var bufferFrames = 0
    var layout = FrameLayout(format: .s16, channelCount: 1)
    var lines: [StreamReport.Line] = []
    /// The device refused what it was asked for first.
    var isSecondChoice = false

    /// Its rate and periods.
    var timing: TimingProposal {
      TimingProposal(rateHz: rateHz, periodFrames: periodFrames, periodCount: periodCount)
    }

    mutating func add(_ setting: String, asked: Int?, given: Int, because reason: String) {
      lines.append(
        StreamReport.Line(
          setting: setting, asked: asked.map(String.init), given: String(given),
          reason: asked == nil || asked == given
            ? nil : reason + (isSecondChoice ? ", but not with the rest that was asked" : "")))
    }
  }

  private let handle: OpaquePointer
  private let device: String
  private let direction: StreamDirection

  /// Sets the PCM up and returns the settings.
  static func settle(
    handle: OpaquePointer, device: String, direction: StreamDirection, asked: StreamSettings
  ) throws(DeviceError) -> Given {
    let negotiation = Negotiation(handle: handle, device: device, direction: direction)
    let firstRefusal: DeviceError
    do throws(DeviceError) { return try negotiation.settle(TimingProposal(asked), asked) } catch {
      guard error.code == -EINVAL else { throw error }
      firstRefusal = error
    }
    // What the device makes of each proposal; it may still refuse the whole.
    var offers: Set<TimingProposal> = []
    for proposal in TimingProposal.others(than: asked) {
      guard let space = HardwareParameters(handle: handle) else { break }
      if let given = try? negotiation.offer(proposal, asked, in: space) {
        offers.insert(given.timing)
      }
    }
    for offer in TimingProposal.ordered(offers, asked) {
      do throws(DeviceError) {
        return try negotiation.settle(offer, asked, isSecondChoice: true)
      } catch {
        // It was pulled out, or taken by another program, meanwhile.
        guard error.code == -EINVAL else { throw error }
      }
    }
    throw firstRefusal
  }

  /// What the device makes of a proposal, not in force yet.
  private func offer(
    _ proposal: TimingProposal, _ asked: StreamSettings, isSecondChoice: Bool = false,
    in hardware: borrowing HardwareParameters
  ) throws(DeviceError) -> Given {
    var given = Given()
    given.isSecondChoice = isSecondChoice
    try settleFrames(hardware, asked: asked, given: &given)
    try settleTiming(hardware, proposal, asked: asked, given: &given)
    return given
  }

  /// Puts a proposal, as far as the device has it, into force.
  private func settle(
    _ proposal: TimingProposal, _ asked: StreamSettings, isSecondChoice: Bool = false
  ) throws(DeviceError) -> Given {
    guard let hardware = HardwareParameters(handle: handle) else {
      throw refusal("it offers no settings at all")
    }
    let given = try offer(proposal, asked, isSecondChoice: isSecondChoice, in: hardware)
    let code = snd_pcm_hw_params(handle, hardware.space)
    guard code == 0 else {
      throw refusal(
        "it refuses \(given.rateHz) Hz with \(given.periodCount) periods of "
          + "\(given.periodFrames) frames (\(alsaMessage(code)))",
        code: code)
    }
    try settleThresholds(given)
    return given
  }

  /// Access, format and channels.
  private func settleFrames(
    _ hardware: borrowing HardwareParameters, asked: StreamSettings, given: inout Given
  ) throws(DeviceError) {
    try check(
      snd_pcm_hw_params_set_access(handle, hardware.space, SND_PCM_ACCESS_RW_INTERLEAVED),
      "it has no interleaved frames")
    guard let format = hardware.formats.first else {
      throw refusal("it has none of the formats S16, S24, S24_3, S32 and FLOAT")
    }
    try check(
      snd_pcm_hw_params_set_format(handle, hardware.space, format.alsaFormat),
      "it refuses \(format.rawValue)")
    given.lines.append(
      StreamReport.Line(setting: "format", asked: nil, given: format.rawValue, reason: nil))

    let offered = hardware.channels
    var wanted = 2
    if direction == .playback {
      wanted = try playedChannels(asked.outputChannels, of: offered.upperBound, "has")
    } else {
      if let channel = asked.inputChannels.highest {
        guard (1...max(1, offered.upperBound)).contains(channel) else {
          throw refusal("it has \(offered.upperBound) input channels, channel \(channel) was asked")
        }
        // A plug asked for one channel may mix; asked for two, it delivers the card's channels.
        wanted = max(channel, 2)
      } else {
        wanted = offered.upperBound <= Self.mostChannelsOfACard ? offered.upperBound : 2
      }
    }
    var channelCount = UInt32(wanted)
    try check(
      snd_pcm_hw_params_set_channels_near(handle, hardware.space, &channelCount),
      "it refuses \(wanted) channels")
    if let channel = asked.inputChannels.highest, direction == .capture, channel > channelCount {
      throw refusal(
        "it has \(channelCount) of its input channels now, channel \(channel) was asked")
    }
    if direction == .playback {
      _ = try playedChannels(asked.outputChannels, of: Int(channelCount), "now has")
    }
    given.layout = FrameLayout(format: format, channelCount: Int(channelCount))
    given.add(
      "channels", asked: wanted, given: Int(channelCount),
      because: "the device has \(Self.words(offered, "channels"))")
  }

  /// The number of channels needed, at least 2. Channels beyond the first two must exist.
  private func playedChannels(
    _ channels: OutputChannels, of count: Int, _ has: String
  ) throws(DeviceError) -> Int {
    let needed = max(channels.left, channels.right)
    guard channels == OutputChannels() || needed <= count else {
      throw refusal("it \(has) \(count) output channels, channel \(needed) was asked")
    }
    return max(2, needed)
  }

  /// Rate, period and buffer.
  private func settleTiming(
    _ hardware: borrowing HardwareParameters, _ proposal: TimingProposal, asked: StreamSettings,
    given: inout Given
  ) throws(DeviceError) {
    let rates = hardware.ratesHz
    var rate = UInt32(proposal.rateHz)
    try check(
      snd_pcm_hw_params_set_rate_near(handle, hardware.space, &rate, nil),
      "it refuses \(proposal.rateHz) Hz")
    given.rateHz = Int(rate)
    given.add(
      "rate (Hz)", asked: asked.rateHz, given: given.rateHz,
      because: "the device has \(Self.words(rates, "Hz"))")

    let periods = hardware.periodFrames
    var period = snd_pcm_uframes_t(proposal.periodFrames)
    try check(
      snd_pcm_hw_params_set_period_size_near(handle, hardware.space, &period, nil),
      "it refuses periods of \(proposal.periodFrames) frames")
    given.periodFrames = Int(period)
    given.add(
      "period (frames)", asked: asked.periodFrames, given: given.periodFrames,
      because: "the device has periods of \(Self.words(periods, "frames"))")

    let buffers = hardware.bufferFrames
    var buffer = period * snd_pcm_uframes_t(proposal.periodCount)
    try check(
      snd_pcm_hw_params_set_buffer_size_near(handle, hardware.space, &buffer),
      "it refuses a buffer of \(buffer) frames")
    given.bufferFrames = Int(buffer)
    // A larger buffer need not be filled: only its contents count as delay.
    given.periodCount = min(proposal.periodCount, given.bufferFrames / given.periodFrames)
    guard given.periodCount >= 2 else {
      throw refusal("its buffer of \(buffer) frames does not hold two periods of \(period)")
    }
    given.add(
      "periods", asked: asked.periodCount, given: given.periodCount,
      because: "the device has buffers of \(Self.words(buffers, "frames"))")
  }

  /// Streams start on command, stop when they run dry or over, and wake us period by period.
  private func settleThresholds(_ given: Given) throws(DeviceError) {
    var software: OpaquePointer?
    guard snd_pcm_sw_params_malloc(&software) == 0, let software else {
      throw refusal("there is no memory for its settings")
    }
    defer { snd_pcm_sw_params_free(software) }
    try check(snd_pcm_sw_params_current(handle, software), "it does not report its thresholds")
    var never: snd_pcm_uframes_t = 0
    snd_pcm_sw_params_get_boundary(software, &never)
    let wakeFrames =
      direction == .capture
      ? given.periodFrames
      : given.bufferFrames - given.periodFrames * (given.periodCount - 1)
    let buffer = snd_pcm_uframes_t(given.bufferFrames)
    try check(
      snd_pcm_sw_params_set_start_threshold(handle, software, never), "it starts by itself")
    try check(
      snd_pcm_sw_params_set_stop_threshold(handle, software, buffer), "it does not stop by itself")
    try check(
      snd_pcm_sw_params_set_avail_min(handle, software, snd_pcm_uframes_t(wakeFrames)),
      "it does not wake us every \(wakeFrames) frames")
    try check(snd_pcm_sw_params(handle, software), "it refuses its thresholds")
  }

  /// No hardware has more channels; a plug-in with more makes them up.
  private static let mostChannelsOfACard = 256

  private static func words(_ range: ClosedRange<Int>, _ unit: String) -> String {
    range.count == 1
      ? "\(range.lowerBound) \(unit) only" : "\(range.lowerBound) to \(range.upperBound) \(unit)"
  }

  private func check(_ code: Int32, _ reason: String) throws(DeviceError) {
    if code < 0 { throw refusal("\(reason) (\(alsaMessage(code)))", code: code) }
  }

  private func refusal(_ reason: String, code: Int32 = 0) -> DeviceError {
    DeviceError(
      kind: .refusesSettings, operation: "set up the \(direction.rawValue) device", device: device,
      code: code, reason: reason,
      advice: device.hasPrefix("hw:")
        ? "'plug\(device)' converts what the card does not have"
        : "\(.listDevices), which says what each can do")
  }
}
