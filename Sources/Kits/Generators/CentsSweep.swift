// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How far an envelope moves a pitch or a filter, in cents, over the time of a stroke.
///
/// It rises in a straight line, holds, and falls as the loudness of SFZ does: to half in a thirteenth of its decay, until it
/// has come to its sustain.
struct CentsSweep: Sendable, Hashable {
  /// At its top.
  let cents: Float
  var delaySeconds: Float = 0
  var attackSeconds: Float = 0
  var holdSeconds: Float = 0
  var decaySeconds: Float = 0
  /// What it falls to, a share of the top.
  var sustain: Float = 1
  /// Of a note of an instrument, once it ends.
  var releaseSeconds: Float = 0

  /// Where it stands at a time after the stroke.
  func cents(seconds: Float) -> Float {
    let rising = seconds - delaySeconds
    guard rising > 0 || delaySeconds == 0 else { return 0 }
    if rising < attackSeconds { return cents * rising / attackSeconds }
    let falling = rising - attackSeconds - holdSeconds
    if falling <= 0 { return cents }
    let share = decaySeconds > 0 ? exp(-9 * falling / decaySeconds) : 0
    return cents * max(sustain, share)
  }

  /// The envelope of opcodes that begin with a name, as controllers and velocity stand; nil where it moves nothing.
  ///
  /// - Parameter velocity: 0...1.
  init?(_ name: String, _ opcodes: SFZOpcodes, velocity: Float) {
    func number(_ end: String, or own: Float = 0) -> Float {
      opcodes.number("\(name)_\(end)") ?? own
    }
    func seconds(_ end: String) -> Float { min(100, max(0, number(end))) }
    let depth = number("depth") + number("vel2depth") * velocity
    guard depth != 0 else { return nil }
    cents = min(12_000, max(-12_000, depth))
    delaySeconds = seconds("delay")
    attackSeconds = seconds("attack")
    holdSeconds = seconds("hold")
    decaySeconds = seconds("decay")
    sustain = min(1, max(0, number("sustain", or: 100) / 100))
    releaseSeconds = seconds("release")
  }

  /// Ends of the names of its opcodes, which take numbers.
  static let names = [
    "depth", "vel2depth", "delay", "attack", "hold", "decay", "sustain", "release",
  ]
}
