// Counts of the game: by side, by rule, and how long turns took. Of a recorded game they are of the whole of it.
import {byId, html} from "./dom.js";
import {clock, inches, plural} from "./format.js";
import {t} from "./lang.js";
import {sideName} from "./model.js";

const COLUMNS = ["moves", "legal", "illegal", "doubtful", "ask", "overruled", "taken_back"];

const countOf = (value) => Number.isFinite(value) ? String(value) : "";

function countRow(name, counts) {
  return html("tr", {}, html("th", {scope: "row"}, name), COLUMNS.map((key) => html("td", {}, countOf(counts?.[key]))), html("td", {}, Number.isFinite(counts?.distance_in) ? inches(counts.distance_in) : ""));
}

function countTable(statistics) {
  const head = html("tr", {}, html("td", {}), COLUMNS.map((key) => html("th", {scope: "col"}, t(`statistics.${key}`))), html("th", {scope: "col"}, t("statistics.distance")));
  const sides = (statistics.sides ?? []).map((s) => countRow(String(s?.name ?? s?.id ?? ""), s));
  return html("table", {}, html("thead", {}, head), html("tbody", {}, countRow(t("statistics.all"), statistics.all), sides));
}

function ruleLine(rule) {
  const parts = ["illegal", "doubtful", "ask", "advisory"].filter((key) => rule?.[key] > 0).map((key) => `${rule[key]} ${t(`statistics.${key}`).toLowerCase()}`);
  return html("li", {}, `${rule?.rule || t("statistics.noRule")}: ${parts.join(", ")}`);
}

function turnLine(model, turn) { return html("li", {}, t("statistics.turn", {turn: countOf(turn?.turn), side: turn?.side ? sideName(model, turn.side) : t("controls.both"), time: clock(Number(turn?.seconds) || 0)})); }

function titledList(title, lines) { return lines.length ? [html("h3", {}, title), html("ul", {}, lines)] : []; }

// Draws them where they are other ones than those drawn last; returns what is drawn.
export function drawStatistics(model, drawn) {
  const statistics = model.statistics;
  byId("statistics").hidden = !statistics;
  if (!statistics || statistics === drawn) return drawn;
  const moves = statistics.all?.moves;
  byId("statistics-count").textContent = Number.isFinite(moves) ? ` (${plural(moves, "move")})` : "";
  byId("statistics-body").replaceChildren(html("div", {class: "statistics-scroll"}, countTable(statistics)), ...titledList(t("statistics.byRule"), (statistics.rules ?? []).map(ruleLine)), ...titledList(t("statistics.turns"), (statistics.turns ?? []).map((turn) => turnLine(model, turn))));
  return statistics;
}
