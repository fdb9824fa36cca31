#!/usr/bin/env python3
"""Trains the judge of strokes: train.py FOLDER [--shapes JUDGE-SHAPES] [--validate] [--swift FILE].

FOLDER holds takes.json (takes.py) and rows.f32 (judge-shapes). --validate leaves out each fold of groups in turn and
prints what is lost and what is let in; --swift writes the weights as Swift.
"""
import argparse, json, os, subprocess, zlib
import numpy as np

STAGES, SEGMENTS, BANDS = 3, 11, 8
HEARD = (9, 10, 11)
FLOOR, NOISE_FLOOR = 1e-4, 1e-5
SHAPE = (SEGMENTS + 1) * BANDS
FIRST = 2 + STAGES  # the take, the frame and a peak a stage come before the shapes
# The network is the mean of two: hidden units, steps, decay, seed, and the weight of a kind of source in each if not 1.
MEMBERS = [
    (16, 2500, 3e-4, 0, {"made_s": 4}),
    (32, 3500, 3e-4, 0, {"made_s": 4, "kit_": .4, "talk_": .5, "beatbox": .5, "impulsive": 2}),
]
# Sources out of packages are in folds by their names.
PACKAGED = ("talk_", "town_", "dig_", "kart_", "kit_")
FOLDS = [
    {"taps", "made_talk0", "esc10_Rain", "beatbox_ARF", "beatbox_ACS", "impulsive_esc10_Person_sneeze", "beatbox_JVS"},
    {"keys", "made_talk1", "esc10_Sea_waves", "speech_p287", "beatbox_SPS", "beatbox_APL", "beatbox_LML"},
    {"body", "cajon", "made_talk2", "esc10_Helicopter", "impulsive_esc10_Dog_bark", "beatbox_OBM", "beatbox_OBH", "beatbox_JMP"},
    {"drumkit", "drums", "made_talk3", "esc10_Baby_cry", "esc10_Chainsaw", "beatbox_MFU", "beatbox_IGN", "beatbox_MSF"},
    {"mridangam", "made_talk4", "esc10_Rooster", "impulsive_esc10_Clock_tick", "beatbox_TMO", "beatbox_ND"},
    {"impulsive_esc10_Fire_crackling", "made_swells", "beatbox_VGM", "beatbox_MTP", "noise"},
]


def nearest(times, t):
    """Signed distance from each t to the nearest of times, t - time."""
    if not len(times): return np.full(len(t), np.inf)
    times = np.sort(times)
    i = np.clip(np.searchsorted(times, t), 1, len(times) - 1) if len(times) > 1 else np.zeros(len(t), int)
    a, b = t - times[i], t - times[np.maximum(i - 1, 0)]
    return np.where(np.abs(a) < np.abs(b), a, b)


def load(folder):
    facts = json.load(open(os.path.join(folder, "takes.json")))
    columns = FIRST + STAGES * SHAPE + 2 * STAGES * len(facts["tasks"])
    rows = np.fromfile(os.path.join(folder, "rows.f32"), np.float32).reshape(-1, columns)
    label = np.full(len(rows), -1)  # 1 stroke, 0 none, -1 unknown
    groups = np.empty(len(rows), object)
    context = np.zeros(len(rows))
    for index, take in enumerate(facts["takes"]):
        mine = np.flatnonzero(rows[:, 0] == index)
        if not len(mine): continue
        t = rows[mine, 1] / 48000
        peak = rows[mine, FIRST - 1]
        for k, row in enumerate(mine):
            last = peak[max(0, k - 8):k]
            context[row] = min(0, peak[k] - np.percentile(last, 75)) if len(last) else 0
        groups[mine] = take["group"]
        kind = take["kind"]
        if kind == "negative":
            label[mine] = 0
            continue
        hits, maybe = np.array(take["hits"]), np.array(take["maybe"])
        near, doubt = nearest(hits, t), np.abs(nearest(maybe, t))
        before, after = {"room": (.02, .03), "real_human": (.05, .05)}.get(kind, (.005, .010))
        is_hit = (near >= -before) & (near <= after)
        # of several near one hit the loudest is it
        label[mine[is_hit]] = 1
        for hit in hits[np.unique(np.searchsorted(hits, t[is_hit]).clip(0, len(hits) - 1))] if is_hit.any() else []:
            these = np.flatnonzero(is_hit & (np.abs(t - hit) <= max(before, after)))
            for other in these[peak[these] < peak[these].max() if len(these) > 1 else np.zeros(len(these), bool)]: label[mine[other]] = -1
        if kind == "room":
            since = np.array([np.min(np.where(hits <= x, x - hits, 9)) for x in t])
            free = ~is_hit & (since > .26) & (near < -.04) | ~is_hit & (since > .26) & (np.abs(near) > .26)
            label[mine[free]] = 0
            for start, end, name in take["backgrounds"]:
                groups[mine[free & (t >= start) & (t < end)]] = name
        elif "drums" != take["group"]:
            least = .07 if kind == "real_human" else .03
            free = ~is_hit & (np.abs(near) > least) & (doubt > .03)
            if kind != "real_human":  # the release of a key, or a clip that strikes twice: no one's fault
                since = np.array([np.min(np.where(hits <= x, x - hits, 9)) for x in t])
                free &= ~((since > .06) & (since < .26))
            label[mine[free]] = 0
    return facts, rows, label, groups, context


