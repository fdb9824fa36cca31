#!/usr/bin/env python3
"""Trains the judge of strokes: train.py FOLDER [--shapes JUDGE-SHAPES] [--validate] [--swift FILE].

FOLDER holds takes.json (takes.py) and rows.f32 (judge-shapes). --validate leaves out each fold of groups in turn and
prints what is lost and what is let in; --swift writes the weights as Swift.
"""
import argparse, json, os, subprocess
import numpy as np

STAGES, SEGMENTS, BANDS = 3, 11, 8
HEARD = (9, 10, 11)
FLOOR, NOISE_FLOOR = 1e-4, 1e-5
HIDDEN = 16
FOLDS = [
    {"taps", "esc10_Rain", "beatbox_ARF", "beatbox_ACS", "impulsive_esc10_Person_sneeze", "beatbox_JVS"},
    {"keys", "esc10_Sea_waves", "speech_p287", "beatbox_SPS", "beatbox_APL", "beatbox_LML"},
    {"body", "cajon", "esc10_Helicopter", "impulsive_esc10_Dog_bark", "beatbox_OBM", "beatbox_OBH", "beatbox_JMP"},
    {"drumkit", "drums", "esc10_Baby_cry", "esc10_Chainsaw", "beatbox_MFU", "beatbox_IGN", "beatbox_MSF"},
    {"mridangam", "esc10_Rooster", "impulsive_esc10_Clock_tick", "beatbox_TMO", "beatbox_ND"},
    {"impulsive_esc10_Fire_crackling", "beatbox_VGM", "beatbox_MTP", "noise"},
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
    columns = 1 + 2 + STAGES + (SEGMENTS + 1) * BANDS + 3 * STAGES * len(facts["tasks"])
    rows = np.fromfile(os.path.join(folder, "rows.f32"), np.float32).reshape(-1, columns)
    label = np.full(len(rows), -1)  # 1 stroke, 0 none, -1 not told
    groups = np.empty(len(rows), object)
    context = np.zeros(len(rows))
    next_gap = np.full(len(rows), np.inf)
    for index, take in enumerate(facts["takes"]):
        mine = np.flatnonzero(rows[:, 0] == index)
        if not len(mine): continue
        t = rows[mine, 1] / 48000
        peak = rows[mine, 3 + STAGES - 1]
        for k, row in enumerate(mine):
            last = peak[max(0, k - 8):k]
            context[row] = min(0, peak[k] - np.percentile(last, 75)) if len(last) else 0
        next_gap[mine[:-1]] = np.diff(t)
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
            label[mine[free]] = 0
    return facts, rows, label, groups, context, next_gap


def features(rows):
    """Rows × stages × inputs of the network."""
    first = 3 + STAGES
    power = 10 ** (rows[:, first:first + SEGMENTS * BANDS].reshape(-1, SEGMENTS, BANDS) / 10)
    noise = 10 ** (rows[:, first + SEGMENTS * BANDS:first + (SEGMENTS + 1) * BANDS] / 10)
    out = np.zeros((len(rows), STAGES, (SEGMENTS + 1) * BANDS), np.float32)
    for stage, heard in enumerate(HEARD):
        loudest = np.maximum(1e-12, power[:, 4:heard].reshape(len(rows), -1).max(1))[:, None]
        levels = np.log10(power[:, :heard].reshape(len(rows), -1) / loudest + FLOOR) / 2 + 1
        out[:, stage, :heard * BANDS] = levels
        out[:, stage, SEGMENTS * BANDS:] = np.log10(noise / loudest + NOISE_FLOOR) / 2 + 1
    return out


def weights(label, groups, use):
    """Every group has the same say, half of it for strokes and half for none; sources with few rows count less."""
    w = np.zeros(len(label))
    for value in (0, 1):
        for g in set(groups[use & (label == value)]):
            mine = use & (label == value) & (groups == g)
            w[mine] = min(1, mine.sum() / 150) / mine.sum()
        w[label == value] /= w[use & (label == value)].sum()
    return w * .5


class Network:
    """One hidden layer that all stages share: what is not heard yet is 0; biases and outputs a stage."""

    def __init__(self, inputs, hidden=HIDDEN, seed=0):
        rng = np.random.default_rng(seed)
        self.p = [rng.standard_normal((inputs, hidden)) / np.sqrt(inputs), np.zeros((STAGES, hidden)),
                  rng.standard_normal((STAGES, hidden)) * .3, np.zeros(STAGES)]

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
            xb = xb + (xb != 0) * (noise * rng.standard_normal(xb.shape) + .05 * rng.standard_normal((batch, 1, 1)))
            h, z = self.forward(xb)
            g = (1 / (1 + np.exp(-z)) - yb) / batch / STAGES
            gh = g[:, :, None] * self.p[2] * (1 - h * h)
            grads = [np.einsum("bsi,bsh->ih", xb, gh, optimize=True), gh.sum(0), np.einsum("bs,bsh->sh", g, h), g.sum(0)]
            lr = rate * .5 * (1 + np.cos(np.pi * step / steps))
            for k, (p, gr) in enumerate(zip(self.p, grads)):
                if k in (0, 2): gr = gr + decay * p
                m[k] = .9 * m[k] + .1 * gr; v[k] = .999 * v[k] + .001 * gr * gr
                p -= lr * (m[k] / (1 - .9 ** (step + 1))) / (np.sqrt(v[k] / (1 - .999 ** (step + 1))) + 1e-8)
        return self


def held_out(x, label, groups):
    """Log-odds of each row by a network that never heard its group."""
    z = np.zeros((len(label), STAGES))
    for fold in FOLDS:
        out = np.array([g in fold for g in groups])
        use = ~out & (label >= 0)
        w = weights(label, groups, use)[use]
        z[out] = Network(x.shape[2]).fit(x[use], label[use], w)(x[out])
    return z


# What the judge adds up, beside the network's log-odds z: the margin of the nearest sound and how far below its median
# the level lies (with a profile), and the mean opinion of what was heard just before.
MARGINS, LEVEL_OFFSET, LEVEL_RANGE = (-4, 3), 8, 25
MEMORY_SECONDS, MEMORY_CLIP, MEMORY_PRIOR = 3.0, 3.0, 1.0


RECENT_OFFSET, RECENT_RANGE = 12, 20  # below the 75th percentile of the last eight onsets, in decibels


def clip_level(level): return np.clip(level + LEVEL_OFFSET, -LEVEL_RANGE, 0)


def mean_opinion(rows, opinion):
    """For each row the mean of the opinions before it in its take, which fade with time."""
    out, seconds = np.zeros(len(rows)), rows[:, 1] / 48000
    total = count = 0.0
    for i in range(len(rows)):
        if i == 0 or rows[i, 0] != rows[i - 1, 0]: total = count = 0.0
        else:
            fade = np.exp(-max(0, seconds[i] - seconds[i - 1]) / MEMORY_SECONDS)
            total, count = total * fade, count * fade
        out[i] = total / (MEMORY_PRIOR + count)
        total, count = total + np.clip(opinion[i], -MEMORY_CLIP, MEMORY_CLIP), count + 1
    return out


def logistic(x, y, w, decay=1e-3):
    from scipy.optimize import minimize
    a, t, w = np.c_[x, np.ones(len(y))], 2 * y - 1, w / w.sum()
    loss = lambda b: w @ np.logaddexp(0, -t * (a @ b)) + decay * b[:-1] @ b[:-1]
    slope = lambda b: -(a.T @ (w * t / (1 + np.exp(t * (a @ b))))) + 2 * decay * np.r_[b[:-1], 0]
    return minimize(loss, np.zeros(a.shape[1]), jac=slope).x


class Data:
    def __init__(self, folder):
        self.facts, self.rows, self.label, self.groups, self.context, _ = load(folder)
        self.recent = (self.context + RECENT_OFFSET).clip(-RECENT_RANGE, 0)
        take = [self.facts["takes"][int(i)] for i in self.rows[:, 0]]
        self.kind = np.array([t["kind"] for t in take])
        self.task = np.array([t.get("task", "") for t in take])
        self.natural = np.array([t.get("isNatural", False) for t in take])
        self.raw = np.array([t["variant"] == 0 for t in take])
        self.impulsive = np.array([g.startswith("impulsive") for g in self.groups])
        self.minutes = lambda impulsive: sum(
            t["seconds"] for t in self.facts["takes"]
            if t["kind"] == "negative" and t["variant"] == 0 and t["group"].startswith("impulsive") == impulsive) / 60

    def pair(self, profile, stage):
        """Margin and level of every row under a profile."""
        at = 1 + 2 + STAGES + (SEGMENTS + 1) * BANDS + 3 * STAGES * profile + 3 * stage
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


def fit_sums(data, z, without=None):
    """Weights of the sums, stage by stage: with a profile (z, margin, level, mean opinion, bias) and without one
    (z, mean opinion, level below the last onsets, bias)."""
    profiles = [k for k in range(len(data.facts["tasks"])) if k != without]
    own, general = [], []
    for stage in range(STAGES):
        x, y, w = [], [], []
        for k in profiles:
            rows, is_own, weight = data.own(k)
            m, level = data.pair(k, stage)
            x.append(np.c_[z[rows, stage], m[rows], level[rows]]); y.append(is_own); w.append(weight)
        base = logistic(np.concatenate(x), np.concatenate(y), np.concatenate(w))
        own.append(base)
    last = own[-1]
    for stage in range(STAGES):
        x, y, w = [], [], []
        for k in profiles:
            rows, is_own, weight = data.own(k)
            opinion = np.c_[z[:, -1], *data.pair(k, STAGES - 1), np.ones(len(z))] @ last
            said = np.c_[z[:, stage], *data.pair(k, stage), np.ones(len(z))] @ own[stage]
            x.append(np.c_[said, mean_opinion(data.rows, opinion)][rows]); y.append(is_own); w.append(weight)
        scale, memory, bias = logistic(np.concatenate(x), np.concatenate(y), np.concatenate(w), 0)
        own[stage] = np.r_[own[stage][:3] * scale, memory, own[stage][3] * scale + bias]
    told = data.label >= 0
    w = weights(data.label, data.groups, told)[told]
    memory = mean_opinion(data.rows, z[:, -1])
    for stage in range(STAGES):
        general.append(logistic(np.c_[z[:, stage], memory, data.recent][told], data.label[told], w))
    return own, general, last


def figures(data, z):
    """What is lost and let in at each threshold; each profile by sums fitted to the others."""
    names = data.facts["tasks"]
    both = [(~data.impulsive, data.minutes(False)), (data.impulsive, data.minutes(True))]
    said = {}
    for k in range(len(names)):
        own, _, last = fit_sums(data, z, without=k)
        opinion = np.c_[z[:, -1], *data.pair(k, STAGES - 1), np.ones(len(z))] @ last
        memory = mean_opinion(data.rows, opinion)
        said[k] = np.stack([np.c_[z[:, s], *data.pair(k, s), memory, np.ones(len(z))] @ own[s] for s in range(STAGES)], 1)
    for stage in range(STAGES):
        for threshold in (-5, -4, -3, -2.5, -2, -1.5, -1, 0):
            lost, let = [], [[], []]
            for k, name in enumerate(names):
                strokes = (data.label == 1) & (data.task == name) & data.natural
                lost.append(np.mean(said[k][strokes, stage] < threshold))
                for part, (which, minutes) in enumerate(both):
                    these = (data.kind == "negative") & data.raw & which
                    let[part].append(np.sum(said[k][these, stage] >= threshold) / minutes)
            print(f"profile, stage {stage}, {threshold:5}: lost {np.mean(lost):.3f}, worst {max(lost):.3f}; "
                  f"false a minute {np.mean(let[0]):.1f}, worst {max(let[0]):.1f}; impulsive {np.mean(let[1]):.1f}, worst {max(let[1]):.1f}")
    _, general, _ = fit_sums(data, z)
    memory = mean_opinion(data.rows, z[:, -1])
    for stage in range(STAGES):
        y = np.c_[z[:, stage], memory, data.recent, np.ones(len(z))] @ general[stage]
        for threshold in (-5, -4, -3.5, -3, -2.5, -2, -1):
            parts = {kind: np.mean(y[(data.label == 1) & data.raw & (data.kind == kind)] < threshold) for kind in ("composed", "real_semiauto", "real_human")}
            parts["room"] = np.mean(y[(data.label == 1) & (data.kind == "room")] < threshold)
            let = [np.sum(y[(data.kind == "negative") & data.raw & which] >= threshold) / minutes for which, minutes in both]
            human = np.mean(y[(data.label == 0) & data.raw & (data.kind == "real_human")] >= threshold)
            print(f"general, stage {stage}, {threshold:5}: lost " + ", ".join(f"{k} {v:.3f}" for k, v in parts.items()) +
                  f"; false a minute {let[0]:.1f}, impulsive {let[1]:.1f}; between mouth sounds {human:.2f} let in")


def swift(path, network, own, general):
    def table(name, numbers, note):
        numbers, lines, line = np.ravel(numbers), [], "   "
        for n in numbers:
            word = f" {n:.3f},"
            if len(line) + len(word) > 100: lines.append(line); line = "   "
            line += word
        return [f"  /// {note}", f"  static let {name}: [Float] = [", *lines, line, "  ]"]

    inputs, biases, outputs, ends = network.p
    text = ["// SPDX-License-Identifier: GPL-3.0-or-later", "", "/// The weights of ``StrokeJudge``, as tools/train-judge wrote them.",
            "enum StrokeWeights {", f"  static let hiddenCount = {inputs.shape[1]}",
            *table("inputs", inputs.T, "Hidden unit by hidden unit, a weight for each input."),
            *table("hiddenBiases", biases, "Stage by stage, a bias for each hidden unit."),
            *table("outputs", outputs, "Stage by stage, a weight for each hidden unit."),
            *table("outputBiases", ends, "A bias a stage."),
            *table("own", own, "Stage by stage: weights of the strike, margin, level and recent opinion, and a bias."),
            *table("general", general, "The same without a profile: weights of the strike, recent opinion and level below the last, and a bias."), "}", ""]
    open(path, "w").write("\n".join(text))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--validate", action="store_true")
    parser.add_argument("--swift")
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
    if args.swift:
        use = data.label >= 0
        network = Network(x.shape[2]).fit(x[use], data.label[use], weights(data.label, data.groups, use)[use])
        own, general, _ = fit_sums(data, z)
        swift(args.swift, network, own, general)


if __name__ == "__main__": main()
