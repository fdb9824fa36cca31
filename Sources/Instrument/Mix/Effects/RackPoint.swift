// SPDX-License-Identifier: GPL-3.0-or-later

/// Where sound passes a rack, on the audio thread.
///
/// Most buses have one point. `loops` has two, which hold the same effects: its notes and its
/// sounds take different ways, whether it has effects or not. A drum has two as well: what the
/// looper plays of it passes the effects of `loops` next.
public enum RackPoint: BitwiseCopyable, Sendable, Equatable {
  /// The sum of a bus; of `loops`, its notes.
  case bus(MixBus)
  /// The microphone's loops.
  case loopedSounds
  /// A drum, by the number of its rack; see ``PadRackNumbers``.
  case pad(Int, isLooped: Bool)

  /// How many drums' racks there are at all.
  static var padRackCount: Int { @_noLocks get { 24 } }
  /// The places before those of drums.
  private static var firstPadPlace: Int { @_noLocks get { MixBus.master.place &+ 2 } }
  /// How many points there are.
  static var count: Int { @_noLocks get { firstPadPlace &+ 2 &* padRackCount } }

  /// Its place in the array of racks.
  var place: Int {
    @_noLocks get {
      switch self {
      case .bus(let bus): bus.place
      case .loopedSounds: Self.firstPadPlace &- 1
      case .pad(let number, let isLooped): Self.firstPadPlace &+ 2 &* number &+ (isLooped ? 1 : 0)
      }
    }
  }

  /// The points of a drum's rack.
  static func pad(_ number: Int) -> [RackPoint] {
    [.pad(number, isLooped: false), .pad(number, isLooped: true)]
  }
}

extension MixBus {
  /// The points that hold its effects.
  public var rackPoints: [RackPoint] {
    self == .loops ? [.bus(.loops), .loopedSounds] : [.bus(self)]
  }
}
