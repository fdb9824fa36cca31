// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The last 512 readings of a pitch, newest first: 2.5 s.
struct PitchHistory: ~Copyable {
  /// A reading, with its pitch in semitones over 1 Hz; nothing of it counts where it is no tone.
  struct Moment: BitwiseCopyable {
    var frame = 0
    var isTone = false
    var semitones: Float = 0
    var levelDecibels: Float = -.infinity
  }

  /// A power of two.
  private static var capacity: Int { @_noLocks get { 512 } }

  private let moments: UnsafeMutablePointer<Moment>
  private let sorted: UnsafeMutablePointer<Float>
  private var next = 0
  /// How many there are.
  var count: Int { @_noLocks get { min(next, Self.capacity) } }

  init() {
    moments = .allocate(capacity: Self.capacity)
    moments.initialize(repeating: Moment(), count: Self.capacity)
    sorted = .allocate(capacity: Self.capacity)
    sorted.initialize(repeating: 0, count: Self.capacity)
  }

  deinit {
    moments.deallocate()
    sorted.deallocate()
  }

  /// How far a frequency is over 1 Hz, in semitones.
  @_noLocks static func semitones(hertz: Float) -> Float { 12 * rt_log2(hertz) }

  /// The frequency that is so many semitones over 1 Hz.
  @_noLocks static func hertz(semitones: Float) -> Float { rt_exp2(semitones / 12) }

  /// Adds a reading.
  @_noLocks mutating func add(_ reading: PitchReading) {
    moments[next & (Self.capacity &- 1)] = Moment(
      frame: reading.frame, isTone: reading.isTone,
      semitones: reading.isTone ? Self.semitones(hertz: reading.frequencyHz) : 0,
      levelDecibels: reading.levelDecibels)
    next &+= 1
  }

  /// The reading so many before the newest, which must be there.
  @_noLocks func moment(ago: Int) -> Moment {
    moments[(next &- 1 &- ago) & (Self.capacity &- 1)]
  }

  /// The usual pitch of the tones among readings that are near a pitch; that pitch where there are none. It is the mean of
  /// the middle half, in which neither the way to a note nor half a swing of vibrato weighs much.
  ///
  /// - Parameter readings: How many ago they were; those that are no longer there do not count.
  @_noLocks func usual(
    _ readings: Range<Int>, within distance: Float, of semitones: Float
  ) -> Float {
    var found = 0
    let end = max(readings.lowerBound, min(readings.upperBound, count))
    for ago in readings.lowerBound..<end {
      let moment = moment(ago: ago)
      guard moment.isTone, abs(moment.semitones - semitones) <= distance else { continue }
      // Sorted as they come: each finds its place among those before.
      var place = found
      while place > 0 && sorted[place &- 1] > moment.semitones {
        sorted[place] = sorted[place &- 1]
        place &-= 1
      }
      sorted[place] = moment.semitones
      found &+= 1
    }
    guard found > 0 else { return semitones }
    let middle = found / 4..<found &- found / 4
    var sum: Float = 0
    for place in middle { sum += sorted[place] }
    return sum / Float(middle.count)
  }

  /// Whether the last readings are all tones after a frame, and within a range of semitones.
  @_noLocks func isSettled(_ readings: Int, within range: Float, after frame: Int) -> Bool {
    guard readings <= count, moment(ago: readings &- 1).frame > frame else { return false }
    var (lowest, highest) = (Float.infinity, -Float.infinity)
    for ago in 0..<readings {
      let moment = moment(ago: ago)
      guard moment.isTone else { return false }
      lowest = min(lowest, moment.semitones)
      highest = max(highest, moment.semitones)
    }
    return highest - lowest <= range
  }
}
