// Numbers and words as a player reads them.
import {has, language, ofProgram, t, unitOfLength} from "./lang.js";

const CM_PER_IN = 2.54;

// For people: with the comma of German. What a field of a form or a drawing reads is no such number.
export function number(x, decimals = 1) {
  const text = Number.isFinite(x) ? String(Number(x.toFixed(decimals))) : "?";
  return language === "de" ? text.replace(".", ",") : text;
}

// A length that is told in inches, in the viewer's unit.
export function inches(x, decimals = 1) { return unitOfLength === "cm" ? `${number(x * CM_PER_IN, decimals)} cm` : `${number(x, decimals)}″`; }

// The program's sentences have their lengths in inches: 18.6" .
export function lengthsIn(text) { return String(text ?? "").replace(/(\d+(?:\.\d+)?)(?:"|″)/g, (whole, n) => inches(Number(n), 2)); }

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
  if (p >= 0.9995) return `> ${number(99.9)} %`;
  if (p <= 0.0005) return `< ${number(0.1)} %`;
  return `${number(p * 100, 1)} %`;
}

// A word of the rules as the viewer reads it: "right-face" as "Right face", or as the language file has it.
export function words(id) {
  const key = `word.${String(id ?? "")}`, known = has(key) ? t(key) : ofProgram("word", id ?? "");
  if (known) return known;
  const text = String(id ?? "").replace(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// The same of a key that may name its unit: "movement_in" as "Movement, inches".
export function keyWords(key) { return words(key.replace(/_in$/, ", inches")); }

// "3 figures": key is that of a text that counts.
export function plural(n, key) { return t(`count.${key}`, {n}); }

// A name as it stands within a sentence: German nouns keep their capital.
export function within(text) { return language === "de" ? text : text.toLowerCase(); }
