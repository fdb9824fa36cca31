// SPDX-License-Identifier: GPL-3.0-or-later

/// How voices are mixed while they sound.
extension VoiceBank {
  /// Changes the strip of a pad from the next frame on, audibly smoothly. False if the drums with
  /// that `number` are still on their way; if they are gone, there is nothing to change.
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

  /// Changes how loud the notes of an object of a score are, audibly smoothly.
  @_noLocks mutating func set(gain: Float, ofObject number: Int) {
    for slot in 0..<slotCount where !voices[slot].isIdle && voices[slot].object.number == number {
      voices[slot].remix(objectGain: gain, frameCount: remixFrames)
    }
  }

  /// Something that sounds goes into the room.
  var isSending: Bool {
    @_noLocks get {
      drums.pointee.strips.isSending || retiring?.pointee.strips.isSending ?? false
    }
  }

  /// The part of the sound that a voice answers, else of the one that plays its pad, else that of
  /// the others; nil if parts are not wanted.
  @_noLocks private func stem(
    of voice: Voice, on drums: DrumSetPointer, _ stems: StemBuffers?
  ) -> UnsafeMutablePointer<Float>? {
    guard let stems else { return nil }
    if let heard = voice.heard, heard < stems.soundCount { return stems.part(heard) }
    let sound = sound(ofPad: voice.pad, on: drums, among: stems.soundCount)
    return stems.part(sound ?? stems.othersPart)
  }

  /// Adds `count` frames of all voices, between which nothing begins: their sends to `sends`, each
  /// voice to the part of its sound, and the notes of a loop to their own piece.
  @_noLocks mutating func mixSending(
    _ count: Int, into output: inout MutableSpan<Float>, sends: UnsafeMutablePointer<SIMD2<Float>>?,
    stems: StemBuffers?, loops: LoopPath?, fromFrame first: Int
  ) {
    for slot in 0..<slotCount where !voices[slot].isIdle {
      guard let drums = voices[slot].drums else { continue }
      let loops = voices[slot].isLooped ? loops : nil
      var route = VoiceRoute(
        voice: voices + slot, workspace: workspace,
        stem: stem(of: voices[slot], on: drums, stems?.from(frame: first)))
      if let sends, let send = drums.pointee.strips.send(pad: voices[slot].pad) {
        (route.sends, route.send) = (sends + first, send)
      }
      if let loops {
        route.gain = loops.gain
        route.gain.advance(first)
        route.mix(count, into: loops.notes + 2 * first)
        continue
      }
      output.withUnsafeMutableBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        route.mix(count, into: base + 2 * first)
      }
    }
    drums.pointee.strips.advance(count)
    retiring?.pointee.strips.advance(count)
  }
}

/// A voice that goes to more places than the mix, or to a bus of its own.
private struct VoiceRoute {
  let voice: UnsafeMutablePointer<Voice>
  let workspace: UnsafeMutablePointer<VoiceWorkspace>
  /// The part of its sound; nil if parts are not wanted.
  let stem: UnsafeMutablePointer<Float>?
  /// The room's input, and the voice's gain into it; nil for none.
  var sends: UnsafeMutablePointer<SIMD2<Float>>?
  var send = GainRamp(.zero)
  /// Of a bus that only the mix passes: what goes elsewhere has it from here.
  var gain = GainRamp(SIMD2(1, 1))

  @_noLocks init(
    voice: UnsafeMutablePointer<Voice>, workspace: UnsafeMutablePointer<VoiceWorkspace>,
    stem: UnsafeMutablePointer<Float>?
  ) {
    (self.voice, self.workspace, self.stem) = (voice, workspace, stem)
  }

  /// Adds its next frames to `output`, interleaved stereo, and to its other destinations.
  @_noLocks func mix(_ count: Int, into output: UnsafeMutablePointer<Float>) {
    let alone = workspace.pointee.alone
    var (whole, elsewhere) = (GainRamp(SIMD2(1, 1)), gain)
    var done = 0
    while done < count && !voice.pointee.isIdle {
      let piece = min(VoiceWorkspace.frameCount, count - done)
      for frame in 0..<piece { alone[frame] = .zero }
      voice.pointee.render(
        count: piece, into: UnsafeMutableRawPointer(alone), workspace: workspace.pointee)
      whole.mix(alone, count: piece, into: UnsafeMutableRawPointer(output + 2 * done))
      if let sends {
        for frame in 0..<piece {
          let gain = elsewhere.gain(ahead: frame) * send.gain(ahead: done + frame)
          sends[done + frame] += alone[frame] * gain
        }
      }
      if let stem {
        elsewhere.mix(alone, count: piece, into: UnsafeMutableRawPointer(stem + 2 * done))
      } else {
        elsewhere.advance(piece)
      }
      done += piece
    }
  }
}
