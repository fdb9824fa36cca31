#!/usr/bin/env python3
"""Makes the takes that the judge of strokes is trained on: takes.py DATA FLAM FOLDER [--packages FOLDER].

DATA is a folder of onsets/ and classes/ as flam-score --help describes it. --packages: the unpacked packages of packages.py,
each in a folder of its name. FOLDER gets profiles (one a task, learned
in the quiet from its training hits), takes (48 kHz), and takes.json: for each take its group (what is held out
together), its true hits and the times at which nothing is known.
"""
import argparse, csv, json, os, subprocess, tempfile
import numpy as np, soundfile as sf
from scipy.fft import next_fast_len
from scipy.signal import fftconvolve, resample_poly
import packages

RATE = 48000
TASKS = ["taps4", "keys_dell_6", "mridangam_b", "cajon9", "drumkit_gogodze2_5", "beatbox_ARF", "beatbox_SPS", "beatbox_OBM", "beatbox_MFU",
         "beatbox_ND", "beatbox_APL"]

# Talk is made by espeak-ng, as the recordings hold almost none: voices, by the group that is held out together.
VOICES = [("en-gb+m3", "de+f2", "sw+m1"), ("en-us+f4", "fr+m5", "fi+f1"), ("en-gb-scotland+m7", "es+f3", "pl+m2"), ("it+f5", "tr+m4", "hi+f2"),
          ("en-us+croak", "pt-br+whisper", "nl+klatt2")]
TALK = """Could you put the kettle on, please? I think there are two biscuits left in the tin; take both, take both. No, not today.
Peter picked a particular packet of pickled peppers. Tomorrow at quarter past ten, then. Kapitel zwei: der Koch packt Teller, Topf und Tasse.
Attention, petit, le plat est tres chaud! Que pasa contigo, Pablo? Ba da ka ta pa. Hm. Well, what a pity, but that can't be helped, can it?
Stop it. Bring the big black book back. Quick, the cat! A hundred and twenty-eight, thirty, thirty-two. Ja, genau, das passt. Tak, tak, dobrze."""


def read(path):
    x, rate = sf.read(path if os.path.exists(path) else os.path.splitext(path)[0] + ".flac", always_2d=True)
    assert rate == RATE, path
    return x.mean(1)


def group(name):
    """The group that is held out together: one player, instrument or kind of noise."""
    base = os.path.splitext(os.path.basename(name))[0]
    for key, word in (("tap", "taps"), ("keys", "keys"), ("body", "body"), ("drumkit", "drumkit"), ("mridangam", "mridangam"),
                      ("cajon", "cajon"), ("mdb_", "drums")):
        if key in base: return word
    if "beatbox" in base: return "beatbox_" + base.split("beatbox_")[1].split("_")[0]
    return base


def coloured(rng, n):
    """Noise of one of three colours, root mean square 1."""
    size = next_fast_len(n, True)
    bins = np.fft.rfft(rng.standard_normal(size))
    bins *= np.maximum(1, np.arange(len(bins)) * (RATE / size) / 200.0) ** -rng.choice([0, .5, 1])
    x = np.fft.irfft(bins, size)[:n]
    return x / np.sqrt(np.mean(x ** 2))


def tilted(rng, x):
    """Another microphone: a tilt and a bump of up to 6 dB."""
    size = next_fast_len(len(x), True)
    bins = np.fft.rfft(x, size)
    octaves = np.log2(np.maximum(50, np.fft.rfftfreq(size, 1 / RATE)) / 1000)
    gain = rng.uniform(-2, 2) * octaves + rng.uniform(-6, 6) * np.exp(-.5 * (octaves - rng.uniform(-3, 3)) ** 2)
    return np.fft.irfft(bins * 10 ** (np.clip(gain, -12, 12) / 20), size)[:len(x)]


def decibels(db): return 10 ** (db / 20)


