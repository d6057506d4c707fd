// Wires the page of a player's phone: whose phase it is, the own units with what they may declare, questions, rulings. A viewer sees the same without entries.
import {byId, html} from "./dom.js";
import {words} from "./format.js";
import {t} from "./lang.js";
import {mayPlay, openMoves, unitName} from "./model.js";
import {addLogin, drawLogin, mayLogIn} from "./phone_login.js";
import {drawQuestions} from "./phone_questions.js";
import {drawRulings} from "./phone_rulings.js";
import {drawUnitSheet, entryOf, firstStep, nextStep} from "./phone_unit.js";
import {sentenceOf, who} from "./sentences.js";
import {answer, changed as shellChanged, goLive, newShell, send} from "./shell.js";
import {sayAloud} from "./sound.js";
import {addSoundButton, drawSoundButton} from "./sound_button.js";
import {drawStage} from "./stage.js";
import {openItems} from "./status.js";
import {unitMark, unitRow} from "./strip.js";

// Banners tell what is one's own; questions have their own cards, and what the enemy did wrong a line.
const shell = newShell({name: "phone", parts: [], fill: fillAnswer, wanted: (item) => item.reason !== "ask" && isMine(item.entry.data.unit)}), {model} = shell, changed = () => shellChanged(shell);
const phone = {unit: null, step: null, challenge: 0, mayLogIn: false, settled: false};
const drawn = {stage: "", phases: "", units: "", unit: "", rulings: "", actions: "", enemy: ""};

// Everybody's where somebody has no side.
function isMine(unitId) { return model.own === null || model.units.get(unitId)?.side === model.own; }

const plays = () => model.role !== "viewer" && !model.archive;

// The phases of the turn: what was, what is, what is left.
function drawPhases() {
  const {phases = [], other_phases: others = {}} = model.rules ?? {}, now = model.state?.phase ?? "", at = phases.indexOf(others[now] ?? now), mark = JSON.stringify([phases, at]);
  if (mark === drawn.phases) return;
  drawn.phases = mark;
  byId("phases").replaceChildren(...phases.map((phase, i) => html("li", {class: i < at ? "past" : i === at ? "now" : "", "aria-current": i === at ? "step" : null}, words(phase))));
}

function drawUnits() {
  const list = [...model.units.values()].filter((u) => !plays() || isMine(u.id)), may = plays(), mark = JSON.stringify([may, list.map((u) => unitMark(model, u))]);
  if (mark === drawn.units || byId("units").querySelector("button:active")) return;
  const focused = document.activeElement?.closest?.("#units [data-unit]")?.dataset.unit;
  drawn.units = mark;
  byId("units").replaceChildren(...list.map((u) => html("li", {}, may ? html("button", {type: "button", class: "unit-row", "data-unit": u.id, onclick: () => chooseUnit(u.id)}, unitRow(model, u)) : html("div", {class: "unit-row"}, unitRow(model, u)))));
  if (focused) byId("units").querySelector(`[data-unit="${CSS.escape(focused)}"]`)?.focus();
}

function chooseUnit(id, step = null) {
  Object.assign(phone, {unit: id, step});
  changed();
  byId("main").scrollTop = 0;
}

// Back: from a choice to the unit, from the unit to the list.
function goBack() { chooseUnit(phone.step ? phone.unit : null); }

async function take(step) {
  phone.step = step;
  if (step.key !== null) return changed();
  const {event, text} = entryOf(model, phone.unit, step);
  if (await send(shell, event, text)) chooseUnit(null);
  return changed();
}

const steps = {begin: (kind, word) => take(firstStep(model, kind, word)), choose: (value) => take(nextStep(model, phone.step, value))};

// A question's answer that leaves something open.
function fillAnswer(entry, {entry: said}) {
  const [kind, word] = said.split(" ");
  chooseUnit(entry.data.unit, firstStep(model, kind, word));
}

