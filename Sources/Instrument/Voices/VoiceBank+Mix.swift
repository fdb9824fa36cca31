// SPDX-License-Identifier: GPL-3.0-or-later

/// How voices are mixed while they sound.
extension VoiceBank {
  /// Changes the strip of a pad from the next frame on, audibly smoothly. False where the drums with that `number` are
  /// still on their way; where they are gone, there is nothing to change.
  @_noLocks mutating func set(_ strip: Strip, pad: Int, ofDrums number: Int) -> Bool {
    if drums.pointee.number < number { return false }
    if drums.pointee.number == number { set(strip, pad: pad, of: drums) }
    if let retiring, retiring.pointee.number == number { set(strip, pad: pad, of: retiring) }
    return true
  }

  @_noLocks private mutating func set(_ strip: Strip, pad: Int, of changed: DrumSetPointer) {
    guard pad >= 0 && pad < changed.pointee.kit.padCount else { return }
    let changesOthers = changed.pointee.strips.set(strip, pad: pad, glideFrames: remixFrames)
    for slot in 0..<slotCount
    where !voices[slot].isIdle && voices[slot].drums == changed
      && (changesOthers || voices[slot].pad == pad)
    {
      voices[slot].remix(frameCount: remixFrames)
    }
  }

  /// Something that sounds goes into the room.
  var isSending: Bool {
    @_noLocks get {
      drums.pointee.strips.isSending || retiring?.pointee.strips.isSending ?? false
    }
  }

  /// The part of the sound that a pad answers, or that of the others; nil where parts are not wanted.
  @_noLocks private func stem(
    ofPad pad: Int, on drums: DrumSetPointer, _ stems: StemBuffers?
  ) -> UnsafeMutablePointer<Float>? {
    guard let stems else { return nil }
    let sound = sound(ofPad: pad, on: drums, among: stems.soundCount)
    return stems.part(sound ?? stems.othersPart)
  }

  /// Adds `count` frames of all voices, between which nothing begins, to `sends` what of them goes into the room, and to
  /// the part of its sound each.
  @_noLocks mutating func mixSending(
    _ count: Int, into output: inout MutableSpan<Float>, sends: UnsafeMutablePointer<SIMD2<Float>>?,
    stems: StemBuffers?, fromFrame first: Int
  ) {
    for slot in 0..<slotCount where !voices[slot].isIdle {
      guard let drums = voices[slot].drums else { continue }
      let pad = voices[slot].pad
      let send = sends == nil ? nil : drums.pointee.strips.send(pad: pad)
      let stem = stem(ofPad: pad, on: drums, stems)
      var done = 0
      while done < count && !voices[slot].isIdle {
        let piece = min(VoiceWorkspace.frameCount, count - done)
        mixAlone(slot, piece)
        let alone = workspace.pointee.alone
        for frame in 0..<piece {
          let sample = alone[frame]
          output[2 * (first + done + frame)] += sample.x
          output[2 * (first + done + frame) + 1] += sample.y
          if let stem {
            stem[2 * (done + frame)] += sample.x
            stem[2 * (done + frame) + 1] += sample.y
          }
          if let sends, let send { sends[done + frame] += sample * send.gain(ahead: done + frame) }
        }
        done += piece
      }
    }
    drums.pointee.strips.advance(count)
    retiring?.pointee.strips.advance(count)
  }

  /// The next frames of one voice.
  @_noLocks private func mixAlone(_ slot: Int, _ count: Int) {
    let alone = workspace.pointee.alone
    for frame in 0..<count { alone[frame] = .zero }
    voices[slot].render(
      count: count, into: UnsafeMutableRawPointer(alone), workspace: workspace.pointee)
  }
}
