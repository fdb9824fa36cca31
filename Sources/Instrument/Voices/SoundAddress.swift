// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// The pads of a sound in any kit: a ``PadRule`` as the audio thread reads it.
public struct SoundAddress: BitwiseCopyable, Sendable {
  /// A pad, and its place in its rule.
  struct Entry: BitwiseCopyable {
    let pad: PadAddress
    let part: UInt8
    let turn: UInt8
  }

  /// When a part plays.
  private struct Bound: BitwiseCopyable {
    var velocity: Float = 0
    /// The base-2 logarithm of a frequency in hertz.
    var octaves: Float?
  }

  /// The number of the role that answers if the kit has none of the pads.
  let roleNumber: Int
  /// Key of the whole text: a pad of the kit with this name plays alone; 0 for one pad.
  let wholeKey: UInt64
  private var entries: InlineArray<12, Entry>
  private var bounds: InlineArray<4, Bound>
  private var turnCounts: InlineArray<4, UInt8>
  private let partCount: Int
  let entryCount: Int

  /// A rule, with a role as fallback; nil for the pad of the role.
  init(_ rule: PadRule?, _ role: PadRole) {
    roleNumber = Int(role.rawValue)
    entries = InlineArray(repeating: Entry(pad: PadAddress(role), part: 0, turn: 0))
    bounds = InlineArray(repeating: Bound())
    turnCounts = InlineArray(repeating: 1)
    wholeKey = rule.map { $0.isPlain ? 0 : PadAddress.key($0.description) } ?? 0
    partCount = rule?.parts.count ?? 1
    entryCount = rule?.names.count ?? 1
    var place = 0
    for (part, own) in (rule?.parts ?? []).enumerated() {
      switch own.condition {
      case .always: break
      case .fromVelocity(let velocity): bounds[part].velocity = velocity
      case .brighter(let hertz): bounds[part].octaves = rt_log2(hertz)
      }
      turnCounts[part] = UInt8(own.turns.count)
      for (turn, pads) in own.turns.enumerated() {
        for pad in pads {
          entries[place] = Entry(pad: PadAddress(pad), part: UInt8(part), turn: UInt8(turn))
          place += 1
        }
      }
    }
  }

  /// A pad of the rule, in its order.
  @_noLocks func entry(_ place: Int) -> Entry { entries[place] }

  /// The part that a stroke plays: the last one with a true condition.
  @_noLocks func part(velocity: Float, brightnessOctaves: Float?) -> Int {
    var part = partCount - 1
    while part > 0 {
      let bound = bounds[part]
      let isBright = bound.octaves.map { brightnessOctaves ?? -.infinity > $0 } ?? true
      if velocity >= bound.velocity && isBright { return part }
      part -= 1
    }
    return 0
  }

  /// In how many turns a part plays; 1 or more.
  @_noLocks func turnCount(part: Int) -> Int { Int(turnCounts[part]) }
}

/// The pads of a sound: in every kit, and instead in single ones.
public struct SoundAddresses: Sendable {
  /// Its pads in kits without their own rule.
  public let every: SoundAddress
  /// By the keys of the names of kits.
  let byKit: [(kit: UInt64, address: SoundAddress)]
}

/// The pads that one stroke strikes together, by their places in the kit.
public struct StruckPads: BitwiseCopyable, Sendable {
  /// Pads at most.
  public static var most: Int { @_noLocks get { 4 } }

  private var pads = InlineArray<4, Int32>(repeating: 0)
  /// 0 if the pads of the sound are not known yet.
  private(set) var count = 0

  /// Not known yet.
  @_noLocks init() {}

  /// One pad.
  @_noLocks init(_ pad: Int) { append(pad) }

  /// The pad at a place.
  @_noLocks subscript(place: Int) -> Int { Int(pads[place]) }

  /// Adds a pad that is not there yet.
  @_noLocks mutating func append(_ pad: Int) {
    for place in 0..<count where pads[place] == Int32(truncatingIfNeeded: pad) { return }
    guard count < 4 else { return }
    pads[count] = Int32(truncatingIfNeeded: pad)
    count += 1
  }
}
