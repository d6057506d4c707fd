// Wires the overlay of a stream: over a transparent ground the unit that moves, the phase, the score of rulings, and each breach for a while.
import {byId, dot, html} from "./dom.js";
import {inches, number} from "./format.js";
import {t} from "./lang.js";
import {isOlder, isOver, isReplaced, limitOf, openMoves, unitColour, unitName} from "./model.js";
import {drawThumb, newThumb} from "./replay_thumb.js";
import {forceScheme} from "./scheme.js";
import {sentenceOf, who} from "./sentences.js";
import {rulingIcon} from "./shapes.js";
import {changed as shellChanged, goLive, newShell} from "./shell.js";
import {drawStage} from "./stage.js";
import {isTooFar, openItems, standingOf, tallyOf} from "./status.js";

const PARTS = ["unit", "phase", "score", "banner"], CORNERS = ["bottom-left", "bottom-right", "top-left", "top-right"];
const SCORED = ["legal", "doubtful", "ask", "illegal", "unjudged"], SCORED_ALWAYS = ["legal", "illegal"];
const HOLD_S = 12;
const STRIP_PX = 260;  // in less height the breach stands alone

// The address says what is shown and where: a number outside its bounds is passed over.
function readQuery(search) {
  const query = new URLSearchParams(search), within = (name, least, most, otherwise) => {
    const x = Number(query.get(name) ?? NaN);
    return query.get(name) && x >= least && x <= most ? x : otherwise;
  };
  const parts = (query.get("parts") ?? "").split(",").map((p) => p.trim()).filter((p) => PARTS.includes(p));
  return {width: within("width", 100, 8000, null), height: within("height", 40, 8000, null), scale: within("scale", 0.25, 8, 1), hold: within("hold", 1, 3600, HOLD_S), parts: parts.length ? parts : PARTS, corner: CORNERS.includes(query.get("corner")) ? query.get("corner") : CORNERS[0]};
}

const query = readQuery(window.location.search), shows = (part) => query.parts.includes(part);
forceScheme("dark");
const shell = newShell({name: "overlay", parts: [], isQuiet: true}), {model} = shell, changed = () => shellChanged(shell), thumb = newThumb();
const drawn = {stage: "", score: "", unit: "", breach: ""};
const breach = {entry: null, until: 0, told: new Set(), settled: false};

function layOut() {
  const node = byId("overlay");
  node.className = `${query.corner}${(query.height ?? window.innerHeight) / query.scale < STRIP_PX ? " strip" : ""}`;
  node.style.fontSize = `${20 * query.scale}px`;
  if (query.width) node.style.width = `${query.width}px`;
  if (query.height) node.style.height = `${query.height}px`;
  for (const part of node.querySelectorAll("[data-part]")) part.classList.toggle("unwanted", !shows(part.dataset.part));
}

function drawScore() {
  const count = tallyOf(model), mark = JSON.stringify(count);
  if (!shows("score") || mark === drawn.score) return;
  drawn.score = mark;
  byId("score").replaceChildren(...SCORED.filter((r) => SCORED_ALWAYS.includes(r) || count[r] > 0).map((r) => html("li", {"data-ruling": r}, rulingIcon(r), html("span", {class: "only-read"}, t(`ruling.${r}`)), ` ${count[r]}`)));
}

// How far it has come of what is allowed, where that may be known; else only that it goes too far.
function unitParts(envelope) {
  const over = isTooFar(model, envelope), limit = limitOf(envelope), isKnown = Number.isFinite(envelope.come_in) && Number.isFinite(limit), text = isKnown ? t("stream.of", {come: inches(envelope.come_in), limit: inches(limit)}) : "";
  const words = over ? (isKnown && isOver(envelope) ? t("strip.over", {x: inches(envelope.come_in - limit), limit: inches(limit)}) : t("strip.tooFar")) : text;
  const head = html("p", {class: "current-head"}, dot(unitColour(model, envelope.unit)), " ", html("strong", {}, unitName(model, envelope.unit)), html("span", {class: "current-said"}, words));
  if (!isKnown || !(limit > 0)) return [head];
  const fill = html("span", {class: "bar-fill"});
  fill.style.width = `${number(Math.min(envelope.come_in / limit, 1) * 100)}%`;
  return [head, html("span", {class: `bar${over ? " over" : ""}`, role: "img", "aria-label": words}, fill)];
}

function drawUnit() {
  const envelope = openMoves(model).find((e) => e && model.units.has(e.unit) && !isOlder(e)), mark = JSON.stringify([envelope && [unitParts(envelope).map((n) => n.outerHTML)]]);
  if (!shows("unit") || mark === drawn.unit) return;
  drawn.unit = mark;
  byId("current").hidden = !envelope;
  byId("current").replaceChildren(...(envelope ? unitParts(envelope) : []));
}

// The breach that is told: the newest for `hold` seconds, unless it turns out to be none. Those of before the overlay was opened are old.
function takeBreaches() {
  const now = Date.now(), fresh = openItems(model).filter((i) => i.reason === "illegal" && i.entry.kind !== "settled" && !breach.told.has(i.entry.key));
  for (const {entry} of fresh) breach.told.add(entry.key);
  if (breach.settled && fresh.length) Object.assign(breach, {entry: fresh.reduce((a, b) => (a.entry.key > b.entry.key ? a : b)).entry, until: now + query.hold * 1000});
  if (breach.settled && fresh.length) setTimeout(changed, query.hold * 1000 + 20);
  if (model.state) breach.settled = true;
  const {entry} = breach, isOne = entry && now < breach.until && !isReplaced(model, entry) && !entry.data.taken_back && (entry.kind !== "move" || standingOf(model, entry).shown === "illegal");
  if (!isOne) breach.entry = null;
}

function drawBreach() {
  if (!shows("banner")) return;
  takeBreaches();
  const {entry} = breach, mark = entry ? `${entry.key} ${sentenceOf(entry)}` : "";
  if (mark !== drawn.breach) {
    drawn.breach = mark;
    byId("breach").hidden = !entry;
    byId("breach-words").replaceChildren(...(entry ? [html("p", {class: "breach-head"}, rulingIcon("illegal"), " ", t("banner.illegal")), html("p", {class: "breach-unit"}, dot(unitColour(model, entry.data.unit)), " ", who(model, entry)), html("p", {}, sentenceOf(entry))] : []));
  }
  drawThumb(thumb, model, entry);
}

// A stream tells of the connection only when it is lost.
function drawConnection() { byId("connection").hidden = model.connected && !model.state?.health; }

layOut();
window.addEventListener("resize", layOut);
shell.page.parts = [drawConnection, () => { if (shows("phase")) drawn.stage = drawStage(byId("phase"), model, drawn.stage); }, drawScore, drawUnit, drawBreach];
goLive(shell);
changed();
