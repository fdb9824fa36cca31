// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Profiles
import Storage

/// A hit of a session, as kept, or as a person changed or added it: everything needed to play and
/// write it.
public struct KeptHit: Codable, Sendable, Equatable {
  /// By which the session knows it; missing if a person added it.
  public let hit: Int?
  /// Onset in frames of the input.
  public let frame: Int
  /// Name of the sound; null for a hit of no sound of the profile.
  public let sound: String?
  /// 0...1.
  public let velocity: Float
  /// Output frame of the voice's first sample; missing if none was played, or a person added the
  /// hit.
  public let startFrame: Int?

  enum CodingKeys: String, CodingKey { case hit, frame, sound, velocity, startFrame }

  /// No session is longer, in frames.
  static let longest = 1 << 34

  /// The same hit with a voice that starts at an output frame.
  func starting(atFrame startFrame: Int) -> KeptHit {
    KeptHit(hit: hit, frame: frame, sound: sound, velocity: velocity, startFrame: startFrame)
  }

  /// Its fault; nil for none.
  var fault: String? {
    if !(0...Self.longest).contains(frame) { return "\"frame\" \(frame) is no frame of a session" }
    if !(0...1).contains(velocity) { return "\"velocity\" \(velocity) is not within 0...1" }
    if let startFrame, !(0...Self.longest).contains(startFrame) {
      return "\"startFrame\" \(startFrame) is no frame of a session"
    }
    return nil
  }
}

/// The hits of a session, one JSON object a line.
public enum HitFile {
  /// Each hit with its line, counted from 1.
  ///
  /// - Parameter isWhole: The last line is an error if it is broken; otherwise it is left out, as
  ///   one that was being written when the power failed.
  public static func read(
    path: String, isWhole: Bool
  ) throws(SessionError) -> [(line: Int, hit: KeptHit)] {
    try KeptLineFile.checkSize(path)
    let text: [UInt8]
    do { text = try RegularFile.bytes(path) } catch {
      throw SessionError(
        FileSystem.exists(path) ? .broken : .missing, "read '\(path)'",
        reason: ProfileFile.reason(error),
        advice: "give a file of hits, such as a session's hits.jsonl")
    }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var hits: [(line: Int, hit: KeptHit)] = []
    let decoder = JSONDecoder()
    for (index, line) in lines.enumerated()
    where !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
      do { hits.append((index + 1, try hit(of: Data(line), decoder))) } catch {
        // The text after the last line's end is empty unless that line was cut off.
        if !isWhole && index == lines.count - 1 { break }
        throw SessionError(
          .broken, "read '\(path)', line \(index + 1)", reason: "\(error)",
          advice: #"write it like {"frame":48000,"sound":"snare","velocity":0.7}, or delete it"#)
      }
    }
    return hits
  }

  private struct Fault: Error, CustomStringConvertible { let description: String }

  private static func hit(of line: Data, _ decoder: JSONDecoder) throws(Fault) -> KeptHit {
    let hit: KeptHit
    do { hit = try decoder.decode(KeptHit.self, from: line) } catch {
      throw Fault(description: ProfileFile.reason(error))
    }
    if let fault = hit.fault { throw Fault(description: fault) }
    return hit
  }
}
