// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import CEspeak
import Synchronization

/// A voice that reads text: eSpeak NG, which knows a hundred languages and needs no network.
///
/// The library behind it has one voice at a time, so voices speak one after another. Any thread may
/// use one.
public struct Voice {
  /// Sample rate of what it says, in hertz.
  public let sampleRateHz: Int
  /// The loudest sample for playing, linear.
  public static let amplitude: Float = 0.5
  private let language: String
  private let espeak: es_library

  /// Why there is no voice.
  public enum Lack: Error {
    /// The library is not installed.
    case notInstalled
    /// The library has no data of its voices, or none of the language.
    case noLanguage
  }

  /// A voice for a language, "en" or "de".
  public init(language: String) throws(Lack) {
    var espeak = es_library()
    guard es_open(&espeak) else { throw .notInstalled }
    let rate = try Self.shared.withLock { library throws(Lack) in
      if library.rateHz == 0 { library.rateHz = es_start(&espeak, receive) }
      guard library.rateHz > 0, library.speaks(language, espeak) else { throw Lack.noLanguage }
      return library.rateHz
    }
    sampleRateHz = Int(rate)
    self.language = language
    self.espeak = espeak
  }

  /// What all voices share.
  private struct Library {
    /// The library is started once. 0 before that, below 0 if it could not start.
    var rateHz: Int32 = 0
    /// The language that it speaks; nil before a voice was set.
    private var language: String?

    /// Has it speak a language; false if it has none of that name.
    mutating func speaks(_ wanted: String, _ espeak: es_library) -> Bool {
      guard language != wanted else { return true }
      language = nil
      guard espeak.set_voice(wanted) == EE_OK else { return false }
      language = wanted
      return true
    }
  }

  private static let shared = Mutex(Library())

  /// A text at a rate in hertz, with ``amplitude`` as its loudest sample.
  public func samples(_ text: String, rateHz: Int) -> [Float] {
    let samples = samples(text)
    guard let highest = samples.map(abs).max(), highest > 0 else { return [] }
    return Resampler.convert(
      samples.map { $0 * Self.amplitude / highest }, channelCount: 1, fromHz: sampleRateHz,
      toHz: rateHz)
  }

  /// A text from its first audible sample, so that it begins on a beat.
  public func word(_ text: String, rateHz: Int) -> [Float] {
    let samples = samples(text, rateHz: rateHz)
    return Array(samples.drop { abs($0) < Self.faintAmplitude })
  }

  /// What is fainter than this before a word, linear, counts as silence.
  private static let faintAmplitude: Float = 0.02

  /// A text as sound, mono, nominally -1...1, at ``sampleRateHz``; empty if the library fails.
  public func samples(_ text: String) -> [Float] {
    let heard = Heard()
    let isSaid = Self.shared.withLock { library in
      guard library.speaks(language, espeak) else { return false }
      return withExtendedLifetime(heard) {
        withUnsafePointer(to: espeak) {
          es_say($0, text, text.utf8.count + 1, Unmanaged.passUnretained(heard).toOpaque())
        }
      }
    }
    return isSaid ? heard.samples.map { Float($0) / 32_768 } : []
  }
}

/// The sound so far.
private final class Heard {
  var samples: [Int16] = []
}

/// Takes the library's sound, on the thread that called it.
private func receive(
  _ wave: UnsafeMutablePointer<Int16>?, _ count: Int32,
  _ events: UnsafeMutablePointer<espeak_EVENT>?
) -> Int32 {
  guard let wave, count > 0, let user = events?.pointee.user_data else { return 0 }
  let heard = Unmanaged<Heard>.fromOpaque(user).takeUnretainedValue()
  heard.samples += UnsafeBufferPointer(start: wave, count: Int(count))
  return 0
}
