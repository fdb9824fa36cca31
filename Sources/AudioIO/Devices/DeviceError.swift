// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import Glibc
import ErrorAdvice

/// Why a sound device cannot be used.
public struct DeviceError: AdvisedError, Hashable {
  /// The kind of failure, by the user's possible remedy.
  public enum Kind: Hashable, Sendable {
    /// There is no such device.
    case notThere
    /// Another program holds it.
    case busy
    /// It does not support the requested settings.
    case refusesSettings
    /// The system does not permit it.
    case notPermitted
    /// It worked and then stopped.
    case lost
  }

  /// The kind of failure.
  public let kind: Kind
  /// The attempt: "open the capture device".
  public let operation: String
  /// The PCM's name.
  public let device: String
  /// ALSA's error, negative; 0 if it did not come from ALSA.
  public let code: Int32
  /// Why it failed, in plain words.
  public let reason: String
  /// The remedy.
  public let advice: Advice

  init(
    kind: Kind, operation: String, device: String, code: Int32 = 0, reason: String, advice: Advice
  ) {
    self.kind = kind
    self.operation = operation
    self.device = device
    self.code = code
    self.reason = reason
    self.advice = advice
  }
}

extension DeviceError {
  /// The attempt, its device, and why it failed.
  public var problem: String { "cannot \(operation) '\(device)': \(reason)" }
}

extension DeviceError {
  /// A failure to open `device`, by ALSA's code.
  static func opening(
    _ device: String, _ direction: StreamDirection, code: Int32
  ) -> DeviceError {
    let operation = "open the \(direction.rawValue) device"
    switch -code {
    case EBUSY, EAGAIN: return .busy(device, direction, code: code, holder: holder(of: device))
    case EACCES, EPERM:
      return DeviceError(
        kind: .notPermitted, operation: operation, device: device, code: code,
        reason: "this user may not use the sound card",
        advice: "run 'sudo usermod -aG audio $USER' and log in again")
    case EINVAL where isThere(device, direction == .capture ? .playback : .capture):
      // ALSA's answer to an asym definition without this side.
      return DeviceError(
        kind: .notThere, operation: operation, device: device, code: code,
        reason: "it only \(direction == .capture ? "plays" : "records")",
        advice: "\(direction == .capture ? .chooseInput : .chooseOutput)")
    case EINVAL:
      return DeviceError(
        kind: .refusesSettings, operation: operation, device: device, code: code,
        reason: "ALSA does not understand its name or definition",
        advice: "check the name and asound.conf, or \(.listDevices)")
    default:
      return DeviceError(
        kind: .notThere, operation: operation, device: device, code: code,
        reason: "it is not there (\(alsaMessage(code)))", advice: whatThereIs())
    }
  }

  /// Another program has reserved the card and keeps it.
  static func reserved(
    _ device: String, _ direction: StreamDirection, by holder: String
  ) -> DeviceError {
    .busy(device, direction, code: -EBUSY, holder: holder)
  }

  private static func busy(
    _ device: String, _ direction: StreamDirection, code: Int32, holder: String
  ) -> DeviceError {
    DeviceError(
      kind: .busy, operation: "open the \(direction.rawValue) device", device: device, code: code,
      reason: "\(holder) holds it",
      advice: "end that program, or use the sound server's device, such as 'default' or 'pipewire'")
  }

  /// The program that holds the card of `device`.
  private static func holder(of device: String) -> String {
    let card = DeviceReservation.card(namedBy: device)
    let holder = CardHolder.all().first { $0.card == card }
    return holder.map { "\($0.program) (process \($0.process))" } ?? "another program"
  }

  /// A card that went to a program of higher priority.
  static func handedOver(_ direction: StreamDirection, device: String) -> DeviceError {
    DeviceError(
      kind: .busy, operation: "keep the \(direction.rawValue) device", device: device,
      code: -EBUSY, reason: "a program with higher priority has asked for the card",
      advice: "Flam takes it back when that program ends")
  }

  /// A device that failed in use.
  static func lost(_ direction: StreamDirection, device: String, code: Int) -> DeviceError {
    let reason =
      switch -code {
      case Int(ETIMEDOUT): "it has stopped answering"
      case Int(EPIPE): "it pops again and again within a period"
      default: "it is gone (\(alsaMessage(Int32(code))))"
      }
    return DeviceError(
      kind: .lost, operation: "go on with the \(direction.rawValue) device", device: device,
      code: Int32(code), reason: reason,
      advice: -code == Int(EPIPE)
        ? "\(.longerPeriod): it gives it more time"
        : "plug it in again, or start its sound server again")
  }

  private static func isThere(_ device: String, _ direction: StreamDirection) -> Bool {
    let (handle, code) = PCMStream.tryOpen(device, direction)
    if let handle { snd_pcm_close(handle) }
    return handle != nil || code == -EBUSY || code == -EAGAIN
  }

  private static func whatThereIs() -> Advice {
    let names = AudioDevice.names()
    guard !names.isEmpty else { return "there is no sound device on this machine" }
    let first = names.prefix(6).joined(separator: ", ")
    return names.count > 6
      ? "there are \(first) and others; \(.listDevices)" : "there is \(first)"
  }
}

/// ALSA's words for a negative error code.
func alsaMessage(_ code: Int32) -> String { String(cString: snd_strerror(code)) }
