// The list of what was concluded, newest first; choosing one shows its move. What follows from a verdict stands inside its card.
import {dot, html} from "./dom.js";
import {answerEvent} from "./entries.js";
import {chance, clock, inches, measure, number, plural} from "./format.js";
import {has, t} from "./lang.js";
import {answersTo, canEnter, isLater, isMove, isPast, isReplaced, openChallenge, ruledOn, seenLog, shownEntry, unitColour, unitName} from "./model.js";
import {answerWords, maneuverWords, messageOf, rulingWords} from "./sentences.js";
import {rulingIcon} from "./shapes.js";
import {logTree, standingOf, tallyOf} from "./status.js";

const behaviourWord = (behaviour) => (has(`behaviour.${behaviour}`) ? t(`behaviour.${behaviour}`) : "");

// What the badge says, and the class that gives it its colour. A ruling that was overruled has the judge's.
function badge(model, entry) {
  const kind = isMove(entry) ? standingOf(model, entry).shown : entry.kind, closed = entry.data.taken_back;
  const label = isMove(entry) ? rulingWords(model, entry) : t(entry.kind === "offer" && !entry.data.move ? "kind.putBack" : has(`kind.${entry.kind}`) ? `kind.${entry.kind}` : "kind.unknown");
  return html("span", {class: `badge ${closed ? "advisory" : kind}`}, rulingIcon(closed ? "unjudged" : kind), label);
}

// What is said of the entry besides its ruling.
function tagsOf(model, entry) {
  const {data} = entry, challenge = openChallenge(model, entry), {word, by} = standingOf(model, entry);
  return [word ? t(`verdicts.${word}`, {by: by || t("word.judge")}) : "", entry.kind === "settled" ? t("verdicts.provisional") : "", data.again ? t("verdicts.again") : "", isReplaced(model, entry) ? t("verdicts.replaced") : "", challenge ? t("verdicts.challenged", {by: challenge.by || t("word.player")}) : "", entry.answered ?? "",
    isPast(model, entry) ? t("verdicts.past") : "", behaviourWord(data.behaviour)].filter(Boolean);
}

function head(model, entry) {
  const {data} = entry;
  return html("div", {class: "card-head"}, badge(model, entry),
    html("strong", {class: "card-unit"}, data.unit ? dot(unitColour(model, data.unit)) : null, data.unit ? unitName(model, data.unit) : ""),
    tagsOf(model, entry).map((text) => html("span", {class: "tag"}, text)),
    html("span", {class: "card-time"}, data.move ? `${t("verdicts.move", {n: data.move})} · ` : "", clock(data.t)));
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
  return html("span", {class: "quiet", title: t("verdicts.noLessTitle")}, t("verdicts.noLess", {x: measure(finding.bound, finding.unit)}));
}

// The error as the message tells it: two standard deviations.
function figuresOf(finding) {
  if (finding.measured === undefined || finding.allowed === undefined) return null;
  const unit = finding.unit, quiet = accusesNobody(finding), error = finding.sigma > 0 ? ` ± ${measure(2 * finding.sigma, unit)}` : "";
  return html("div", {class: "numbers"}, quiet ? null : gauge(finding), html("span", {}, `${measure(finding.measured, unit)}${error}`), html("span", {class: "quiet"}, t("verdicts.limit", {x: measure(finding.allowed, unit)})),
    boundOf(finding),
    quiet || finding.p_illegal === undefined ? null : html("span", {class: "quiet", title: t("verdicts.pTitle")}, t("verdicts.p", {p: chance(finding.p_illegal)})));
}

function rule(item) {
  if (!item.rule && !item.violation) return null;
  return html("div", {class: "rule"}, [item.violation, item.rule, behaviourWord(item.behaviour)].filter(Boolean).join(" · "));
}

// The rule's own words, on tap.
function ruleText(model, finding) {
  const found = model.rules?.rules?.find((r) => r.id === finding.rule);
  return found?.rule ? html("details", {class: "rule-text"}, html("summary", {}, t("verdicts.ruleText")), html("p", {}, found.rule), html("p", {class: "quiet"}, found.citation ?? "")) : null;
}

