// The verdicts of a game that is looked back on, newest first, and how one is found among them: by unit, ruling, rule or words.
import {byId, html} from "./dom.js";
import {plural} from "./format.js";
import {has, t} from "./lang.js";
import {isMove, seenLog, shownEntry, unitName} from "./model.js";
import {messageOf} from "./sentences.js";
import {logTree, standingOf} from "./status.js";
import {cardOf} from "./verdicts.js";
import {addListKeys, drawInSight, newVirtualList, setItems, showItem} from "./virtual_list.js";

const RULINGS = ["illegal", "doubtful", "ask", "legal", "unjudged", "overruled", "alert", "obligation"];

// actions: those of verdicts.js.
export function newReviewList(node, actions) {
  const list = {virtual: null, model: null, shown: null, mark: "", drawn: "", tops: [], texts: new Map(), actions};
  list.virtual = newVirtualList(node, (item, before) => cardOf(list.model, item, list.shown, actions, before));
  addListKeys(list.virtual);
  return list;
}

// Draws the list when what it is found by changes.
export function addFinding(changed) {
  for (const id of ["find", "find-ruling", "find-unit", "find-rule"]) byId(id).addEventListener("input", changed);
  byId("find-none").addEventListener("click", () => {
    for (const id of ["find", "find-ruling", "find-unit", "find-rule"]) byId(id).value = "";
    changed();
  });
}

const wantedNow = () => ({text: byId("find").value.trim().toLowerCase(), ruling: byId("find-ruling").value, unit: byId("find-unit").value, rule: byId("find-rule").value});

function setOptions(select, options) {
  const before = select.value;
  select.replaceChildren(...options.map(([value, text]) => html("option", {value}, text)));
  if (options.some(([value]) => value === before)) select.value = before;
}

// What may be chosen: the game's units, and the rules that some verdict names.
function fillFinding(model, tops) {
  const rules = new Set();
  for (const {entry, inside} of tops) for (const e of [entry, ...inside]) for (const item of [e.data, ...e.data.findings ?? []]) if (item?.rule && item.ruling !== "legal") rules.add(String(item.rule));
  setOptions(byId("find-unit"), [["", t("find.allUnits")], ...[...model.units.values()].map((u) => [u.id, u.name])]);
  setOptions(byId("find-rule"), [["", t("find.allRules")], ...[...rules].sort().map((r) => [r, r])]);
  setOptions(byId("find-ruling"), [["", t("find.allRulings")], ...RULINGS.map((r) => [r, t(r === "overruled" ? "find.overruled" : has(`ruling.${r}`) ? `ruling.${r}` : `kind.${r}`)])]);
}

function textOf(list, model, {entry, inside}) {
  const kept = list.texts.get(entry.key);
  if (kept !== undefined) return kept;
  const words = [entry, ...inside].flatMap((e) => [e.data.unit ? unitName(model, e.data.unit) : "", e.data.move ? `#${e.data.move} m${e.data.move}` : "", ...[e.data, ...e.data.findings ?? []].flatMap((f) => [f?.rule, f?.violation, f?.message, f?.message ? messageOf(f) : ""])]);
  const text = words.filter(Boolean).join(" ").toLowerCase();
  list.texts.set(entry.key, text);
  return text;
}

const hasRule = (entry, rule) => entry.data.rule === rule || (entry.data.findings ?? []).some((f) => f?.rule === rule && f.ruling !== "legal");

function hasRuling(model, entry, ruling) {
  if (!isMove(entry)) return entry.kind === ruling;
  const {shown, word} = standingOf(model, entry);
  return ruling === "overruled" ? word === "overruled" : shown === ruling;
}

function isFound(list, model, top, {text, ruling, unit, rule}) {
  const all = [top.entry, ...top.inside];
  return (!unit || top.entry.data.unit === unit) && (!rule || all.some((e) => hasRule(e, rule))) && (!ruling || all.some((e) => hasRuling(model, e, ruling))) && (!text || textOf(list, model, top).includes(text));
}

// What the tree is made of; it stays the same from moment to moment.
function takeTops(list, model) {
  const mark = `${model.logVersion} ${model.role} ${model.game?.title}`;
  if (mark === list.mark && list.model === model) return false;
  Object.assign(list, {mark, model, tops: logTree(model, seenLog(model)).reverse(), texts: new Map()});
  for (const top of list.tops) top.key = top.entry.key;
  fillFinding(model, list.tops);
  return true;
}

// Draws anew what changed, and nothing under a finger.
export function drawReviewList(list, model) {
  const {node} = list.virtual, shown = shownEntry(model), isNew = takeTops(list, model), wanted = wantedNow(), isAsked = Object.values(wanted).some(Boolean);
  const mark = JSON.stringify([list.mark, wanted, shown?.key, model.until, Boolean(model.rules)]);
  if ((mark === list.drawn && !isNew) || node.querySelector("button:active")) return;
  const isOther = list.shown?.key !== shown?.key || wanted.text !== list.wanted?.text || wanted.ruling !== list.wanted?.ruling || wanted.unit !== list.wanted?.unit || wanted.rule !== list.wanted?.rule;
  Object.assign(list, {drawn: mark, shown, wanted});
  const found = isAsked ? list.tops.filter((top) => isFound(list, model, top, wanted)) : list.tops;
  byId("find-count").textContent = isAsked ? t("find.found", {n: found.length, all: list.tops.length}) : plural(list.tops.length, "line");
  byId("find-none").hidden = !isAsked;
  if (isNew || isOther || wanted.ruling) setItems(list.virtual, found, html("li", {class: "empty"}, t(isAsked ? "find.nothing" : model.game ? "verdicts.empty" : "verdicts.waiting")));
  drawInSight(list.virtual);
  const top = shown && isOther ? found.find((one) => one.entry.key === shown.key || one.inside.some((e) => e.key === shown.key)) : null;
  if (top) showItem(list.virtual, top.key);
}
