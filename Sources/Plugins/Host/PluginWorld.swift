// SPDX-License-Identifier: GPL-3.0-or-later
import CLilv

/// The plug-ins of this machine, as lilv reads their descriptions. It lives as long as the process.
struct PluginWorld {
  private let world: OpaquePointer
  private let all: UnsafeRawPointer

  /// Reads the descriptions of all plug-ins, or of those in one folder.
  init?(bundle: String? = nil) {
    guard let world = lilv_world_new() else { return nil }
    self.world = world
    if let bundle {
      let folder = bundle.hasSuffix("/") ? bundle : bundle + "/"
      lilv_world_load_bundle(world, lilv_new_file_uri(world, nil, folder))
    } else {
      lilv_world_load_all(world)
    }
    guard let all = lilv_world_get_all_plugins(world) else { return nil }
    self.all = all
  }

  /// The addresses of all, sorted.
  var uris: [String] {
    var uris: [String] = []
    var place = lilv_plugins_begin(all)
    while !lilv_plugins_is_end(all, place) {
      if let plugin = lilv_plugins_get(all, place) {
        uris.append(Self.text(lilv_plugin_get_uri(plugin)))
      }
      place = lilv_plugins_next(all, place)
    }
    return uris.sorted()
  }

  /// A plug-in by its address; nil if there is none.
  func plugin(_ uri: String) -> OpaquePointer? {
    lilv_plugins_get_by_uri(all, node(uri))
  }

  /// A word of the descriptions.
  func node(_ uri: String) -> OpaquePointer? { lilv_new_uri(world, uri) }

  /// The path of a file that a description names; empty for none.
  static func path(_ node: OpaquePointer?) -> String {
    guard let uri = node.flatMap({ lilv_node_as_uri($0) }),
      let path = lilv_file_uri_parse(uri, nil)
    else { return "" }
    defer { lilv_free(path) }
    return String(cString: path)
  }

  /// A word of the descriptions as text; empty for none.
  static func text(_ node: OpaquePointer?) -> String {
    node.flatMap { lilv_node_as_string($0) }.map { String(cString: $0) } ?? ""
  }
}
