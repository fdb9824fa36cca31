// SPDX-License-Identifier: GPL-3.0-or-later
import CALSA
import CRealtimeALSA

/// A port of ALSA's sequencer: of a device, or of another program.
public struct SequencerPort: Hashable, Sendable {
  /// The system's number of the client. It can change.
  public let client: Int32
  /// See ``client``.
  public let port: Int32
  /// The name of the device or program.
  public let clientName: String
  /// The name of the port.
  public let portName: String
  /// It sends messages.
  public let isReadable: Bool
  /// It receives messages.
  public let isWritable: Bool

  /// A port.
  public init(
    client: Int32, port: Int32, clientName: String, portName: String, isReadable: Bool,
    isWritable: Bool
  ) {
    (self.client, self.port) = (client, port)
    (self.clientName, self.portName) = (clientName, portName)
    (self.isReadable, self.isWritable) = (isReadable, isWritable)
  }

  /// A name that stays the same: "nanoPAD2:nanoPAD2 MIDI 1".
  public var name: String { "\(clientName):\(portName)" }

  /// A player's text `asked` names it: by its name, its device's name, its numbers as in "28:0", or
  /// part of its name.
  public func isMeant(by asked: String) -> Bool {
    asked == Self.any && clientName != Self.through || asked == "\(client):\(port)"
      || asked == "\(client)"
      || name.lowercased().contains(asked.lowercased())
  }

  /// The name for all devices, without the kernel's port that echoes messages.
  public static let any = "all"
  private static let through = "Midi Through"

  /// All ports of devices and programs, without the system's own; none if there is no sequencer.
  public static func listed() -> [SequencerPort] {
    rt_alsa_quiet()
    var opened: OpaquePointer?
    guard snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK) >= 0,
      let handle = opened
    else { return [] }
    defer { snd_seq_close(handle) }
    let own = snd_seq_client_id(handle)
    return listed(handle).filter { $0.client != own }
  }

  /// The same, listed by a client.
  static func listed(_ handle: OpaquePointer) -> [SequencerPort] {
    var (client, port): (OpaquePointer?, OpaquePointer?)
    guard snd_seq_client_info_malloc(&client) >= 0, snd_seq_port_info_malloc(&port) >= 0,
      let client, let port
    else { return [] }
    defer {
      snd_seq_client_info_free(client)
      snd_seq_port_info_free(port)
    }
    var ports: [SequencerPort] = []
    snd_seq_client_info_set_client(client, -1)
    while snd_seq_query_next_client(handle, client) >= 0 {
      let number = snd_seq_client_info_get_client(client)
      guard number != Int32(SND_SEQ_CLIENT_SYSTEM) else { continue }
      snd_seq_port_info_set_client(port, number)
      snd_seq_port_info_set_port(port, -1)
      while snd_seq_query_next_port(handle, port) >= 0 {
        let capabilities = Int32(bitPattern: snd_seq_port_info_get_capability(port))
        func can(_ needed: Int32) -> Bool { capabilities & needed == needed }
        guard !can(Int32(SND_SEQ_PORT_CAP_NO_EXPORT)) else { continue }
        ports.append(
          SequencerPort(
            client: number, port: snd_seq_port_info_get_port(port),
            clientName: String(cString: snd_seq_client_info_get_name(client)),
            portName: String(cString: snd_seq_port_info_get_name(port)),
            isReadable: can(Int32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)),
            isWritable: can(Int32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE))))
      }
    }
    return ports.filter { $0.isReadable || $0.isWritable }
  }
}
