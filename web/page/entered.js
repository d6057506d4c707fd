// Who entered what: every entry and every denied one, with its fate, and the way to undo it.
import {dot, html} from "./dom.js";
import {clock, keyWords, within, words} from "./format.js";
import {has, t} from "./lang.js";
import {sideName, unitColour, unitName} from "./model.js";
import {mayRedraw, newSteady, putSteady} from "./steady.js";

const NO_UNDO = ["undo", "guide"];  // a guide is no part of the game

// actions: {enter(event, text)}.
export function newEntered(node, actions) {
  const list = {node, actions, model: null, mark: "", rows: new Map()};
  list.steady = newSteady(node, () => list.model && drawEntered(list, list.model));
  return list;
}

function valueWords(model, value) {
  if (value === true || value === false) return t(value ? "word.yes" : "word.no");
  if (value === null) return t("word.none");
  if (Array.isArray(value)) return value.map((v) => valueWords(model, v)).join(", ");
  if (typeof value === "object") return Object.keys(value).join(", ");
  return model.units.has(value) ? unitName(model, value) : within(words(value));
}

// What the entry says, in words: "Pikes: charge → Spears".
function eventWords(model, event) {
  const {kind, unit, ...rest} = event ?? {}, name = unit ? `${unitName(model, unit)}: ` : "", of = (value) => valueWords(model, value);
  switch (kind) {
    case "phase": return `${t("controls.phaseEntered", {turn: rest.turn, phase: within(words(rest.phase))})}${rest.side ? `, ${sideName(model, rest.side)}` : ""}`;
    case "initiative": return t("controls.initiative", {side: sideName(model, rest.side)});
    case "declare": return `${name}${within(words(rest.action))}${Object.entries(rest).filter(([key]) => !["action", "by", "t"].includes(key) || (key === "by" && model.units.has(rest.by))).map(([, v]) => ` → ${of(v)}`).join("")}`;
    case "dice": return `${name}${within(words(rest.check))} ${has(`sheet.${rest.outcome}`) ? within(t(`sheet.${rest.outcome}`)) : rest.outcome}`;
    case "status": return `${name}${Object.entries(rest.set ?? {}).map(([key, v]) => `${within(keyWords(key))}: ${of(v)}`).join(", ")}`;
    case "ruling": return `${t(has(`said.${rest.ruling}`) ? `said.${rest.ruling}` : "entered.ruling", {n: rest.move})}${rest.note ? ` “${rest.note}”` : ""}`;
    case "challenge": return `${t("said.challenged", {n: rest.move})}${rest.note ? ` “${rest.note}”` : ""}`;
    case "undo": return t("entered.undoOf", {n: rest.number});
    case "behaviour": return `${rest.rule === "*" ? t("rules.all") : rest.rule}: ${has(`rules.${rest.behaviour}`) ? t(`rules.${rest.behaviour}`) : rest.behaviour}`;
    case "shadow": return t(rest.on ? "switches.shadowOn" : "switches.shadowOff");
    case "premeasure": return t(rest.allowed ? "switches.premeasureOn" : "switches.premeasureOff");
    case "remove": case "place": return `${t(`sheet.${kind}`)}: ${Array.isArray(rest.figures) ? rest.figures.join(", ") : Object.keys(rest.figures ?? {}).join(", ")}`;
    case undefined: return t("entered.unreadable");
    default: return `${name}${has(`sheet.${kind}`) ? within(t(`sheet.${kind}`)) : within(words(kind))}`;
  }
}

const isUndoable = (e) => e.what === "entry" && e.fate === "taken" && !e.undone && e.event && !NO_UNDO.includes(e.event.kind);

export function undo(model, entry, enter) { return enter({kind: "undo", number: entry.number}, t("entered.undoOf", {n: entry.number})); }

// The newest entry that may be undone, or null: the own one first where one is wanted of that kind.
export function lastUndoable(model, kind) { return model.entered.findLast((e) => isUndoable(e) && (!kind || e.event.kind === kind)) ?? null; }

// What brings an undone entry back: its undoing is undone, so that it counts at the moment at which it was made; where that is no longer listed it is entered
// once more, with whose name is the server's to say.
function again(model, entry) {
  const undoing = model.entered.findLast((e) => e?.event?.kind === "undo" && e.event.number === entry.number && e.fate === "taken" && !e.undone);
  if (undoing) return {kind: "undo", number: undoing.number};
  const {t: time, by, ...event} = entry.event;
  return event.action && by ? {...event, by} : event;  // `by` of a declaration is a unit
}

const timeOf = (at) => (Number.isNaN(Date.parse(at)) ? "" : new Date(at).toLocaleTimeString([], {hour: "2-digit", minute: "2-digit", second: "2-digit"}));

function what(model, e) {
  if (e.what === "login") return t(e.fate === "taken" ? "entered.login" : "entered.loginDenied");
  return e.what === "denied" && !e.event ? t("entered.denied") : eventWords(model, e.event);
}

function actionOf(list, model, e) {
  const {enter} = list.actions, label = (key) => ({"aria-label": `${t(key)}: ${eventWords(model, e.event)}`});
  if (isUndoable(e)) return html("button", {type: "button", class: "button", onclick: () => undo(model, e, enter), ...label("entered.undo")}, t("entered.undo"));
  return e.undone && e.event ? html("button", {type: "button", class: "button quiet", onclick: () => enter(again(model, e), eventWords(model, e.event)), ...label("entered.redo")}, t("entered.redo")) : null;
}

function row(list, model, e) {
  const denied = e.what === "denied" || (e.what === "login" && e.fate === "refused"), fate = denied ? "denied" : e.undone ? "undone" : e.fate === "refused" ? "refused" : "taken";
  const by = [e.by || t(has(`role.${e.role}`) ? `role.${e.role}` : "role.viewer"), e.by && has(`role.${e.role}`) ? t(`role.${e.role}`) : "", denied ? e.address : ""].filter(Boolean).join(", "), unit = e.event?.unit;
  return html("li", {class: `entered-row ${fate}`, "data-number": e.number ?? ""},
    html("div", {class: "entered-words"}, html("p", {class: "entered-what"}, unit ? dot(unitColour(model, unit)) : null, unit ? " " : "", html(e.undone ? "s" : "span", {}, what(model, e))),
      html("p", {class: "quiet"}, [timeOf(e.at) || clock(e.t), by, fate === "taken" ? "" : t(`fate.${fate}`)].filter(Boolean).join(" · ")), e.error ? html("p", {class: "entered-why"}, e.error) : null),
    actionOf(list, model, e));
}

// Draws the list, newest first, where it reads otherwise, and nothing under a finger.
export function drawEntered(list, model) {
  list.model = model;
  const entries = [...model.entered].filter((e) => e !== null && typeof e === "object").reverse(), mark = JSON.stringify([entries, model.game?.title, model.role]);
  if (mark === list.mark || !mayRedraw(list.steady)) return;
  list.mark = mark;
  const rows = new Map();
  for (const e of entries) {
    const key = JSON.stringify([e, model.game?.title]), id = `${e.number} ${e.at} ${e.what} ${rows.size}`;
    const before = list.rows.get(key);
    rows.set(rows.has(key) ? `${key} ${id}` : key, before ?? row(list, model, e));
  }
  list.rows = rows;
  putSteady(list.steady, rows.size ? [...rows.values()] : [html("li", {class: "empty"}, t("entered.empty"))]);
}