function actionButton(kind, unit, key, extra = "") {
  const name = unitName(model, unit);
  return html("button", {type: "button", class: `button wide ${extra}`, onclick: () => send(shell, {kind, unit}, t(`phone.said.${kind}`, {unit: name}))}, t(key, {unit: name}));
}

// Always at the same place under the thumb: of the unit that is open, else of the one that is being moved.
function drawActions() {
  const moving = plays() ? openMoves(model).filter((e) => mayPlay(model, e.unit)) : [], open = plays() && phone.unit !== null && mayPlay(model, phone.unit);
  const mark = JSON.stringify([open && phone.unit, phone.unit === null ? moving.map((e) => e.unit) : [], phone.unit]), node = byId("actions");
  if (mark === drawn.actions || node.querySelector("button:active")) return;
  drawn.actions = mark;
  const back = phone.unit === null ? [] : [html("button", {type: "button", class: "button", id: "back", "aria-label": t("phone.back"), onclick: goBack}, "←")];
  const entries = open ? [actionButton("end-move", phone.unit, "phone.endMove", "main"), actionButton("take-back", phone.unit, "phone.takeBack")] : phone.unit === null ? moving.slice(0, 2).map((e) => actionButton("end-move", e.unit, "phone.endMoveOf", "main")) : [];
  node.replaceChildren(...back, ...entries);
  node.hidden = node.children.length === 0;
}

// The gravest of the enemy's illegal moves: in a line, as it is the judge's to handle.
function drawEnemy() {
  const item = openItems(model).find((i) => i.reason === "illegal" && !isMine(i.entry.data.unit)), text = item ? `${t("banner.illegal")}: ${who(model, item.entry)}. ${sentenceOf(item.entry)}` : "";
  if (text === drawn.enemy) return;
  drawn.enemy = text;
  byId("enemy").textContent = text;
  byId("enemy").hidden = !text;
}

function drawOwnQuestions() {
  const list = drawQuestions(byId("questions"), model, (entry, a) => answer(shell, entry, a));
  for (const {entry} of list) sayAloud(shell.voice, entry.key, "ask", `${t("banner.ask")}. ${who(model, entry)}. ${sentenceOf(entry)}`, !phone.settled);
  if (model.state) phone.settled = true;  // what came before the first state is old
}

const challenges = {
  open(move) {
    phone.challenge = move;
    changed();
  },
  async challenge(move, note) {
    if (await send(shell, {kind: "challenge", move, ...(note ? {note} : {})}, t("said.challenged", {n: move}))) challenges.open(0);
  },
};

function isUnitThere() {
  if (phone.unit !== null && (!model.units.has(phone.unit) || !plays())) Object.assign(phone, {unit: null, step: null});
  byId("lists").hidden = phone.unit !== null;
}

shell.page.parts = [
  isUnitThere,
  () => { drawn.stage = drawStage(byId("phase"), model, drawn.stage); },
  drawPhases, drawUnits, drawEnemy, drawOwnQuestions,
  () => { drawn.unit = drawUnitSheet(byId("unit"), model, phone, steps, drawn.unit); },
  () => { drawn.rulings = drawRulings(byId("rulings"), model, phone, challenges, drawn.rulings); },
  () => { byId("empty").hidden = byId("rulings").children.length > 0; },
  drawActions,
  () => drawLogin(model, phone.mayLogIn),
  () => drawSoundButton(byId("sound"), shell.voice),
  () => document.body.classList.toggle("is-mine", plays() && Boolean(model.state?.phase) && (!model.state.side || model.own === null || model.state.side === model.own)),
];

document.addEventListener("keydown", (event) => { if (event.key === "Escape" && phone.unit !== null) goBack(); });
addSoundButton(byId("sound"), shell.voice, changed);
addLogin(() => window.location.reload());
goLive(shell);
changed();
phone.mayLogIn = await mayLogIn();
changed();
