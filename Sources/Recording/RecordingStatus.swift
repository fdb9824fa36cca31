// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles

/// A file that a recorder fills.
public struct RecordingFile: Sendable, Equatable {
  /// Its path; the name gives the format.
  public let path: String
  /// Where the recording continues if this place fails; nil for nowhere.
  public let elsePath: String?
  /// Where it continues if it was removed and no other place works; nil for nowhere.
  public let lastPath: String?
  /// 2 unless it is mono.
  public let channelCount: Int
  /// Nil for the best of the format.
  public let encoding: SoundFileWriter.Encoding?

  /// A file to be made.
  public init(
    path: String, elsePath: String? = nil, lastPath: String? = nil, channelCount: Int = 2,
    encoding: SoundFileWriter.Encoding? = nil
  ) {
    self.path = path
    self.elsePath = elsePath
    self.lastPath = lastPath
    self.channelCount = channelCount
    self.encoding = encoding
  }

  /// A file of the same kind next to it: groove.wav, groove-kick.wav.
  public func beside(named name: String, channelCount: Int? = nil) -> RecordingFile {
    RecordingFile(
      path: Self.beside(path, named: name), elsePath: elsePath.map { Self.beside($0, named: name) },
      lastPath: lastPath.map { Self.beside($0, named: name) },
      channelCount: channelCount ?? self.channelCount, encoding: encoding)
  }

  package static func beside(_ path: String, named name: String) -> String {
    let start = path.lastIndex(of: "/") ?? path.startIndex
    let dot = path[start...].lastIndex(of: ".") ?? path.endIndex
    return "\(path[..<dot])-\(name)\(path[dot...])"
  }
}

/// A recording continues in another place.
public struct RecordingMove: Sendable, Equatable {
  /// Why.
  public let failure: SoundFileError
  /// Frames before the part that the place holds that was left.
  public let firstFrame: Int
  /// Frames up to its end; the next place begins with the next one.
  public let frameCount: Int
  /// Where it continues.
  public let path: String
  /// Copies the part that was removed from its place; nil if it is safe there.
  public let rescue: RecordingRescue?
}

/// A file of a recording is written no further.
public struct RecordingFailure: Sendable, Equatable {
  /// Why.
  public let error: SoundFileError
  /// The file to record.
  public let path: String
  /// Frames that are whole.
  public let frameCount: Int
  /// The content of its last place is lost.
  public let isLost: Bool
}

/// How a recording goes.
public struct RecordingStatus: Sendable, Equatable {
  /// Frames in the file, silence for lost ones included: as long as the playing.
  public var frameCount = 0
  /// Frames that the disk was too slow for; silence stands in their place.
  public var lostFrameCount = 0
  /// Places that failed and were left for others, in order.
  public var moves: [RecordingMove] = []
  /// Files that are written no further, in order.
  public var failures: [RecordingFailure] = []

  /// Why its disk should not be filled any further; nil if it may be, or nobody asked.
  public var shortage: String?

  /// Why writing of a file ended early; nil as long as all continue.
  public var failure: SoundFileError? { failures.first?.error }

  /// Why a part could not be had any more that was removed.
  public var loss: SoundFileError? {
    moves.lazy.compactMap { move in
      if case .lost(let error) = move.rescue?.state { error } else { nil }
    }.first
  }
}
