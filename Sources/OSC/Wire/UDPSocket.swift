// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime

/// A socket that receives and sends datagrams by IPv4 and, if the system has it, by IPv6. (liblo's
/// own socket would also listen on the network.)
final class UDPSocket: Sendable {
  /// The most bytes of a datagram.
  static let longestDatagram = 65_536
  /// A port that is free for IPv4 may be taken for IPv6.
  private static let mostTries = 16

  /// The port on which it receives.
  let port: UInt16
  /// A descriptor for each address family.
  private let descriptors: [UDPAddress.Family: Int32]

  /// A socket that others can reach.
  ///
  /// - Parameters:
  ///   - port: 0 for any free port.
  ///   - isOnNetwork: Other machines can reach it; otherwise only this one.
  init(port: UInt16, isOnNetwork: Bool) throws(OSCError) {
    for _ in 1..<Self.mostTries where port == 0 {
      guard let bound = try? Self.bound(to: 0, isOnNetwork) else { continue }
      (self.port, descriptors) = bound
      return
    }
    (self.port, descriptors) = try Self.bound(to: port, isOnNetwork)
  }

  deinit { descriptors.values.forEach { _ = close($0) } }

  /// Descriptors for all address families of the system, at one port.
  private static func bound(
    to port: UInt16, _ isOnNetwork: Bool
  ) throws(OSCError) -> (UInt16, [UDPAddress.Family: Int32]) {
    var port = port
    var descriptors: [UDPAddress.Family: Int32] = [:]
    for family in UDPAddress.Family.allCases {
      let address =
        isOnNetwork
        ? UDPAddress(anyPort: port, family) : UDPAddress(localPort: port, family)
      let descriptor = socket(
        family.domain, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var number = errno
      var isTrue: Int32 = 1
      // IPv4 has a socket of its own.
      if family == .v6, descriptor >= 0 {
        setsockopt(
          descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isTrue,
          socklen_t(MemoryLayout<Int32>.size))
      }
      let isBound = descriptor >= 0 && address.withNative { bind(descriptor, $0, $1) == 0 }
      if descriptor >= 0 { number = errno }
      guard isBound, let own = UDPAddress({ getsockname(descriptor, $0, $1) == 0 }) else {
        if descriptor >= 0 { close(descriptor) }
        // A system without IPv6 reports that it has no such addresses.
        if family == .v6, [EAFNOSUPPORT, EADDRNOTAVAIL].contains(number) { continue }
        descriptors.values.forEach { _ = close($0) }
        throw error(number, port)
      }
      descriptors[family] = descriptor
      port = own.port
    }
    return (port, descriptors)
  }

  private static func error(_ number: Int32, _ port: UInt16) -> OSCError {
    OSCError(
      port: port, reason: String(cString: strerror(number)),
      advice: number == EADDRINUSE
        ? "another program uses it, maybe another Flam: give another port"
        : number == EACCES ? "give a port above 1023" : "give another port")
  }

  /// The bytes of the next datagram and its source; nil if none comes in time.
  ///
  /// - Parameter buffer: Has ``longestDatagram`` bytes.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer, waitingMilliseconds: Int32
  ) -> (bytes: UnsafeRawBufferPointer, sender: UDPAddress)? {
    var watched = descriptors.values.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard FileDescriptors.wait(for: &watched, milliseconds: waitingMilliseconds) > 0,
      let descriptor = watched.first(where: { $0.revents != 0 })?.fd
    else { return nil }
    var count = 0
    let sender = UDPAddress {
      count = recvfrom(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT), $0, $1)
      return count >= 0
    }
    guard let sender else { return nil }
    return (UnsafeRawBufferPointer(rebasing: buffer[..<count]), sender)
  }

  /// Sends a datagram without waiting. If nobody receives it, it is lost.
  func send(_ bytes: [UInt8], to address: UDPAddress) {
    guard let descriptor = descriptors[address.family] else { return }
    address.withNative { native, length in
      _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), native, length)
    }
  }
}
