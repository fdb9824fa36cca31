// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Engine
import Instrument
import Profiles
import ScorePlayer
import Scores
import Simulation
import SoundFiles

/// What scores cost, and whether they keep time.
struct ScoresBenchmark {
  private static let rateHz = 48_000
  private static let scripts = 16
  private static let layers = 8
  /// Of a block, in percent.
  private static let mostShare = 1.0
  private static let blocksPerTurn = 100

  let isQuick: Bool

  func run() throws -> Bool {
    let (isOnTime, isCheap) = (try rendering(), audioThread())
    return isOnTime && isCheap
  }

  /// Ten minutes, or one: every sound on its frame.
  private func rendering() throws -> Bool {
    let (count, step) = (isQuick ? 10_000 : 100_000, 288)
    let rounds = count / Self.scripts
    let folder = TemporaryFolder()
    var writer = try SoundFileWriter(
      path: "\(folder.path)/a.wav", sampleRateHz: Self.rateHz, channelCount: 1, isOverwriting: true)
    try writer.write(Signal.noise(count: 240, amplitude: 0.1, seed: 1))
    try writer.finish()
    let text = """
      for script = 0, \(Self.scripts - 1) do
        local o = object("o" .. script) o:sound("a", "a.wav")
        o:when("start", function()
          wait(script * \(step) / \(Self.rateHz))
          for round = 1, \(rounds) do o:play "a" wait(\(Self.scripts * step) / \(Self.rateHz)) end
        end)
      end
      """
    let path = folder.write(text: text, to: "score.lua")
    let links = ScoreLinks(sampleRateHz: Self.rateHz)
    let performance = Performance(
      kit: TestKit.kit(TestKit.noiseDrums(frameCount: 480), blockCount: 64), profile: .general,
      settings: InstrumentSettings(), notes: links.notes, objects: links.objects)
    var begun: [Int] = []
    var heard: [Int] = []
    var (frame, silent) = (0, 100)
    let start = rt_thread_nanoseconds()
    _ = try ScoreRendering(performance, links, periodFrames: 64).run(
      ScoreFolder(path: path), text: text, seed: 1,
      write: { block in
        for place in stride(from: 0, to: block.count, by: 2) {
          let isHeard = block[place] != 0
          if isHeard && silent > 24 { heard.append(frame) }
          silent = isHeard ? 0 : silent + 1
          frame += 1
        }
      },
      report: { event in
        if case .score(let event) = event, event.event == "score.sound" {
          begun.append(event.frame)
        }
      })
    let seconds = Double(rt_thread_nanoseconds() - start) / 1e9
    let wanted = (0..<rounds * Self.scripts).map { $0 * step }
    let (isBegun, isHeard) = (begun == wanted, heard == wanted)
    let minutes = Double(count * step) / Double(60 * Self.rateHz)
    print(
      "  \(wanted.count) sounds in \(minutes.text) minutes: \(isBegun && isHeard ? "each" : "not each") begins on its frame, "
        + "drift \((heard.last ?? 0) - (wanted.last ?? 0)) frames; \(seconds.text) s of the processor, "
        + "\((60 * minutes / seconds).text) times real time")
    return isBegun && isHeard
  }

  /// A block with scripts and layers beside one without.
  private func audioThread() -> Bool {
    let links = ScoreLinks(sampleRateHz: Self.rateHz)
    var plain = BusyInstrument()
    var busy = BusyInstrument(score: links)
    plain.warmUp()
    busy.warmUp()
    let sound = ObjectSound(Signal.noise(count: 12_000, amplitude: 0.05, seed: 1), channelCount: 1)
    var times = [BlockTimes(), BlockTimes()]
    var (block, number) = (0, 0)
    for _ in 0..<(isQuick ? 50 : 500) {
      for _ in 0..<Self.blocksPerTurn {
        times[0].measure { plain.process() }
        _ = plain.fetchHits()
      }
      for _ in 0..<Self.blocksPerTurn {
        // Each script and each layer does something eight times a second.
        if block % (Self.rateHz / 8 / BusyInstrument.blockFrames) == 0 {
          for object in 0..<Self.scripts {
            number += 1
            busy.perform(
              .start(sound, play: number, object: object, step: ObjectEvent.unitStep))
          }
          for layer in 0..<Self.layers {
            number += 1
            busy.strike(pad: layer % 3, number: number)
          }
        }
        times[1].measure { busy.process() }
        block += 1
        _ = busy.fetchHits()
        busy.takeNotes()
      }
    }
    let cost = times[1].medianMicroseconds - times[0].medianMicroseconds
    let share = 100 * cost / BusyInstrument.blockMicroseconds
    let isMet = share <= Self.mostShare
    print(
      "  \(Self.scripts) scripts and \(Self.layers) layers, each eight times a second, cost the audio thread \(cost.text) µs "
        + "of a block of \(BusyInstrument.blockFrames) frames: \(share.text) % of its time, target at most "
        + "\(Self.mostShare.text) %: \(isMet ? "met" : "MISSED")")
    return isMet
  }
}

extension Double {
  /// With two decimals.
  fileprivate var text: String { "\((100 * self).rounded() / 100)" }
}