def features(rows):
    """Rows × stages × inputs of the network."""
    shapes = rows[:, FIRST:FIRST + STAGES * SHAPE].reshape(-1, STAGES, SEGMENTS + 1, BANDS)
    return np.stack([inputs(10 ** (shapes[:, stage] / 10), heard) for stage, heard in enumerate(HEARD)], 1)


def inputs(power, heard):
    """Inputs of the network for shapes (rows × segments and background × bands, powers) heard so far."""
    loudest = np.maximum(1e-12, power[:, 4:heard].reshape(len(power), -1).max(1))[:, None]
    out = np.zeros((len(power), SHAPE), np.float32)
    out[:, :heard * BANDS] = np.log10(power[:, :heard].reshape(len(power), -1) / loudest + FLOOR) / 2 + 1
    out[:, SEGMENTS * BANDS:] = np.log10(power[:, -1] / loudest + NOISE_FLOOR) / 2 + 1
    return out


def fold(group):
    """The fold in which a group is held out."""
    if group.startswith(PACKAGED): return zlib.crc32(group.encode()) % len(FOLDS)
    return next(k for k, groups in enumerate(FOLDS) if group in groups)


def weights(label, groups, use, says={}):
    """Every group has the same weight, except kinds with many; half of all is for strokes and half for other sounds. Sources
    with few rows count less."""
    w = np.zeros(len(label))
    for value in (0, 1):
        for g in set(groups[use & (label == value)]):
            mine = use & (label == value) & (groups == g)
            say = next((says[kind] for kind in says if g.startswith(kind)), 1)
            w[mine] = say * min(1, mine.sum() / 150) / mine.sum()
        w[label == value] /= w[use & (label == value)].sum()
    return w * .5


EDGES = np.array([-.06, -.025, -.01, -.004, -.001, .0005, .00125, .00225, .005, .011, .022, .04475])


def made_shapes(count=3000, seed=3):
    """Shapes by formula, of which the recordings hold too few: strikes that rise at once and decay out of the quiet, and
    swells that rise slowly, dip or rest in a sound that goes on. Inputs, labels and groups."""
    rng = np.random.default_rng(seed)
    t = np.arange(EDGES[0], EDGES[-1], .00025)
    segment = np.searchsorted(EDGES, t + 1e-6, "right") - 1
    power, label = np.zeros((count, SEGMENTS + 1, BANDS)), np.arange(count) % 2

    def bands(spread):
        """A smooth spectrum, in decibels."""
        return np.interp(np.arange(BANDS), np.linspace(0, BANDS - 1, 4), rng.normal(0, spread, 4)) * rng.choice([0, 1], p=[.2, .8])

    for row in range(count):
        noise = 10 ** ((bands(6) + rng.uniform(-60, -25)) / 10)
        if label[row]:
            rise, decay = 10 ** rng.uniform(-3.7, -2.9), 10 ** rng.uniform(-2.4, -.5)
            since = np.maximum(0, t - rng.uniform(-.0005, .001))[:, None]
            slower = np.exp(rng.normal(0, .4, BANDS))
            sound = 10 ** (bands(7) / 10) * (1 - np.exp(-since / rise)) ** 2 * np.exp(-since / (decay * slower))
        else:
            # A background of zeros for half the swells: a sound out of silence, or one that went on before.
            depth, middle = rng.uniform(0, 30), rng.uniform(-.06, .08)
            rise, fall = .02 * 15 ** rng.random(2)
            hill = np.where(t < middle, 1 - (middle - t) / rise, 1 - (t - middle) / fall).clip(0)
            if rng.random() < .4: hill, depth = 1 - hill, rng.uniform(2, 12)
            elif rng.random() < .1: depth = 0
            sound = 10 ** ((bands(7) - depth * (1 - hill)[:, None] ** rng.uniform(.5, 2)) / 10)
            if rng.random() < .6: noise = sound.min(0) * 10 ** (rng.uniform(-15, 0) / 10)
        total = sound + noise
        for k in range(SEGMENTS):
            these = total[segment == k]
            # Of noise in so short a time more or less is heard than its power is.
            share = max(1, .5 * len(these))
            power[row, k] = these.mean(0) * (rng.gamma(share, 1 / share, BANDS) if rng.random() < .7 else 1)
        power[row, -1] = noise
    power += 1e-14
    x = np.stack([inputs(power, heard) for heard in HEARD], 1)
    return x, label, np.where(label == 1, "made_strikes", "made_shapes").astype(object)


