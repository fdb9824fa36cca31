// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Synchronization
import TestSupport
import Testing

@testable import AudioIO

@Suite(.enabled(if: PrivateBus.daemon != nil, "dbus is not installed"), .waiting)
struct RealtimeServiceTests {
  @Test("a service is asked for no more than it grants, for the thread alone or with its process")
  func asked() throws {
    for service in RealtimeService.all {
      let daemon = try PrivateBus()
      let calls = Calls()
      let standIn = BusStandIn(service.method.destination, on: daemon.address) { call, arguments in
        switch arguments.last {
        case .string("MaxRealtimePriority"): return .int32(20)
        case .string("RTTimeUSecMax"): return .int64(10_000_000)
        default:
          calls.list.withLock { $0.append(arguments) }
          return call == service.method ? .boolean(true) : nil
        }
      }
      defer { standIn?.end() }
      let bus = try #require(BusConnection(address: daemon.address))
      #expect(service.grant(thread: 7, priority: 80, on: bus) == 20)
      #expect(service.grant(thread: 7, priority: 5, on: bus) == 5)
      let asked = calls.list.withLock { $0 }.map { Array($0.suffix(2)) }
      #expect(asked == [[.uint64(7), .uint32(20)], [.uint64(7), .uint32(5)]])
    }
  }

  @Test("a bus without the service, and one that refuses, grant nothing")
  func refused() throws {
    let daemon = try PrivateBus()
    let bus = try #require(BusConnection(address: daemon.address))
    let service = RealtimeService.all[0]
    #expect(service.grant(thread: 7, priority: 80, on: bus) == nil)
    let standIn = BusStandIn(service.method.destination, on: daemon.address) { call, _ in
      call.member == "Get" ? .int32(99_000_000) : nil
    }
    defer { standIn?.end() }
    #expect(service.grant(thread: 7, priority: 80, on: bus) == nil)
  }

  private final class Calls: Sendable {
    let list = Mutex<[[BusValue]]>([])
  }
}
