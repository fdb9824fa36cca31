// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Files that are written completely or not at all.
public enum WholeFile {
  /// Writes bytes to a file, through another one beside it that takes its place. After a crash or
  /// on a full disk, either the old or the new content is complete. When this returns, the content
  /// is safe on the disk.
  ///
  /// A link is followed. What is not a file, such as a pipe, is written to directly. An existing
  /// file keeps its mode.
  ///
  /// - Parameter makingFolder: Makes the folder of the file if it is missing.
  public static func write(
    _ bytes: some Collection<UInt8>, to path: String, makingFolder: Bool = false
  ) throws(SystemError) {
    var status = stat()
    let exists = stat(FileNames.exactPath(path), &status) == 0
    if exists && status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(FileNames.exactPath(path), O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .last }
      defer { close(descriptor) }
      return try append(bytes, to: descriptor)
    }
    let target = exists ? resolved(path) : unresolved(path)
    let folder = Self.folder(of: target)
    if makingFolder { try make(folder) }
    let (partial, descriptor) = try create(
      beside: target, mode: exists ? status.st_mode & 0o7777 : 0o666)
    do throws(SystemError) {
      defer { close(descriptor) }
      // The umask takes rights from a new file; an existing file keeps its rights.
      if exists { fchmod(descriptor, status.st_mode & 0o7777) }
      try append(bytes, to: descriptor)
      guard fsync(descriptor) == 0 else { throw .last }
    } catch {
      unlink(FileNames.exactPath(partial))
      throw error
    }
    guard rename(FileNames.exactPath(partial), FileNames.exactPath(target)) == 0 else {
      let error = SystemError.last
      unlink(FileNames.exactPath(partial))
      throw error
    }
    synchronise(folder)
  }

  /// A new file beside another. One that a killed program left is skipped.
  private static func create(
    beside path: String, mode: mode_t
  ) throws(SystemError) -> (path: String, descriptor: Int32) {
    for number in 1...100 {
      let partial = "\(path).\(getpid())-\(number).part"
      let descriptor = open(
        FileNames.exactPath(partial), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor >= 0 { return (partial, descriptor) }
      guard errno == EEXIST else { break }
    }
    throw .last
  }

  /// Appends all of `bytes` to the file that `descriptor` has open, in as many calls as that takes.
  public static func append(
    _ bytes: some Collection<UInt8>, to descriptor: Int32
  ) throws(SystemError) {
    let error: SystemError?? = bytes.withContiguousStorageIfAvailable { buffer in
      do throws(SystemError) { try append(UnsafeRawBufferPointer(buffer), to: descriptor) } catch {
        return error
      }
      return nil
    }
    switch error {
    case .none: try append(Array(bytes), to: descriptor)
    case .some(let failure): if let failure { throw failure }
    }
  }

  /// Appends all of `bytes` to the file that `descriptor` has open, in as many calls as that takes.
  public static func append(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, part.baseAddress, part.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes a folder and missing ones above it.
  public static func make(_ folder: String) throws(SystemError) {
    guard mkdir(FileNames.exactPath(folder), 0o777) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, folder != "/", folder != "." else { throw .last }
    try make(Self.folder(of: folder))
    guard mkdir(FileNames.exactPath(folder), 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// A path without its last part.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path after following links.
  private static func resolved(_ path: String) -> String {
    FileNames.resolved(path) ?? path
  }

  /// The path to which a link points whose target does not exist yet.
  private static func unresolved(_ path: String) -> String {
    var link = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(FileNames.exactPath(path), &link, link.count)
    guard count > 0 else { return path }
    let target = FileNames.exact(link.prefix(count).map { UInt8(bitPattern: $0) })
    return target.hasPrefix("/") ? target : "\(folder(of: path))/\(target)"
  }

  private static func synchronise(_ folder: String) {
    let descriptor = open(FileNames.exactPath(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
