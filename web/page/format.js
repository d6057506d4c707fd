// Numbers and words as a player reads them.

export function number(x, decimals = 1) { return Number.isFinite(x) ? String(Number(x.toFixed(decimals))) : "?"; }

export function inches(x, decimals = 1) { return `${number(x, decimals)}″`; }

export function clock(t) {
  const s = Math.max(0, Math.floor(Number(t) || 0));
  const two = (n) => String(n).padStart(2, "0");
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

export function measure(x, unit, decimals) {
  if (unit === "in") return inches(x, decimals ?? 2);
  if (unit === "deg") return `${number(x, decimals ?? 1)}°`;
  return `${number(x, decimals ?? 2)} ${unit ?? ""}`.trim();
}

// The chance that the limit is truly exceeded.
export function chance(p) {
  if (!Number.isFinite(p)) return "";
  if (p >= 0.9995) return "> 99.9 %";
  if (p <= 0.0005) return "< 0.1 %";
  return `${number(p * 100, 1)} %`;
}

// "right-face" as "Right face", "in_command" as "In command".
export function words(id) {
  const text = String(id ?? "").replace(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// The same of a key that may name its unit: "movement_in" as "Movement, inches".
export function keyWords(key) { return words(key.replace(/_in$/, ", inches")); }

export function plural(n, one) { return `${n} ${one}${n === 1 ? "" : "s"}`; }
