// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Where a datagram comes from or goes: an address of IPv4 and a port, as the network writes them.
struct UDPAddress: Hashable, Sendable {
  private let host: in_addr_t
  private let port: in_port_t

  /// A port of this machine.
  init(localPort: UInt16) { (host, port) = (INADDR_LOOPBACK.bigEndian, localPort.bigEndian) }

  fileprivate init(_ address: sockaddr_in) {
    (host, port) = (address.sin_addr.s_addr, address.sin_port)
  }

  private init(host: in_addr_t, port: in_port_t) { (self.host, self.port) = (host, port) }

  /// Another port of the same machine; the same for nil.
  func at(port: UInt16?) -> UDPAddress {
    UDPAddress(host: host, port: port?.bigEndian ?? self.port)
  }

  fileprivate var native: sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = host
    address.sin_port = port
    return address
  }
}

/// A socket that receives and sends datagrams. liblo's own would listen on the network, too.
final class UDPSocket: Sendable {
  /// A datagram has no more bytes.
  static let longestDatagram = 65_536

  /// On which port it receives.
  let port: UInt16
  private let descriptor: Int32

  /// A socket that others reach.
  ///
  /// - Parameters:
  ///   - port: 0 for one that is free.
  ///   - isOnNetwork: Other machines reach it; else this one alone.
  init(port: UInt16, isOnNetwork: Bool) throws(OSCError) {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = isOnNetwork ? INADDR_ANY : INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        descriptor >= 0 && bind(descriptor, $0, length) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isOpen else {
      let number = errno
      if descriptor >= 0 { close(descriptor) }
      throw OSCError(
        port: port, reason: String(cString: strerror(number)),
        advice: number == EADDRINUSE
          ? "another program has it, maybe another Flam: give another port"
          : number == EACCES ? "give a port above 1023" : "give another port")
    }
    self.descriptor = descriptor
    self.port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  /// The next datagram's bytes and where it comes from; nil where none comes in time.
  ///
  /// - Parameter buffer: Of ``longestDatagram`` bytes.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer, waitingMilliseconds: Int32
  ) -> (bytes: UnsafeRawBufferPointer, sender: UDPAddress)? {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, waitingMilliseconds) > 0 else { return nil }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let count = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        recvfrom(
          descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT), $0, &length)
      }
    }
    guard count >= 0 else { return nil }
    return (UnsafeRawBufferPointer(rebasing: buffer[..<count]), UDPAddress(address))
  }

  /// Sends a datagram, without waiting; where nobody takes it, it is lost.
  func send(_ bytes: [UInt8], to address: UDPAddress) {
    var native = address.native
    withUnsafePointer(to: &native) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(
          descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), $0,
          socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
