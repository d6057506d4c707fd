// The page's words in the viewer's language, and lengths in the viewer's unit. All texts stand in lang/, one file a language, and what the program itself says in English in another.
import {DE} from "./lang/de.js";
import {DE_PROGRAM} from "./lang/de_program.js";
import {EN} from "./lang/en.js";

export const LANGUAGES = {en: EN, de: DE};
const PROGRAM = {de: DE_PROGRAM};  // what the program says in English, in another language
const STORED = {language: "vedette language", unit: "vedette unit"};

// What a browser keeps, or null: some keep nothing, or forbid to ask.
export function recall(key) {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

// Keeps it where the browser does.
export function remember(key, value) {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // it lasts as long as the page
  }
}

const asked = (name) => new URLSearchParams(window.location.search).get(name);

// By the address (?lang=de), else as chosen before, else the first of the browser's languages that there is. "xx" marks each text, to find those that stand elsewhere.
function chooseLanguage() {
  const wanted = [asked("lang"), recall(STORED.language), ...(window.navigator?.languages ?? [])].filter(Boolean).map((l) => l.slice(0, 2).toLowerCase());
  return wanted.find((l) => LANGUAGES[l] || l === "xx") ?? "en";
}

export const language = chooseLanguage();
export const unitOfLength = (asked("units") ?? recall(STORED.unit)) === "cm" ? "cm" : "in";
const words = LANGUAGES[language] ?? EN, plurals = new Intl.PluralRules(language === "xx" ? "en" : language);

// What is shown next time, in this browser.
export function setLanguage(code) { remember(STORED.language, code); }
export function setUnitOfLength(unit) { remember(STORED.unit, unit); }

// What the program calls `name`, in the viewer's language; "" where that is English, or where there is no such word. kind: "violation", "word" or "answer".
export function ofProgram(kind, name) {
  const known = PROGRAM[language]?.[kind];
  return known && Object.hasOwn(known, String(name)) ? known[name] : "";
}

const sentences = (PROGRAM[language]?.sentence ?? []).map(([pattern, text]) => [new RegExp(`^${pattern}$`), text]);

// A sentence of the program in the viewer's language, where it is one that is known by its pattern; else as it came.
export function sentenceOfProgram(text) {
  const found = sentences.find(([pattern]) => pattern.test(text));
  return found ? text.replace(found[0], found[1]) : text;
}

function filled(text, values) { return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] === undefined ? whole : String(values[name])); }

// Is there such a text?
export function has(key) { return Object.hasOwn(EN, key); }

// The text of that key with {name} filled in. One that counts has a form for each number: {one, other} by `n`.
export function t(key, values = {}) {
  const found = words[key] ?? EN[key] ?? key, form = typeof found === "string" ? found : found[plurals.select(Number(values.n))] ?? found.other;
  const text = filled(form, values);
  return language === "xx" ? `⟦${text}⟧` : text;
}

// The text of an element of the HTML stands there in English: data-t names its key, data-t-title, data-t-label and data-t-placeholder those of its attributes.
export function translateElements(root = document) {
  const marked = (name) => [...root.querySelectorAll(`[data-${name}]`)].map((node) => [node, node.getAttribute(`data-${name}`)]);
  for (const [node, key] of marked("t")) node.textContent = t(key);
  for (const [name, attribute] of [["t-title", "title"], ["t-label", "aria-label"], ["t-placeholder", "placeholder"]])
    for (const [node, key] of marked(name)) node.setAttribute(attribute, t(key));
  document.documentElement.lang = language === "xx" ? "en" : language;
}
