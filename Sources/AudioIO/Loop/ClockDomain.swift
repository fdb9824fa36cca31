// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import Glibc

/// One end of a loop: a device by its name with its settings, so that it can be reopened with the
/// same.
struct LoopEnd {
  let device: String
  let direction: StreamDirection
  var settings: StreamSettings

  /// The end of an open stream.
  init(_ stream: PCMStream, as asked: StreamSettings) {
    device = stream.device
    direction = stream.direction
    settings = StreamSettings(
      rateHz: stream.rateHz, periodFrames: stream.periodFrames,
      periodCount: stream.filledFrames / stream.periodFrames, inputChannels: asked.inputChannels,
      outputChannels: asked.outputChannels)
  }

  /// Opens the device again; nil if it does not exist. Throws if it exists but does not give the
  /// same settings.
  func open() throws(DeviceError) -> PCMStream? {
    let reservation = try DeviceReservation.hold(for: device, direction)
    let (handle, code) = PCMStream.openAgain(device, direction)
    guard let handle else {
      guard [EBUSY, EAGAIN, EACCES, EPERM].contains(-code) else { return nil }
      throw .opening(device, direction, code: code)
    }
    let stream: PCMStream
    do throws(DeviceError) {
      stream = try PCMStream(
        handle, device: device, direction: direction, settings: settings, reservation: reservation)
    } catch {
      guard LoopState.isGone(Int(error.code)) else { throw error }
      return nil
    }
    let given = LoopEnd(stream, as: settings).settings
    guard given == settings else { throw differs(given) }
    return stream
  }

  private func differs(_ given: StreamSettings) -> DeviceError {
    func words(_ settings: StreamSettings) -> String {
      "\(settings.rateHz) Hz, \(settings.periodFrames) × \(settings.periodCount) frames"
    }
    return DeviceError(
      kind: .refusesSettings, operation: "take up the \(direction.rawValue) device again on",
      device: device, reason: "it now gives \(words(given)) instead of \(words(settings))",
      advice: "set it up as it was, or end and play again")
  }
}

/// Streams on one clock, which are opened, lost and reopened together.
struct ClockDomain {
  private(set) var ends: [LoopEnd]
  private(set) var streams: [PCMStream]
  private(set) var isLinked = false

  /// A domain of open streams.
  init(_ streams: [PCMStream], as asked: StreamSettings) {
    self.streams = streams
    ends = streams.map { LoopEnd($0, as: asked) }
    link()
  }

  /// One of its ends has this direction.
  func has(_ direction: StreamDirection) -> Bool { ends.contains { $0.direction == direction } }

  /// A program of higher priority wants the card.
  var isAskedFor: Bool { streams.contains { $0.reservation?.isAskedFor == true } }

  /// The frames of a period.
  var periodFrames: Int {
    get { ends.map(\.settings.periodFrames).max() ?? 0 }
    set { for index in ends.indices { ends[index].settings.periodFrames = newValue } }
  }

  /// The streams for the audio thread.
  var pair: StreamPair {
    func side(_ direction: StreamDirection) -> StreamSide? {
      guard let index = streams.firstIndex(where: { $0.direction == direction }) else { return nil }
      return StreamSide(
        streams[index], channels: ends[index].settings.inputChannels,
        outputChannels: ends[index].settings.outputChannels)
    }
    return StreamPair(
      capture: side(.capture), playback: side(.playback), isLinked: isLinked)
  }

  /// Its ends, for people.
  var shownEnds: DeviceEvent.Ends { DeviceEvent.Ends(ends) }

  /// Closes the streams; not while the audio thread uses them.
  mutating func close() { streams = [] }

  /// Opens all streams again; false if a device does not exist. Throws if one exists but does not
  /// give the same settings.
  mutating func open() throws(DeviceError) -> Bool {
    var opened: [PCMStream] = []
    for end in ends {
      guard let stream = try end.open() else { return false }
      opened.append(stream)
    }
    streams = opened
    link()
    return true
  }

  /// The driver may refuse; then the streams start one after the other.
  private mutating func link() {
    isLinked = streams.count == 2 && snd_pcm_link(streams[0].handle, streams[1].handle) == 0
  }
}
