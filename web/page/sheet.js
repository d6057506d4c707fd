// The sheet of a unit that was tapped: the five entries that fit now as large buttons, then their target, or a choice among few; the rest behind "More…".
import {dot, html} from "./dom.js";
import {fittingEntries, targetsOf} from "./fitting.js";
import {within} from "./format.js";
import {mayPlay, unitColour, unitName} from "./model.js";
import {t} from "./lang.js";
import {rulingIcon} from "./shapes.js";
import {unitStatuses} from "./status.js";

const TARGETS_SHOWN = 4;  // as buttons; any may be tapped on the table

// actions: {enter(event, text): true where taken, close(), form(item): opens the form for what a button can't know, picking(ids or null)}.
export function newSheet(node, actions) { return {node, actions, unit: null, item: null, mark: ""}; }

function big(text, onclick, extra = {}) { return html("button", {type: "button", class: "button", onclick, ...extra}, text); }

async function enterIt(sheet, model, item, event, more = "") {
  const text = `${unitName(model, sheet.unit)}: ${within(item.label)}${more ? ` ${more}` : ""}`;
  if (!await sheet.actions.enter(event, text)) return;
  if (item.answers) item.answers.answered = within(item.label);
  cancelItem(sheet, model);
}

function begin(sheet, model, item) {
  if (item.event) return enterIt(sheet, model, item, item.event);
  if (item.form) return sheet.actions.form(item);
  sheet.item = item;
  if (item.target) sheet.actions.picking(targetsOf(model, model.units.get(sheet.unit), item.target).map((u) => u.id));
  drawSheet(sheet, model, true);
  sheet.node.querySelector(".sheet-step button")?.focus({preventScroll: true});
  return undefined;
}

// Back to the five.
export function cancelItem(sheet, model) {
  if (sheet.item?.target) sheet.actions.picking(null);
  sheet.item = null;
  drawSheet(sheet, model, true);
}

export function isPicking(sheet) { return Boolean(sheet.item?.target); }

// A unit was tapped while a target is wanted: true where it was one.
export function takeTarget(sheet, model, id) {
  const {item} = sheet;
  if (!targetsOf(model, model.units.get(sheet.unit), item.target).some((u) => u.id === id)) return false;
  enterIt(sheet, model, item, {kind: "declare", unit: sheet.unit, action: item.entry.split(" ")[1], [item.target]: id}, `→ ${unitName(model, id)}`);
  return true;
}

function targetStep(sheet, model) {
  const targets = targetsOf(model, model.units.get(sheet.unit), sheet.item.target).slice(0, TARGETS_SHOWN);
  return html("div", {class: "sheet-step"}, html("p", {class: "sheet-ask", role: "status"}, t("sheet.tapTarget", {entry: sheet.item.label})),
    html("div", {class: "sheet-buttons"}, targets.map((u) => big([dot(unitColour(model, u.id)), ` ${u.name}`], () => takeTarget(sheet, model, u.id))), big(t("banner.cancel"), () => cancelItem(sheet, model), {class: "button quiet"})));
}

function choiceStep(sheet, model) {
  const {item} = sheet, buttons = item.choices.map((c) => big(c.label, () => enterIt(sheet, model, item, c.event, within(c.label))));
  return html("div", {class: "sheet-step"}, html("p", {class: "sheet-ask"}, item.label), html("div", {class: "sheet-buttons"}, buttons, big(t("banner.cancel"), () => cancelItem(sheet, model), {class: "button quiet"})));
}

const open = (item) => (item.event ? "" : "…");

function fiveStep(sheet, model, items) {
  const more = big(t("sheet.more"), () => sheet.actions.form(null), {class: "button quiet", id: "sheet-more"});
  return html("div", {class: "sheet-step"}, html("div", {class: "sheet-buttons"}, items.map((item) => big(`${item.label}${open(item)}`, () => begin(sheet, model, item), {class: item.answers ? "button main" : "button", "data-entry": item.entry})), more));
}

function head(sheet, model, unit) {
  const status = unitStatuses(model).get(unit.id)?.status ?? "none", text = t(`status.${status}`);
  return html("div", {class: "sheet-head"}, html("span", {class: `sheet-status ${status}`}, status === "none" ? null : rulingIcon(status), status === "none" ? null : html("span", {}, text)), html("h2", {}, dot(unitColour(model, unit.id)), ` ${unit.name}`),
    html("button", {type: "button", class: "button quiet", id: "sheet-close", "aria-label": t("sheet.close"), title: t("sheet.close"), onclick: () => sheet.actions.close()}, "×"));
}

// Draws the sheet where it reads otherwise than before, and nothing under a finger.
export function drawSheet(sheet, model, anew = false) {
  const unit = model.units.get(model.unit), opens = unit && mayPlay(model, unit.id);
  if (sheet.unit !== (opens ? unit.id : null) && !isPicking(sheet)) Object.assign(sheet, {unit: opens ? unit.id : null, item: null});
  const shown = model.units.get(sheet.unit), items = shown ? fittingEntries(model, shown) : [];
  const mark = shown ? JSON.stringify([model.game?.title, shown.id, sheet.item?.entry, items.map((i) => [i.entry, i.label]), unitStatuses(model).get(shown.id)?.status]) : "";
  if ((mark === sheet.mark && !anew) || (!anew && sheet.node.querySelector("button:active"))) return;
  sheet.mark = mark;
  sheet.node.hidden = !shown;
  const focused = sheet.node.contains(document.activeElement) ? document.activeElement.dataset.entry : null;
  sheet.node.replaceChildren(...(shown ? [head(sheet, model, shown), sheet.item?.target ? targetStep(sheet, model) : sheet.item ? choiceStep(sheet, model) : fiveStep(sheet, model, items)] : []));
  if (focused) [...sheet.node.querySelectorAll("[data-entry]")].find((b) => b.dataset.entry === focused)?.focus({preventScroll: true});
}
