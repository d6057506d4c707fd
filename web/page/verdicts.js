// The list of what was concluded, newest first; choosing one shows its move.
import {dot, html} from "./dom.js";
import {answerEvent} from "./entries.js";
import {chance, clock, inches, measure, number, plural, words} from "./format.js";
import {answersTo, canEnter, isLater, isMove, isPast, isReplaced, ruledOn, rulingOf, saidLog, seenLog, shownEntry, unitColour, unitName} from "./model.js";

const KIND_LABEL = {alert: "alert", obligation: "due", nudge: "nudge", aside: "left aside", ask: "whose?", offer: "take back?", mixed: "mixed", unknown: "unknown"};
const REACH = 15;  // so many entries of a recorded game are listed before and after what is shown: a long list takes its time
const MORE = 60;  // the same on demand
const BEHAVIOUR_LABEL = {propose: "proposed", log: "logged"};

function badge(entry) {
  const ruling = rulingOf(entry);
  const label = entry.kind === "offer" && !entry.data.move ? "put back" : KIND_LABEL[entry.kind] ?? entry.kind;  // nothing is charged then: no question
  return html("span", {class: `badge ${ruling}`}, isMove(entry) ? ruling : label);
}

// What is said of the entry besides its ruling.
function tagsOf(model, entry) {
  const {data} = entry, ruled = ruledOn(model, entry);
  return [entry.kind === "settled" ? "provisional" : "", data.taken_back ? "taken back" : "", isReplaced(model, entry) ? "replaced" : "", ruled ? `${ruled.ruling} by ${ruled.by || "judge"}` : "", entry.answered ?? "", isPast(model, entry) ? "past" : "",
    BEHAVIOUR_LABEL[data.behaviour]].filter(Boolean);
}

function head(model, entry) {
  const {data} = entry;
  return html("div", {class: "card-head"}, badge(entry),
    html("strong", {class: "card-unit"}, data.unit ? dot(unitColour(model, data.unit)) : null, data.unit ? unitName(model, data.unit) : ""),
    tagsOf(model, entry).map((text) => html("span", {class: "tag"}, text)),
    html("span", {class: "card-time"}, data.move ? `move ${data.move} · ` : "", clock(data.t)));
}

// Measured against allowed: the bar is the measure, the light end its error (2 sigma), the stroke the limit.
function gauge(finding) {
  const {measured, allowed} = finding, spread = 2 * (finding.sigma || 0), top = Math.max(measured + spread, allowed) * 1.08;
  if (!(top > 0) || measured < 0 || allowed < 0) return null;
  const share = (x) => `${Math.min(Math.max(x / top, 0), 1) * 100}%`;
  const bar = html("span", {class: `gauge ${finding.ruling}`, "aria-hidden": "true"});
  const parts = [["gauge-bar", 0, measured], ["gauge-error", Math.max(measured - spread, 0), measured + spread], ["gauge-limit", allowed, allowed]];
  for (const [name, from, to] of parts) {
    const part = html("span", {class: name});
    part.style.left = share(from);
    if (to > from) part.style.width = `calc(${share(to)} - ${share(from)})`;
    bar.append(part);
  }
  return bar;
}

// A bar beyond its limit, or a chance of a breach, would accuse where advice is given or a question asked.
const accusesNobody = (finding) => finding.ruling === "ask" || finding.ruling === "advisory";

// What is proven beside the way that was found: the accused may have gone another.
function boundOf(finding) {
  if (finding.ruling !== "illegal" || !(finding.bound > finding.allowed && finding.bound < finding.measured)) return null;
  const title = "whichever way the unit went, under any reading of the rules; errors of measuring aside";
  return html("span", {class: "quiet", title}, `no less than ${measure(finding.bound, finding.unit)}`);
}

// The error as the message tells it: two standard deviations.
function figuresOf(finding) {
  if (finding.measured === undefined || finding.allowed === undefined) return null;
  const unit = finding.unit, quiet = accusesNobody(finding), error = finding.sigma > 0 ? ` ± ${measure(2 * finding.sigma, unit)}` : "";
  return html("div", {class: "numbers"}, quiet ? null : gauge(finding), html("span", {}, `${measure(finding.measured, unit)}${error}`), html("span", {class: "quiet"}, `limit ${measure(finding.allowed, unit)}`),
    boundOf(finding),
    quiet || finding.p_illegal === undefined ? null : html("span", {class: "quiet", title: "chance that the limit is truly exceeded"}, `p illegal ${chance(finding.p_illegal)}`));
}

function rule(item) {
  if (!item.rule && !item.violation) return null;
  return html("div", {class: "rule"}, [item.violation, item.rule, BEHAVIOUR_LABEL[item.behaviour]].filter(Boolean).join(" · "));
}