class Network:
    """One hidden layer that all stages share: sound not heard yet is 0; biases and outputs a stage."""

    def __init__(self, inputs, hidden, seed=0):
        rng = np.random.default_rng(seed)
        self.p = [p.astype(np.float32) for p in (rng.standard_normal((inputs, hidden)) / np.sqrt(inputs), np.zeros((STAGES, hidden)),
                                                 rng.standard_normal((STAGES, hidden)) * .3, np.zeros(STAGES))]

    def forward(self, x):
        h = np.tanh(x @ self.p[0] + self.p[1])
        return h, (h * self.p[2]).sum(2) + self.p[3]

    def __call__(self, x): return self.forward(x)[1]

    def fit(self, x, y, w, steps=2500, batch=512, decay=3e-4, rate=4e-3, seed=1, noise=.03):
        rng = np.random.default_rng(seed)
        m = [np.zeros_like(p) for p in self.p]; v = [np.zeros_like(p) for p in self.p]
        chance = w / w.sum()
        cdf = np.cumsum(chance)
        for step in range(steps):
            i = np.searchsorted(cdf, rng.random(batch)).clip(0, len(y) - 1)
            xb, yb = x[i], y[i][:, None]
            xb = xb + (xb != 0) * (noise * rng.standard_normal(xb.shape, np.float32) + .05 * rng.standard_normal((batch, 1, 1), np.float32))
            h, z = self.forward(xb)
            g = (1 / (1 + np.exp(-z)) - yb) / batch / STAGES
            gh = g[:, :, None] * self.p[2] * (1 - h * h)
            grads = [xb.reshape(-1, xb.shape[2]).T @ gh.reshape(-1, gh.shape[2]), gh.sum(0), np.einsum("bs,bsh->sh", g, h), g.sum(0)]
            lr = rate * .5 * (1 + np.cos(np.pi * step / steps))
            for k, (p, gr) in enumerate(zip(self.p, grads)):
                if k in (0, 2): gr = gr + decay * p
                m[k] = .9 * m[k] + .1 * gr; v[k] = .999 * v[k] + .001 * gr * gr
                p -= lr * (m[k] / (1 - .9 ** (step + 1))) / (np.sqrt(v[k] / (1 - .999 ** (step + 1))) + 1e-8)
        return self


def network(x, label, groups, use):
    """A network that learns from some rows, and from synthetic ones: the mean of its members in one hidden layer."""
    made, made_label, made_groups = made_shapes()
    x, label, groups = np.concatenate([x[use], made]), np.r_[label[use], made_label], np.r_[groups[use], made_groups]
    parts = []
    for hidden, steps, decay, seed, says in MEMBERS:
        w = weights(label, groups, np.full(len(label), True), says)
        parts.append(Network(x.shape[2], hidden, seed).fit(x, label, w, steps=steps, decay=decay, seed=seed + 1).p)
    whole = Network(x.shape[2], 1)
    whole.p = [np.concatenate([p[k] for p in parts], 1) for k in range(2)] + [np.concatenate([p[2] for p in parts], 1) / len(parts),
                                                                              sum(p[3] for p in parts) / len(parts)]
    return whole


