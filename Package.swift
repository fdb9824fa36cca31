// swift-tools-version: 6.2
import PackageDescription

// RTSAN=1 swift test --scratch-path .build-rtsan: RealtimeSanitizer watches the audio path.
let isRealtimeSanitized = Context.environment["RTSAN"] == "1"
let sanitizeC: [CSetting] =
  isRealtimeSanitized ? [.unsafeFlags(["-fsanitize=realtime"])] : []
let sanitizeLink: [LinkerSetting] =
  isRealtimeSanitized ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : []
// Code on samples runs 100 times slower without optimisation: too slow to play or to test.
let fast: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "flam",
  products: [.executable(name: "flam", targets: ["Flam"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
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
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .target(
      name: "CRealtime", dependencies: ["CALSA", "CFFTW"], cSettings: sanitizeC,
      linkerSettings: [.linkedLibrary("m")] + sanitizeLink),
    .target(name: "Bus", dependencies: ["CDBus"]),
    .target(name: "Realtime", dependencies: ["CRealtime", "Bus"], swiftSettings: fast),
    .target(name: "DSP", dependencies: ["Realtime"], swiftSettings: fast),
    .target(name: "Instrument", dependencies: ["DSP", "CFFTW"], swiftSettings: fast),
    .target(name: "Engine", dependencies: ["CRealtime", "DSP", "Instrument", "Realtime"]),
    .target(name: "Music", dependencies: ["Instrument"], swiftSettings: fast),
    .target(
      name: "AudioIO",
      dependencies: [
        "CALSA", "CSndfile", "CSoxr", "CVorbis", "Bus", "Realtime", "DSP",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ], swiftSettings: fast),
    .target(
      name: "Kits",
      dependencies: ["CArchive", "CGcrypt", "CXML", "Realtime", "DSP", "Instrument", "AudioIO"],
      swiftSettings: fast),
    .target(name: "CGeneralModel", exclude: ["general-model.bin"]),
    .target(
      name: "Profiles", dependencies: ["Instrument", "AudioIO", "CGeneralModel"],
      swiftSettings: fast),
    .target(
      name: "Sessions",
      dependencies: ["Realtime", "Instrument", "Music", "AudioIO", "DSP", "Kits", "Profiles"]),
    .target(
      name: "Latency", dependencies: ["DSP", "Instrument", "Kits", "Sessions"], swiftSettings: fast),
    .target(name: "Doctor", dependencies: ["Realtime", "AudioIO"]),
    .target(name: "Charts", dependencies: ["CCairo"]),
    .executableTarget(
      name: "Flam",
      dependencies: [
        "AudioIO", "Charts", "Doctor", "DSP", "Engine", "Kits", "Music", "Profiles", "Sessions",
        "Latency",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "make-samples", dependencies: ["CSndfile", "DSP"], path: "tools/make-samples",
      swiftSettings: fast),
    .target(name: "CRealtimeTrap", path: "tools/realtime-trap", cSettings: sanitizeC),
    .executableTarget(
      name: "flam-bench",
      dependencies: [
        "AudioIO", "CRealtime", "CRealtimeTrap", "DSP", "Engine", "Instrument", "Kits", "Latency",
        "Profiles", "Realtime", "Sessions", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "tools/flam-bench"),
    .executableTarget(
      name: "flam-score",
      dependencies: [
        "DSP", "AudioIO", "Charts", "Instrument", "Profiles", "Sessions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "tools/flam-score", swiftSettings: fast),
    .executableTarget(
      name: "judge-shapes",
      dependencies: ["AudioIO", "DSP", "Instrument", "Profiles"], path: "tools/train-judge",
      exclude: ["README.md", "takes.py", "train.py"], swiftSettings: fast),
    .executableTarget(
      name: "make-general-model", dependencies: ["Profiles"], path: "tools/make-general-model",
      swiftSettings: fast),
    .executableTarget(
      name: "rig-echo", dependencies: ["AudioIO", "CRealtime", "Realtime"], path: "tools/rig/echo"),
    .executableTarget(
      name: "rig-soak",
      dependencies: [
        "AudioIO", "Instrument", "Kits", "Latency", "Profiles", "Sessions", "TestSupport",
      ], path: "tools/rig/soak"),
    .target(
      name: "TestSupport",
      dependencies: ["Bus", "DSP", "Instrument", "Profiles", "Realtime", "Sessions"],
      path: "Tests/TestSupport",
      swiftSettings: fast),
    .testTarget(name: "BusTests", dependencies: ["Bus", "TestSupport"]),
    .testTarget(name: "RealtimeTests", dependencies: ["Realtime", "CRealtime", "TestSupport"]),
    .testTarget(
      name: "RealtimeCheckTests",
      dependencies: ["CRealtime", "CRealtimeTrap", "Sessions", "TestSupport"]),
    .testTarget(name: "DSPTests", dependencies: ["DSP", "TestSupport"]),
    .testTarget(name: "InstrumentTests", dependencies: ["Instrument", "TestSupport"]),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "DSP", "Engine", "Instrument", "Profiles", "Realtime", "Sessions", "TestSupport",
      ]),
    .testTarget(
      name: "AudioIOTests",
      dependencies: ["AudioIO", "CRealtime", "CSndfile", "DSP", "Realtime", "TestSupport"],
      swiftSettings: fast),
    .testTarget(name: "MusicTests", dependencies: ["Music", "DSP"], swiftSettings: fast),
    .testTarget(name: "KitsTests", dependencies: ["Kits", "TestSupport"]),
    .testTarget(name: "ProfilesTests", dependencies: ["Profiles", "TestSupport"]),
    .testTarget(name: "SessionsTests", dependencies: ["Sessions", "TestSupport"]),
    .testTarget(name: "ChartsTests", dependencies: ["Charts", "TestSupport"]),
    .testTarget(
      name: "LatencyTests",
      dependencies: ["Latency", "AudioIO", "DSP", "Instrument", "Kits", "TestSupport"],
      swiftSettings: fast),
    .testTarget(name: "DoctorTests", dependencies: ["Doctor", "TestSupport"]),
    .testTarget(
      name: "RigTests",
      dependencies: ["AudioIO", "CSndfile", "Flam", "TestSupport", "rig-echo", "rig-soak"]),
    .testTarget(
      name: "FlamTests",
      dependencies: [
        "AudioIO", "Engine", "Flam", "Instrument", "Profiles", "Sessions", "TestSupport",
      ]),
    .testTarget(name: "ScoreTests", dependencies: ["flam-score", "AudioIO", "TestSupport"]),
    .testTarget(
      name: "SamplesTests", dependencies: ["make-samples", "CSndfile", "DSP"], swiftSettings: fast),
  ]
)
