// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What the objects of a side were asked for and what was not carried out yet.
struct AskedObjects {
  private let side: ObjectSide
  /// By how many were asked for before.
  private var waiting: [Int: ObjectAction] = [:]
  private var askedCount = 0
  /// How many were carried out.
  private var count = 0
  /// Some that were carried out are not known.
  private(set) var hasLost = false

  init(_ side: ObjectSide) { self.side = side }

  mutating func add(_ action: ObjectAction) {
    waiting[askedCount] = action
    askedCount += 1
  }

  /// What was carried out, for the journal.
  mutating func take(_ outcome: ObjectOutcome, _ numbers: inout SoundNumbers) -> ObjectChange? {
    if outcome.number != count { hasLost = true }
    count = outcome.number + 1
    guard let action = waiting.removeValue(forKey: outcome.sent) else { return nil }
    var change = ObjectChange(action) { numbers.number(of: $0) }
    change.side = side == .score ? nil : side
    return change
  }
}

/// The numbers of the sounds that objects use, from 1.
struct SoundNumbers {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var count = 0

  mutating func number(of sound: AnyObject) -> Int {
    let identifier = ObjectIdentifier(sound)
    if let known = numbers[identifier] { return known }
    count += 1
    numbers[identifier] = count
    return count
  }

  /// A sound is not used any more: another one may come to lie where it was.
  mutating func forget(_ sound: AnyObject) { numbers[ObjectIdentifier(sound)] = nil }
}
