// SPDX-License-Identifier: GPL-3.0-or-later

/// What a sound strikes, as people say it.
public struct PadChoice: Hashable, Sendable {
  /// What it is in a drum set. Its pad answers where a kit has no pad of the name.
  public let role: PadRole
  /// A role, a pad as its kit calls it, or a MIDI note, in any case of letters; nil for the pad of the role.
  public let name: String?

  /// The pad of a role, or of a name.
  public init(_ role: PadRole, named name: String? = nil) { (self.role, self.name) = (role, name) }

  /// How the audio thread finds it in any kit.
  public var address: PadAddress {
    name.map { PadAddress($0, orElse: role) } ?? PadAddress(role)
  }

  /// The index of the pad that it names, among pads of a kit: the first of the name, else of the MIDI note; nil where the
  /// role has to answer.
  public func place(among pads: some Collection<(name: String, note: Int?)>) -> Int? {
    guard let name = name?.lowercased(), PadRole(name: name) == nil else { return nil }
    let pads = Array(pads)
    return pads.firstIndex { $0.name.lowercased() == name }
      ?? pads.firstIndex { $0.note.map(String.init) == name }
  }

  /// The role that answers where no pad has the name.
  public var answeringRole: PadRole { name.flatMap { PadRole(name: $0.lowercased()) } ?? role }
}
