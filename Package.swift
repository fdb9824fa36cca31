// swift-tools-version: 6.2
import PackageDescription

// RealtimeSanitizer watches the audio path in the tests, unless another sanitizer takes its place: CRealtime finds it where it
// is linked.
let realtimeSanitizer: [LinkerSetting] =
  Context.environment["FLAM_SANITIZE"] == nil
  ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : []
// Debian's valgrind reads no later debug information.
let ourC: [CSetting] = [.unsafeFlags(["-gdwarf-4"], .when(configuration: .debug))]
// FUZZ=1 swift build -c release --scratch-path .build-fuzz: libFuzzer makes up inputs, guided by what is reached of that
// which reads; see tools/fuzz.
let fuzzed: [SwiftSetting] =
  Context.environment["FUZZ"] == "1"
  ? [
    .define("FUZZ"),
    .unsafeFlags(["-sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp"]),
  ] : []
// Code on samples runs 100 times slower without optimisation: too slow to play or to test.
let fast: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "flam",
  products: [.executable(name: "flam", targets: ["Flam"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CVorbis", pkgConfig: "vorbisenc", providers: [.apt(["libvorbis-dev"])]),
    .systemLibrary(name: "CSoxr", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CGcrypt", pkgConfig: "libgcrypt", providers: [.apt(["libgcrypt20-dev"])]),
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CEspeak", providers: [.apt(["libespeak-ng-dev"])]),
    .systemLibrary(name: "CLO", pkgConfig: "liblo", providers: [.apt(["liblo-dev"])]),
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .target(name: "CThreads", cSettings: ourC),
    .target(
      name: "CRealtime", dependencies: ["CFFTW", "CThreads"], cSettings: ourC,
      linkerSettings: [.linkedLibrary("m")]),
    .target(name: "CRealtimeALSA", dependencies: ["CALSA", "CThreads"], cSettings: ourC),
    .target(name: "DBus", dependencies: ["CDBus"]),
    .target(name: "Bluetooth", dependencies: ["DBus", "Realtime", "Storage"]),
    .target(name: "Firmata", swiftSettings: fuzzed),
    .target(name: "Realtime", dependencies: ["CThreads"], swiftSettings: fast),
    .target(name: "Storage", swiftSettings: fuzzed),
    .target(
      name: "ControlSocket", dependencies: ["CRealtime", "Realtime", "Storage"]),
    .target(name: "Remedies"),
    .target(name: "DSP", dependencies: ["CRealtime"], swiftSettings: fast),
    .target(name: "Sequencing", dependencies: ["CRealtime"], swiftSettings: fast),
    .target(
      name: "Instrument", dependencies: ["CRealtime", "DSP", "Realtime", "Sequencing"],
      swiftSettings: fast),
    .target(
      name: "Notation", dependencies: ["Instrument", "Sequencing"], swiftSettings: fast + fuzzed),
    .target(
      name: "SoundFiles",
      dependencies: [
        "CGcrypt", "CSndfile", "CSoxr", "CVorbis", "DSP", "Remedies", "Storage",
      ], swiftSettings: fast + fuzzed),
    .target(
      name: "AudioIO",
      dependencies: [
        "CALSA", "CRealtime", "CRealtimeALSA", "DBus", "DSP", "Realtime", "Remedies", "SoundFiles",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ], swiftSettings: fast + fuzzed),
    .target(name: "DrumSynthesis", dependencies: ["CSndfile", "DSP"], swiftSettings: fast),
    .target(
      name: "Kits",
      dependencies: [
        "CArchive", "CGcrypt", "CRealtime", "CXML", "DSP", "DrumSynthesis", "Instrument",
        "Realtime", "Remedies", "SoundFiles", "Storage",
      ],
      swiftSettings: fast + fuzzed),
    .target(name: "CGeneralModel", exclude: ["general-model.bin"], cSettings: ourC),
    .target(
      name: "Profiles",
      dependencies: ["CGeneralModel", "CRealtime", "DSP", "Instrument", "Remedies", "Storage"],
      swiftSettings: fast + fuzzed),
    .target(
      name: "Latency",
      dependencies: ["AudioIO", "DSP", "Instrument", "Kits", "Profiles", "Storage"],
      swiftSettings: fast),
    .target(
      name: "Engine",
      dependencies: [
        "AudioIO", "CRealtime", "DSP", "Instrument", "Kits", "Latency", "Profiles", "Realtime",
        "Remedies", "Sequencing", "SoundFiles", "Storage",
      ], swiftSettings: fast + fuzzed),
    .target(
      name: "Boards",
      dependencies: [
        "Bluetooth", "Engine", "Firmata", "Instrument", "Realtime", "Remedies", "Sequencing",
        "Storage",
      ]),
    .target(
      name: "Sessions",
      dependencies: [
        "DSP", "Engine", "Instrument", "Kits", "Notation", "Profiles", "Realtime", "Remedies",
        "Sequencing", "SoundFiles", "Storage",
      ], swiftSettings: fuzzed),
    .target(name: "CSpawn", cSettings: ourC),
    .target(
      name: "Simulation",
      dependencies: [
        "CSpawn", "CThreads", "DSP", "Engine", "Instrument", "Kits", "Profiles", "Realtime",
        "Sequencing", "Sessions", "SoundFiles",
      ], swiftSettings: fast),
    .target(
      name: "CPageFiles", exclude: ["web"], cSettings: ourC),
    .target(
      name: "Page",
      dependencies: [
        "CGcrypt", "CPageFiles", "CRealtime", "DSP", "Engine", "Instrument", "Latency", "Profiles",
        "Realtime", "Sessions", "Storage",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    .target(
      name: "MIDI",
      dependencies: [
        "CALSA", "CRealtimeALSA", "Engine", "Instrument", "Realtime", "Sequencing", "Storage",
      ]),
    .target(
      name: "OSC",
      dependencies: ["CLO", "Engine", "Instrument", "Realtime", "Sequencing", "Storage"],
      swiftSettings: fuzzed),
    .target(name: "Doctor", dependencies: ["AudioIO", "CRealtime", "Realtime"]),
    .target(name: "Charts", dependencies: ["CCairo"]),
    .target(
      name: "Speech",
      dependencies: ["AudioIO", "CEspeak", "SoundFiles"]),
    .target(name: "TextScreen", dependencies: ["CNcurses"]),
    .executableTarget(
      name: "Flam",
      dependencies: [
        "AudioIO", "Bluetooth", "Boards", "CQREncode", "CRealtime", "Charts", "ControlSocket",
        "DSP", "Doctor", "Engine", "Instrument", "Kits", "Latency", "MIDI", "Notation", "OSC",
        "Page", "Profiles", "Realtime", "Remedies", "Sequencing", "Sessions", "SoundFiles",
        "Speech", "Storage", "TextScreen",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "play-along", dependencies: ["Engine"], path: "Examples/play-along"),
    .executableTarget(
      name: "make-samples", dependencies: ["CSndfile", "DSP", "DrumSynthesis"],
      path: "tools/make-samples",
      swiftSettings: fast),
    .target(name: "CRealtimeTrap", path: "tools/realtime-trap", cSettings: ourC),
    .executableTarget(
      name: "flam-bench",
      dependencies: [
        "AudioIO", "CRealtime", "CRealtimeTrap", "Charts", "DSP", "Engine", "Instrument", "Kits",
        "Latency", "Notation", "Page", "Profiles", "Realtime", "Sessions", "Simulation",
        "SoundFiles",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "tools/flam-bench"),
    .executableTarget(
      name: "flam-score",
      dependencies: [
        "Charts", "DSP", "Engine", "Instrument", "Profiles", "Simulation", "SoundFiles",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "tools/flam-score", swiftSettings: fast),
    .executableTarget(
      name: "flam-fuzz",
      dependencies: [
        "Engine", "Firmata", "Instrument", "Kits", "Notation", "OSC", "Profiles", "Sessions",
        "Simulation", "SoundFiles", "Storage",
      ], path: "tools/flam-fuzz", swiftSettings: fuzzed),
    .executableTarget(
      name: "flam-simulate",
      dependencies: [
        "Simulation", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "tools/flam-simulate"),
    .executableTarget(
      name: "judge-shapes",
      dependencies: ["DSP", "Instrument", "Profiles", "SoundFiles"],
      path: "tools/train-judge", exclude: ["README.md", "packages.py", "takes.py", "train.py"],
      swiftSettings: fast),
    .executableTarget(
      name: "make-general-model", dependencies: ["Profiles"], path: "tools/make-general-model",
      swiftSettings: fast),
    .executableTarget(
      name: "rig-echo", dependencies: ["AudioIO", "CRealtime", "Realtime"], path: "tools/rig/echo"),
    .executableTarget(
      name: "rig-soak",
      dependencies: [
        "AudioIO", "Engine", "Instrument", "Kits", "Profiles", "Simulation", "SoundFiles",
      ],
      path: "tools/rig/soak"),
    .target(
      name: "TestSupport", dependencies: ["DBus", "Realtime", "Simulation"],
      path: "Tests/TestSupport"),
    .testTarget(name: "DBusTests", dependencies: ["DBus", "TestSupport"]),
    .testTarget(
      name: "BluetoothTests", dependencies: ["Bluetooth", "DBus", "DSP", "Storage", "TestSupport"]),
    .testTarget(name: "FirmataTests", dependencies: ["DSP", "Firmata"]),
    .testTarget(
      name: "BoardsTests",
      dependencies: [
        "Boards", "DSP", "Engine", "Firmata", "Instrument", "Realtime", "Sequencing", "Simulation",
        "Storage", "TestSupport",
      ]),
    .testTarget(
      name: "RealtimeTests", dependencies: ["Realtime", "TestSupport"], swiftSettings: fast),
    .testTarget(
      name: "RealtimeCheckTests",
      dependencies: [
        "CRealtime", "Engine", "Instrument", "Profiles", "Simulation", "SoundFiles",
      ], swiftSettings: fast, linkerSettings: realtimeSanitizer),
    .testTarget(name: "StorageTests", dependencies: ["Realtime", "Simulation", "Storage"]),
    .testTarget(
      name: "ControlSocketTests",
      dependencies: ["ControlSocket", "Simulation", "Storage", "TestSupport"]),
    .testTarget(
      name: "DSPTests",
      dependencies: ["DSP", "Simulation", "TestSupport"]),
    .testTarget(
      name: "InstrumentTests",
      dependencies: ["DSP", "Instrument", "Realtime", "Sequencing", "Simulation", "TestSupport"]),
    .testTarget(name: "SequencingTests", dependencies: ["Sequencing"], swiftSettings: fast),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "AudioIO", "DSP", "Engine", "Instrument", "Kits", "Latency", "Profiles", "Realtime",
        "Sequencing", "Simulation", "SoundFiles", "Storage", "TestSupport",
      ], swiftSettings: fast),
    .testTarget(
      name: "SoundFilesTests",
      dependencies: [
        "CSndfile", "DSP", "Simulation", "SoundFiles", "Storage", "TestSupport",
      ]),
    .testTarget(
      name: "AudioIOTests",
      dependencies: [
        "AudioIO", "CRealtime", "DBus", "DSP", "Realtime", "Simulation", "SoundFiles",
        "TestSupport",
      ], swiftSettings: fast),
    .testTarget(
      name: "NotationTests", dependencies: ["DSP", "Instrument", "Notation", "Sequencing"],
      swiftSettings: fast),
    .testTarget(
      name: "KitsTests",
      dependencies: [
        "DSP", "Instrument", "Kits", "Realtime", "Simulation", "SoundFiles", "Storage",
        "TestSupport",
      ]),
    .testTarget(
      name: "ProfilesTests",
      dependencies: [
        "DSP", "Instrument", "Profiles", "Realtime", "Simulation", "Storage", "TestSupport",
      ]),
    .testTarget(
      name: "SessionsTests",
      dependencies: [
        "Boards", "DSP", "Engine", "Instrument", "Kits", "MIDI", "OSC", "Profiles", "Realtime",
        "Sessions", "Simulation", "SoundFiles", "TestSupport",
      ]),
    .testTarget(
      name: "PageTests",
      dependencies: [
        "SoundFiles", "DSP", "Engine", "Instrument", "Kits", "Latency", "Page", "Profiles",
        "Realtime",
        "Sessions", "Simulation", "TestSupport",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    .testTarget(
      name: "MIDITests",
      dependencies: ["DSP", "Engine", "Instrument", "MIDI", "Simulation", "Storage", "TestSupport"]),
    .testTarget(
      name: "OSCTests",
      dependencies: [
        "DSP", "Engine", "Instrument", "OSC", "Realtime", "Sequencing", "Simulation",
        "TestSupport",
      ]),
    .testTarget(name: "SpeechTests", dependencies: ["Speech"]),
    .testTarget(name: "TextScreenTests", dependencies: ["TextScreen"]),
    .testTarget(name: "ChartsTests", dependencies: ["Charts", "Simulation"]),
    .testTarget(
      name: "LatencyTests",
      dependencies: [
        "DSP", "Engine", "Instrument", "Kits", "Latency", "Profiles", "Realtime", "Simulation",
        "SoundFiles", "TestSupport",
      ], swiftSettings: fast),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["Engine", "Instrument", "Realtime", "Simulation", "TestSupport"]),
    .testTarget(
      name: "DoctorTests", dependencies: ["AudioIO", "Doctor", "Realtime", "Simulation"]),
    .testTarget(
      name: "RigTests",
      dependencies: [
        "AudioIO", "CSndfile", "Flam", "Instrument", "Simulation", "SoundFiles", "TestSupport",
        "rig-echo", "rig-soak",
      ]),
    .testTarget(
      name: "FlamTests",
      dependencies: [
        "AudioIO", "Boards", "DSP", "Engine", "Flam", "Instrument", "Profiles", "Simulation",
        "SoundFiles", "Storage", "TestSupport", "TextScreen",
      ]),
    .testTarget(
      name: "ScoreTests",
      dependencies: [
        "DSP", "Instrument", "Profiles", "Simulation", "SoundFiles", "TestSupport", "flam-score",
      ]),
    .testTarget(name: "FuzzTests", dependencies: ["flam-fuzz"], exclude: ["Finds"]),
    .testTarget(
      name: "SamplesTests",
      dependencies: ["CSndfile", "DSP", "DrumSynthesis", "TestSupport", "make-samples"],
      swiftSettings: fast),
  ]
)

// What a test itself computes is little: compiling it plainly takes two thirds of the time.
for target in package.targets where target.type == .test && (target.swiftSettings ?? []).isEmpty {
  target.swiftSettings = [.unsafeFlags(["-Onone", "-gnone"], .when(configuration: .release))]
}
