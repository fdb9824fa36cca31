// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import Glibc

/// A sound device, by a name that survives unplugging and restarts, and its capabilities.
public struct AudioDevice: Hashable, Sendable {
  /// The possible settings of one direction of a device.
  public struct Capabilities: Hashable, Sendable {
    /// The possible numbers of channels.
    public let channels: ClosedRange<Int>
    /// Its sample rates, in hertz.
    public let ratesHz: ClosedRange<Int>
    /// The smallest period, in frames.
    public let smallestPeriodFrames: Int
    /// The supported formats that Flam knows, the best first.
    public let formats: [SampleFormat]
  }

  /// One direction of a device can be used, or not.
  public enum Direction: Hashable, Sendable {
    case usable(Capabilities)
    /// It exists but cannot be opened now, and why.
    case unusable(reason: String)
    /// The device does not have this direction.
    case absent
  }

  /// The PCM's name, for ``AudioInput`` and ``AudioOutput``.
  public let name: String
  /// ALSA's description on one line; empty if it has none.
  public let description: String
  /// What people know it by, and ``name`` behind it.
  public var text: String { Self.text(name: name, description: description) }
  /// Capture with the device.
  public let capture: Direction
  /// Playback on the device.
  public let playback: Direction

  /// All devices that can be used, or could if they were not busy. Empty if there are none.
  ///
  /// Each is opened for a moment. Names from asound.conf and plug-ins (pipewire, dmix) are
  /// included.
  public static func all() -> [AudioDevice] {
    let found = listed().map { entry in
      AudioDevice(
        name: entry.name, description: entry.lines.joined(separator: ", "),
        capture: entry.hasCapture ? probe(entry.name, .capture) : .absent,
        playback: entry.hasPlayback ? probe(entry.name, .playback) : .absent)
    }
    return found.filter { $0.capture != .absent || $0.playback != .absent }
  }

  /// The names of ``all()``.
  public static func names() -> [String] { all().map(\.name) }

  private static func probe(_ name: String, _ direction: StreamDirection) -> Direction {
    let (handle, code) = PCMStream.tryOpen(name, direction)
    guard let handle else {
      switch -code {
      // For ALSA, a definition without this direction is an invalid argument.
      case ENOENT, ENODEV, ENXIO, ECONNREFUSED, EINVAL: return .absent
      case EBUSY, EAGAIN: return .unusable(reason: "busy: another program holds it")
      case EACCES, EPERM: return .unusable(reason: "not permitted: this user is not in group audio")
      default: return .unusable(reason: alsaMessage(code))
      }
    }
    defer { snd_pcm_close(handle) }
    guard let hardware = HardwareParameters(handle: handle) else {
      return .unusable(reason: "it offers no settings")
    }
    return .usable(
      Capabilities(
        channels: hardware.channels, ratesHz: hardware.ratesHz,
        smallestPeriodFrames: hardware.periodFrames.lowerBound, formats: hardware.formats))
  }
}
