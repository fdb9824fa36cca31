// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import CALSA
import CRealtime
import CRealtimeALSA

/// One direction of a sound device, open and set up: an ALSA PCM.
final class PCMStream: @unchecked Sendable {
  private static let ditherSeed: UInt64 = 1

  let device: String
  let direction: StreamDirection
  let handle: OpaquePointer
  let rateHz: Int
  let periodFrames: Int
  /// The size of the device's buffer, in frames.
  let bufferFrames: Int
  /// The frames kept in the playback buffer, periods × period: the delay of playback.
  let filledFrames: Int
  let layout: FrameLayout
  let report: StreamReport
  /// ALSA's number of the card; nil if a plug-in does not report it.
  let card: Int?
  /// Reserves the card; nil if programs here do not use reservations. Outlives the handle.
  let reservation: DeviceReservation?
  /// Room for one period in the device's layout.
  let frames: UnsafeMutableRawPointer
  /// Rounds the output to whole numbers; always with the same noise.
  let quantiser: UnsafeMutablePointer<SampleQuantiser>

  /// Opens `device` and negotiates `settings` with it.
  convenience init(
    device: String, direction: StreamDirection, settings: StreamSettings
  ) throws(DeviceError) {
    let reservation = try DeviceReservation.hold(for: device, direction)
    let handle = try Self.open(device, direction)
    rt_plugins_quiet()
    try self.init(
      handle, device: device, direction: direction, settings: settings, reservation: reservation)
  }

  /// Negotiates `settings` with a PCM that was just opened; closes it if that fails.
  ///
  /// - Parameter reservation: Reserves the card as long as the stream lives.
  init(
    _ handle: OpaquePointer, device: String, direction: StreamDirection, settings: StreamSettings,
    reservation: DeviceReservation?
  ) throws(DeviceError) {
    self.handle = handle
    self.reservation = reservation
    do throws(DeviceError) {
      let given = try Negotiation.settle(
        handle: handle, device: device, direction: direction, asked: settings)
      rateHz = given.rateHz
      periodFrames = given.periodFrames
      bufferFrames = given.bufferFrames
      filledFrames = given.periodFrames * given.periodCount
      layout = given.layout
      report = StreamReport(device: device, direction: direction, lines: given.lines)
    } catch {
      snd_pcm_close(handle)
      throw error
    }
    self.device = device
    self.direction = direction
    card = Self.card(of: handle)
    let byteCount = periodFrames * layout.bytesPerFrame
    frames = .allocate(byteCount: byteCount, alignment: 64)
    frames.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    quantiser = .allocate(capacity: 1)
    quantiser.initialize(
      to: SampleQuantiser(
        bits: layout.format.bits, ditherSeed: layout.format.isDithered ? Self.ditherSeed : nil))
  }

  deinit {
    snd_pcm_close(handle)
    frames.deallocate()
    quantiser.deallocate()
  }

  /// Opens a PCM that neither waits for a busy device nor blocks on transfers.
  static func open(
    _ device: String, _ direction: StreamDirection
  ) throws(DeviceError) -> OpaquePointer {
    let (handle, code) = tryOpen(device, direction)
    guard let handle else { throw .opening(device, direction, code: code) }
    return handle
  }

  /// The open PCM, or nil and ALSA's error.
  static func tryOpen(
    _ device: String, _ direction: StreamDirection
  ) -> (handle: OpaquePointer?, code: Int32) {
    withQuietALSA { openAgain(device, direction) }
  }

  /// The same for a device that was open before, whose plug-ins no longer print messages. It does
  /// not redirect standard error, which belongs to the process.
  static func openAgain(
    _ device: String, _ direction: StreamDirection
  ) -> (handle: OpaquePointer?, code: Int32) {
    var handle: OpaquePointer?
    let code = rt_pcm_open(&handle, device, direction == .capture)
    return (code < 0 ? nil : handle, code)
  }

  private static func card(of handle: OpaquePointer) -> Int? {
    var info: OpaquePointer?
    guard snd_pcm_info_malloc(&info) == 0, let info else { return nil }
    defer { snd_pcm_info_free(info) }
    guard snd_pcm_info(handle, info) == 0 else { return nil }
    let card = snd_pcm_info_get_card(info)
    return card >= 0 ? Int(card) : nil
  }

  /// Both streams run on one clock: those of one card or, if a plug-in hides the card, those of one
  /// name.
  func sharesClock(with other: PCMStream) -> Bool {
    if let card, let otherCard = other.card { return card == otherCard }
    return device == other.device
  }
}
