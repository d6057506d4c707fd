// Beside the table: what the numbered legs of the dashed way are and cost. What was seen is solid; the way is only the cheapest one that was found.
import {html} from "./dom.js";
import {inches, number, words} from "./format.js";
import {t} from "./lang.js";

// An empty legend below the board, as high as it ever gets, so that the board keeps its size.
export function newLegend(board) {
  const node = html("section", {class: "legend", "aria-label": t("legend.name")});
  board.after(node);
  return node;
}

// "wheel 35° about the right corner"; its cost is said beside it.
function legText(m) {
  if (m.kind === "other") return t("maneuver.other");
  const corner = {left: "legend.wheelLeft", right: "legend.wheelRight"}[m.turn];
  return m.kind === "wheel" && corner ? t(corner, {name: words(m.kind), angle: number(Math.abs(m.angle_deg), 0)}) : words(m.kind);
}

function leg(m, i) { return html("li", {}, html("span", {class: "leg-number", "aria-hidden": "true"}, i + 1), `${legText(m)} `, m.cost_in > 0 ? html("b", {}, inches(m.cost_in)) : ""); }

function total(data) {
  const cost = inches(data.cost_in);
  return html("p", {class: "legend-total"}, data.allowance_in > 0 ? t("legend.totalOf", {cost, allowance: inches(data.allowance_in)}) : t("legend.total", {cost}));
}

// entry: the line whose move is drawn, or null.
export function drawLegend(node, entry) {
  const data = entry?.data, legs = Array.isArray(data?.maneuvers) ? data.maneuvers.filter(Boolean) : [];
  node.toggleAttribute("data-empty", legs.length === 0);
  if (legs.length === 0) return node.replaceChildren();
  return node.replaceChildren(
    html("p", {class: "legend-title"}, data.path || data.figures_to ? html("span", {class: "key-seen"}, t("legend.seen")) : null, html("span", {class: "key-way"}, t("legend.way"), html("span", {class: "wide-only"}, t("legend.perhaps")))),
    html("ol", {}, legs.map(leg)), Number.isFinite(data.cost_in) ? total(data) : "");
}