def talk(rng, voice):
    """A synthetic voice in a small room, at one of several rates; peak 1."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["espeak-ng", "-v", voice, "-s", str(rng.integers(120, 240)), "-p", str(rng.integers(25, 75)), "-w", file.name, TALK],
                       check=True, capture_output=True)
        x, rate = sf.read(file.name)
    return in_room(rng, resample_poly(x, RATE, rate))


def in_room(rng, x):
    """A sound in a small room; peak 1."""
    n = int(RATE * rng.uniform(.1, .5))
    echo = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n) * .02
    echo[0] = 1
    x = fftconvolve(x, echo)
    return x / np.abs(x).max()


def swells(rng, seconds):
    """Sounds of many spectra that rise over 20 to 300 ms and fall; some dip in a sound that goes on. Peak 1."""
    n = int(RATE * seconds)
    x, at = np.zeros(n), 0
    while at < n - RATE:
        rise, fall = (int(RATE * .02 * 15 ** rng.random()) for _ in range(2))
        t = np.arange(rise + fall) / RATE
        kind = rng.integers(3)
        if kind == 0: y = coloured(rng, len(t))
        elif kind == 1:
            f = 80 * 20 ** rng.random()
            y = sum(np.sin(2 * np.pi * f * h * t + rng.uniform(0, 7)) * h ** -rng.uniform(.3, 1.5) for h in range(1, max(2, min(30, int(15000 / f)))))
        else:
            y, f = coloured(rng, len(t)), 150 * 60 ** rng.random()
            bins, hz = np.fft.rfft(y), np.fft.rfftfreq(len(y), 1 / RATE)
            y = np.fft.irfft(bins / (1 + ((hz / f - f / np.maximum(1, hz)) * rng.uniform(.5, 4)) ** 2), len(y))
        hill = np.r_[np.linspace(0, 1, rise), np.linspace(1, 0, fall)]
        floor = decibels(rng.choice([-70, -30, -20, -10, -6]))
        y = y / (np.abs(y).max() + 1e-9) * (floor + (1 - floor) * hill ** rng.uniform(.5, 4)) * decibels(rng.uniform(-30, 0))
        x[at:at + len(y)] += y[:n - at]
        at += len(y) + (int(RATE * rng.uniform(0, .6)) if rng.random() < .5 else 0)
    return x / np.abs(x).max()


class Maker:
    def __init__(self, folder, seed=1):
        self.folder, self.takes, self.rng = folder, [], np.random.default_rng(seed)
        os.makedirs(folder, exist_ok=True)

    def add(self, x, **facts):
        path = os.path.join(self.folder, f"take{len(self.takes):04d}.wav")
        sf.write(path, np.clip(x, -1, 1).astype(np.float32), RATE, subtype="PCM_16")
        self.takes.append(dict(path=path, seconds=len(x) / RATE, **facts))


def strike(x, onset):
    """A clip cut around its attack with soft ends, and the frames before the attack."""
    first = max(0, onset - 960)
    y, lead = x[first:onset + 9600].copy(), onset - first
    soft, tail = min(480, max(1, lead // 2)), min(2400, len(y) // 4)
    y[:soft] *= np.linspace(0, 1, soft) ** 2
    y[-tail:] *= np.linspace(1, 0, tail)
    return y, lead


def learn(flam, data, task, folder):
    """A profile of a task's training hits over a quiet background, and its test clips."""
    base = os.path.join(data, "classes", "dev", task)
    rows = {part: list(csv.DictReader(open(os.path.join(base, part + ".csv")))) for part in ("train", "test")}
    clip = lambda row: (read(os.path.join(base, row["file"])), int(row["onset_sample"]))
    rng, takes = np.random.default_rng(2), []
    for label in sorted({r["label"] for r in rows["train"]}):
        parts = [rng.standard_normal(RATE) * decibels(-75)]
        for row in [r for r in rows["train"] if r["label"] == label][:10]:
            y, _ = strike(*clip(row))
            parts.append(np.pad(y, (0, int(.6 * RATE))) + rng.standard_normal(len(y) + int(.6 * RATE)) * decibels(-75))
        path = os.path.join(folder, f"{task}-{label}.wav".replace("/", "_"))
        sf.write(path, np.clip(np.concatenate(parts), -1, 1), RATE)
        takes += ["--take", f"{label}={path}"]
    profile = os.path.join(folder, task + ".json")
    subprocess.run([flam, "learn", profile, "--force"] + takes, check=True, capture_output=True)
    return profile, [clip(r) for r in rows["test"]]


