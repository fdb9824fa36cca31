// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// A kit that is struck at every velocity, over and over.
public struct StruckKit {
  /// A hit that was not heard: the index of its pad and the MIDI velocity.
  public struct Silence: Hashable, Sendable {
    /// Index in the kit.
    public let pad: Int
    /// 1...127.
    public let velocity: Int

    /// A hit on a pad.
    public init(pad: Int, velocity: Int) { (self.pad, self.velocity) = (pad, velocity) }
  }

  /// Softer is silence, linear: 100 dB below full scale.
  private static let audible: Float = 1e-5

  let kit: Kit

  /// A kit to strike.
  public init(_ kit: Kit) { self.kit = kit }

  /// The pads that stay silent within 10 ms of the hit, when every pad is struck at each velocity
  /// `rounds` times, in random order.
  public func silences(rounds: Int, seed: UInt64) -> Set<Silence> {
    var hits = kit.pads.indices.flatMap { pad in
      (1...127).flatMap { velocity in
        [Silence](repeating: Silence(pad: pad, velocity: velocity), count: rounds)
      }
    }
    var generator = SeededGenerator(seed: seed)
    for index in hits.indices {
      hits.swapAt(index, index + Int(generator.next() % UInt64(hits.count - index)))
    }
    var bank = VoiceBank(kit: kit, seed: seed)
    var silences: Set<Silence> = []
    let sounding = kit.sampleRateHz / 100
    let ending = kit.sampleRateHz / 100
    for (number, hit) in hits.enumerated() {
      bank.start(
        NoteOn(hit: number, pad: hit.pad, velocity: Float(hit.velocity) / 127),
        atFrame: bank.frame)
      if peak(of: &bank, frameCount: sounding) < Self.audible { silences.insert(hit) }
      bank.release(hit: number, atFrame: bank.frame)
      let rest = peak(of: &bank, frameCount: ending)
      precondition(rest >= 0 && bank.soundingCount == 0, "a released hit ends within 10 ms")
    }
    return silences
  }

  private func peak(of bank: inout VoiceBank, frameCount: Int) -> Float {
    var block = [Float](repeating: 0, count: 2 * frameCount)
    var span = block.mutableSpan
    bank.render(into: &span)
    return block.reduce(0) { max($0, abs($1)) }
  }
}
