// What a judge can enter for a unit: the words come with the rules, the fields follow from what each word takes.
import {byId, html} from "./dom.js";
import {keyWords, number, within, words} from "./format.js";
import {t} from "./lang.js";
import {unitName} from "./model.js";

const FIXED = {dice: ["outcome"], order: ["legs"], remove: ["own"], place: ["one", "pose"]};

const LABELLED = ["own", "one", "pose", "legs"];

// The entries of the game's rules, by group: [[title, [[entry, text]]]]. An entry is its event in words: "declare charge", "dice morale".
function entryGroups(rules) {
  const of = (kind, list) => (list ?? []).map((word) => [`${kind} ${word}`, keyWords(word)]);
  const table = [["remove", t("sheet.remove")], ["place", t("sheet.place")]];
  if (rules.phases?.includes("orders")) table.unshift(["order", t("sheet.order")]);
  return [[t("entries.declare"), of("declare", rules.actions)], [t("entries.dice"), of("dice", rules.checks)], [t("entries.state"), of("status", rules.status)], [t("entries.table"), table]];
}

function fieldsOf(rules, kind, word) {
  if (kind === "declare") return rules.action_keys?.[word] ?? [];
  return kind === "status" ? [word] : FIXED[kind] ?? [];
}

function choose(entries, extra = {}) { return html("select", extra, entries.map(([value, text]) => html("option", {value}, text))); }

function figureList(units, extra = {}) {
  return html("select", {multiple: true, size: 4, ...extra}, units.map((u) => html("optgroup", {label: u.name}, u.figures.map((f) => html("option", {value: f.id}, f.id)))));
}

const unitsBut = (model, id) => [...model.units.values()].filter((u) => u.id !== id);
const pairs = (list) => list.map((w) => [w, words(w)]);
const chosen = (node) => [...node.selectedOptions].map((o) => o.value);

function numberInput(label, extra = {}) { return html("input", {type: "number", step: "any", "aria-label": label, title: label, placeholder: label, ...extra}); }

// One leg of an order: its direction, its length, the facing at its end.
function legRow(facing) {
  const value = Number.isFinite(facing) ? number(facing, 0) : null;
  const inputs = [numberInput(t("entries.direction"), {placeholder: t("entries.directionShort"), value}), numberInput(t("entries.length"), {placeholder: t("entries.lengthShort"), min: 0}), numberInput(t("entries.facing"), {placeholder: t("entries.facingShort"), value})];
  return html("span", {class: "leg"}, inputs);
}

function legsField(facing) {
  const rows = html("span", {class: "legs"}, legRow(facing));
  const more = html("button", {type: "button", onclick: () => rows.append(legRow(facing))}, t("entries.addLeg"));
  const read = () => [...rows.children].map((row) => [...row.children].map((i) => i.valueAsNumber)).filter((leg) => leg.every(Number.isFinite)).map(([direction, distance_in, facing]) => ({direction, distance_in, facing}));
  return {node: html("span", {class: "legs-field"}, rows, more), read: () => (read().length ? read() : undefined)};
}

function poseField(model, own) {
  const inputs = ["x ″", "y ″", t("entries.heading")].map((label) => numberInput(label));
  const show = () => (model.state?.figures?.[own.value] ?? []).slice(0, 3).forEach((n, i) => { inputs[i].value = Number(n.toFixed(2)); });
  own.addEventListener("change", show);
  show();
  const read = () => inputs.map((i) => i.valueAsNumber);
  return {node: html("span", {class: "leg"}, inputs), read: () => (read().every(Number.isFinite) ? read() : undefined)};
}

// A field for a value of that type: {node, read}; read() is undefined where nothing was chosen.
function fieldFor(model, unit, type) {
  const optional = ["", "–"];
  const simple = (node, convert = (v) => v) => ({node, read: () => (node.value === "" ? undefined : convert(node.value))});
  switch (type) {
    case "flag": return simple(choose([["yes", t("word.yes")], ["no", t("word.no")]]), (v) => v === "yes");
    case "outcome": return simple(choose(pairs(model.rules.outcomes ?? [])));
    case "number": return simple(numberInput(t("entries.number"), {min: 0, placeholder: ""}), Number);
    case "formation": return simple(choose([optional, ...pairs(model.rules.formations ?? [])]));
    case "edge": return simple(choose([optional, ...pairs(model.rules.edges ?? [])]));
    case "unit": return simple(choose([optional, ...unitsBut(model, unit.id).map((u) => [u.id, u.name])]));
    case "figure": return simple(choose([optional, ["none", t("entries.killed")], ...unit.figures.map((f) => [f.id, f.id])]), (v) => (v === "none" ? null : v));
    case "units": {
      const node = html("select", {multiple: true, size: 3}, unitsBut(model, unit.id).map((u) => html("option", {value: u.id}, u.name)));
      return {node, read: () => chosen(node)};
    }
    case "figures": case "own": {
      const node = figureList(type === "own" ? [unit] : unitsBut(model, unit.id).filter((u) => u.side !== unit.side));
      return {node, read: () => (chosen(node).length ? chosen(node) : undefined)};
    }
    case "one": return simple(choose(unit.figures.map((f) => [f.id, f.id])));
    case "legs": return legsField(model.state?.units?.find((u) => u.id === unit.id)?.facing);
    default: return simple(html("input", {type: "text"}));
  }
}

