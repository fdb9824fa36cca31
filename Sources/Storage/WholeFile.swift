// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Files that are written whole or not at all.
public enum WholeFile {
  /// Writes bytes to a file, by another one beside it that takes its place: after a crash or on a full disk there is either
  /// what was there before or all of the new. What is on the disk is safe when this returns.
  ///
  /// A link is followed; what is no file, such as a pipe, is written to as it is. A file that exists keeps its mode.
  ///
  /// - Parameter makingFolder: Makes the folder of the file where it is not there.
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
      // What a new file loses to the umask, one that was there keeps.
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

  /// A new file beside another; one that a killed program left is passed over.
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

  /// Appends all of `bytes` to what `descriptor` has open, however many calls that takes.
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

  /// Appends all of `bytes` to what `descriptor` has open, however many calls that takes.
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

  /// Makes a folder and those above it, where they are not there.
  public static func make(_ folder: String) throws(SystemError) {
    guard mkdir(FileNames.exactPath(folder), 0o777) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, folder != "/", folder != "." else { throw .last }
    try make(Self.folder(of: folder))
    guard mkdir(FileNames.exactPath(folder), 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// Without the last part of a path.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Where a path leads by its links.
  private static func resolved(_ path: String) -> String {
    FileNames.resolved(path) ?? path
  }

  /// Where a path leads whose last link points to what is not there yet.
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
