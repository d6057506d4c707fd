// Draws on the table what helps the players: how far a move that goes on may lead, what hides figures, where figures are to be put back, markers that lie there.
import {baseShape, place} from "./bases.js";
import {svg} from "./dom.js";
import {clock, inches} from "./format.js";
import {t} from "./lang.js";
import {setLabels, textLabel} from "./label_layer.js";
import {isOlder, isOver, limitOf, openMoves} from "./model.js";
import {arrowHead, line} from "./moves.js";
import {isTooFar} from "./status.js";
import {arrangeSoon} from "./table.js";

const corners = (points, depth) => points.map(([x, y]) => `${x},${(depth - y).toFixed(2)}`).join(" ");

// Where the move may still lead: it says nothing of right or wrong, and has no colour of either.
function reachShape(envelope, depth) {
  return envelope.reach?.length > 2 ? svg("polygon", {class: isOlder(envelope) ? "reach older" : "reach", points: corners(envelope.reach, depth)}) : null;
}

// "0.8 left"; without numbers, which players may be denied, only that it has gone too far.
function leftText(envelope) {
  if (isOver(envelope)) return t("board.over", {x: inches(envelope.come_in - limitOf(envelope)), limit: inches(limitOf(envelope))});
  if (envelope.over === true) return t("board.tooFar");
  return Number.isFinite(envelope.left_in) ? t("board.left", {x: inches(envelope.left_in)}) : "";
}

// What is left stands beside its unit, before its front where there is room.
function leftLabel(table, model, envelope) {
  const text = leftText(envelope), unit = table.units.get(envelope.unit), form = model.state.units?.find((u) => u?.id === envelope.unit);
  if (!text || !unit || !form?.anchor) return null;
  const facing = (form.facing ?? 0) * Math.PI / 180, older = isOlder(envelope), over = isTooFar(model, envelope);
  const label = textLabel(table.labels, older ? t("board.asOf", {text, clock: clock(envelope.as_of)}) : text, `left${over ? " over" : ""}${older ? " older" : ""}`, {pill: true});
  return {...label, key: `left ${envelope.unit}`, get box() { return unit.name.box; }, prefer: [Math.cos(facing), -Math.sin(facing)], must: true, priority: 4};
}

function foreignShape(thing, depth) {
  if (!(thing.outline?.length > 2)) return null;
  return svg("polygon", {class: `foreign ${thing.kind === "hand" ? "hand" : "thing"}`, points: corners(thing.outline, depth)}, svg("title", {}, String(thing.kind)));
}

function homeShape(model, step, depth) {
  const figure = model.figureUnit.get(step.figure)?.figures.find((f) => f.id === step.figure), [x, y, heading] = step.to;
  return figure ? svg("g", {class: `home${step.done ? " done" : ""}`, transform: place(x, y, heading, depth)}, baseShape(figure)) : null;
}

function pushArrow(step, depth) {
  const [x1, y1] = [step.from[0], depth - step.from[1]], [x2, y2] = [step.to[0], depth - step.to[1]], far = Math.hypot(x2 - x1, y2 - y1);
  if (step.done || far < 0.08) return [];
  return [...line(`M${x1} ${y1}L${x2} ${y2}`), far > 0.5 ? arrowHead(x2, y2, x2 - x1, y2 - y1) : null];
}

// Those who go as one body have one arrow.
function guideShape(model, guide, depth) {
  const steps = guide.steps ?? [], arrows = guide.together ? pushArrow(guide.together, depth) : steps.flatMap((s) => pushArrow(s, depth));
  return svg("g", {class: `guide${guide.done ? " done" : ""}`}, steps.map((s) => homeShape(model, s, depth)), arrows);
}

function markerShape(marker, depth) {
  const [x, y] = [marker.at[0], depth - marker.at[1]], means = String(marker.means);
  return svg("g", {class: `marker${marker.asked ? " asked" : ""}`}, svg("title", {}, means), svg("rect", {x: x - 0.55, y: y - 0.55, width: 1.1, height: 1.1, rx: 0.15}),
    svg("text", {x, y: y + 0.32, "text-anchor": "middle"}, (means.startsWith("phase:") ? "▶" : means.charAt(0).toUpperCase())));
}

// Draws anew what changed since `drawn`; returns what it drew.
export function drawOverlay(table, model, drawn) {
  const {foreign = [], guides = [], markers = []} = model.state ?? {}, envelopes = openMoves(model), depth = table.depth;
  const mark = JSON.stringify([model.game?.title, depth, envelopes, foreign, guides, markers, envelopes.length && model.state.units]);
  if (mark === drawn) return drawn;
  table.layers.reach.replaceChildren(...envelopes.map((e) => reachShape(e, depth)).filter(Boolean));
  table.layers.foreign.replaceChildren(...markers.map((m) => markerShape(m, depth)), ...foreign.map((f) => foreignShape(f, depth)).filter(Boolean));
  table.layers.guide.replaceChildren(...guides.map((g) => guideShape(model, g, depth)));
  setLabels(table.labels, "left", envelopes.map((e) => leftLabel(table, model, e)).filter(Boolean));
  arrangeSoon(table);
  return mark;
}
