// SPDX-License-Identifier: GPL-3.0-or-later

/// The strips of a kit's pads, and the gains that follow from them.
struct StripBank: ~Copyable {
  /// How one pad is mixed.
  private struct Channel {
    /// Of the kit: linear gain and place.
    let gain: Float
    let pan: Float
    var strip: Strip
    /// Left and right linear gain that voices have of it.
    var gains = SIMD2<Float>.zero
    var send: GainRamp
    /// The number of its rack; nil for none.
    var rack: Int?
  }

  private let channels: UnsafeMutablePointer<Channel>
  private let count: Int
  private var soloCount = 0
  /// Pads that send something, or still fade to nothing.
  private var sendingCount = 0

  /// Strips of the pads of a kit; those beyond `strips` are as the kit has them, those beyond
  /// `racks` have no rack.
  init(_ pads: [Pad], _ strips: [Strip], racks: [Int?] = []) {
    count = pads.count
    channels = .allocate(capacity: count)
    for (index, pad) in pads.enumerated() {
      let strip = strips.indices.contains(index) ? strips[index] : Strip()
      (channels + index).initialize(
        to: Channel(
          gain: pad.gain, pan: pad.pan, strip: strip,
          send: GainRamp(SIMD2(repeating: strip.send)),
          rack: racks.indices.contains(index) ? racks[index] : nil))
      soloCount += strip.isSoloed ? 1 : 0
      sendingCount += strip.send > 0 ? 1 : 0
    }
    for pad in 0..<count { mix(pad) }
  }

  deinit { channels.deallocate() }

  /// Left and right linear gain of a pad.
  @_noLocks func gains(pad: Int) -> SIMD2<Float> { channels[pad].gains }

  /// How the player has a pad.
  @_noLocks func strip(pad: Int) -> Strip { channels[pad].strip }

  /// The number of a pad's rack; nil for none.
  @_noLocks func rack(pad: Int) -> Int? { channels[pad].rack }

  /// The first pad that has the rack of a number; nil if none has.
  @_noLocks func pad(ofRack number: Int) -> Int? {
    for pad in 0..<count where channels[pad].rack == number { return pad }
    return nil
  }

  /// Gives a pad the rack of a number; nil for none.
  @_noLocks func set(rack: Int?, pad: Int) {
    if pad >= 0 && pad < count { channels[pad].rack = rack }
  }

  /// Something goes into the room.
  var isSending: Bool { @_noLocks get { sendingCount > 0 } }

  /// How much of a pad goes into the room; nil for nothing.
  @_noLocks func send(pad: Int) -> GainRamp? {
    channels[pad].send.isSilent ? nil : channels[pad].send
  }

  /// Changes the strip of a pad; true if that changes the gains of others, too.
  @_noLocks mutating func set(_ strip: Strip, pad: Int, glideFrames: Int) -> Bool {
    let old = channels[pad].strip
    channels[pad].strip = strip
    if strip.send != old.send {
      let wasSilent = channels[pad].send.isSilent
      channels[pad].send.glide(to: SIMD2(repeating: strip.send), frameCount: glideFrames)
      if wasSilent { sendingCount &+= 1 }
    }
    let changesSolo = strip.isSoloed != old.isSoloed
    if changesSolo {
      soloCount &+= strip.isSoloed ? 1 : -1
      for other in 0..<count { mix(other) }
    } else {
      mix(pad)
    }
    return changesSolo
  }

  /// Advances the time of the sends.
  @_noLocks mutating func advance(_ frameCount: Int) {
    guard isSending else { return }
    for pad in 0..<count where channels[pad].send.remainingFrames > 0 {
      channels[pad].send.advance(frameCount)
      if channels[pad].send.isSilent { sendingCount &-= 1 }
    }
  }

  @_noLocks private func mix(_ pad: Int) {
    let channel = channels[pad]
    let isHeard = !channel.strip.isMuted && (soloCount == 0 || channel.strip.isSoloed)
    channels[pad].gains =
      isHeard
      ? channel.strip.gain * (channel.gain * PanLaw.gains(pan: channel.strip.pan ?? channel.pan))
      : .zero
  }
}
