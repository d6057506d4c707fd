// Units with the shape of their status, and the newest rulings: what the wall and the phones list.
import {dot, html} from "./dom.js";
import {inches, within} from "./format.js";
import {has, t} from "./lang.js";
import {isMove, isOver, isReplaced, limitOf, openMoves, saidLog, sideColour, unitName} from "./model.js";
import {rulingIcon} from "./shapes.js";
import {GRAVITY, isTooFar, standingOf, unitStatuses} from "./status.js";

// "Illegal", "too far", "moving": what there is to say of the unit in a word or two.
function statusWords(model, id) {
  const {status, entry} = unitStatuses(model).get(id) ?? {status: "none", entry: null};
  if (status === "none") return "";
  if (status === "moving") return movingWords(model, id);
  if (status === "legal" && entry && standingOf(model, entry).word) return t("strip.byJudge", {ruling: t("ruling.legal")});
  return t(has(`ruling.${status}`) ? `ruling.${status}` : `strip.${status}`);
}

// How far a move that goes on may still lead: nothing of it where that may not be measured before.
function movingWords(model, id) {
  const envelope = openMoves(model).find((e) => e.unit === id);
  if (!envelope) return t("strip.moving");
  if (isTooFar(model, envelope)) return isOver(envelope) ? t("strip.over", {x: inches(envelope.come_in - limitOf(envelope)), limit: inches(limitOf(envelope))}) : t("strip.tooFar");
  return Number.isFinite(envelope.left_in) ? t("strip.left", {x: inches(envelope.left_in)}) : t("strip.moving");
}

// The shape that goes with it: a move that goes on too far is not illegal yet.
function statusShape(model, id) {
  const status = unitStatuses(model).get(id)?.status ?? "none";
  return status === "none" || status === "moving" ? null : status;
}

// Up to `most` units of the side, the gravest first where not all have room; [units, how many are left out].
export function unitsOf(model, side, most) {
  const all = [...model.units.values()].filter((u) => side === null || u.side === side), statuses = unitStatuses(model), gravity = (u) => GRAVITY.indexOf(statuses.get(u.id)?.status ?? "none");
  if (all.length <= most) return [all, 0];
  const kept = new Set([...all].sort((a, b) => gravity(b) - gravity(a)).slice(0, most));
  return [all.filter((u) => kept.has(u)), all.length - most];
}

// The parts of a unit's row: its shape, its name and what there is to say.
export function unitRow(model, unit) {
  const shape = statusShape(model, unit.id), said = statusWords(model, unit.id);
  return [html("span", {class: "row-shape"}, shape ? rulingIcon(shape) : null), html("span", {class: "row-name"}, dot(sideColour(model, unit.side)), " ", unit.name), html("span", {class: "row-said"}, said)];
}

// What a row shows: it is drawn anew when this is another.
export const unitMark = (model, unit) => [unit.id, unit.name, unitStatuses(model).get(unit.id)?.status, statusWords(model, unit.id)];

// The newest rulings on moves, newest first: what was taken back or said anew is none of them.
export function lastRulings(model, most) { return saidLog(model).filter((e) => isMove(e) && e.kind !== "settled" && e.data.unit && e.data.ruling && !e.data.taken_back && !isReplaced(model, e) && standingOf(model, e).shown !== "advisory").slice(-most).reverse(); }

// {shape, word, more, unit}: the ruling as it stands now.
export function rulingParts(model, entry) {
  const {shown, program, word} = standingOf(model, entry), name = (r) => t(has(`ruling.${r}`) ? `ruling.${r}` : "ruling.unjudged");
  const more = word === "overruled" ? t("strip.wasProgram", {ruling: within(name(program))}) : word === "upheld" ? t("strip.upheld") : "";
  return {shape: shown, word: name(shown), more, unit: unitName(model, entry.data.unit)};
}