// The event that the words and the values of their fields make, or null where one is wanted that is not there.
export function eventOf(unit, kind, word, values) {
  const value = values[word];
  switch (kind) {
    case "declare": return {kind, unit, action: word, ...values};
    case "dice": return values.outcome ? {kind, unit, check: word, outcome: values.outcome} : null;
    case "status": return value === undefined ? null : {kind, unit, set: {[word]: value}};
    case "order": return values.legs ? {kind, unit, moves: values.legs} : null;
    case "remove": return values.own ? {kind, figures: values.own} : null;
    case "place": return values.one && values.pose ? {kind, figures: {[values.one]: values.pose}} : null;
    default: return null;
  }
}

// An answer in words as its event: null where it leaves something open that is still to be asked for.
export function answerEvent(model, unit, entry) {
  const [kind, word, value] = entry.split(" "), keys = model.rules?.action_keys?.[word] ?? [];
  const contacts = model.state?.units?.find((u) => u.id === unit)?.contacts ?? [];
  if (kind === "remove") return eventOf(unit, kind, word, {own: model.units.get(unit)?.figures.map((f) => f.id)});
  if (kind === "declare" && keys.length === 0) return eventOf(unit, kind, word, {});
  if (kind === "declare" && keys.includes("target") && contacts.length === 1) return eventOf(unit, kind, word, {target: contacts[0]});
  if (kind === "dice") return eventOf(unit, kind, word, {outcome: value});
  if (kind === "status" && value) return eventOf(unit, kind, word, {[word]: value === "true" || value === "false" ? value === "true" : value});
  return null;
}

// Draws the fields of what is chosen, and keeps how to read them; figure: of the unit, which they begin with.
function drawFields(model, form, figure) {
  const unit = model.units.get(model.unit), [kind, word] = byId("entry-what").value.split(" ");
  const fields = {};
  byId("entry-fields").replaceChildren();
  for (const key of unit ? fieldsOf(model.rules, kind, word) : []) {
    fields[key] = key === "pose" ? poseField(model, fields.one.node) : fieldFor(model, unit, model.rules.key_types?.[key] ?? key);
    if (key === "one" && figure) fields.one.node.value = figure;
    const label = LABELLED.includes(key) ? t(`entries.${key}`) : keyWords(key);
    byId("entry-fields").append(html("label", {}, label, fields[key].node));
  }
  form.values = () => Object.fromEntries(Object.entries(fields).map(([key, f]) => [key, f.read()]).filter(([, v]) => v !== undefined));
  form.read = () => eventOf(unit.id, kind, word, form.values());
}

// The values of an entry as the note says them.
function spoken(model, values) {
  const one = (v) => (v === true ? t("word.yes") : v === false ? t("word.no") : v === null ? t("word.none") : model.units.has(v) ? unitName(model, v) : typeof v === "object" ? "" : String(v));
  return Object.values(values).flat().map(one).filter(Boolean).join(" ");
}

// Opens the form at that entry, for what its button could not know; at that figure, where one is meant.
export function openEntry(model, entry, figure) {
  byId("entry-what").value = entry.split(" ").slice(0, 2).join(" ");
  drawFields(model, byId("entry-form"), figure);
  byId("entry-form").scrollIntoView({block: "nearest"});
  (byId("entry-fields").querySelector("select, input") ?? byId("entry-what")).focus();
}

// Fills the form for the unit that is chosen now, keeping what was chosen before.
export function fillEntries(model) {
  const what = byId("entry-what"), before = what.value;
  what.replaceChildren(...entryGroups(model.rules).filter(([, list]) => list.length).map(([label, list]) => html("optgroup", {label}, list.map(([value, text]) => html("option", {value}, text)))));
  if (before) what.value = before;
  if (!what.value) what.selectedIndex = 0;
  drawFields(model, byId("entry-form"));
}

export function addEntries(model, enter) {
  const form = byId("entry-form"), what = byId("entry-what");
  what.addEventListener("change", () => drawFields(model, form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const made = form.read?.(), text = `${unitName(model, model.unit)}: ${within(what.selectedOptions[0]?.textContent ?? "")}`;
    enter(made, made ? `${text} ${spoken(model, form.values())}`.trim() : t("entries.unfilled", {text}));
  });
}
