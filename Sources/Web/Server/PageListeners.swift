// SPDX-License-Identifier: GPL-3.0-or-later
import FlyingSocks
import Glibc

/// The sockets on which the server listens.
enum PageListeners {
  /// Listens on this machine, or on all of its interfaces: by IPv4, and by IPv6 if the machine has it.
  ///
  /// - Parameter port: 0 for any free port.
  /// - Returns: The sockets, and their port.
  static func open(
    port: UInt16, isOnNetwork: Bool
  ) throws(PageError) -> (listeners: [Socket], port: UInt16) {
    do {
      let first = try listener(
        isOnNetwork ? .inet(port: port) : .inet(ip4: "127.0.0.1", port: port))
      var chosen = port
      if case .ip4(_, port: let given)? = try? first.sockname() { chosen = given }
      do {
        let second = try listener(
          isOnNetwork ? .inet6(port: chosen) : .inet6(ip6: "::1", port: chosen))
        return ([first, second], chosen)
      } catch let error as SocketError {
        // Without IPv6 there is no such address. But if another program has it, browsers might show that program's page.
        guard case .failed(_, EADDRINUSE, _) = error else { return ([first], chosen) }
        try? first.close()
        throw error
      }
    } catch SocketError.failed(_, let number, let message) {
      throw PageError(
        port: port, reason: String(cString: strerror(number)),
        advice: number == EADDRINUSE
          ? "another program uses it, maybe another Flam: give another port"
          : number == EACCES ? "give a port above 1023" : "give another port (\(message))")
    } catch {
      throw PageError(port: port, reason: "\(error)", advice: "give another port")
    }
  }

  private static func listener(_ address: some SocketAddress) throws -> Socket {
    let socket = try Socket(domain: Int32(address.family))
    do {
      try socket.closeOnExec()
      try socket.setValue(true, for: .localAddressReuse)
      if Int32(address.family) == AF_INET6 {
        try socket.setValue(
          true, for: BoolSocketOption(level: Int32(IPPROTO_IPV6), name: IPV6_V6ONLY))
      }
      try socket.setFlags(.nonBlocking)
      try socket.bind(to: address)
      try socket.listen()
    } catch {
      try? socket.close()
      throw error
    }
    return socket
  }

  /// The first IPv4 address of this machine that others can reach; nil for none.
  static var networkAddress: String? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    for place in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let entry = place?.pointee, let address = entry.ifa_addr,
        Int32(address.pointee.sa_family) == AF_INET,
        entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
        entry.ifa_flags & UInt32(IFF_UP) != 0
      else { continue }
      var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
      var number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        $0.pointee.sin_addr
      }
      if inet_ntop(AF_INET, &number, &text, socklen_t(text.count)) != nil {
        return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
      }
    }
    return nil
  }
}
