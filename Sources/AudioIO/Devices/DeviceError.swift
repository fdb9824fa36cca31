// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import Glibc

/// Why a sound device cannot be used.
public struct DeviceError: Error, Hashable, Sendable {
  /// What the user can do about it differs by kind.
  public enum Kind: Hashable, Sendable {
    /// There is no such device.
    case notThere
    /// Another program holds it.
    case busy
    /// It cannot do what was asked.
    case refusesSettings
    /// The system does not let us.
    case notPermitted
    /// It was there and stopped.
    case lost
  }

  /// What sort of failure it is.
  public let kind: Kind
  /// What was attempted: "open the capture device".
  public let operation: String
  /// The PCM's name.
  public let device: String
  /// ALSA's error, negative; 0 where it did not come from ALSA.
  public let code: Int32
  /// Why it failed, in plain words.
  public let reason: String
  /// What to do next.
  public let advice: String

  init(
    kind: Kind, operation: String, device: String, code: Int32 = 0, reason: String, advice: String
  ) {
    self.kind = kind
    self.operation = operation
    self.device = device
    self.code = code
    self.reason = reason
    self.advice = advice
  }
}

extension DeviceError: CustomStringConvertible {
  /// One line: what was attempted, on which device, why it failed, what to do.
  public var description: String {
    "cannot \(operation) '\(device)': \(reason); \(advice)"
  }
}

extension DeviceError {
  /// A failure to open `device`, told apart by ALSA's code.
  static func opening(
    _ device: String, _ direction: StreamDirection, code: Int32
  ) -> DeviceError {
    let operation = "open the \(direction.rawValue) device"
    switch -code {
    case EBUSY, EAGAIN:
      return DeviceError(
        kind: .busy, operation: operation, device: device, code: code,
        reason: "another program holds it",
        advice: "end that program ('fuser -v /dev/snd/*' names it), or use the sound server's "
          + "device, such as 'default' or 'pipewire'")
    case EACCES, EPERM:
      return DeviceError(
        kind: .notPermitted, operation: operation, device: device, code: code,
        reason: "this user may not use the sound card",
        advice: "run 'sudo usermod -aG audio $USER' and log in again")
    case EINVAL:
      return DeviceError(
        kind: .refusesSettings, operation: operation, device: device, code: code,
        reason: "ALSA cannot make sense of its name or definition",
        advice: "check the name ('flam devices' lists those that exist) and asound.conf")
    default:
      return DeviceError(
        kind: .notThere, operation: operation, device: device, code: code,
        reason: "it is not there (\(alsaMessage(code)))", advice: whatThereIs())
    }
  }

  private static func whatThereIs() -> String {
    let names = AudioDevice.names()
    guard !names.isEmpty else { return "there is no sound device on this machine" }
    let first = names.prefix(6).joined(separator: ", ")
    return names.count > 6
      ? "there are \(first) and others, see 'flam devices'" : "there is \(first)"
  }
}

/// ALSA's words for a negative error code.
func alsaMessage(_ code: Int32) -> String { String(cString: snd_strerror(code)) }
