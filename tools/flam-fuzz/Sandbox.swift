// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Glibc
import Simulation

/// A folder in which inputs become files, next to the sounds that they may name.
final class Sandbox: Sendable {
  /// Frames a second of its sounds.
  static let sampleRateHz = 48_000

  /// Its path.
  let path: String
  // Takes the folder away in the end.
  private let folder: TemporaryFolder

  /// An empty one.
  ///
  /// - Parameter holdsCaches: The program's caches are in it, too: for one that does nothing else.
  init(holdsCaches: Bool = false) {
    folder = TemporaryFolder()
    path = folder.path
    if holdsCaches { setenv("XDG_CACHE_HOME", "\(path)/cache", 1) }
  }

  /// Writes a file, and replaces an existing one.
  @discardableResult func put(_ bytes: [UInt8], _ name: String) -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "cannot write \(file)")
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    precondition(count == bytes.count, "cannot write \(file)")
    close(descriptor)
    return file
  }

  /// A folder in it, with a short stereo sound `a.wav` and a mono one `b.wav`; the same at each call.
  @discardableResult func makeKitFolder(_ name: String) throws -> String {
    let path = "\(path)/\(name)"
    guard mkdir(path, 0o700) == 0 else { return path }
    try Self.writeSound("\(path)/a.wav", channelCount: 2)
    try Self.writeSound("\(path)/b.wav", channelCount: 1)
    return path
  }

  /// A hit of 5 ms, in the format of the ending of `path`.
  static func writeSound(
    _ path: String, channelCount: Int, frameCount: Int = 240,
    encoding: SoundFileWriter.Encoding? = nil
  ) throws {
    let noise = Signal.noise(count: frameCount * channelCount, amplitude: 0.9, seed: 1)
    let samples = noise.enumerated().map { index, sample in
      sample * (1 - Float(index) / Float(noise.count))
    }
    var writer = try SoundFileWriter(
      path: path, sampleRateHz: sampleRateHz, channelCount: channelCount, encoding: encoding)
    try samples.withUnsafeBufferPointer { buffer throws in try writer.write(buffer) }
    try writer.finish()
  }
}
