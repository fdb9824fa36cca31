// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Reads a tone at a pitch, and goes round its loop. Places count parts of a sample, 2 to the power of ``ObjectView/partBits``.
struct ToneReader: BitwiseCopyable {
  private var wave: ToneWave.View?
  private var place = 0
  /// How far it moves on in a frame.
  var step = 1 << ObjectView.partBits
  /// Where it jumps, and how far; `.max` for nowhere.
  private var jumpPlace = Int.max
  private var jump = 0

  /// One of silence.
  @_noLocks init() {}

  @_noLocks init(_ wave: ToneWave.View) {
    self.wave = wave
    guard let loop = wave.loop else { return }
    jumpPlace = loop.seam << ObjectView.partBits
    jump = -loop.count << ObjectView.partBits
  }

  /// The tone is at its end.
  var isOver: Bool { @_noLocks get { place >= (wave?.count ?? 0) << ObjectView.partBits } }

  /// The note has ended: a loop that lasts as long as the note is left, at its end.
  @_noLocks mutating func release() {
    guard let loop = wave?.loop, loop.endsWithNote, jump < 0 else { return }
    let bits = ObjectView.partBits
    if place >= (loop.start &+ loop.count) << bits { place &-= loop.count << bits }
    jumpPlace = (loop.start &+ ToneWeights.lead) << bits
    jump = (loop.copies &- 1) &* loop.count << bits
  }

  /// Reads the next frames; silence beyond its end.
  @_noLocks mutating func read(
    _ count: Int, into frames: UnsafeMutablePointer<Float>, _ weights: borrowing ToneWeights
  ) {
    guard let wave else { return }
    let end = wave.count << ObjectView.partBits
    var done = 0
    while done < count {
      if place >= jumpPlace {
        place &+= jump
        if jump > 0 { jumpPlace = .max }
        continue
      }
      guard place < end else {
        for frame in done..<count { frames[frame] = 0 }
        return
      }
      let way = min(end, jumpPlace) &- place
      let run = way / step >= count &- done ? count &- done : (way &+ step &- 1) / step
      readOn(run, wave.samples, into: frames + done, weights)
      done &+= run
    }
  }

  @_noLocks private mutating func readOn(
    _ count: Int, _ samples: UnsafeMutablePointer<Float>,
    into frames: UnsafeMutablePointer<Float>, _ weights: borrowing ToneWeights
  ) {
    let (samples, bits) = (samples - ToneWeights.lead, ObjectView.partBits)
    let mask = 1 << ToneWeights.placeBits &- 1
    let step = step
    let shift = bits &- ToneWeights.placeBits
    var place = place
    var frame = 0
    // Two at a time: the same sums in fewer steps.
    while frame &+ 2 <= count {
      let one = weights.half(samples + place >> bits, place: place >> shift & mask)
      place &+= step
      let other = weights.half(samples + place >> bits, place: place >> shift & mask)
      place &+= step
      let both = SIMD4(lowHalf: one, highHalf: other)
      let sums = both.evenHalf + both.oddHalf
      frames[frame] = sums.x
      frames[frame &+ 1] = sums.y
      frame &+= 2
    }
    if frame < count {
      frames[frame] = weights.value(samples + place >> bits, place: place >> shift & mask)
      place &+= step
    }
    self.place = place
  }
}