function findingLines(entry) {
  const findings = entry.data.findings ?? [];
  const shown = findings.filter((f) => f.ruling !== "legal");
  return (shown.length ? shown : findings.slice(0, 1)).map((f) => html("div", {class: `finding ${f.ruling}`}, html("p", {}, f.message ?? ""), figuresOf(f), rule(f)));
}

function maneuverLine(data) {
  if (!data.maneuvers?.length) return null;
  const parts = data.maneuvers.map((m) => m.kind === "other" ? "a move that no maneuver explains" : `${words(m.kind).toLowerCase()}${m.angle_deg ? ` ${Math.round(Math.abs(m.angle_deg))}°` : ""} ${inches(m.cost_in)}`);
  const total = data.allowance_in ? `${inches(data.cost_in)} of ${inches(data.allowance_in)}` : inches(data.cost_in);
  return html("p", {class: "maneuvers"}, parts.join(" + "), html("span", {class: "total"}, total));
}

function seenLine(data) {
  return data.seen < data.figures ? html("p", {class: "quiet"}, `Seen ${data.seen} of ${plural(data.figures, "figure")}: the others are taken to stand where they were seen last.`) : null;
}

function nudgeText(data) {
  const who = data.figures?.length === 1 ? data.figures[0] : plural(data.figures?.length ?? 0, "figure");
  if (data.put_back) return `${who} put back: nudge ${data.put_back} is settled.`;
  // how it came there nobody saw: perhaps a hand took it
  if (data.gap_s > 0) return `${who} found ${inches(data.distance_in, 2)} from where it stood, after ${number(data.gap_s)} s without a picture: charged to nobody.`;
  return `${who} nudged by ${inches(data.distance_in, 2)}: no move.`;
}

function body(entry) {
  const data = entry.data;
  if (entry.kind === "nudge") return [html("p", {}, nudgeText(data))];
  if (!isMove(entry)) return [html("p", {}, data.message ?? ""), rule(data)];
  return [maneuverLine(data), seenLine(data), ...findingLines(entry)];
}

// A line that lacks what its card is made of has a card all the same.
function cardOrDamage(model, entry, shown, actions) {
  try {
    return card(model, entry, shown, actions);
  } catch (error) {
    console.error("not drawn:", error);
    return html("li", {class: "entry aside", "data-key": entry.key}, html("span", {class: "card quiet"}, `a line of kind ${entry.kind} can't be read`));
  }
}

function card(model, entry, shown, actions) {
  const chosen = entry === shown;
  const button = html("button", {type: "button", class: "card", "aria-pressed": String(chosen), onclick: () => actions.select(entry.key)}, head(model, entry), body(entry));
  const ruling = rulingOf(entry);
  return html("li", {class: `entry ${ruling}${chosen ? " chosen" : ""}${entry.kind === "settled" ? " provisional" : ""}`, "data-key": entry.key}, button, answerButtons(model, entry, actions),
    chosen ? judgeButtons(model, entry, actions) : null);
}

// A question's evident answers; what they leave open is asked for in the unit's panel.
function answerButtons(model, entry, actions) {
  const answers = answersTo(model, entry);
  if (answers.length === 0) return null;
  return html("div", {class: "card-buttons answers", role: "group", "aria-label": "Answer"}, answers.map((a) => html("button", {type: "button", onclick: () => actions.answer(entry, a)}, answerEvent(model, entry.data.unit, a.entry) ? a.label : `${a.label}…`)));
}

// A judge's word on a verdict is entered beside it, never in its place.
function judgeButtons(model, entry, actions) {
  if (!canEnter(model) || entry.kind !== "move" || !entry.data.move) return null;
  const say = (ruling) => () => actions.enter({kind: "ruling", move: entry.data.move, ruling, by: "judge"}, `move ${entry.data.move}: ${ruling}`);
  const said = ruledOn(model, entry)?.ruling;
  return html("div", {class: "card-buttons"}, said === "upheld" ? null : html("button", {type: "button", onclick: say("upheld")}, "Uphold"), said === "overruled" ? null : html("button", {type: "button", onclick: say("overruled")}, "Overrule"));
}

function empty(model) {
  return html("li", {class: "empty"}, model.game ? "No move has been judged yet. Verdicts appear here as units come to rest." : "Waiting for the game…");
}

// What decides which answers are offered, which questions are past, and what was said by the moment that is shown.
function openMark(model) {
  const s = model.state, past = seenLog(model).filter((e) => isPast(model, e)).map((e) => e.key);
  return JSON.stringify([s?.turn, s?.phase, s?.due, Boolean(model.rules), past, model.archive && [saidLog(model).length, seenLog(model).filter((e) => ruledOn(model, e)).length]]);
}

