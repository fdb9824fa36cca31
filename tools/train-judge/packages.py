"""Sounds out of Debian packages that takes.py makes further takes of: talk by real speakers, sounds in which nothing is struck, and
drums. Each source says how to find its files below the folder of unpacked packages, and what is held out together.
"""
import glob, os, re, subprocess
import numpy as np

RATE = 48000
PACKAGES = ["klettres-data", "asterisk-core-sounds-en-g722", "asterisk-core-sounds-fr-g722", "asterisk-core-sounds-es-g722",
            "asterisk-core-sounds-it-g722", "asterisk-core-sounds-ru-g722", "pocketsphinx-testdata", "lincity-ng-data", "minetest-data",
            "supertuxkart-data", "hydrogen-drumkits"]

# Of a town: hammering, dumping and digging are left out.
TOWN = ["Commune", "Farm", "FireWasteland", "Fire", "FireStation", "Green", "Harbor", "Health", "Market", "Parkland", "PowerCoal", "RailTrain", "Residential",
        "Rocket", "School", "Shanty", "SportsCroud", "Trafic", "University", "Water", "WindMill", "PowerSolar", "PowerLine", "Substation"]
KART = ["exotic-birds", "exotic-birds_2", "river_loop", "waterfall_loop_2", "rain", "engine_large", "engine_small", "car_accel", "airplane_jetEngine",
        "machine_sound", "sara_airport_pa", "lenautile_restaurant", "WilhelmScream", "ugh", "wee", "skid", "static-radio", "thunder", "horn", "gnu_flute",
        "race_finish_victory", "goal_scored"]
DIGGING = ["env_sounds_water", "env_sounds_lava", "fire_fire", "fire_small", "fire_large", "furnace_active"]


def read(path):
    """A sound of any kind, 48 kHz, mono."""
    kind = ["-f", "g722"] if path.endswith("g722") else ["-f", "s16le", "-ar", "16000", "-ac", "1"] if path.endswith(".raw") else []
    out = subprocess.run(["ffmpeg", "-v", "error", *kind, "-i", path, "-f", "f32le", "-ac", "1", "-ar", str(RATE), "-"], capture_output=True).stdout
    return np.frombuffer(out, np.float32).astype(float)


def files(folder, package, pattern): return sorted(glob.glob(os.path.join(folder, package, "**", pattern), recursive=True))


def noises(folder):
    """Groups of sounds in which nothing is struck: name, files."""
    found = {}
    for path in files(folder, "klettres-data", "*.ogg"):
        language = re.search(r"klettres/([^/]+)/", path)[1]
        # Norwegian and English share their readers, as far as is known.
        found.setdefault("talk_klettres_" + {"nn": "nb", "en_GB": "en"}.get(language, language), []).append(path)
    for language in ("en", "fr", "es", "it", "ru"):
        found["talk_asterisk_" + language] = [p for p in files(folder, f"asterisk-core-sounds-{language}-g722", "*.g722") if "silence" not in p and "beep" not in p]
    found["talk_austen"] = files(folder, "pocketsphinx-testdata", "sense*.wav")
    found["talk_cards"] = files(folder, "pocketsphinx-testdata", "cards/*.wav") + files(folder, "pocketsphinx-testdata", "*.raw")
    for name in TOWN:
        found["town_" + name] = [p for p in files(folder, "lincity-ng-data", name + "*.wav") if name != "Fire" or re.search(r"Fire\d", p)]
    for name in DIGGING: found["dig_" + name] = files(folder, "minetest-data", f"*{name}*.ogg")
    for name in KART: found["kart_" + name] = files(folder, "supertuxkart-data", f"sfx/{name}.ogg")
    return {name: paths for name, paths in found.items() if paths}


def joined(rng, paths, seconds=40):
    """Sounds one after another, softly begun and ended, so that no cut sounds like a strike."""
    parts, n = [], 0
    for path in rng.permutation(paths):
        x = read(path)
        if len(x) < RATE * .05 or np.abs(x).max() < 1e-3: continue
        x = x[:RATE * 15] / np.abs(x).max()
        fade = min(len(x) // 4, int(RATE * .04))
        x[:fade] *= np.linspace(0, 1, fade) ** 2
        x[-fade:] *= np.linspace(1, 0, fade) ** 2
        parts += [x, np.zeros(int(RATE * rng.uniform(.05, .5)))]
        n += len(parts[-1]) + len(x)
        if n > RATE * seconds: break
    return np.concatenate(parts) if parts else np.zeros(0)


def kits(folder):
    """Drum by drum the sounds of each kit: name of the kit, clips with the frame of their attack."""
    found = {}
    for path in files(folder, "hydrogen-drumkits", "*.flac") + files(folder, "hydrogen-drumkits", "*.wav"):
        if "Guitar" in path: continue
        found.setdefault("kit_" + path.split("drumkits/")[-1].split("/")[0].split()[0], []).append(path)
    return found


def attack(x):
    """The frame at which a drum begins; None if it rises too slowly to be struck."""
    reach = np.maximum.accumulate(np.abs(x))
    peak = reach[:int(RATE * .5)].max() if len(x) else 0
    if peak < 1e-3: return None
    first, loud = np.argmax(reach > .1 * peak), np.argmax(reach > .7 * peak)
    return int(first) if loud - first < RATE * .012 else None
