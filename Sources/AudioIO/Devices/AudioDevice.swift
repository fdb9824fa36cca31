// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import Glibc

/// A sound device by a name that survives unplugging and restarts, and what it can do.
public struct AudioDevice: Hashable, Sendable {
  /// What one direction of a device can be set to.
  public struct Capabilities: Hashable, Sendable {
    /// How many channels it can have.
    public let channels: ClosedRange<Int>
    /// Its sample rates, in hertz.
    public let ratesHz: ClosedRange<Int>
    /// The smallest period, in frames.
    public let smallestPeriodFrames: Int
    /// The formats that we understand, best first.
    public let formats: [SampleFormat]
  }

  /// Whether one direction of a device can be used.
  public enum Direction: Hashable, Sendable {
    case usable(Capabilities)
    /// It exists, but cannot be opened now; why not.
    case unusable(reason: String)
    /// The device does not have this direction.
    case absent
  }

  /// The PCM's name, for ``AudioInput`` and ``AudioOutput``.
  public let name: String
  /// ALSA's description on one line; empty if it has none.
  public let description: String
  /// Whether it can be heard with.
  public let capture: Direction
  /// Whether it can be played on.
  public let playback: Direction

  /// All devices that can be used, or could were they not busy. Empty if there is none.
  ///
  /// Each is opened for a moment. Names of asound.conf and plug-ins (pipewire, dmix) are among them.
  public static func all() -> [AudioDevice] {
    let found = listed().map { entry in
      AudioDevice(
        name: entry.name, description: entry.description,
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
      // A definition without this direction is an invalid argument to ALSA.
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
