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
    let line = Line(
      samples: UnsafeRawPointer(samples - ToneWeights.lead),
      weights: UnsafeRawPointer(weights.table),
      shift: ObjectView.partBits &- ToneWeights.placeBits,
      mask: 1 << ToneWeights.placeBits &- 1)
    let step = step
    var place = place
    var frame = 0
    // Four at a time: the same sums in fewer steps.
    while frame &+ 4 <= count {
      let one = line.quarters(place)
      let two = line.quarters(place &+ step)
      let three = line.quarters(place &+ 2 &* step)
      let four = line.quarters(place &+ 3 &* step)
      let first =
        SIMD4(lowHalf: one.lowHalf, highHalf: two.lowHalf)
        + SIMD4(lowHalf: one.highHalf, highHalf: two.highHalf)
      let last =
        SIMD4(lowHalf: three.lowHalf, highHalf: four.lowHalf)
        + SIMD4(lowHalf: three.highHalf, highHalf: four.highHalf)
      let sums =
        SIMD4(lowHalf: first.evenHalf, highHalf: last.evenHalf)
        + SIMD4(lowHalf: first.oddHalf, highHalf: last.oddHalf)
      UnsafeMutableRawPointer(frames + frame).storeBytes(of: sums, as: SIMD4<Float>.self)
      place &+= 4 &* step
      frame &+= 4
    }
    while frame < count {
      let quarters = line.quarters(place)
      let half = quarters.lowHalf + quarters.highHalf
      frames[frame] = half.x + half.y
      place &+= step
      frame &+= 1
    }
    self.place = place
  }

  /// What is read, and the weights of it.
  private struct Line {
    let samples: UnsafeRawPointer
    let weights: UnsafeRawPointer
    /// Of a place, to those between two samples.
    let shift, mask: Int

    @_noLocks init(samples: UnsafeRawPointer, weights: UnsafeRawPointer, shift: Int, mask: Int) {
      (self.samples, self.weights, self.shift, self.mask) = (samples, weights, shift, mask)
    }

    /// The value at a place in four parts, whose sum it is.
    @inline(__always) @_noLocks func quarters(_ place: Int) -> SIMD4<Float> {
      let source = samples + place >> ObjectView.partBits &* 4
      let taps = weights + place >> shift & mask &* 32
      return source.loadUnaligned(as: SIMD4<Float>.self)
        * taps.loadUnaligned(as: SIMD4<Float>.self)
        + source.loadUnaligned(fromByteOffset: 16, as: SIMD4<Float>.self)
        * taps.loadUnaligned(fromByteOffset: 16, as: SIMD4<Float>.self)
    }
  }
}