def add_packages(maker, folder):
    """Takes of what the packages hold; the sounds in which nothing is struck, to be backgrounds."""
    rng, found = np.random.default_rng(7), {}
    for name, paths in packages.noises(folder).items():
        x = packages.joined(rng, paths)
        if len(x) < RATE * 2: continue
        found[name] = x
        for variant in range(3):
            y = x if not variant else tilted(rng, x if rng.random() < .4 else in_room(rng, x))
            y = y / np.abs(y).max() * (.5 if not variant else decibels(rng.uniform(-24, -2)))
            y = y + coloured(rng, len(y)) * decibels(-75 if not variant else rng.uniform(-78, -48))
            maker.add(y, group=name, kind="negative", variant=variant)
    for name, paths in packages.kits(folder).items():
        clips = [(x, at) for x in map(packages.read, paths) if (at := packages.attack(x)) is not None]
        for variant in range(3):
            n = 50 * RATE
            x, at, hits = np.zeros(n), RATE, []
            while at < n - 2 * RATE:
                y, lead = strike(*clips[rng.integers(len(clips))])
                y = y / np.abs(y).max() * decibels(rng.uniform(-30, 0))
                x[at - lead:at - lead + len(y)] += y
                hits.append(at / RATE)
                at += int(RATE * rng.uniform(.12, .9))
            x = x if not variant else tilted(rng, x if rng.random() < .5 else in_room(rng, x)[:n])
            x = x / np.abs(x).max() * decibels(rng.uniform(-12, -2))
            maker.add(x + coloured(rng, n) * decibels(rng.uniform(-78, -40)), group=name, kind="kit", variant=variant, hits=hits, maybe=[])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "flam", "folder"): parser.add_argument(name)
    parser.add_argument("--packages", help="folder of unpacked packages; see packages.py")
    args = parser.parse_args()
    maker = Maker(args.folder)
    rng = maker.rng
    index = [r for r in csv.DictReader(open(os.path.join(args.data, "onsets", "index.csv"))) if r["split"] == "dev"]
    negatives = {group(r["file"]): read(os.path.join(args.data, "onsets", r["file"])) for r in index if r["kind"] == "negatives"}
    for name, x in negatives.items():
        maker.add(x, group=name, kind="negative", variant=0)
        for variant in range(1, 8):
            y = tilted(rng, resample_poly(x, *[(1, 1), (9, 10), (10, 9), (6, 5)][rng.integers(4)]))
            y = y / np.abs(y).max() * decibels(rng.uniform(-24, -1))
            y = y + coloured(rng, len(y)) * decibels(rng.uniform(-80, -45))
            maker.add(y, group=name, kind="negative", variant=variant)
    for number, voices in enumerate(VOICES):
        for variant in range(len(voices)):
            y = talk(rng, voices[variant]) * decibels(rng.uniform(-24, -3))
            maker.add(y + coloured(rng, len(y)) * decibels(rng.uniform(-75, -50)), group=f"made_talk{number}", kind="negative", variant=variant)
    for variant in range(4):
        y = swells(rng, 60) * decibels(rng.uniform(-20, -3))
        maker.add(y + coloured(rng, len(y)) * decibels(rng.uniform(-80, -55)), group="made_swells", kind="negative", variant=variant)
    for row in index:
        if row["kind"] == "negatives": continue
        path = os.path.join(args.data, "onsets", row["file"])
        x = read(path)
        truth = list(csv.DictReader(open(os.path.splitext(path)[0] + ".csv")))
        facts = dict(group=group(row["file"]), kind=row["kind"],
                     hits=[float(t["t_attack"]) for t in truth if t["flag"] == "1"], maybe=[float(t["t_attack"]) for t in truth if t["flag"] != "1"])
        maker.add(x, variant=0, **facts)
        for variant in range(1, 4):
            y = tilted(rng, x)
            y = y / np.abs(y).max() * decibels(rng.uniform(-18, -1)) + coloured(rng, len(y)) * decibels(rng.uniform(-75, -30))
            maker.add(y, variant=variant, **facts)
    further = add_packages(maker, args.packages) if args.packages else {}
    profiles = []
    names = list(negatives)
    for task in TASKS:
        profile, clips = learn(args.flam, args.data, task, args.folder)
        profiles.append(profile)
        for variant in range(6 if further else 4):
            here, pool = (list(further), further) if variant > 3 else (names, negatives)
            n = 120 * RATE
            x, at = rng.standard_normal(n) * decibels(-74), 0
            backgrounds = []
            while at < n:
                length = int(RATE * rng.uniform(4, 12))
                name = here[rng.integers(len(here))] if rng.random() < (.6 if variant < 4 else .9) else "noise"
                if name == "noise": b = coloured(rng, length)
                else:
                    b = np.roll(pool[name], rng.integers(RATE * 30))
                    b = np.tile(b, 1 + length // len(b))[:length] / np.sqrt(np.mean(b ** 2))
                b = b[:min(length, n - at)].copy()
                fade = min(960, len(b))
                b[:fade] *= np.linspace(0, 1, fade); b[-fade:] *= np.linspace(1, 0, fade)
                x[at:at + len(b)] += decibels(rng.uniform(-60, -22)) * b
                backgrounds.append((at / RATE, (at + len(b)) / RATE, name))
                at += length + int(RATE * rng.uniform(0, 3))
            isNatural = variant < 2 or variant == 4  # as loud as it was learned, but for a knob that was touched
            gain = rng.uniform(-4, 4) if isNatural else rng.uniform(-12, 0)
            hits, at = [], RATE
            while at < n - RATE:
                y, lead = strike(*clips[rng.integers(len(clips))])
                y = y * decibels(gain) * (1 if isNatural else decibels(rng.uniform(-14, -3)) / (np.abs(y).max() + 1e-9))
                x[at - lead:at - lead + len(y)] += y
                hits.append(at / RATE)
                at += int(RATE * rng.uniform(.15, 1.1))
            maker.add(x, group=group(task), kind="room", variant=variant, isNatural=isNatural, task=task, hits=hits, maybe=[], backgrounds=backgrounds)
    json.dump(dict(tasks=TASKS, profiles=profiles, takes=maker.takes), open(os.path.join(args.folder, "takes.json"), "w"))


main()
