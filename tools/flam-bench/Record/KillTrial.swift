// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Glibc
import Recording
import Simulation
import SoundFiles

/// Recordings whose process is killed at a random moment: each must open, and miss a second at most.
struct KillTrial {
  private static let sampleRateHz = 48_000
  private static let blockFrames = 480
  private static let endings = ["wav", "flac", "ogg"]
  private static let atATime = 10
  private static let momentsSeconds: ClosedRange<Float> = 0.1...4

  let count: Int
  let seed: UInt64

  func run(in folder: TemporaryFolder) throws -> Bool {
    var random = SeededGenerator(seed: seed)
    var unreadable = 0
    var missing = [String: Double]()
    for first in stride(from: 0, to: count, by: Self.atATime) {
      let numbers = first..<min(count, first + Self.atATime)
      let children = try numbers.map { number in
        let name = "kill-\(number).\(Self.endings[number % Self.endings.count])"
        return (name, try start(name, in: folder), moment(&random))
      }
      for (name, child, seconds) in children.sorted(by: { $0.2 < $1.2 }) {
        while pushed(name, folder) < Int(seconds * Float(Self.sampleRateHz)) { usleep(500) }
        child.send(SIGKILL)
        _ = child.wait()
        let ending = String(name.split(separator: ".")[1])
        guard let frames = try frames(of: name, in: folder) else {
          unreadable += 1
          continue
        }
        let lost = Double(pushed(name, folder) - frames) / Double(Self.sampleRateHz)
        missing[ending] = max(missing[ending] ?? 0, lost)
      }
    }
    let text = missing.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.digits(2)) s" }
    print(
      "  \(count) recordings killed at random moments: \(count - unreadable) open in sox and in Flam; missing at most "
        + text.joined(separator: ", "))
    return verdict(
      "all open, at most 1 s missing", unreadable == 0 && missing.values.allSatisfy { $0 <= 1 })
  }

  /// The killed process: records in real time, and writes next to the file how much it was given.
  static func record(to path: String) throws -> Never {
    let recorder = try Recorder(
      RecordingFile(path: path), sampleRateHz: sampleRateHz, limits: true)
    let tally = open("\(path).count", O_WRONLY | O_CREAT, 0o666)
    var frameCount = 0
    var due = ContinuousClock.now
    while true {
      // Bursts with silence between them, in which some formats have little to write.
      let isLoud = frameCount / sampleRateHz % 3 == 0
      let block = Signal.noise(count: 2 * blockFrames, amplitude: isLoud ? 0.5 : 0)
      recorder.input.push(block, frameCount: blockFrames)
      frameCount += blockFrames
      pwrite(tally, &frameCount, MemoryLayout<Int>.size, 0)
      due += .milliseconds(1000 * blockFrames / sampleRateHz)
      while ContinuousClock.now < due { usleep(1000) }
    }
  }

  private func moment(_ random: inout SeededGenerator) -> Float {
    let range = Self.momentsSeconds
    return range.lowerBound + Float(random.uniform()) * (range.upperBound - range.lowerBound)
  }

  private func start(_ name: String, in folder: TemporaryFolder) throws -> Program.Running {
    try Program.start(
      "/proc/self/exe", ["record", "--recording-child", "\(folder.path)/\(name)"],
      environment: ["SWIFT_BACKTRACE": "enable=no"], in: folder)
  }

  private func pushed(_ name: String, _ folder: TemporaryFolder) -> Int {
    let bytes = folder.bytes("\(name).count")
    return bytes.count == 8 ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : 0
  }

  /// Frames that both sox and Flam read of it, unrepaired and after its repair; nil if one does
  /// not.
  private func frames(of name: String, in folder: TemporaryFolder) throws -> Int? {
    let path = "\(folder.path)/\(name)"
    guard let before = try read(path, in: folder), (try? SoundFileRepair(path: path)) != nil,
      let after = try read(path, in: folder), after >= before
    else { return nil }
    return before
  }

  private func read(_ path: String, in folder: TemporaryFolder) throws -> Int? {
    guard let take = try? Take(path: path) else { return nil }
    let outcome = try Program.start(
      "/bin/sh", ["-c", "sox '\(path)' -t s16 '\(path).raw'"],
      environment: ["PATH": "/usr/bin:/bin"], in: folder
    ).wait()
    let frames = folder.bytes("\(path.split(separator: "/").last ?? "").raw").count / 4
    return outcome.exitCode == 0 ? min(frames, take.samples.count) : nil
  }
}
