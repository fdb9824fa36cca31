// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Measurements of the sounds of a large kit, so that they need not be measured again. They are
/// valid for files that are still the same: those that nobody has touched, by their stamps, and
/// those with the same contents, by their hashes.
struct KnownFigures {
  /// A file at the time of its measurement.
  struct MeasuredFile {
    /// See ``Folder/stamp(_:)``.
    let stamp: String
    /// SHA-256 of its contents, in hexadecimal; nil if that was not computed, or if the file had
    /// changed by then.
    var hash: String?
  }

  /// Of a file of them.
  private static let mostBytes = 1 << 30
  private static let magic: UInt64 = 0x3330_4749_464d_4c46  // "FLMFIG03"

  private var figures: [String: SliceFigures] = [:]
  /// The files by their paths.
  private var files: [String: MeasuredFile] = [:]

  /// Nothing known.
  init() {}

  /// The known figures of some slices.
  ///
  /// - Parameter stamps: Those of their files, taken before they were measured: a file that is
  ///   edited meanwhile does not count as measured.
  init(_ figures: [KitRegion.Slice: SliceFigures], stamps: [String: String]) {
    for (slice, figures) in figures {
      guard let stamp = stamps[slice.path] else { continue }
      self.figures[Self.key(slice, stamp: stamp)] = figures
      files[slice.path] = MeasuredFile(stamp: stamp)
    }
  }

  /// Nothing is known.
  var isEmpty: Bool { figures.isEmpty }

  /// The measurement of a slice whose file has this stamp; nil if unknown.
  subscript(slice: KitRegion.Slice, stamp stamp: String?) -> SliceFigures? {
    stamp.flatMap { figures[Self.key(slice, stamp: $0)] }
  }

  /// The file at `path` at its measurement; nil if unknown.
  func file(_ path: String) -> MeasuredFile? { files[path] }

  /// The same with the hashes of their files, which takes a while.
  func hashed() -> KnownFigures {
    var hashed = self
    for (path, file) in files {
      let hash = SHA256.hash(ofFile: path)
      hashed.files[path]?.hash = Folder.stamp(path) == file.stamp ? hash : nil
    }
    return hashed
  }

  /// Nothing in the others is new.
  func holdsAll(of others: KnownFigures) -> Bool {
    others.figures.keys.allSatisfy { figures[$0] != nil }
  }

  private static func key(_ slice: KitRegion.Slice, stamp: String) -> String {
    "\(slice.key)/\(stamp)"
  }
}

extension KnownFigures {
  /// Reads a file of ``bytes``. Knows nothing if the file is missing or incomplete.
  init(path: String) {
    guard let bytes = try? TextFile.bytes(path: path, atMost: Self.mostBytes) else { return }
    var reader = ByteReader(bytes)
    guard reader.number(UInt64.self) == Self.magic, let fileCount = reader.number(Int.self) else {
      return
    }
    var files: [String: MeasuredFile] = [:]
    for _ in 0..<max(0, fileCount) {
      guard let path = reader.text(), let stamp = reader.text(), let hash = reader.text() else {
        return
      }
      files[path] = MeasuredFile(stamp: stamp, hash: hash.isEmpty ? nil : hash)
    }
    guard let count = reader.number(Int.self) else { return }
    var known: [String: SliceFigures] = [:]
    for _ in 0..<max(0, count) {
      guard let key = reader.text(), let figures = SliceFigures(&reader) else { return }
      known[key] = figures
    }
    (figures, self.files) = (known, files)
  }

  /// The bytes that ``init(path:)`` reads.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.add(Self.magic)
    writer.add(files.count)
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      for text in [path, file.stamp, file.hash ?? ""] { writer.add(text) }
    }
    writer.add(figures.count)
    for (key, figures) in figures.sorted(by: { $0.key < $1.key }) {
      writer.add(key)
      figures.write(to: &writer)
    }
    return writer.bytes
  }
}

extension SliceFigures {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let sampleRateHz = reader.number(Int.self), sampleRateHz > 0,
      let frameCount = reader.number(Int.self), frameCount > 0,
      let isMono = reader.flag(), let isCutOff = reader.flag(),
      let replacedCount = reader.number(Int.self), let left = reader.number(Float.self),
      let right = reader.number(Float.self),
      let audibleFrame = reader.number(Int.self), let onsetFrame = reader.number(Int.self),
      let cutFrame = reader.number(Int.self),
      let lateLeft = reader.number(Double.self), let lateRight = reader.number(Double.self),
      let head = reader.frames(), head.count <= frameCount,
      [audibleFrame, onsetFrame, cutFrame].allSatisfy({ (0..<frameCount).contains($0) })
    else { return nil }
    self.init(
      sampleRateHz: sampleRateHz, frameCount: frameCount, isMono: isMono, isCutOff: isCutOff,
      replacedCount: replacedCount,
      hit: HitOnset.Found(
        peaks: SIMD2(left, right), audibleFrame: audibleFrame, onsetFrame: onsetFrame,
        cutFrame: cutFrame), head: head, latePower: SIMD2(lateLeft, lateRight))
  }

  fileprivate func write(to writer: inout ByteWriter) {
    writer.add(sampleRateHz)
    writer.add(frameCount)
    writer.add(isMono ? 1 : 0)
    writer.add(isCutOff ? 1 : 0)
    writer.add(replacedCount)
    writer.add(hit.peaks.x)
    writer.add(hit.peaks.y)
    writer.add(hit.audibleFrame)
    writer.add(hit.onsetFrame)
    writer.add(hit.cutFrame)
    writer.add(latePower.x)
    writer.add(latePower.y)
    writer.add(head)
  }
}

/// Appends values in their memory format.
private struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: some BitwiseCopyable) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func add(_ frames: [SIMD2<Float>]) {
    add(frames.count)
    frames.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}

/// Reads them again; nil if the bytes end too early.
private struct ByteReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func number<Number: BitwiseCopyable>(_: Number.Type) -> Number? {
    taken(MemoryLayout<Number>.size) { $0.loadUnaligned(as: Number.self) }
  }

  mutating func flag() -> Bool? { number(Int.self).map { $0 != 0 } }

  mutating func text() -> String? {
    guard let count = number(Int.self) else { return nil }
    return taken(count) { String(decoding: $0, as: UTF8.self) }
  }

  mutating func frames() -> [SIMD2<Float>]? {
    guard let count = number(Int.self), (0...bytes.count).contains(count) else { return nil }
    let stride = MemoryLayout<SIMD2<Float>>.stride
    return taken(count * stride) { bytes in
      [SIMD2<Float>](unsafeUninitializedCapacity: count) { frames, initializedCount in
        UnsafeMutableRawBufferPointer(frames).copyMemory(from: bytes)
        initializedCount = count
      }
    }
  }

  private mutating func taken<Value>(
    _ count: Int, _ value: (UnsafeRawBufferPointer) -> Value
  ) -> Value? {
    guard count >= 0, count <= bytes.count - place else { return nil }
    defer { place += count }
    return bytes.withUnsafeBytes {
      value(UnsafeRawBufferPointer(rebasing: $0[place..<place + count]))
    }
  }
}
