// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import SoundFiles
import Glibc
import Instrument
import Profiles

/// Flam's own ears, the same that listen live.
struct FlamDetector: HitDetector {
  let profile: Profile
  var settings = DetectorSettings()
  /// As the player controls them.
  var controls = HearingControls()
  var name = "flam"
  var sounds: [String] { profile.sounds.map(\.name) }
  /// Frames heard at a time; nothing depends on it.
  static let periodFrames = 64

  func hits(ofFile path: String) throws -> (hits: [HeardHit], processorSeconds: Double) {
    let start = ProcessorTime.seconds
    let take = try TakeFile(path: path)
    let lines = Self.hits(
      of: try take.reader(), sampleRateHz: take.sampleRateHz, profile: profile, settings: settings,
      controls: controls)
    let processorSeconds = ProcessorTime.seconds - start
    let hits = lines.map { heard($0, sampleRateHz: Double(take.sampleRateHz)) }
    return (hits, processorSeconds)
  }

  /// The hits as they are reported, in the order of their onsets.
  static func hits(
    of take: some TakeSource, sampleRateHz: Int, profile: Profile,
    settings: DetectorSettings = DetectorSettings(), controls: HearingControls = HearingControls()
  ) -> [HitLine] {
    var lines: [HitLine] = []
    Listener(
      profile: profile, sampleRateHz: sampleRateHz, controls: controls, detector: settings
    ).hear(take, periodFrames: periodFrames) { lines.append($0) }
    return lines.sorted { $0.frame < $1.frame }
  }

  private func heard(_ line: HitLine, sampleRateHz: Double) -> HeardHit {
    let first = line.decisions.first?.frame ?? line.frame
    return HeardHit(
      seconds: Double(line.frame) / sampleRateHz, availableSeconds: Double(first) / sampleRateHz,
      isSounding: line.sound != nil, sound: line.sound,
      velocity: Double(line.velocity),
      levels: line.decisions.map {
        (Double($0.frame) / sampleRateHz, Double($0.peakDecibels))
      })
  }
}

/// The time that the processor spent on this thread.
enum ProcessorTime {
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }
}
