// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import ErrorAdvice
import Storage
import Synchronization

/// The sounds of kits as they are played, and their measurements: one file for each kit and sample
/// rate. If there is too much, what was not used for the longest time is removed.
struct SampleCache: Sendable {
  /// Why sounds could not be stored.
  struct Failure: Error {
    let reason: String
    let advice: Advice
  }

  /// The most bytes of all files together, not counting the one that is written.
  private static let mostBytes = 16 << 30
  private static let partialEnding = ".part"
  private static let soundsEnding = ".f32"
  private static let figuresEnding = ".figures"
  private static let gainEnding = ".gain"

  /// Rises whenever Flam measures files, or makes sounds of them, differently: then everything
  /// stored is made again.
  static let currentVersion = 7

  /// A kit whose sounds take less, in megabytes of 2^20 bytes, is read as fast as it is looked up.
  /// It is stored only if it is streamed.
  let leastMegabytes: Double
  private let folder: String
  private let version: Int
  private static let partialCount = Atomic(0)

  /// A cache in `folder`; by default beside the unpacked kits.
  init(
    folder: String = "\(Folder.holding(KitArchive.cacheFolder))/sounds",
    version: Int = currentVersion, leastMegabytes: Double = 16
  ) {
    self.folder = folder
    self.version = version
    self.leastMegabytes = leastMegabytes
  }

  /// The stored sounds of a kit; nil if there are none, or if their files have changed since.
  func known(_ recipes: [SoundRecipe], sampleRateHz: Int) -> SampleCacheFile? {
    guard (try? makeFolder()) != nil else { return nil }
    return SampleCacheFile(path: path(recipes, sampleRateHz: sampleRateHz), count: recipes.count)
  }

  /// The sounds of a kit. If they are not stored, `make` makes each, and they are written.
  func sounds(
    _ recipes: [SoundRecipe], sampleRateHz: Int,
    make: (SoundRecipe) throws(KitError) -> [SIMD2<Float>]
  ) throws -> SampleCacheFile {
    if let known = known(recipes, sampleRateHz: sampleRateHz) { return known }
    let path = path(recipes, sampleRateHz: sampleRateHz)
    try write(path) { descriptor in
      var frameCounts: [Int] = []
      let firstByte = SampleCacheHeader.byteCount(soundCount: recipes.count)
      guard lseek(descriptor, firstByte, SEEK_SET) > 0 else { throw failure }
      for recipe in recipes {
        let frames = try make(recipe)
        guard frames.withUnsafeBytes({ (try? WholeFile.append($0, to: descriptor)) != nil }) else {
          throw failure
        }
        frameCounts.append(frames.count)
      }
      guard SampleCacheHeader.write(frameCounts, to: descriptor) else { throw failure }
    }
    guard let cooked = SampleCacheFile(path: path, count: recipes.count) else { throw failure }
    clean(except: path)
    return cooked
  }

  /// What is known of the sounds of the kit at `path`; nothing if somebody else may have written
  /// it.
  func figures(ofKit path: String) -> KnownFigures {
    (try? makeFolder()) == nil ? KnownFigures() : KnownFigures(path: figuresPath(ofKit: path))
  }

  /// Stores the measurements of the sounds of the kit at `path`. If that fails, they are measured
  /// again.
  func keep(_ figures: KnownFigures, ofKit path: String) {
    let bytes = figures.bytes
    try? write(figuresPath(ofKit: path)) { descriptor in
      guard bytes.withUnsafeBytes({ (try? WholeFile.append($0, to: descriptor)) != nil }) else {
        throw failure
      }
    }
  }

  /// The gain with which the kit at `path` was last played, in decibels; nil if the kit, or the
  /// player's changes to it, have changed since, or if it is unknown.
  func gainDecibels(ofKit path: String, _ adjustments: KitAdjustments) -> Float? {
    guard (try? makeFolder()) != nil,
      let bytes = try? TextFile.bytes(path: gainPath(ofKit: path, adjustments))
    else { return nil }
    return Float(String(decoding: bytes, as: UTF8.self)).flatMap {
      abs($0) <= KitLevel.mostDecibels ? $0 : nil
    }
  }