def held_out(x, label, groups):
    """Log-odds of each row by a network that never heard its group."""
    folds = np.array([fold(g) for g in groups])
    z = np.zeros((len(label), STAGES))
    for k in range(len(FOLDS)):
        out = folds == k
        z[out] = network(x, label, groups, ~out & (label >= 0))(x[out])
    return z


# The judge's sum, in addition to the network's log-odds z: the margin of the nearest sound and how far below its median
# the level lies (with a profile), and the mean opinion of the sounds just before.
MARGINS, LEVEL_OFFSET, LEVEL_RANGE = (-4, 3), 8, 25
MEMORY_SECONDS, MEMORY_CLIP, MEMORY_PRIOR = 3.0, 3.0, 1.0
LEAST_MEMORY = -1.0  # when it is used; the sums are fitted to the whole of it


RECENT_OFFSET, RECENT_RANGE = 12, 20  # below the 75th percentile of the last eight onsets, in decibels


# The margin counts so many times as much as the strike, at each stage: more than fits best, for the recordings hold few sounds
# that are quite unlike a player's.
MARGIN_SHARES = (2.5, 2.6, 2.7)
EARLY = 1.5  # a hit is muted before its last stage only if it is so much further off


# Kinds of sounds in which nothing is struck, by how their groups are called.
KINDS = {"household": ("esc10", "speech"), "impulsive": ("impulsive",), "synthetic talk": ("made_talk",), "talk": ("talk_",),
         "places": ("town_", "dig_", "kart_")}


def clip_level(level): return np.clip(level + LEVEL_OFFSET, -LEVEL_RANGE, 0)


def mean_opinion(rows, opinion):
    """For each row the mean of the opinions before it in its take, which fade with time."""
    out = np.zeros(len(rows))
    bounded = np.clip(opinion, -MEMORY_CLIP, MEMORY_CLIP)
    starts = np.flatnonzero(np.r_[True, np.diff(rows[:, 0]) != 0])
    for start, end in zip(starts, np.r_[starts[1:], len(rows)]):
        growth = np.exp((rows[start:end, 1] - rows[start, 1]) / 48000 / MEMORY_SECONDS)
        total, count = (np.cumsum(growth * part) - growth * part for part in (bounded[start:end], 1))
        out[start:end] = total / (MEMORY_PRIOR * growth + count)
    return out


def logistic(x, y, w, decay=1e-3):
    """Weights and a bias, by Newton's method."""
    a, w = np.c_[x, np.ones(len(y))], w / w.sum()
    ridge = 2 * decay * np.r_[np.ones(a.shape[1] - 1), 0]
    b = np.zeros(a.shape[1])
    for _ in range(12):
        p = 1 / (1 + np.exp(-(a @ b)))
        step = np.linalg.solve((a * (w * p * (1 - p))[:, None]).T @ a + np.diag(ridge + 1e-9), a.T @ (w * (y - p)) - ridge * b)
        b = b + step * min(1, 4 / np.abs(step).max())
    return b


class Data:
    def __init__(self, folder):
        self.facts, self.rows, self.label, self.groups, self.context = load(folder)
        self.recent = (self.context + RECENT_OFFSET).clip(-RECENT_RANGE, 0)
        take = [self.facts["takes"][int(i)] for i in self.rows[:, 0]]
        self.kind = np.array([t["kind"] for t in take])
        self.task = np.array([t.get("task", "") for t in take])
        self.natural = np.array([t.get("isNatural", False) for t in take])
        self.raw = np.array([t["variant"] == 0 for t in take])
        self.kinds = {kind: np.array([g.startswith(starts) for g in self.groups]) for kind, starts in KINDS.items()}

    def pair(self, profile, stage):
        """Margin and level of every row under a profile."""
        at = FIRST + STAGES * SHAPE + 2 * (STAGES * profile + stage)
        return self.rows[:, at].clip(*MARGINS), clip_level(self.rows[:, at + 1])

    def own(self, profile):
        """Rows to learn from under a profile, whether they are its strokes, and what each counts."""
        task = self.facts["tasks"][profile]
        strokes = np.flatnonzero((self.label == 1) & (self.task == task) & self.natural)
        none = np.flatnonzero((self.label == 0) & ((self.kind == "negative") | (self.task == task)))
        size = {g: (self.groups[none] == g).sum() for g in set(self.groups[none])}
        w = np.array([1 / max(150, size[g]) for g in self.groups[none]])
        return (np.r_[strokes, none], np.r_[np.ones(len(strokes)), np.zeros(len(none))],
                np.r_[np.full(len(strokes), 1 / len(strokes)), w / w.sum()])


