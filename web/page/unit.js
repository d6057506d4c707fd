// One unit: how it stands, what it has spent, what the rulebook remembers of it; and what can be entered for it.
import {byId, html} from "./dom.js";
import {addEntries, fillEntries} from "./entries.js";
import {inches, number, plural, within, words} from "./format.js";
import {t} from "./lang.js";
import {canEnter, unitName} from "./model.js";

// "charge_range_in" 24 as ["Charge range", "24″"]; ids of units as their names.
function fact(model, key, value) {
  const text = typeof value === "boolean" ? t(value ? "word.yes" : "word.no") : key.endsWith("_in") && typeof value === "number" ? inches(value)
    : typeof value === "number" ? number(value, 2) : model.units.has(value) ? unitName(model, value) : String(value).replaceAll("-", " ") || t("word.none");
  return [words(key.replace(/_in$/, "")), text];
}

const reading = (form) => within(words(form.formation)) + (form.ranks > 0 ? `, ${t("unit.wide", {n: form.frontage})}, ${plural(form.ranks, "rank")}` : "");

function facts(model, unit, state) {
  const list = [[t("unit.type"), `${within(words(unit.type))} ${within(words(unit.troop))}`]];
  if (unit.movement > 0) list.push([t("unit.rate"), inches(unit.movement)]);
  if (!state) return list;
  if (state.formation !== "unknown") list.push([t("unit.formation"), `${within(words(state.formation))}${state.doubtful ? `, ${within(t("ruling.doubtful"))}` : ""}`]);
  if (state.runner_up) list.push([t("unit.perhaps"), reading(state.runner_up)]);
  if (Number.isFinite(state.facing)) list.push([t("unit.facing"), `${number(state.facing, 0)}°`]);
  if (state.ranks > 0) list.push([t("unit.frontage"), `${t("unit.wide", {n: state.frontage})}, ${plural(state.ranks, "rank")}`]);
  if (Number.isFinite(state.spent)) list.push([t("unit.spent"), inches(state.spent)]);
  if (state.contacts) list.push([t("unit.touches"), state.contacts.map((id) => unitName(model, id)).join(", ") || t("unit.nobody")]);
  const hidden = unit.figures.filter((f) => model.state.figures?.[f.id]?.[3]).length;
  if (hidden > 0) list.push([t("unit.hidden"), t("unit.of", {n: hidden, all: plural(unit.figures.length, "figure")})]);
  const doubtful = unit.figures.filter((f) => model.state.fronts?.[f.id]).length;
  if (doubtful > 0) list.push([t("unit.front"), t("unit.frontWhy", {n: doubtful, all: plural(unit.figures.length, "figure")})]);
  return [...list, ...Object.entries(state.rules ?? {}).map(([key, value]) => fact(model, key, value))];
}

// Draws the panel anew where the unit, its state or the right to enter changed since `drawn`; returns what it drew.
export function drawUnitPanel(model, drawn) {
  const unit = model.units.get(model.unit), state = model.state?.units?.find((u) => u.id === model.unit);
  const mark = JSON.stringify([model.unit, state, unit?.figures.map((f) => [model.state?.figures?.[f.id]?.[3], Boolean(model.state?.fronts?.[f.id])]), canEnter(model), model.game?.title, model.rules?.actions]), changedUnit = !drawn || JSON.parse(drawn)[0] !== model.unit;
  if (mark === drawn) return drawn;
  byId("unit-choice").value = unit ? unit.id : "";
  byId("unit-body").hidden = !unit;
  const enters = canEnter(model) && Boolean(model.rules?.actions);
  byId("unit-entries").hidden = !unit || !(enters || canEnter(model));
  for (const node of byId("entry-form").querySelectorAll(".entries-only")) node.hidden = !enters;
  byId("unit-facts").replaceChildren(...(unit ? facts(model, unit, state) : []).map(([name, text]) => html("div", {}, html("dt", {}, name), html("dd", {}, text))));
  if (unit && enters && (changedUnit || !byId("entry-what").value)) fillEntries(model);
  return mark;
}

export function fillUnits(model) {
  const groups = [...model.sides.values()].map((side) => html("optgroup", {label: side.name}, [...model.units.values()].filter((u) => u.side === side.id).map((u) => html("option", {value: u.id}, u.name))));
  byId("unit-choice").replaceChildren(html("option", {value: ""}, t("unit.choose")), ...groups);
}

export function addUnitPanel(model, actions) {
  byId("unit-choice").addEventListener("change", () => actions.choose(byId("unit-choice").value || null));
  byId("unit-close").addEventListener("click", () => actions.choose(null));
  const forUnit = (kind, text) => () => { if (model.unit) actions.enter({kind, unit: model.unit}, `${unitName(model, model.unit)}: ${text}`); };
  byId("end-move").addEventListener("click", forUnit("end-move", t("unit.moveEnded")));
  byId("take-back").addEventListener("click", forUnit("take-back", t("unit.movedBack")));
  byId("put-back").addEventListener("click", forUnit("guide", t("unit.theWayBack")));
  addEntries(model, actions.enter);
}
