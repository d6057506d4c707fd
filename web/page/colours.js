// Colours of the sides, kept apart from those of rulings: an army may be painted in any colour, but none looks like a verdict.
// Source: B. Ottosson, "A perceptual color space for image processing", 2020 (OKLab).

export const APART = 0.1;  // OKLab distance: a difference that is seen at a glance, also in small areas

const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const gamma = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);

function oklab(hex) {
  const [r, g, b] = channels(hex).map(linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b), m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b), s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
}

function hexOf([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3, m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3, s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s];
  return `#${rgb.map((c) => Math.round(Math.min(Math.max(gamma(Math.max(c, 0)), 0), 1) * 255).toString(16).padStart(2, "0")).join("")}`;
}

export function distance(a, b) { return Math.hypot(...oklab(a).map((x, i) => x - oklab(b)[i])); }

// Relative luminance and contrast as WCAG 2.2 defines them.
export function contrast(a, b) {
  const [x, y] = [a, b].map((hex) => channels(hex).map(linear)).map(([r, g, bl]) => 0.2126 * r + 0.7152 * g + 0.0722 * bl);
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

// The nearest colour to a side's that is apart from all of `taken`: first darker or lighter, then less or more vivid, as people know their army by its hue.
function apartFrom(hex, taken) {
  if (taken.every((other) => distance(hex, other) >= APART)) return hex;
  const [l, a, b] = oklab(hex), found = [];
  for (let dl = -0.3; dl <= 0.301; dl += 0.02)
    for (const chroma of [1, 0.8, 0.6, 0.4, 1.2]) {
      const candidate = hexOf([Math.min(Math.max(l + dl, 0.12), 0.95), a * chroma, b * chroma]);
      if (taken.every((other) => distance(candidate, other) >= APART)) found.push(candidate);
    }
  return found.sort((x, y) => distance(hex, x) - distance(hex, y))[0] ?? hex;
}

// Those of the style sheet, light and dark: a side keeps its colour when the evening comes.
export const RULING_COLOURS = {
  light: {illegal: "#c40064", doubtful: "#8a5200", ask: "#6b3fd4", legal: "#00706b", advisory: "#5f656d", hazard: "#ffd400"},
  dark: {illegal: "#ff6aa8", doubtful: "#f0b13c", ask: "#b39bff", legal: "#4fd1c5", advisory: "#a3a9b2", hazard: "#ffd400"},
};

const TAKEN = ["illegal", "doubtful", "ask", "legal"].flatMap((r) => [RULING_COLOURS.light[r], RULING_COLOURS.dark[r]]).concat(RULING_COLOURS.light.hazard);

// A side's colour as the page shows it.
export function sideColourApart(hex) { return apartFrom(hex.toLowerCase(), TAKEN); }
