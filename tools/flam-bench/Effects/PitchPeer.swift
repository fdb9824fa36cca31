// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Limiters

/// Our pitch shifter beside the Rubber Band library: how clean a tone stays, and how far a stroke is
/// smeared.
struct PitchPeer {
  private static let semitones = [-7, -3, 4, 12]
  /// Of what is not the tone, beside it, in decibels.
  private static let mostRest = -40.0
  /// How many milliseconds wider than the stroke itself.
  private static let mostSmear = 20.0

  func run() -> Bool {
    print(
      "  pitch: what is not the tone of 997 Hz, in dB; milliseconds in which the middle 90 % of a stroke's energy come"
    )
    print("    ours                    \(figures { Self.ours($0, $1) })")
    for (name, options) in [
      ("Rubber Band R2, live", CInt(1)), ("Rubber Band R3, live", 0x2000_0001),
      ("Rubber Band R3, offline", 0x2000_0000),
    ] {
      guard RubberBand.isThere else {
        print("    Rubber Band is not there: apt install librubberband2")
        break
      }
      print(
        "    \(name)\(String(repeating: " ", count: 24 - name.count))"
          + figures { RubberBand.shifted($0, semitones: $1, options: options) })
    }
    print("    the stroke itself: \(Self.spread(Self.stroke).digits(1)) ms")
    let rest = Self.semitones.map { self.rest($0, Self.ours) }.max() ?? 0
    let smear = Self.semitones.map { self.smear($0, Self.ours) }.max() ?? 0
    let isClean = verdict("shifted tones at least 40 dB above the rest", rest <= Self.mostRest)
    let isSharp = verdict(
      "shifted strokes at most 20 ms wider",
      smear <= Self.mostSmear + Self.spread(Self.stroke))
    return isClean && isSharp
  }

  private typealias Shifter = (_ samples: [Float], _ semitones: Int) -> [Float]

  private func figures(_ shift: Shifter) -> String {
    Self.semitones.map { semitones in
      "\(semitones > 0 ? "+" : "")\(semitones): \(rest(semitones, shift).digits(0)) dB, "
        + "\(smear(semitones, shift).digits(1)) ms"
    }.joined(separator: "; ")
  }

  private func rest(_ semitones: Int, _ shift: Shifter) -> Double {
    let hertz = 997.0
    let tone = (0..<144_000).map { Float(0.25 * sin(2 * .pi * hertz * Double($0) / 48_000)) }
    // A live one ends late: what is measured are the last frames of those that came.
    let output = Array(shift(tone, semitones).dropLast(8192))
    return 20
      * log10(
        max(1e-9, ToneFigures(output, hertz: hertz * pow(2, Double(semitones) / 12)).distortion))
  }

  private func smear(_ semitones: Int, _ shift: Shifter) -> Double {
    Self.spread(shift(Self.stroke, semitones))
  }

  /// Noise that falls by 60 dB in 40 ms, half a second after the beginning.
  private static let stroke: [Float] = {
    var random = SeededGenerator(seed: 3)
    return (0..<72_000).map { frame in
      guard frame >= 24_000 else { return 0 }
      return (random.uniform() - 0.5) * exp(-Float(frame - 24_000) / 278)
    }
  }()

  /// In milliseconds, from 5 to 95 % of the energy.
  private static func spread(_ samples: [Float]) -> Double {
    var sums: [Double] = []
    var sum = 0.0
    for sample in samples {
      sum += Double(sample) * Double(sample)
      sums.append(sum)
    }
    let first = sums.firstIndex { $0 >= 0.05 * sum } ?? 0
    let last = sums.firstIndex { $0 >= 0.95 * sum } ?? 0
    return Double(last - first) / 48
  }

  private static func ours(_ samples: [Float], _ semitones: Int) -> [Float] {
    EffectProbe(.pitch, ["semitones": Float(semitones)]).play(samples)
  }
}

/// The Rubber Band library, loaded at run time if it is installed.
private enum RubberBand {
  private typealias State = OpaquePointer
  private typealias Give =
    @convention(c) (State, UnsafePointer<UnsafePointer<Float>?>, CUnsignedInt, CInt) -> Void

  private struct Functions {
    let make: @convention(c) (CUnsignedInt, CUnsignedInt, CInt, Double, Double) -> State?
    let free: @convention(c) (State) -> Void
    let study, process: Give
    let available: @convention(c) (State) -> CInt
    let retrieve:
      @convention(c) (State, UnsafePointer<UnsafeMutablePointer<Float>?>, CUnsignedInt)
        -> CUnsignedInt
  }

  private static let functions: Functions? = {
    guard let library = dlopen("librubberband.so.2", RTLD_NOW) else { return nil }
    func function<F>(_ name: String) -> F? {
      dlsym(library, "rubberband_\(name)").map { unsafeBitCast($0, to: F.self) }
    }
    guard
      let make: @convention(c) (CUnsignedInt, CUnsignedInt, CInt, Double, Double) -> State? =
        function("new"),
      let free: @convention(c) (State) -> Void = function("delete"),
      let study: Give = function("study"), let process: Give = function("process"),
      let available: @convention(c) (State) -> CInt = function("available"),
      let retrieve:
        @convention(c) (State, UnsafePointer<UnsafeMutablePointer<Float>?>, CUnsignedInt)
          -> CUnsignedInt = function("retrieve")
    else { return nil }
    return Functions(
      make: make, free: free, study: study, process: process, available: available,
      retrieve: retrieve)
  }()

  static var isThere: Bool { functions != nil }

  /// Samples of mono, shifted.
  ///
  /// - Parameter options: As in rubberband-c.h: 1 for live, 0x20000000 for its finer engine, R3.
  static func shifted(_ samples: [Float], semitones: Int, options: CInt) -> [Float] {
    guard let functions,
      let state = functions.make(48_000, 1, options, 1, pow(2, Double(semitones) / 12))
    else { return [] }
    defer { functions.free(state) }
    var output: [Float] = []
    let isLive = options & 1 == 1
    samples.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      if !isLive { give(functions.study, state, base, buffer.count, isLast: true) }
      for first in stride(from: 0, to: buffer.count, by: 512) {
        let count = min(512, buffer.count - first)
        give(functions.process, state, base + first, count, isLast: first + count == buffer.count)
        var block = [Float](repeating: 0, count: max(0, Int(functions.available(state))))
        block.withUnsafeMutableBufferPointer { room in
          var channel = room.baseAddress
          guard room.count > 0 else { return }
          withUnsafePointer(to: &channel) {
            _ = functions.retrieve(state, $0, CUnsignedInt(room.count))
          }
        }
        output += block
      }
    }
    return output
  }

  private static func give(
    _ function: Give, _ state: State, _ samples: UnsafePointer<Float>, _ count: Int, isLast: Bool
  ) {
    var channel: UnsafePointer<Float>? = samples
    withUnsafePointer(to: &channel) { function(state, $0, CUnsignedInt(count), isLast ? 1 : 0) }
  }
}
