// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Realtime

/// The strokes that replace hearing.
package struct ReplayScore {
  /// A stroke that was not heard.
  struct Struck {
    /// The frame of the mix.
    let frame: Int
    /// By its place in the profile.
    let sound: Int
    /// 0...1.
    let velocity: Float
    /// The stroke before it was changed; nil for a new one.
    let known: VoiceEvent?
    /// The last of what was heard of it; nil for a new one.
    let heard: NoteOn?
  }

  /// The highest number of strokes that were asked for and have not begun.
  private static let asked = 256

  private let played: [VoiceEvent]
  private let struck: [Struck]
  private let returns: KeptReturns
  private var playedCount = 0
  private var struckCount = 0
  private var heardFrames = 0

  /// The original events of strokes, and further strokes in any order.
  init(played: [VoiceEvent], struck: [Struck], returns: KeptReturns) {
    // Events of one frame keep their order.
    self.played = played.enumerated().sorted {
      ($0.element.askedFrame, $0.offset) < ($1.element.askedFrame, $1.offset)
    }.map(\.element)
    self.struck = struck.sorted { $0.frame < $1.frame }
    self.returns = returns
  }

  /// Strikes events asked for before the end of the next frames, and strokes that begin within
  /// them. Original strokes come first.
  mutating func strike(_ side: Performance.AudioSide, for frames: Range<Int>) {
    // The original note may have been asked for within the present piece.
    while playedCount < played.count, played[playedCount].askedFrame < frames.upperBound {
      side.play(again: played[playedCount])
      playedCount += 1
    }
    while struckCount < struck.count, struck[struckCount].frame < frames.upperBound {
      let stroke = struck[struckCount]
      struckCount += 1
      side.strike(
        sound: stroke.sound, velocity: stroke.velocity,
        hit: HitIdentity(struckCount, from: .score).voiceNumber, atFrame: stroke.frame,
        known: stroke.known, heard: stroke.heard,
        before: next(ofSound: stroke.sound, from: stroke.frame))
    }
  }

  /// The first stroke of a sound as it was played that begins at a frame or later; nil for none.
  private func next(ofSound sound: Int, from frame: Int) -> VoiceEvent? {
    played[max(0, playedCount - Self.asked)...].first {
      $0.frame >= frame && $0.choices != nil && $0.stroke.sound == sound
    }
  }

  /// The first frame after `frame` at which a heard stroke was asked for that was not carried out
  /// yet; nil for none. Notes find their drums on their own frames, which lie anywhere in a call.
  func nextAskedFrame(after frame: Int) -> Int? {
    played[playedCount...].lazy.filter { $0.stroke.sound != nil }.map(\.askedFrame)
      .first { $0 > frame }
  }

  /// The first frame after `frame` at which a stroke that was not heard begins; nil for none.
  func nextStruckFrame(after frame: Int) -> Int? {
    struck[struckCount...].lazy.map(\.frame).first { $0 > frame }
  }

  /// Hears a block for the microphone in the mix.
  mutating func monitorInput(
    _ side: Performance.AudioSide, _ input: UnsafePointer<Float>, frameCount: Int,
    timeline: Timeline
  ) {
    let block = Instrument.returnBlockFrames
    var first = 0
    while first < frameCount {
      // A value is that of the last frame of its block, and of those after it.
      let place = heardFrames + 1
      let count = min(frameCount - first, block - place % block)
      let known = place % block == 0 ? place / block - 1 : nil
      side.monitorInput(
        input + first, frameCount: count, timeline: timeline,
        returnDecibels: known.flatMap { returns[$0] })
      first += count
      heardFrames += count
    }
  }
}
