// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The source or target of a datagram: an IPv4 or IPv6 address and a port.
struct UDPAddress: Hashable, Sendable {
  /// The kinds of addresses.
  enum Family: CaseIterable {
    case v4, v6

    /// The system's constant.
    var domain: Int32 { self == .v4 ? AF_INET : AF_INET6 }
  }

  let family: Family
  /// In host byte order.
  let port: UInt16
  /// Four or sixteen bytes, in network byte order.
  private let host: [UInt8]
  /// The interface of a link-local address; 0 for others.
  private let scope: UInt32

  /// A port of this machine.
  init(localPort: UInt16, _ family: Family = .v4) {
    let host: [UInt8] = family == .v4 ? [127, 0, 0, 1] : [UInt8](repeating: 0, count: 15) + [1]
    self.init(host, localPort, family)
  }

  /// All addresses of this machine.
  init(anyPort: UInt16, _ family: Family) {
    self.init([UInt8](repeating: 0, count: family == .v4 ? 4 : 16), anyPort, family)
  }

  private init(_ host: [UInt8], _ port: UInt16, _ family: Family, scope: UInt32 = 0) {
    (self.host, self.port, self.family, self.scope) = (host, port, family, scope)
  }

  /// Distinguishes it from others.
  var name: String { host.map(String.init).joined(separator: ".") + ":\(port)" }

  /// Another port of the same machine; nil for the same port.
  func at(port: UInt16?) -> UDPAddress {
    UDPAddress(host, port ?? self.port, family, scope: scope)
  }

  /// The address that a system call fills in; nil if it is neither IPv4 nor IPv6.
  init?(_ fill: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Bool) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isFilled = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { fill($0, &length) }
    }
    guard isFilled else { return nil }
    switch Int32(storage.ss_family) {
    case AF_INET:
      let address = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in.self) }
      self.init(
        withUnsafeBytes(of: address.sin_addr) { Array($0) }, UInt16(bigEndian: address.sin_port),
        .v4)
    case AF_INET6:
      let address = withUnsafeBytes(of: storage) { $0.load(as: sockaddr_in6.self) }
      self.init(
        withUnsafeBytes(of: address.sin6_addr) { Array($0) }, UInt16(bigEndian: address.sin6_port),
        .v6, scope: address.sin6_scope_id)
    default: return nil
    }
  }

  /// Passes the address to a system call.
  func withNative<Result>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    func give<Native>(_ native: Native) -> Result {
      withUnsafePointer(to: native) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          call($0, socklen_t(MemoryLayout<Native>.size))
        }
      }
    }
    switch family {
    case .v4:
      var native = sockaddr_in()
      native.sin_family = sa_family_t(AF_INET)
      native.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &native.sin_addr) { $0.copyBytes(from: host) }
      return give(native)
    case .v6:
      var native = sockaddr_in6()
      native.sin6_family = sa_family_t(AF_INET6)
      native.sin6_port = port.bigEndian
      native.sin6_scope_id = scope
      withUnsafeMutableBytes(of: &native.sin6_addr) { $0.copyBytes(from: host) }
      return give(native)
    }
  }
}
