// One unit under a player's thumb: what it can declare, its dice, the end of its move. Each step is a choice among large buttons.
import {dot, html} from "./dom.js";
import {eventOf} from "./entries.js";
import {fittingEntries} from "./fitting.js";
import {keyWords, within, words} from "./format.js";
import {t} from "./lang.js";
import {mayPlay, sideColour, unitName} from "./model.js";
import {unitMark, unitRow} from "./strip.js";

// What an entry takes that a player can choose among; all else is the judge's to add.
const CHOSEN = ["unit", "formation", "edge"];

function keysOf(rules, word) { return (rules.action_keys?.[word] ?? []).filter((key) => CHOSEN.includes(rules.key_types?.[key] ?? key)); }

// [[value, text, side]] of that key for the unit: targets are enemies, supporters friends.
function choicesOf(model, unit, key) {
  const {rules} = model, type = rules.key_types?.[key] ?? key;
  if (type === "formation") return (rules.formations ?? []).map((w) => [w, words(w)]);
  if (type === "edge") return (rules.edges ?? []).map((w) => [w, words(w)]);
  const wantsEnemy = key === "target";
  return [...model.units.values()].filter((u) => u.id !== unit.id && (u.side !== unit.side) === wantsEnemy).map((u) => [u.id, u.name, u.side]);
}

// step: null, or {kind: "declare" | "dice", word, values: chosen so far, key: to be chosen now}.
export function firstStep(model, kind, word) { return {kind, word, values: {}, key: kind === "dice" ? "outcome" : keysOf(model.rules, word)[0] ?? null}; }

// The step after a choice; key null: all is said.
export function nextStep(model, step, value) {
  const values = value === undefined ? step.values : {...step.values, [step.key]: value}, keys = step.kind === "dice" ? ["outcome"] : keysOf(model.rules, step.word);
  return {...step, values, key: keys[keys.indexOf(step.key) + 1] ?? null};
}

// {event, text} of a step that says all.
export function entryOf(model, unitId, step) {
  const spoken = Object.values(step.values).map((v) => (model.units.has(v) ? unitName(model, v) : within(words(v))));
  return {event: eventOf(unitId, step.kind, step.word, step.values), text: [`${unitName(model, unitId)}:`, within(words(step.word)), ...spoken].join(" ")};
}

function button(content, onclick, extra = {}) { return html("button", {type: "button", class: "button wide", onclick, ...extra}, content); }

function group(title, buttons) { return buttons.length ? [html("h3", {}, title), html("div", {class: "grid"}, buttons)] : []; }

// What fits now stands first; the rest of the rules' words waits below, folded up.
function offers(model, unit, actions) {
  const {rules} = model, offer = ([kind, word]) => button(words(word), () => actions.begin(kind, word)), isOffer = ([kind, word, value]) => (kind === "declare" || kind === "dice") && word && !value;
  const fitting = fittingEntries(model, unit).map((item) => item.entry.split(" ")).filter(isOffer), named = new Set(fitting.map((e) => e.join(" "))), of = (kind, list) => (list ?? []).map((word) => [kind, word]).filter((e) => !named.has(e.join(" ")));
  return [...group(t("phone.now"), fitting.map(offer)), html("details", {class: "more"}, html("summary", {class: "button"}, t("phone.more")), ...group(t("phone.declare"), of("declare", rules.actions).map(offer)), ...group(t("phone.dice"), of("dice", rules.checks).map(offer)))];
}

// phone: {unit, step}; actions: {begin(kind, word), choose(value)}.
function choices(model, unit, phone, actions) {
  const {step} = phone, {rules} = model;
  if (!step) return offers(model, unit, actions);
  if (step.kind === "dice") return group(words(step.word), (rules.outcomes ?? ["pass", "fail"]).map((word) => button(t(word === "pass" ? "phone.pass" : "phone.fail"), () => actions.choose(word))));
  const list = choicesOf(model, unit, step.key).map(([value, text, side]) => button([side ? dot(sideColour(model, side)) : null, side ? " " : null, text], () => actions.choose(value)));
  return group(`${words(step.word)}: ${within(keyWords(step.key))}`, [...list, button(t("phone.without"), () => actions.choose(undefined))]);
}

// Draws it where something is other than `drawn`; returns what it drew.
export function drawUnitSheet(node, model, phone, actions, drawn) {
  const unit = model.units.get(phone.unit), plays = Boolean(unit) && mayPlay(model, unit.id) && Boolean(model.rules);
  const isOpen = Boolean(node.querySelector("details[open]")) && JSON.parse(drawn || "[]")[0] === phone.unit, fitting = plays && !phone.step ? fittingEntries(model, unit).map((item) => item.entry) : [];
  const mark = JSON.stringify([phone.unit, phone.step, plays, fitting, unit && unitMark(model, unit), model.rules?.actions]);
  if (mark === drawn || node.querySelector("button:active")) return drawn;
  node.hidden = !unit;
  node.replaceChildren(...(unit ? [html("h2", {class: "unit-row", tabindex: -1}, unitRow(model, unit)), ...(plays ? choices(model, unit, phone, actions) : [])] : []));
  if (isOpen) node.querySelector("details")?.setAttribute("open", "");
  return mark;
}