function shownFindings(entry) {
  const findings = entry.data.findings ?? [], shown = findings.filter((f) => f.ruling !== "legal");
  return shown.length ? shown : findings.slice(0, 1);
}

// A breach that the judge overruled is told, and accuses nobody any more.
function findingLines(model, entry) {
  const overruled = standingOf(model, entry).word === "overruled";
  return shownFindings(entry).map((f) => html("div", {class: `finding ${overruled ? "advisory" : f.ruling}`}, html("p", {}, messageOf(f, model)), figuresOf(f), rule(f)));
}

function maneuverLine(data) {
  if (!data.maneuvers?.length) return null;
  const total = data.allowance_in ? t("verdicts.of", {cost: inches(data.cost_in), allowance: inches(data.allowance_in)}) : inches(data.cost_in);
  return html("p", {class: "maneuvers"}, data.maneuvers.map(maneuverWords).join(" + "), html("span", {class: "total"}, total));
}

function seenLine(data) {
  return data.seen < data.figures ? html("p", {class: "quiet"}, t("verdicts.seen", {seen: data.seen, figures: plural(data.figures, "figure")})) : null;
}

function nudgeText(data) {
  const who = data.figures?.length === 1 ? data.figures[0] : plural(data.figures?.length ?? 0, "figure");
  if (data.put_back) return t("verdicts.putBack", {who, n: data.put_back});
  // how it came there nobody saw: perhaps a hand took it
  if (data.gap_s > 0) return t("verdicts.found", {who, x: inches(data.distance_in, 2), s: number(data.gap_s)});
  return t("verdicts.nudged", {who, x: inches(data.distance_in, 2)});
}

function noteLine(model, entry) {
  const note = ruledOn(model, entry)?.note;
  return note ? html("p", {class: "quiet"}, t("verdicts.note", {note})) : null;
}

function body(model, entry) {
  const data = entry.data;
  if (entry.kind === "nudge") return [html("p", {}, nudgeText(data))];
  if (!isMove(entry)) return [html("p", {}, messageOf(data, model)), rule(data)];
  return [noteLine(model, entry), maneuverLine(data), seenLine(data), ...findingLines(model, entry)];
}

const insideOf = (model, inside) => inside.map((e) => html("div", {class: `inside ${e.kind}`}, badge(model, e), html("span", {}, messageOf(e.data.findings?.[0] ?? e.data, model))));

// A line that lacks what its card is made of has a card all the same.
function cardOrDamage(model, top, shown, actions) {
  try {
    return card(model, top, shown, actions);
  } catch (error) {
    console.error("not drawn:", error);
    return html("li", {class: "entry aside", "data-key": top.entry.key}, html("span", {class: "card quiet"}, t("verdicts.unreadable", {kind: top.entry.kind})));
  }
}

function card(model, {entry, inside}, shown, actions) {
  const chosen = entry === shown, kind = isMove(entry) ? standingOf(model, entry).shown : entry.kind;
  const button = html("button", {type: "button", class: "card", "aria-pressed": String(chosen), onclick: () => actions.select(entry.key)}, head(model, entry), body(model, entry), insideOf(model, inside));
  const texts = chosen ? shownFindings(entry).map((f) => ruleText(model, f)).filter(Boolean) : [];
  return html("li", {class: `entry ${kind}${chosen ? " chosen" : ""}${entry.kind === "settled" ? " provisional" : ""}`, "data-key": entry.key}, button, texts, [entry, ...inside].map((e) => answerButtons(model, e, actions)),
    chosen ? judgeButtons(model, entry, actions) : null);
}

// A question's evident answers; what they leave open is asked for in the unit's panel.
function answerButtons(model, entry, actions) {
  const answers = answersTo(model, entry);
  if (answers.length === 0) return null;
  return html("div", {class: "card-buttons answers", role: "group", "aria-label": t("verdicts.answer")}, answers.map((a) => html("button", {type: "button", onclick: () => actions.answer(entry, a)}, answerEvent(model, entry.data.unit, a.entry) ? answerWords(a) : `${answerWords(a)}…`)));
}

