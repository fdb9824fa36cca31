// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation

/// LV2 plug-ins that tests build: a gain of one channel, and some that do as none should.
public enum MadePlugin: String, CaseIterable, Sendable {
  /// Multiplies by `gain`, 0 to 4, usually 1.
  case gain
  /// A gain that crashes at its second block.
  case crashes
  /// A gain that never returns from its second block.
  case hangs
  /// Crashes while it is loaded.
  case crashesAtLoad
  /// Never returns while it is loaded.
  case hangsAtLoad
  /// Writes to a port that its description does not have.
  case lies
  /// A gain with a second input, which Flam does not serve.
  case twoInputs
  /// A gain of two channels. The right one may be left out; half of the left one is added to it.
  case optionalRight

  /// Its address.
  public var uri: String { "urn:flam:test:\(rawValue)" }

  /// Builds some; returns the folder for `LV2_PATH`.
  public static func build(_ kinds: [Self], in folder: TemporaryFolder) throws -> String {
    folder.write(Array(source.utf8), to: "plugin.c")
    for kind in kinds {
      let bundle = "\(folder.path)/lv2/\(kind.rawValue).lv2"
      try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
      try Data(kind.description.utf8).write(to: URL(filePath: "\(bundle)/manifest.ttl"))
      let outcome = try Program.start(
        "/usr/bin/cc",
        [
          "-shared", "-fPIC", "-DADDRESS=\"\(kind.uri)\"", "-DIS_\(kind.rawValue)", "-o",
          "\(bundle)/plugin.so", "plugin.c",
        ], environment: ["PATH": "/usr/bin:/bin"], in: folder
      ).wait()
      precondition(outcome.exitCode == 0, outcome.errors)
    }
    return "\(folder.path)/lv2"
  }

  private var description: String {
    let more =
      "[ a lv2:InputPort, lv2:AudioPort ; lv2:index 3 ; lv2:symbol \"more\" ; lv2:name \"More\""
    let second =
      switch self {
      case .twoInputs: ", \(more) ]"
      case .optionalRight:
        """
        , \(more) ; lv2:portProperty lv2:connectionOptional ],
            [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 4 ; lv2:symbol "right" ; lv2:name "Right" ]
        """
      default: ""
      }
    return """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      <\(uri)> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "Made \(rawValue)" ;
        lv2:port
          [ a lv2:InputPort, lv2:ControlPort ; lv2:index 0 ; lv2:symbol "gain" ; lv2:name "Gain" ;
            lv2:minimum 0.0 ; lv2:maximum 4.0 ; lv2:default 1.0 ],
          [ a lv2:InputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "in" ; lv2:name "In" ],
          [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 2 ; lv2:symbol "out" ; lv2:name "Out" ]\(second) .

      """
  }

  private static let source = """
    #include <lv2/core/lv2.h>
    #include <stdlib.h>
    #include <unistd.h>
    typedef struct { float *ports[8]; int blocks; } Gain;
    static LV2_Handle make(const LV2_Descriptor *d, double r, const char *b, const LV2_Feature *const *f) {
    #ifdef IS_crashesAtLoad
      abort();
    #endif
    #ifdef IS_hangsAtLoad
      for (;;) pause();
    #endif
      return calloc(1, sizeof(Gain));
    }
    static void connect(LV2_Handle h, uint32_t port, void *data) {
      if (port < 8) ((Gain *)h)->ports[port] = data;
    }
    static void run(LV2_Handle h, uint32_t count) {
      Gain *g = h;
      g->blocks++;
    #ifdef IS_crashes
      if (g->blocks > 1) abort();
    #endif
    #ifdef IS_hangs
      while (g->blocks > 1) pause();
    #endif
    #ifdef IS_lies
      g->ports[5][0] = 1;
    #endif
    #ifdef IS_optionalRight
      for (uint32_t i = 0; i < count; i++) g->ports[4][i] = *g->ports[0] * g->ports[3][i] + 0.5f * g->ports[1][i];
    #endif
      for (uint32_t i = 0; i < count; i++) g->ports[2][i] = *g->ports[0] * g->ports[1][i];
    }
    static void end(LV2_Handle h) { free(h); }
    static const LV2_Descriptor descriptor = {ADDRESS, make, connect, NULL, run, NULL, end, NULL};
    LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t i) { return i ? NULL : &descriptor; }

    """
}
