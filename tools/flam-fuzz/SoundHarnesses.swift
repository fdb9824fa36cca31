// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Glibc
import Simulation
import Storage

/// Sound files: they are heard as takes, and repaired. A repair makes nothing worse: a refused file
/// stays unchanged, and all frames that a repaired one declares can be decoded.
extension Harness {
  static let wav = Harness(
    name: "wav", reads: "a WAV or RF64: heard, and repaired",
    words: [
      "RIFF", "RF64", "WAVE", "fmt ", "data", "ds64", "JUNK", "fact", "LIST", "id3 ", "cue ",
      "smpl",
      "PEAK", "ID3", "TAG", "\u{1}\u{0}\u{2}\u{0}", "\u{3}\u{0}", "\u{10}\u{0}\u{0}\u{0}",
    ],
    seeds: {
      let whole = try recording("wav", channelCount: 1, encoding: .pcm16)
      let long = try recording("wav", channelCount: 2, encoding: .float32)
      return [whole, whole.dropLast(50), long, whole + Array("LIST\u{4}\u{0}\u{0}\u{0}INFO".utf8)]
    },
    accepts: { sandbox, input in try hear(input, sandbox, "take.wav") })

  static let flac = Harness(
    name: "flac", reads: "a FLAC: heard, and repaired",
    words: ["fLaC", "\u{0}\u{0}\u{0}\u{22}", "ID3", "TAG"],
    seeds: {
      let whole = try recording("flac", channelCount: 1, encoding: .pcm16)
      return [whole, try recording("flac", channelCount: 2, encoding: .pcm24)]
    },
    accepts: { sandbox, input in try hear(input, sandbox, "take.flac") })

  static let ogg = Harness(
    name: "ogg", reads: "an Ogg Vorbis: heard, and looked through by repair",
    words: ["OggS", "\u{1}vorbis", "\u{3}vorbis", "\u{5}vorbis", "BCV"],
    seeds: {
      [try recording("ogg", channelCount: 1), try recording("ogg", channelCount: 2)]
    },
    accepts: { sandbox, input in try hear(input, sandbox, "take.ogg") })

  private static func recording(
    _ ending: String, channelCount: Int, encoding: SoundFileWriter.Encoding? = nil
  ) throws -> [UInt8] {
    let folder = TemporaryFolder()
    try Sandbox.writeSound(
      "\(folder.path)/a.\(ending)", channelCount: channelCount, frameCount: 300, encoding: encoding)
    return folder.bytes("a.\(ending)")
  }

  private static func hear(_ input: FuzzInput, _ sandbox: Sandbox, _ name: String) throws -> Bool {
    let path = sandbox.put(input.bytes, name)
    var isHeard = false
    let ways: [Take.Channels] = input.isUsed ? [.mean, .one(1), .pair(1, 2)] : [.mean]
    for channels in ways {
      guard let take = try? TakeFile(path: path, channels: channels) else { continue }
      isHeard = true
      precondition(take.frameCount > 0, "a take holds something")
      let canRewind = try take.reader().rewind()
      precondition(canRewind, "a take can be heard again")
    }
    _ = SoundFileRepair.isCutOff(path: path)
    if let repair = try? SoundFileRepair(path: path) {
      if let kept = repair.keptPath {
        precondition(bytes(kept) == input.bytes, "the recording is kept as it was")
        unlink(kept)
        precondition(decodedFrames(path) == repair.frames, "all declared frames can be decoded")
        let isWhole = (try? SoundFileRepair(path: path))?.wasWhole
        precondition(isWhole == true, "what was repaired is whole")
      } else {
        precondition(bytes(path) == input.bytes, "a whole recording is left as it is")
      }
    } else {
      precondition(bytes(path) == input.bytes, "a recording that is refused is left as it is")
    }
    return isHeard
  }

  private static func decodedFrames(_ path: String) -> Int {
    guard var reader = try? SoundFileReader(path: path) else { return 0 }
    var block = [Float](repeating: 0, count: 1024 * reader.channelCount)
    var frames = 0
    while true {
      var span = block.mutableSpan
      guard let count = try? reader.read(into: &span), count > 0 else { return frames }
      frames += count
    }
  }

  private static func bytes(_ path: String) -> [UInt8] {
    (try? RegularFile.bytes(path)) ?? []
  }
}