def alone(data, z, profile, own, stage):
    """The sum of a stage as if nothing had been heard before."""
    return np.c_[z[:, stage], *data.pair(profile, stage), np.ones(len(z))] @ np.r_[own[stage][:3], own[stage][-1]]


def fit_sums(data, z, without=()):
    """Weights of the sums, stage by stage: with a profile (z, margin, level, mean opinion, bias) and without one
    (z, mean opinion, level below the last onsets, bias)."""
    profiles = [k for k in range(len(data.facts["tasks"])) if k not in without]
    own, general = [], []
    for stage in range(STAGES):
        x, y, w = [], [], []
        for k in profiles:
            rows, is_own, weight = data.own(k)
            m, level = data.pair(k, stage)
            x.append(np.c_[z[rows, stage] + MARGIN_SHARES[stage] * m[rows], level[rows]]); y.append(is_own); w.append(weight)
        strike, level, bias = logistic(np.concatenate(x), np.concatenate(y), np.concatenate(w))
        own.append(np.array([strike, MARGIN_SHARES[stage] * strike, level, bias]))
    # The memory is made of these sums without it, and scales them: a few rounds, and they agree.
    for _ in range(4):
        memories = [mean_opinion(data.rows, alone(data, z, k, own, STAGES - 1)) for k in profiles]
        for stage in range(STAGES):
            x, y, w = [], [], []
            for k, memory in zip(profiles, memories):
                rows, is_own, weight = data.own(k)
                x.append(np.c_[alone(data, z, k, own, stage), memory][rows]); y.append(is_own); w.append(weight)
            scale, memory, bias = logistic(np.concatenate(x), np.concatenate(y), np.concatenate(w), 0)
            own[stage] = np.r_[own[stage][:3] * scale, memory, own[stage][-1] * scale + bias]
    known = data.label >= 0
    w = weights(data.label, data.groups, known)[known]
    memory = mean_opinion(data.rows, z[:, -1])
    for stage in range(STAGES):
        general.append(logistic(np.c_[z[:, stage], memory, data.recent][known], data.label[known], w))
    return own, general


def figures(data, z):
    """Strokes lost and noises let in at each threshold; each profile by sums fitted to the others."""
    names = data.facts["tasks"]
    kinds = {kind: (which, sum(t["seconds"] for t in data.facts["takes"] if t["kind"] == "negative" and t["variant"] == 0 and
                               t["group"].startswith(KINDS[kind])) / 60) for kind, which in data.kinds.items()}
    negative = (data.kind == "negative") & data.raw

    def passes(said, threshold): return (said[:, :-1] >= threshold - EARLY).all(1) & (said[:, -1] >= threshold)

    def let_in(said, threshold):
        return [np.sum(passes(said[negative & which], threshold)) / minutes for which, minutes in kinds.values()]

    said = [None] * len(names)
    for part in ({0, 1, 2}, {3, 4}, {5, 6, 9}, {7, 8, 10}):
        own, _ = fit_sums(data, z, without=part)
        for k in part:
            memory = np.maximum(LEAST_MEMORY, mean_opinion(data.rows, alone(data, z, k, own, STAGES - 1)))
            said[k] = np.stack([alone(data, z, k, own, s) + own[s][3] * memory for s in range(STAGES)], 1)
    voices = [k for k, name in enumerate(names) if name.startswith("beatbox")]
    for threshold in np.arange(-4.4, .3, .2):
        strokes = [(data.label == 1) & (data.task == name) & data.natural for name in names]
        lost = [1 - np.mean(passes(said[k][mine], threshold)) for k, mine in enumerate(strokes)]
        let = np.array([let_in(said[k], threshold) for k in range(len(names))])
        others = [np.mean(passes(said[k][strokes[other]], threshold)) for k in voices for other in voices if other != k]
        print(f"profile {threshold:5.1f}: lost {np.mean(lost):.4f}, worst {max(lost):.3f}; of others answered {np.mean(others):.3f}, "
              f"worst {min(others):.2f}; " +
              ", ".join(f"{kind} {m:.1f} (worst {w:.1f})" for kind, m, w in zip(kinds, let.mean(0), let.max(0))))
    _, general = fit_sums(data, z)
    memory = np.maximum(LEAST_MEMORY, mean_opinion(data.rows, z[:, -1]))
    y = np.stack([np.c_[z[:, s], memory, data.recent, np.ones(len(z))] @ general[s] for s in range(STAGES)], 1)
    for threshold in np.arange(-3.6, -.5, .2):
        kept = lambda which: np.mean(passes(y[which], threshold))
        parts = {kind: 1 - kept((data.label == 1) & data.raw & (data.kind == kind)) for kind in ("composed", "kit", "real_semiauto", "real_human")}
        parts["room"] = 1 - kept((data.label == 1) & (data.kind == "room"))
        human = kept((data.label == 0) & data.raw & (data.kind == "real_human"))
        print(f"general {threshold:5.1f}: lost " + ", ".join(f"{k} {v:.4f}" for k, v in parts.items()) + "; " +
              ", ".join(f"{kind} {m:.1f}" for kind, m in zip(kinds, let_in(y, threshold))) + f"; between mouth sounds {human:.2f} let in")