// All that the entry's card depends on but the entry itself, which does not change, and whether it was said yet.
function cardMark(model, entry, shown) {
  return JSON.stringify([entry === shown, rulingOf(entry), tagsOf(model, entry), canEnter(model), answersTo(model, entry).map((a) => `${a.label} ${a.entry}`)]);
}

// Cards of the entries whose mark is the same stay the nodes that they are. cards: {game, mayEnter, byKey: entry's key -> {mark, node}}.
function cardsOf(model, entries, shown, actions, cards) {
  const same = cards.game === model.game && cards.mayEnter === model.mayEnter, byKey = new Map();
  for (const entry of entries) {
    const mark = cardMark(model, entry, shown), before = same ? cards.byKey.get(entry.key) : null;
    const made = before?.mark === mark ? before : {mark, node: cardOrDamage(model, entry, shown, actions)};
    made.node.classList.toggle("later", isLater(model, entry));
    byKey.set(entry.key, made);
  }
  const kept = same && model.archive ? [...cards.byKey, ...byKey] : byKey;  // the time line comes back to them
  Object.assign(cards, {game: model.game, mayEnter: model.mayEnter, byKey: new Map(kept)});
  return [...byKey.values()].reverse().map((c) => c.node);
}

// Of a long recorded game the part of the log around what is shown: {entries, earlier, later}, with how many are left out on each side.
function shownPart(model, shown, reach) {
  const log = seenLog(model);
  if (!model.archive) return {entries: log, earlier: 0, later: 0};
  const at = shown ? log.findIndex((e) => e.key === shown.key) : saidLog(model).length, from = Math.max(at - reach, 0), to = Math.min(at + reach, log.length);
  return {entries: log.slice(from, to), earlier: from, later: log.length - to};
}

function moreButton(list, count, words, draw) {
  const more = () => {
    list.reach += MORE;
    list.mark = "";
    draw();
  };
  return count > 0 ? [html("li", {class: "more"}, html("button", {type: "button", onclick: more}, `${count} ${words}`))] : [];
}

// Puts the nodes into the list in that order and touches none that stands where it should.
function putInOrder(list, nodes) {
  const wanted = new Set(nodes);
  for (const node of [...list.children]) if (!wanted.has(node)) node.remove();
  nodes.forEach((node, i) => { if (list.children[i] !== node) list.insertBefore(node, list.children[i] ?? null); });
}

// Brings the card into sight where the list scrolls by itself.
function keepInSight(list, node) {
  const top = node.offsetTop - list.offsetTop, below = top + node.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top - 8;
  else if (below > list.scrollTop + list.clientHeight) list.scrollTop = below - list.clientHeight + 8;
}

export function newList(node) { return {node, mark: "", reach: REACH, cards: {byKey: new Map()}}; }

// Draws anew what changed in the list since it was drawn last.
export function drawVerdicts(list, model, actions) {
  const shown = shownEntry(model), mark = `${model.logVersion} ${shown?.key} ${model.mayEnter} ${model.game?.title} ${openMark(model)}`;
  if (mark === list.mark) return;
  list.mark = mark;
  const {node} = list, focused = node.contains(document.activeElement) ? document.activeElement.closest("li")?.dataset.key : null;
  const {entries, earlier, later} = shownPart(model, shown, list.reach), draw = () => drawVerdicts(list, model, actions), nodes = cardsOf(model, entries, shown, actions, list.cards);
  putInOrder(node, nodes.length ? [...moreButton(list, later, "later…", draw), ...nodes, ...moreButton(list, earlier, "earlier…", draw)] : [empty(model)]);
  if (focused && !node.contains(document.activeElement)) node.querySelector(`li[data-key="${Number(focused)}"] button`)?.focus({preventScroll: true});
  if (model.archive && shown) keepInSight(node, list.cards.byKey.get(shown.key).node);
}

export function drawTally(node, model) {
  const moves = saidLog(model).filter((e) => isMove(e) && !isReplaced(model, e)), count = (ruling) => moves.filter((e) => rulingOf(e) === ruling).length;
  const counts = ["legal", "doubtful", "ask", "illegal"].map((ruling) => [ruling, count(ruling)]), mark = counts.join(" ");
  if (node.dataset.mark === mark) return;
  node.dataset.mark = mark;
  node.replaceChildren(...counts.map(([ruling, n]) => html("span", {class: `tally ${ruling}`, title: ruling}, `${n}`)));
}

// Up and down arrows move through the list.
export function addListKeys(list) {
  list.addEventListener("keydown", (event) => {
    const step = {ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling"}[event.key];
    const next = step && event.target.closest("li")?.[step]?.querySelector("button");
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}
