// What wants the players' hands or a word just now: guides back, markers whose unit can't be told, take-backs that are offered, moves that go on, nudges.
import {byId, dot, html} from "./dom.js";
import {clock, inches, number, plural, within, words} from "./format.js";
import {t} from "./lang.js";
import {canEnter, isOlder, isOver, limitOf, openMoves, sideName, unitColour, unitName} from "./model.js";

const STEPS_SHOWN = 6;

function helpButton(text, onclick, extra = {}) { return html("button", {type: "button", onclick, ...extra}, text); }

function helpCard(kind, key, head, ...body) { return html("li", {class: `help-card ${kind}`, "data-key": key}, html("div", {class: "help-head"}, head), body); }

function unitHead(model, id, text) { return [dot(unitColour(model, id)), html("strong", {}, unitName(model, id)), html("span", {class: "quiet"}, text)]; }

function guideCard(model, guide, actions) {
  const left = (guide.steps ?? []).filter((s) => !s.done), shown = guide.together ? [guide.together] : left.slice(0, STEPS_SHOWN);
  const head = guide.unit ? unitHead(model, guide.unit, guide.what === guide.unit ? t("help.backTo") : guide.what) : [html("strong", {}, guide.what), html("span", {class: "quiet"}, t("help.putItBack"))];
  const stop = canEnter(model) ? helpButton(t(guide.done ? "help.done" : "help.stop"), () => actions.enter({kind: "guide", stop: guide.guide}, t("help.guideEnded", {what: guide.what}))) : null;
  const lines = guide.done ? [html("li", {class: "done"}, t("help.standsAgain"))] : shown.map((s) => html("li", {class: s.seen === false ? "quiet" : ""}, s.message));
  const more = !guide.together && left.length > shown.length ? html("li", {class: "quiet"}, t("help.andMore", {n: left.length - shown.length})) : null;
  return helpCard(guide.done ? "guide done" : "guide", `guide ${guide.guide}`, [...head, stop], html("ul", {class: "steps"}, lines, more));
}

// Answered by an entry for one of the units that it may be for: buttons for those near, else a choice among all.
function markerAnswers(model, marker, answer) {
  if (marker.asked.length) return marker.asked.map((id) => helpButton(unitName(model, id), () => answer(id)));
  const choice = html("select", {"aria-label": t("help.itsUnit"), onchange: () => choice.value && answer(choice.value)}, html("option", {value: ""}, `${t("help.itsUnit")}…`), [...model.units.values()].map((u) => html("option", {value: u.id}, u.name)));
  return [choice];
}

function markerCard(model, marker, actions) {
  const answer = (unit) => actions.enter({...marker.entry, unit}, `${unitName(model, unit)}: ${within(words(marker.means))}`);
  return helpCard("ask", `marker ${marker.marker}`, [html("strong", {}, words(marker.means)), html("span", {class: "quiet"}, t(marker.asked.length > 1 ? "help.between" : marker.asked.length ? "help.near" : "help.noUnit"))],
    canEnter(model) && marker.entry ? html("div", {class: "card-buttons"}, markerAnswers(model, marker, answer)) : null);
}

function offerCard(model, unit, actions) {
  const take = () => actions.enter({kind: "take-back", unit: unit.id}, t("said.takenBack", {unit: unitName(model, unit.id)}));
  return helpCard("offer", `offer ${unit.id}`, unitHead(model, unit.id, t(unit.take_back > 0 ? "help.offer" : "help.offerOpen", {n: unit.take_back})), canEnter(model) ? html("div", {class: "card-buttons"}, helpButton(t("help.takeBack"), take)) : null);
}

