// How a drum looks: its name for people, its hue, and its pictogram.
import { drawing } from "./dom.js";

const body = (top, left, bottom) => `M${left} ${top}v${bottom - top}c0 2.2 ${(16 - left) * 0.45} 4 ${16 - left} 4s${16 - left}-1.8 ${16 - left}-4v-${bottom - top}`;
const stand = "M16 19v9M10 28h12";
const ellipse = (cx, cy, rx, ry, tilt = 0) => ["ellipse", { cx, cy, rx, ry, transform: `rotate(${tilt} ${cx} ${cy})` }];
const tom = (rx, top, bottom) => [ellipse(16, top, rx, 3.6), body(top, 16 - rx, bottom)];

/// The shapes of a pictogram of 32 by 32: paths, and other shapes with their attributes.
const pictograms = {
  kick: [["circle", { cx: 16, cy: 15, r: 11 }], ["circle", { cx: 16, cy: 15, r: 4.5 }], "M8.5 23.5L5 29M23.5 23.5L27 29"],
  snare: [ellipse(16, 11, 12, 4.4), body(11, 4, 20), "M7 19.5l3 1.4 3-.6 3 .9 3-.9 3 .6 3-1.4"],
  sideStick: [ellipse(16, 16, 12, 5), body(16, 4, 22), "M2.5 7.5L24 17"],
  clap: ["M9 27l-3.500-8.500c-.6-1.900 1.700-2.800 2.600-1.100l2 3.800L8 10.500c-.5-1.900 2-2.700 2.800-.9l3.700 8.400", "M14.500 27c6 1.500 10.500-2 10.500-7l-.8-8.500c-.3-1.900-2.900-1.600-2.800.3l.3 4.700-3.900-7c-1-1.600-3.100-.5-2.400 1.300l3.600 8.700", "M14 5V2M19 5l2-2.500M9.500 5.500L7.500 3"],
  closedHat: ["M4 14.500c5-3.600 19-3.600 24 0zM4 16.500c5 3.600 19 3.600 24 0z", "M16 5v6", stand],
  halfHat: ["M4 12.800c5-3.600 19-3.600 24 0zM4 17c5 3.600 19 3.600 24 0z", "M16 4v5M16 12.800V17", stand],
  openHat: ["M4 10.500c5-3.600 19-3.600 24 0zM4 18c5 3.600 19 3.600 24 0z", "M16 3v4M16 10.500V18", "M16 21v7M10 28h12"],
  pedalHat: ["M4 9.500c5-3.600 19-3.600 24 0zM4 11.500c5 3.600 19 3.600 24 0z", "M16 3v3M16 14v8", "M8 28l15-5.500M8 28h17"],
  tomLow: [...tom(12, 9, 21), "M7 24.500V30M25 24.500V30"],
  tomMid: tom(10, 9.5, 20),
  tomHigh: tom(8, 10.5, 19),
  crash: [ellipse(16, 11, 13, 4, -16), ["circle", { cx: 16, cy: 10.5, r: 1.5 }], "M16 15v13M10 28h12", "M26.500 2.500l-1.500 2.500M30 6l-3 .8"],
  ride: [ellipse(16, 13, 13, 3.8, -6), "M12.500 11c1-3 5.500-3.600 7-.8", "M16 17v11M10 28h12"],
  bell: [ellipse(16, 15, 13, 3.8, -6), "M11.500 13c1-7 8-7.800 9.500-1z", "M16 19v9M10 28h12", "M24 3l-4.500 5"],
  cowbell: ["M11.500 10h9l4.500 15.500H7z", "M14 10V6h4v4", "M7 25.500c5 2.600 13 2.600 18 0"],
  other: ["M6 6l20 20M26 6L6 26", ["circle", { cx: 5, cy: 5, r: 2 }], ["circle", { cx: 27, cy: 5, r: 2 }]],
};

/// The names that Flam's kits use: the name for people, the hue in degrees of OKLCH, the pictogram.
const drums = {
  "kick": ["Kick", 25, "kick"],
  "snare": ["Snare", 65, "snare"],
  "side-stick": ["Side stick", 90, "sideStick"],
  "clap": ["Clap", 350, "clap"],
  "hihat-closed": ["Closed hi-hat", 235, "closedHat"],
  "hihat-pedal": ["Pedal hi-hat", 255, "pedalHat"],
  "hihat-half": ["Half-open hi-hat", 220, "halfHat"],
  "hihat-open": ["Open hi-hat", 200, "openHat"],
  "tom-low": ["Low tom", 285, "tomLow"],
  "tom-mid": ["Mid tom", 302, "tomMid"],
  "tom-high": ["High tom", 322, "tomHigh"],
  "crash": ["Crash", 145, "crash"],
  "ride": ["Ride", 165, "ride"],
  "ride-bell": ["Ride bell", 180, "bell"],
  "cowbell": ["Cowbell", 115, "cowbell"],
};

/// What names of other kits and of people contain, and the drum that it is most like.
const likenesses = [
  [/stick|rim|cross/, "side-stick"], [/ride.*bell|bell.*ride/, "ride-bell"], [/cow|block|agogo/, "cowbell"], [/ride/, "ride"],
  [/crash|splash|china|cymbal/, "crash"], [/pedal|foot/, "hihat-pedal"], [/half|semi|loose/, "hihat-half"],
  [/open.*(hat|hh)|(hat|hh).*open|\bohh?\b/, "hihat-open"], [/hat|\bhh\b/, "hihat-closed"], [/clap|snap|tap/, "clap"],
  [/kick|bass.?drum|\bbd\b|\bboom/, "kick"], [/snare|\bsn\b|\bsd\b/, "snare"], [/floor|tom.*(low|lo\b|3)|low.*tom/, "tom-low"],
  [/tom.*(high|hi\b|1)|high.*tom/, "tom-high"], [/tom/, "tom-mid"],
];

/// A name as Flam's kits write it.
const slug = (name) => name.toLowerCase().replace(/[ _]+/g, "-");

/// A drum's or a sound's name for people. A name that people gave stays as it is.
export const readable = (name) => drums[slug(name)]?.[0] ?? name;

/// A drum's name for people, with a capital letter where a kit wrote none.
export function drumName(name) {
  const shown = readable(name);
  return /^[a-z][a-z0-9 ]*$/.test(shown) ? shown.charAt(0).toUpperCase() + shown.slice(1) : shown;
}

/// The name of Flam's kits for a drum of any name; undefined if it is like none.
export const kind = (name) => (slug(name) in drums ? slug(name) : likenesses.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1]);

/// Of a pad's two names, the one that says which drum it is.
export const drumOf = ({ name, call }) => (kind(call) ? call : name);

/// The hue of a drum of any name.
export const hue = (name) => drums[kind(name)]?.[1] ?? 45;

/// The pictogram of a drum of any name.
export function pictogram(name) {
  const shapes = pictograms[drums[kind(name)]?.[2] ?? "other"];
  return drawing("svg", { viewBox: "0 0 32 32", class: "pictogram", "aria-hidden": "true" },
    ...shapes.map((shape) => (typeof shape === "string" ? drawing("path", { d: shape }) : drawing(...shape))));
}

/// Gives a node the hue of a drum.
export function tint(node, name) {
  node.style.setProperty("--hue", hue(name));
  return node;
}
