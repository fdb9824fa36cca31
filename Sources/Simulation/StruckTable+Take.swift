// SPDX-License-Identifier: GPL-3.0-or-later

extension StruckTable {
  /// A take of two microphones: a sound is struck at places in turn over a faint background, and the frames at which the
  /// first microphone hears each strike.
  ///
  /// - Parameter amplitudes: Peak of each dry strike, nominally 0...1; as many as `places`.
  public func take(
    _ sound: StruckSounds.Sound, places: [Int], amplitudes: [Float], spacingSeconds: Double = 0.3,
    sampleRateHz: Double = 48_000, seed: UInt64 = 1
  ) -> (first: [Float], second: [Float], onsetFrames: [Int]) {
    precondition(places.count == amplitudes.count, "each strike has a place and an amplitude")
    let spacing = Int(spacingSeconds * sampleRateHz)
    var first = Signal.noise(count: spacing, amplitude: 1e-4, seed: seed &+ 90)
    var second = Signal.noise(count: spacing, amplitude: 1e-4, seed: seed &+ 91)
    var onsetFrames: [Int] = []
    for (index, place) in places.enumerated() {
      let strike = seed &* 1000 &+ UInt64(index)
      // A spacing before the strike, and one after it, of which the first is a lead for the microphone that is nearer.
      let dry = StruckSounds.take(
        sound, amplitudes: [amplitudes[index]], sampleRateHz: sampleRateHz,
        spacingSeconds: spacingSeconds, background: 0, seed: strike)
      let lead = spacing / 8
      let heard = heard(Array(dry.samples[(spacing - lead)...]), place: place, seed: strike)
      let start = first.count - lead
      onsetFrames.append(first.count)
      for (channel, noise) in [(0, strike &* 2), (1, strike &* 2 &+ 1)] {
        let samples = channel == 0 ? heard.first : heard.second
        let silence = Signal.noise(count: samples.count - lead, amplitude: 1e-4, seed: noise)
        if channel == 0 {
          Self.add(samples, to: &first, at: start, over: silence)
        } else {
          Self.add(samples, to: &second, at: start, over: silence)
        }
      }
    }
    return (first, second, onsetFrames)
  }

  /// Appends a background and adds samples that begin before it.
  private static func add(
    _ samples: [Float], to signal: inout [Float], at start: Int, over silence: [Float]
  ) {
    signal += silence
    for (index, sample) in samples.enumerated() { signal[start + index] += sample }
  }
}
