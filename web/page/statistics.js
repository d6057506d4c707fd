// Counts of the game: by side, rule and turn, with bars, and what the judge overruled. Of a recorded game they are of the whole of it.
import {byId, html} from "./dom.js";
import {clock, inches, number, plural, within} from "./format.js";
import {has, t} from "./lang.js";
import {isMove, isReplaced, saidLog, sideColour, sideName} from "./model.js";
import {rulingIcon} from "./shapes.js";
import {programRuling, standingOf} from "./status.js";

const RULINGS = ["legal", "illegal", "doubtful", "ask"];
const COLUMNS = ["moves", ...RULINGS, "overruled", "taken_back"];

const countOf = (value) => (Number.isFinite(value) ? String(value) : "");
const columnName = (key) => t(RULINGS.includes(key) ? `ruling.${key}` : `statistics.${key}`);

function countRow(name, counts) {
  return html("tr", {}, html("th", {scope: "row"}, name), COLUMNS.map((key) => html("td", {}, countOf(counts?.[key]))), html("td", {}, Number.isFinite(counts?.distance_in) ? inches(counts.distance_in) : ""));
}

function countTable(statistics) {
  const head = html("tr", {}, html("td", {}), COLUMNS.map((key) => html("th", {scope: "col"}, columnName(key))), html("th", {scope: "col"}, t("statistics.distance")));
  const sides = (statistics.sides ?? []).map((s) => countRow(String(s?.name ?? s?.id ?? ""), s));
  return html("table", {}, html("thead", {}, head), html("tbody", {}, countRow(t("statistics.all"), statistics.all), sides));
}

// A bar of parts [class, value, colour]: as long as its sum is of `most`. What it says stands beside it in words.
function bar(parts, most) {
  const node = html("span", {class: "bar-track", "aria-hidden": "true"});
  for (const [name, value, colour] of parts) {
    if (!(value > 0)) continue;
    const part = html("span", {class: `bar-part ${name}`});
    part.style.width = `${Math.min(value / most, 1) * 100}%`;
    if (colour) part.style.backgroundColor = colour;
    node.append(part);
  }
  return node;
}

const sumOf = (counts, keys) => keys.reduce((sum, key) => sum + (Number(counts?.[key]) || 0), 0);

function rulingLine(name, counts, keys, most) {
  const told = keys.filter((key) => counts?.[key] > 0).map((key) => `${counts[key]} ${within(t(`ruling.${key}`))}`).join(", ");
  return html("li", {class: "bar-line"}, html("span", {class: "bar-name"}, name), bar(keys.map((key) => [key, Number(counts?.[key])]), most), html("span", {class: "bar-told"}, told || t("statistics.nothing")));
}

function rulingLines(list, keys, nameOf) {
  const most = Math.max(...list.map((one) => sumOf(one, keys)), 1);
  return list.map((one) => rulingLine(nameOf(one), one, keys, most));
}

function turnLines(model, turns) {
  const most = Math.max(...turns.map((turn) => Number(turn?.seconds) || 0), 1);
  return turns.map((turn) => html("li", {class: "bar-line"}, html("span", {class: "bar-name"}, t("statistics.turn", {n: countOf(turn?.turn), side: turn?.side ? sideName(model, turn.side) : t("statistics.both")})),
    bar([["time", Number(turn?.seconds) || 0, turn?.side ? sideColour(model, turn.side) : ""]], most), html("span", {class: "bar-told"}, clock(Number(turn?.seconds) || 0))));
}

// What the judge said otherwise than the program: "2 illegal".
function overruledLines(model) {
  const counts = new Map();
  for (const e of saidLog(model)) {
    if (!isMove(e) || isReplaced(model, e) || standingOf(model, e).word !== "overruled") continue;
    for (const rule of new Set((e.data.findings ?? []).filter((f) => f.ruling !== "legal").map((f) => f.rule ?? ""))) {
      const key = `${programRuling(e)} ${rule}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return [...counts].map(([key, n]) => {
    const [ruling, ...rule] = key.split(" ");
    return html("li", {class: "bar-line"}, html("span", {class: "bar-name"}, rule.join(" ") || t("statistics.noRule")), rulingIcon(ruling), html("span", {class: "bar-told"}, t("statistics.overruledOf", {n, ruling: within(t(has(`ruling.${ruling}`) ? `ruling.${ruling}` : "ruling.unjudged"))})));
  });
}

function section(title, lines) { return lines.length ? [html("h3", {}, title), html("ul", {class: "bars"}, lines)] : []; }

// Draws them where they are other ones than those drawn last; returns what is drawn.
export function drawStatistics(model, drawn) {
  const {statistics} = model, isOpen = byId("statistics").open, shown = statistics && {statistics, log: isOpen ? model.logVersion : 0, until: isOpen ? model.until : 0};
  byId("statistics").hidden = !statistics;
  if (!statistics || (drawn && drawn.statistics === shown.statistics && drawn.log === shown.log && drawn.until === shown.until)) return drawn;
  const moves = statistics.all?.moves, acts = statistics.all?.acts, rules = statistics.rules ?? [], listed = (list) => (Array.isArray(list) ? list.filter(Boolean) : []);
  byId("statistics-count").textContent = Number.isFinite(moves) ? ` (${plural(moves, "move")})` : "";
  byId("statistics-body").replaceChildren(html("div", {class: "statistics-scroll", tabindex: 0, role: "region", "aria-label": t("statistics.table")}, countTable(statistics)), ...section(t("statistics.bySide"), rulingLines(listed(statistics.sides), RULINGS, (s) => String(s.name ?? s.id ?? ""))),
    ...section(t("statistics.byRule"), rulingLines(listed(rules), ["illegal", "doubtful", "ask", "advisory"], (r) => r.rule || t("statistics.noRule"))), ...section(t("statistics.byTurn"), turnLines(model, listed(statistics.turns))),
    ...section(t("statistics.byJudge"), overruledLines(model)), acts > 0 ? html("p", {class: "quiet"}, t("statistics.acts", {n: number(acts, 0), illegal: number(statistics.all.illegal_acts ?? 0, 0)})) : "");
  return shown;
}
