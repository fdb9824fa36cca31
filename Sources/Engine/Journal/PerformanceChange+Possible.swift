// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension PerformanceChange {
  /// No session is longer, in frames, with all that was played before it.
  private static let frames = 0...1 << 38
  /// Places of pads in a kit.
  private static let places = 0..<1 << 16

  /// Its numbers are some that a change can have: it can come from a file.
  package var isPossible: Bool {
    mix?.isPossible ?? true && hearing?.isPossible ?? true && note.map(Self.isPossible) ?? true
      && profile.map { Self.frames.contains($0.frame) } ?? true
      && echo.map(Self.isPossible) ?? true
  }

  private static func isPossible(_ note: EngineEvent.Note) -> Bool {
    (0...1).contains(note.velocity) && (0...127).contains(note.key ?? 0)
      && frames.contains(note.startFrame)
      && frames.contains(note.askedFrame) && places.contains(note.place ?? 0)
  }

  private static func isPossible(_ echo: Echo) -> Bool {
    frames.contains(echo.inputFrame) && frames.contains(echo.outputFrame) && echo.path.isPossible
  }
}

extension PerformanceChange.Mix {
  fileprivate var isPossible: Bool {
    (0...1 << 38).contains(frame) && strip?.impossible == nil
      && MixBus.gainScale.range.contains(gain ?? 1) && backing?.isPossible ?? true
      && tempo?.isPossible ?? true
  }
}

extension PerformanceChange.Hearing {
  fileprivate var isPossible: Bool {
    (0...1 << 38).contains(frame)
      && HearingControls.sensitivities.contains(sensitivity ?? 0)
      && HearingControls.thresholdsDecibels.contains(threshold?.decibels ?? 0)
      && EngineCommand.Hearing.learnHitCounts.contains(learn?.hits ?? 1)
  }
}
