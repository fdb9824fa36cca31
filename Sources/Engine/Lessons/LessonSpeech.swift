// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A voice that speaks a lesson's requests while the lesson goes on listening.
public protocol LessonSpeech: AnyObject {
  /// It can be heard.
  var isSpeaking: Bool { get }

  /// Begins to speak a message in place of the one before; says nothing if the player need not act.
  func begin(_ message: LiveLesson.Message)
  /// Falls silent.
  func stop()
}

/// How loud a voice of ours returns to the microphone, so that hits stand out from it.
///
/// Hits while it speaks are few and short, so that they hardly move a quartile.
struct VoiceReturn {
  /// The upper quartile of speech's short peaks lies so far below its highest peak, and then some.
  private static let marginDecibels: Float = 10
  /// This many peaks are enough.
  private static let mostPeaks = 200

  private var peaks: [Float] = []

  /// Takes in what the microphone heard of it, some hundredths of a second.
  mutating func hear(_ samples: [Float]) {
    guard !samples.isEmpty, peaks.count < Self.mostPeaks else { return }
    peaks.append(samples.reduce(0) { max($0, abs($1)) })
  }

  /// Its peaks lie below, in dBFS.
  var decibels: Float {
    guard !peaks.isEmpty else { return -.infinity }
    let quartile = peaks.sorted()[peaks.count * 3 / 4]
    return Units.decibels(amplitude: max(1e-6, quartile)) + Self.marginDecibels
  }
}
