// SPDX-License-Identifier: GPL-3.0-or-later

/// Where sound passes a rack, on the audio thread.
///
/// Most buses have one point. `loops` has two, which hold the same effects: its notes and its
/// sounds take different ways, whether it has effects or not.
public enum RackPoint: BitwiseCopyable, Sendable, Equatable {
  /// The sum of a bus; of `loops`, its notes.
  case bus(MixBus)
  /// The microphone's loops.
  case loopedSounds

  /// How many points there are.
  static let count = MixBus.allCases.count + 1

  /// Its place in the array of racks.
  var place: Int {
    @_noLocks get {
      switch self {
      case .bus(let bus): bus.place
      case .loopedSounds: MixBus.master.place &+ 1
      }
    }
  }
}

extension MixBus {
  /// The points that hold its effects.
  public var rackPoints: [RackPoint] {
    self == .loops ? [.bus(.loops), .loopedSounds] : [.bus(self)]
  }
}
