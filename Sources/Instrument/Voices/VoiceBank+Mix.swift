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

  /// Gives a pad a rack from the next frame on, or none; see ``set(_:pad:ofDrums:)``.
  @_noLocks mutating func set(rack: Int?, pad: Int, ofDrums number: Int) -> Bool {
    if drums.pointee.number < number { return false }
    if drums.pointee.number == number { drums.pointee.strips.set(rack: rack, pad: pad) }
    if let retiring, retiring.pointee.number == number {
      retiring.pointee.strips.set(rack: rack, pad: pad)
    }
    return true
  }

  /// Changes how loud the notes of an object of a score are, audibly smoothly.
  @_noLocks mutating func set(gain: Float, ofObject number: Int) {
    for slot in 0..<slotCount where !voices[slot].isIdle && voices[slot].object.number == number {
      voices[slot].remix(objectGain: gain, frameCount: remixFrames)
    }
  }

  /// Something that sounds is sent.
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
  /// voice to the part of its sound, and some by ways of their own.
  @_noLocks mutating func mixSending(
    _ count: Int, into output: inout MutableSpan<Float>, sends: SendPieces?,
    stems: StemBuffers?, _ paths: VoicePaths?, fromFrame first: Int
  ) {
    let (stems, sends) = (stems?.from(frame: first), sends?.from(frame: first))
    // The span is that of the caller's memory, which outlives this.
    guard let base = output.withUnsafeMutableBufferPointer({ $0.baseAddress }) else { return }
    let mix = base + 2 * first
    for slot in 0..<slotCount where !voices[slot].isIdle {
      guard let drums = voices[slot].drums else { continue }
      let (pad, isLooped) = (voices[slot].pad, voices[slot].isLooped)
      if let pads = paths?.pads, let rack = drums.pointee.strips.rack(pad: pad) {
        let piece = pads.piece(.pad(rack, isLooped: isLooped))
        voices[slot].render(
          count: count, into: UnsafeMutableRawPointer(piece), workspace: workspace.pointee)
        continue
      }
      var way = VoiceWay(
        to: mix, isLooped ? paths?.loops : nil, fromFrame: first,
        stem: stem(of: voices[slot], on: drums, stems))
      way.send(to: sends, drums.pointee.strips.sends(pad: pad))
      way.add(voices + slot, count: count, workspace)
    }
    if let paths { addRacks(paths, count, to: mix, sends: sends, stems, fromFrame: first) }
    drums.pointee.strips.advance(count)
    retiring?.pointee.strips.advance(count)
  }

  /// Adds what the racks of drums make of their voices.
  @_noLocks private func addRacks(
    _ paths: VoicePaths, _ count: Int, to mix: UnsafeMutablePointer<Float>,
    sends: SendPieces?, _ stems: StemBuffers?, fromFrame first: Int
  ) {
    guard let pads = paths.pads else { return }
    for place in 0..<2 * RackPoint.padRackCount {
      let (number, isLooped) = (place / 2, place % 2 == 1)
      let point = RackPoint.pad(number, isLooped: isLooped)
      guard pads.isAwake(point) else { continue }
      var way = VoiceWay(
        to: mix, isLooped ? paths.loops : nil, fromFrame: first,
        stem: stem(ofRack: number, stems))
      way.send(to: sends, sendGains(ofRack: number))
      pads.process(point, count: count)
      let piece = pads.piece(point)
      way.add(piece, count: count)
      for frame in 0..<count { piece[frame] = .zero }
    }
  }

  /// The drums, and the first of their pads, that have a rack: the present ones before those that
  /// ring out; nil if none has.
  @_noLocks private func pad(ofRack number: Int) -> (drums: DrumSetPointer, pad: Int)? {
    if let pad = drums.pointee.strips.pad(ofRack: number) { return (drums, pad) }
    guard let retiring, let pad = retiring.pointee.strips.pad(ofRack: number) else { return nil }
    return (retiring, pad)
  }

  /// How much of a drum with a rack is sent.
  @_noLocks private func sendGains(ofRack number: Int) -> SendGains {
    guard let (drums, pad) = pad(ofRack: number) else { return SendGains() }
    return drums.pointee.strips.sends(pad: pad)
  }

  /// The part of the sound that plays a drum with a rack, else that of the others.
  @_noLocks private func stem(
    ofRack number: Int, _ stems: StemBuffers?
  ) -> UnsafeMutablePointer<Float>? {
    guard let stems else { return nil }
    guard let (drums, pad) = pad(ofRack: number) else { return stems.part(stems.othersPart) }
    return stems.part(sound(ofPad: pad, on: drums, among: stems.soundCount) ?? stems.othersPart)
  }
}
