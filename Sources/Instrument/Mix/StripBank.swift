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
    var sends: SendGains
    /// The number of its rack; nil for none.
    var rack: Int?
  }

  private let channels: UnsafeMutablePointer<Channel>
  private let count: Int
  private var soloCount = 0
  /// Sends of pads that have something, or still fade to nothing.
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
          sends: SendGains(strip),
          rack: racks.indices.contains(index) ? racks[index] : nil))
      soloCount += strip.isSoloed ? 1 : 0
      sendingCount += channels[index].sends.soundingCount
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

  /// Something is sent.
  var isSending: Bool { @_noLocks get { sendingCount > 0 } }

  /// How much of a pad is sent.
  @_noLocks func sends(pad: Int) -> SendGains { channels[pad].sends }

  /// Changes the strip of a pad; true if that changes the gains of others, too.
  @_noLocks mutating func set(_ strip: Strip, pad: Int, glideFrames: Int) -> Bool {
    let old = channels[pad].strip
    channels[pad].strip = strip
    sendingCount &-= channels[pad].sends.soundingCount
    channels[pad].sends.glide(from: old, to: strip, frameCount: glideFrames)
    sendingCount &+= channels[pad].sends.soundingCount
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
    for pad in 0..<count {
      sendingCount &-= channels[pad].sends.soundingCount
      channels[pad].sends.advance(frameCount)
      sendingCount &+= channels[pad].sends.soundingCount
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
