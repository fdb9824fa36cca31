// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How a note is played: what the modulators of a SoundFont read.
public struct SoundFontControls: Sendable {
  /// How hard, 0...127.
  public var velocity: Double
  /// Its key, 0...127; parts of semitones count.
  public var key: Double
  /// The controllers of MIDI by their numbers, 0...127: volume and expression are full, pan is in the middle.
  public var controllers = SoundFontControls.rest
  /// How hard the key is pressed, and how hard all keys are, 0...127.
  public var keyPressure = 0.0, channelPressure = 0.0
  /// 0...16383; 8192 at rest.
  public var pitchWheel = 8192.0
  /// How far the pitch wheel moves the pitch, in semitones.
  public var pitchWheelRange = 2.0

  /// A note, with all controllers at rest.
  public init(velocity: Double, key: Double) { (self.velocity, self.key) = (velocity, key) }

  private static let rest = {
    var values = [Double](repeating: 0, count: 128)
    (values[7], values[10], values[11]) = (127, 64, 127)
    return values
  }()
}

/// What a modulator reads, and the curve by which it does.
struct ModulatorSource: Sendable, Equatable {
  /// As in the file.
  let bits: Int

  /// It reads nothing.
  var isNone: Bool { bits & 0xff == 0 }

  /// Its curve and what it reads are those of the format.
  var isKnown: Bool {
    bits >> 10 < 4 && (bits >> 7 & 1 == 1 || [0, 2, 3, 10, 13, 14, 16].contains(bits & 0x7f))
  }

  /// 0...1, or -1...1 for a source with its rest in the middle.
  func value(_ controls: SoundFontControls) -> Double {
    guard !isNone else { return 1 }
    var share = share(controls)
    let (isFalling, isCentral) = (bits >> 8 & 1 == 1, bits >> 9 & 1 == 1)
    if bits >> 10 == 3 {
      return (share >= 0.5) != isFalling ? 1 : isCentral ? -1 : 0
    }
    if isFalling { share = 1 - share }
    guard isCentral else { return bent(share) }
    return share >= 0.5 ? bent(2 * share - 1) : -bent(1 - 2 * share)
  }

  /// Where it stands between its lowest and its highest, 0 ..< 1: of 128 positions, so that the middle is one of them.
  private func share(_ controls: SoundFontControls) -> Double {
    let number = bits & 0x7f
    if bits >> 7 & 1 == 1 { return controls.controllers[number] / 128 }
    return switch number {
    case 2: controls.velocity / 128
    case 3: controls.key / 128
    case 10: controls.keyPressure / 128
    case 13: controls.channelPressure / 128
    case 14: controls.pitchWheel / 16_384
    case 16: controls.pitchWheelRange / 128
    default: 0
    }
  }

  private func bent(_ share: Double) -> Double {
    switch bits >> 10 {
    case 0: share
    case 1: SoundFontCurve.concave(share)
    case 2: SoundFontCurve.convex(share)
    default: 0
    }
  }
}

/// Curves between 0 and 1 by which controllers act: decibels that follow amplitude squared, 96 of them.
public enum SoundFontCurve {
  /// Rises late.
  public static func concave(_ share: Double) -> Double {
    if share >= 1 { return 1 }
    return share <= 0 ? 0 : min(1, -400 / 960 * log10(1 - share))
  }

  /// Rises early.
  public static func convex(_ share: Double) -> Double {
    if share >= 1 { return 1 }
    return share <= 0 ? 0 : max(0, 1 + 400 / 960 * log10(share))
  }
}