function envelopeCard(model, e, actions) {
  const limited = Number.isFinite(e.limit_in), over = isOver(e), limit = limitOf(e);
  const come = inches(e.come_in), text = limited && e.limit_in <= 0 ? t("help.noMove", {come}) : !limited ? t("help.come", {come}) : over ? t("help.tooFar", {come, limit: inches(limit), over: inches(e.come_in - limit)}) : t("help.left", {come, limit: inches(e.limit_in), left: inches(e.left_in)});
  const bar = limited && e.limit_in > 0 ? html("span", {class: `gauge ${over ? "illegal" : "legal"}`, "aria-hidden": "true"}, html("span", {class: "gauge-bar"})) : null;
  if (bar) bar.firstChild.style.width = `${Math.round(Math.min(e.come_in / e.limit_in, 1) * 100)}%`;
  const raised = e.raised_in > limit ? html("p", {class: "quiet"}, t("help.raised", {x: inches(e.raised_in)})) : null;
  const back = canEnter(model) ? html("div", {class: "card-buttons"}, helpButton(t("help.showWay"), () => actions.enter({kind: "guide", unit: e.unit}, t("help.guideFor", {what: unitName(model, e.unit)})))) : null;
  const older = isOlder(e) ? html("p", {class: "quiet"}, t("help.asOf", {t: clock(e.as_of)})) : null;
  return helpCard(`envelope${over ? " over" : ""}${older ? " older" : ""}`, `envelope ${e.unit}`, unitHead(model, e.unit, text), bar, older, raised, back);
}

function nudgeRow(model, nudge, actions) {
  const turn = nudge.side ? ` ${t("help.inTurn", {side: sideName(model, nudge.side)})}` : "";
  const what = nudge.figures?.length === 1 ? nudge.figures[0] : `${unitName(model, nudge.unit)}, ${plural(nudge.figures?.length ?? 0, "figure")}`;
  const back = () => actions.enter({kind: "guide", what: `nudge ${nudge.number}`, figures: nudge.from}, t("help.guideFor", {what: t("help.nudge", {n: nudge.number})}));
  return html("li", {class: nudge.open ? "" : "closed", "data-key": `nudge ${nudge.number}`}, html("span", {}, `${t("help.nudgedBy", {what, x: number(nudge.distance_in * 25.4, 0)})}${turn} · ${clock(nudge.t)}${nudge.gap_s > 0 ? ` · ${t("help.notSeenHow")}` : ""}${nudge.open ? "" : ` · ${t("help.settled")}`}`),
    nudge.open && canEnter(model) ? helpButton(t("help.putBack"), back) : null);
}

function nudgeList(model, nudges, actions) {
  const open = nudges.filter((n) => n.open).length;
  const list = html("details", {class: "nudges", open: byId("help").querySelector(".nudges")?.open === true}, html("summary", {}, t(nudges.length > open ? "help.nudgesSettled" : "help.nudges", {open, settled: nudges.length - open})),
    html("ul", {}, nudges.map((n) => nudgeRow(model, n, actions))));
  return html("li", {class: "help-card nudge"}, list);
}

// Cards that read as before stay the nodes that they are: a button that is taken away under a finger is never clicked.
function putCards(node, cards) {
  const before = [...node.children];
  const wanted = cards.map((card) => before.find((old) => old.isEqualNode(card)) ?? card);
  for (const old of before) if (!wanted.includes(old)) old.remove();
  wanted.forEach((card, i) => { if (node.children[i] !== card) node.insertBefore(card, node.children[i] ?? null); });
}

// Draws the list anew where something in it changed since `drawn`, and no button in it is just being pressed; returns what it drew. asks: with the questions and
// offers, which the judge's desk has in its queue.
export function drawHelp(model, actions, drawn, asks = true) {
  const {guides = [], markers = [], nudges = [], units = []} = model.archive ? {} : model.state ?? {}, envelopes = model.archive ? [] : openMoves(model);
  const asked = markers.filter((m) => asks && m.asked), offers = units.filter((u) => asks && Number.isFinite(u.take_back));
  const mark = JSON.stringify([model.game?.title, canEnter(model), guides, envelopes.map((e) => ({...e, reach: 0})), asked, offers.map((u) => [u.id, u.take_back]), nudges]);
  if (mark === drawn) return drawn;
  const node = byId("help");
  if (node.querySelector("button:active")) return drawn;
  const focused = node.contains(document.activeElement) ? document.activeElement.closest("[data-key]")?.dataset.key : null;
  const cards = [...guides.map((g) => guideCard(model, g, actions)), ...asked.map((m) => markerCard(model, m, actions)), ...offers.map((u) => offerCard(model, u, actions)),
    ...envelopes.map((e) => envelopeCard(model, e, actions)), ...(nudges.length ? [nudgeList(model, nudges, actions)] : [])];
  putCards(node, cards);
  node.hidden = cards.length === 0;
  if (focused && !node.contains(document.activeElement)) [...node.querySelectorAll("[data-key]")].find((n) => n.dataset.key === focused)?.querySelector("button")?.focus({preventScroll: true});
  return mark;
}