// A judge's word on a verdict is entered beside it, never in its place.
function judgeButtons(model, entry, actions) {
  if (!canEnter(model) || entry.kind !== "move" || !entry.data.move) return null;
  const say = (ruling) => () => actions.enter({kind: "ruling", move: entry.data.move, ruling, by: model.name || "judge"}, t(`said.${ruling}`, {n: entry.data.move}));
  const said = ruledOn(model, entry)?.ruling;
  return html("div", {class: "card-buttons"}, said === "upheld" ? null : html("button", {type: "button", onclick: say("upheld")}, t("banner.uphold")), said === "overruled" ? null : html("button", {type: "button", onclick: say("overruled")}, t("banner.overrule")));
}

function empty(model) { return html("li", {class: "empty"}, t(model.game ? "verdicts.empty" : "verdicts.waiting")); }

// What decides which answers are offered, and which questions are past.
function openMark(model) {
  const s = model.state, past = seenLog(model).filter((e) => isPast(model, e)).map((e) => e.key);
  return JSON.stringify([s?.turn, s?.phase, s?.due, Boolean(model.rules), past]);
}

// All that the card depends on but the entries themselves, which do not change, and whether they were said yet.
function cardMark(model, {entry, inside}, shown) {
  return JSON.stringify([entry === shown, [entry, ...inside].map((e) => [e.key, isMove(e) ? rulingWords(model, e) : "", tagsOf(model, e), answersTo(model, e).map((a) => `${a.label} ${a.entry}`)]), canEnter(model), ruledOn(model, entry)?.note]);
}

// The card of what stands at the top of a tree, {mark, node}: as it was made before where its mark is the same.
export function cardOf(model, top, shown, actions, before = null) {
  const mark = cardMark(model, top, shown), made = before?.mark === mark ? before : {mark, node: cardOrDamage(model, top, shown, actions)};
  made.node.classList.toggle("later", isLater(model, top.entry));
  return made;
}

// cards: {game, role, byKey: entry's key -> {mark, node}}.
function cardsOf(model, tops, shown, actions, cards) {
  const same = cards.game === model.game && cards.role === model.role, byKey = new Map(tops.map((top) => [top.entry.key, cardOf(model, top, shown, actions, same ? cards.byKey.get(top.entry.key) : null)]));
  Object.assign(cards, {game: model.game, role: model.role, byKey});
  return [...byKey.values()].reverse().map((c) => c.node);
}

// Puts the nodes into the list in that order and touches none that stands where it should.
function putInOrder(list, nodes) {
  const wanted = new Set(nodes);
  for (const node of [...list.children]) if (!wanted.has(node)) node.remove();
  nodes.forEach((node, i) => { if (list.children[i] !== node) list.insertBefore(node, list.children[i] ?? null); });
}

export function newList(node) { return {node, mark: "", cards: {byKey: new Map()}}; }

// Draws anew what changed in the list since it was drawn last, and nothing under a finger.
export function drawVerdicts(list, model, actions) {
  const shown = shownEntry(model), mark = `${model.logVersion} ${shown?.key} ${model.role} ${model.game?.title} ${openMark(model)}`;
  if (mark === list.mark || list.node.querySelector("button:active")) return;
  list.mark = mark;
  const {node} = list, focused = node.contains(document.activeElement) ? document.activeElement.closest("li")?.dataset.key : null;
  const nodes = cardsOf(model, logTree(model, seenLog(model)), shown, actions, list.cards);
  putInOrder(node, nodes.length ? nodes : [empty(model)]);
  if (focused && !node.contains(document.activeElement)) node.querySelector(`li[data-key="${Number(focused)}"] button`)?.focus({preventScroll: true});
}

// How many moves there are of each ruling, as it holds now.
export function drawTally(node, model) {
  const counts = tallyOf(model), mark = JSON.stringify(counts);
  if (node.dataset.mark === mark) return;
  node.dataset.mark = mark;
  node.replaceChildren(...Object.entries(counts).filter(([ruling, n]) => n > 0 || !["unjudged", "advisory"].includes(ruling)).map(([ruling, n]) => {
    const name = t(`ruling.${ruling}`);
    return html("span", {class: `tally ${ruling}`, title: name, role: "img", "aria-label": `${n} ${name}`}, rulingIcon(ruling), String(n));
  }));
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