def weights(path, network, own, general):
    """Writes the weights as HitValidatorWeights.swift reads them, rounded to thousandths."""
    inputs, *rest = network.p
    tables = [inputs.T, *rest, own, general]
    numbers = np.concatenate([np.ravel(table) for table in tables])
    np.array([float(f"{n:.3f}") for n in numbers], "<f4").tofile(path)


SCENE_ONSETS = 32
TABLE = {"talk_klettres_de", "talk_klettres_fr", "talk_klettres_ru", "talk_klettres_nl", "talk_klettres_he", "talk_klettres_it", "town_Market",
         "town_School", "town_Trafic", "town_Residential", "town_Water", "town_Green"}


def noise_table(path, data, z):
    """Writes onsets of sounds in which nothing is struck, in a character a number, as NoiseOnset.swift reads them."""
    def text(steps): return bytes((36 + np.clip(np.rint(steps), 0, 90)).astype(np.uint8)).decode()

    lines = []
    for index, take in enumerate(data.facts["takes"]):
        # Sounds that may be passed on, and are heard in a house.
        if take["kind"] != "negative" or take["variant"] or not (take["group"] in TABLE or take["group"].startswith("made_talk") or "esc10" in take["group"]): continue
        mine = np.flatnonzero(data.rows[:, 0] == index)
        seconds = np.r_[0, data.rows[mine, 1] / 48000]
        length = seconds[SCENE_ONSETS + 1] if len(mine) > SCENE_ONSETS else take["seconds"]
        lines.append(f"{take['group']} {length:.2f}")
        for at, row in enumerate(mine[:SCENE_ONSETS]):
            shape = data.rows[row, FIRST + (STAGES - 1) * SHAPE:FIRST + STAGES * SHAPE].reshape(SEGMENTS + 1, BANDS)
            shape = shape - shape[4:SEGMENTS].max()
            lines.append(text([np.log(max(1e-3, seconds[at + 1] - seconds[at]) / .02) / np.log(1.1), (data.rows[row, FIRST - 1] + 72) / .8]) +
                         text((z[row] + 12) / .25) + text((shape[2:].ravel() + 56) / .8))
    open(path, "w").write("\n".join(lines + [""]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--validate", action="store_true")
    parser.add_argument("--weights", help="file for the weights of the judge")
    parser.add_argument("--table", help="file for onsets of sounds in which nothing is struck")
    parser.add_argument("--shapes", help="judge-shapes, to hear the takes anew")
    args = parser.parse_args()
    if args.shapes:
        facts = json.load(open(os.path.join(args.folder, "takes.json")))
        profiles = [word for path in facts["profiles"] for word in ("--profile", path)]
        with open(os.path.join(args.folder, "rows.f32"), "wb") as rows:
            subprocess.run([args.shapes, *profiles, *(t["path"] for t in facts["takes"])], stdout=rows, check=True)
    data = Data(args.folder)
    x = features(data.rows)
    z = held_out(x, data.label, data.groups)
    if args.validate: figures(data, z)
    if args.table: noise_table(args.table, data, z)
    if args.weights:
        own, general = fit_sums(data, z)
        weights(args.weights, network(x, data.label, data.groups, data.label >= 0), own, general)


if __name__ == "__main__": main()