  /// Stores the gain of a kit.
  func keep(gainDecibels: Float, ofKit path: String, _ adjustments: KitAdjustments) {
    let text = Array("\(gainDecibels)".utf8)
    try? write(gainPath(ofKit: path, adjustments)) { descriptor in
      guard text.withUnsafeBytes({ (try? WholeFile.append($0, to: descriptor)) != nil }) else {
        throw failure
      }
    }
  }

  private func gainPath(ofKit path: String, _ adjustments: KitAdjustments) -> String {
    let text = "\(version) \(path) \(Folder.stamp(path) ?? "") \(adjustments)"
    return "\(folder)/\(KitArchive.hash(text))\(Self.gainEnding)"
  }

  private func figuresPath(ofKit path: String) -> String {
    "\(folder)/\(KitArchive.hash("\(version) \(path)"))\(Self.figuresEnding)"
  }

  /// Writes a file that others see only when it is complete.
  private func write(_ path: String, _ body: (Int32) throws -> Void) throws {
    try makeFolder()
    let number = Self.partialCount.wrappingAdd(1, ordering: .relaxed).newValue
    let partial = "\(path).\(getpid()).\(number)\(Self.partialEnding)"
    let descriptor = open(
      partial, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure }
    // As long as it is locked, it is being written.
    flock(descriptor, LOCK_EX | LOCK_NB)
    defer {
      close(descriptor)
      unlink(FileNames.exactPath(partial))
    }
    try body(descriptor)
    guard fdatasync(descriptor) == 0,
      rename(FileNames.exactPath(partial), FileNames.exactPath(path)) == 0
    else { throw failure }
  }

  private var failure: Failure { failure(.last) }

  private func failure(_ error: SystemError) -> Failure {
    Failure(
      reason: "its sounds cannot be cached in '\(folder)': \(error)",
      advice:
        "make room there, set XDG_CACHE_HOME to a folder you may write to, or \(.moreSampleMemory)"
    )
  }

  /// Makes the folder, and removes what killed programs left unfinished in it.
  private func makeFolder() throws(Failure) {
    do throws(SystemError) { try PrivateFolder.make(folder) } catch { throw failure(error) }
    for name in Folder.names(folder) where name.hasSuffix(Self.partialEnding) {
      let path = "\(folder)/\(name)"
      guard let descriptor = try? RegularFile.open(path) else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(FileNames.exactPath(path)) }
      close(descriptor)
    }
  }

  /// A key that depends on how the sounds are made, on the files, and on their times of writing.
  private func path(_ recipes: [SoundRecipe], sampleRateHz: Int) -> String {
    var text = "\(version) \(sampleRateHz)"
    var paths: Set<String> = []
    for recipe in recipes {
      text += recipe.key
      for path in recipe.parts.map(\.slice.path) where paths.insert(path).inserted {
        text += Folder.stamp(path).map { "/\($0)" } ?? ""
      }
    }
    let name = "\(KitArchive.hash(text))-\(KitArchive.hash("\(text.utf8.count)\(text)"))"
    return "\(folder)/\(name)\(Self.soundsEnding)"
  }

  /// Removes what was not used for the longest time, but not the file at `kept`.
  private func clean(except kept: String) {
    let files = Folder.names(folder).compactMap { name -> (path: String, status: stat)? in
      var status = stat()
      let path = "\(folder)/\(name)"
      return stat(FileNames.exactPath(path), &status) == 0 ? (path, status) : nil
    }
    var bytes = 0
    let newestFirst = files.filter { !$0.path.hasSuffix(Self.partialEnding) && $0.path != kept }
      .sorted { $0.status.st_mtim.tv_sec > $1.status.st_mtim.tv_sec }
    for file in newestFirst {
      bytes += Int(file.status.st_size)
      if bytes > Self.mostBytes { unlink(FileNames.exactPath(file.path)) }
    }
  }
}
