// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A sound of a score that a session keeps, so that it can be played again without the files that it came from.
package enum KeptSound: Sendable {
  /// A sound of an object.
  case sound(ObjectSound)
  /// A tone of an instrument.
  case tone(ToneWave)

  /// Its samples; a tone has one channel, a sound two, interleaved.
  package var samples: [Float] {
    switch self {
    case .sound(let sound): sound.samples
    case .tone(let wave): wave.samples
    }
  }

  /// How many samples it has.
  var sampleCount: Int {
    switch self {
    case .sound(let sound): 2 * sound.frameCount
    case .tone(let wave): wave.samples.count
    }
  }

  /// How many channels its samples have.
  package var channelCount: Int {
    switch self {
    case .sound: 2
    case .tone: 1
    }
  }
}

extension ObjectChange {
  /// The sound that it needs, made of the samples that were kept of it.
  package func sound(_ samples: [Float], channelCount: Int) -> KeptSound {
    guard change == .note else {
      return .sound(ObjectSound(samples, channelCount: channelCount))
    }
    let bounds = loop?.count == 2 ? loop : nil
    let part = bounds.map {
      (min($0[0], $0[1])..<max($0[0], $0[1])).clamped(to: samples.indices)
    }
    let whole = part.flatMap { $0.isEmpty ? nil : $0 }
    return .tone(
      ToneWave(samples, loop: whole.map { ToneWave.Loop($0, endsWithNote: endsWithNote ?? false) }))
  }
}
