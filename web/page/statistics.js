// Counts of the game: by side, by rule, and how long turns took. Of a recorded game they are of the whole of it.
import {byId, html} from "./dom.js";
import {clock, inches, plural} from "./format.js";
import {sideName} from "./model.js";

const COLUMNS = [["moves", "Moves"], ["legal", "Legal"], ["illegal", "Illegal"], ["doubtful", "Doubtful"], ["ask", "Asked"], ["overruled", "Overruled"], ["taken_back", "Taken back"]];

const countOf = (value) => Number.isFinite(value) ? String(value) : "";

function countRow(name, counts) {
  return html("tr", {}, html("th", {scope: "row"}, name), COLUMNS.map(([key]) => html("td", {}, countOf(counts?.[key]))), html("td", {}, Number.isFinite(counts?.distance_in) ? inches(counts.distance_in) : ""));
}

function countTable(statistics) {
  const head = html("tr", {}, html("th", {}), COLUMNS.map(([, name]) => html("th", {scope: "col"}, name)), html("th", {scope: "col"}, "Distance"));
  const sides = (statistics.sides ?? []).map((s) => countRow(String(s?.name ?? s?.id ?? ""), s));
  return html("table", {}, html("thead", {}, head), html("tbody", {}, countRow("All", statistics.all), sides));
}

function ruleLine(rule) {
  const parts = [["illegal", "illegal"], ["doubtful", "doubtful"], ["ask", "asked"], ["advisory", "advised"]].filter(([key]) => rule?.[key] > 0).map(([key, word]) => `${rule[key]} ${word}`);
  return html("li", {}, `${rule?.rule || "no rule named"}: ${parts.join(", ")}`);
}

function turnLine(model, turn) { return html("li", {}, `Turn ${countOf(turn?.turn)}, ${turn?.side ? sideName(model, turn.side) : "both"}: ${clock(Number(turn?.seconds) || 0)}`); }

function titledList(title, lines) { return lines.length ? [html("h3", {}, title), html("ul", {}, lines)] : []; }

// Draws them where they are other ones than those drawn last; returns what is drawn.
export function drawStatistics(model, drawn) {
  const statistics = model.statistics;
  byId("statistics").hidden = !statistics;
  if (!statistics || statistics === drawn) return drawn;
  const moves = statistics.all?.moves;
  byId("statistics-count").textContent = Number.isFinite(moves) ? ` (${plural(moves, "move")})` : "";
  byId("statistics-body").replaceChildren(html("div", {class: "statistics-scroll"}, countTable(statistics)), ...titledList("By rule", (statistics.rules ?? []).map(ruleLine)), ...titledList("Time of turns", (statistics.turns ?? []).map((t) => turnLine(model, t))));
  return statistics;
}
