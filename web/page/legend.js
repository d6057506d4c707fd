// Beside the table: what the numbered legs of the dashed way are and cost. What was seen is solid; the way is only the cheapest one that was found.
import {html} from "./dom.js";
import {inches, number, words} from "./format.js";

// An empty legend below the board, as high as it ever gets, so that the board keeps its size.
export function newLegend(board) {
  const node = html("section", {class: "legend", "aria-label": "The way of the move"});
  board.after(node);
  return node;
}

const MANEUVER_WORDS = {move: "advance", other: "a move that no maneuver explains", reform: "reform", dressing: "dressing, at no cost", arrival: "arrival on the table"};

// "wheel 35° about the right corner"; its cost is said beside it.
export function legText(m) {
  const name = MANEUVER_WORDS[m.kind] ?? words(m.kind).toLowerCase();
  if (m.kind !== "wheel") return name;
  return `${name} ${number(Math.abs(m.angle_deg), 0)}°${m.turn === "left" || m.turn === "right" ? ` about the ${m.turn} corner` : ""}`;
}

function leg(m, i) { return html("li", {}, html("span", {class: "leg-number", "aria-hidden": "true"}, i + 1), `${legText(m)} `, m.cost_in > 0 ? html("b", {}, inches(m.cost_in)) : ""); }

function total(data) {
  const sum = inches(data.cost_in), limit = Number.isFinite(data.allowance_in) && data.allowance_in > 0 ? ` of ${inches(data.allowance_in)}` : "";
  return html("p", {class: "legend-total"}, "together ", html("b", {}, sum), limit);
}

// entry: the line whose move is drawn, or null.
export function drawLegend(node, entry) {
  const data = entry?.data, legs = Array.isArray(data?.maneuvers) ? data.maneuvers.filter(Boolean) : [];
  node.toggleAttribute("data-empty", legs.length === 0);
  if (legs.length === 0) return node.replaceChildren();
  return node.replaceChildren(
    html("p", {class: "legend-title"}, data.path || data.figures_to ? html("span", {class: "key-seen"}, "seen") : null, html("span", {class: "key-way"}, "cheapest way that the rules allow", html("span", {class: "wide-only"}, "; perhaps nobody went it"))),
    html("ol", {}, legs.map(leg)), Number.isFinite(data.cost_in) ? total(data) : "");
}
