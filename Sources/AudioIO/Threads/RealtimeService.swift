// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import CRealtime
import Glibc

/// A service on a message bus that gives a thread real-time priority if the user's limits refuse
/// it.
///
/// It has two conditions: a thread which runs for long without sleeping is ended (RLIMIT_RTTIME),
/// and programs and threads that it starts do not inherit its priority (SCHED_RESET_ON_FORK).
/// Source: rtkit's README.
struct RealtimeService: Sendable {
  /// As people know it.
  let name: String
  let bus: BusConnection.Bus
  /// The call; its destination and path also have the properties with the service's bounds.
  let method: BusMethod
  /// The call names the process before the thread.
  let namesProcess: Bool

  /// How long a service has to answer, in milliseconds: the bus may have to start it first.
  private static let patienceMilliseconds: Int32 = 2000

  /// Those there are, in the order in which they are asked: rtkit itself, and the portal of a
  /// sandbox.
  static let all = [
    RealtimeService(
      name: "rtkit", bus: .system,
      method: BusMethod(
        destination: "org.freedesktop.RealtimeKit1", path: "/org/freedesktop/RealtimeKit1",
        interface: "org.freedesktop.RealtimeKit1", member: "MakeThreadRealtime"),
      namesProcess: false),
    RealtimeService(
      name: "the desktop's portal", bus: .session,
      method: BusMethod(
        destination: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
        interface: "org.freedesktop.portal.Realtime", member: "MakeThreadRealtimeWithPID"),
      namesProcess: true),
  ]

  /// Has a thread of this process made real-time by the first service that will, and says how.
  static func schedule(thread: Int, priority: Int) -> RealtimeGrant.Scheduling {
    for service in all {
      guard let connection = BusConnection(service.bus) else { continue }
      if let granted = service.grant(thread: thread, priority: priority, on: connection) {
        return .service(name: service.name, priority: granted)
      }
    }
    return .usual
  }

  /// The priority that the thread was given; nil if the service is not on the bus, or refuses.
  func grant(thread: Int, priority: Int, on connection: BusConnection) -> Int? {
    guard let most = bound("MaxRealtimePriority", on: connection), most > 0,
      let microseconds = bound("RTTimeUSecMax", on: connection), microseconds > 0
    else { return nil }
    rt_limit_realtime(UInt(microseconds))
    rt_reset_on_fork(Int32(thread))
    let granted = min(priority, most)
    var arguments: [BusValue] = [.uint64(UInt64(thread)), .uint32(UInt32(granted))]
    if namesProcess { arguments.insert(.uint64(UInt64(getpid())), at: 0) }
    let answer = try? connection.call(
      method, arguments, timeoutMilliseconds: Self.patienceMilliseconds)
    return answer == nil ? nil : granted
  }

  private func bound(_ property: String, on connection: BusConnection) -> Int? {
    let value = try? connection.property(
      property, of: method.destination, path: method.path, interface: method.interface,
      timeoutMilliseconds: Self.patienceMilliseconds)
    return value?.number
  }
}
