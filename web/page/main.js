// Wires the page of a viewer: the whole game on one page, which asks nothing of who looks on.
import {addressedMove, setAddress} from "./address.js";
import {addBoardTools} from "./board_tools.js";
import {addControls, fillControls, proposeNext} from "./controls.js";
import {byId, dot, html} from "./dom.js";
import {openEntry} from "./entries.js";
import {drawEvidence} from "./evidence.js";
import {clock, words} from "./format.js";
import {drawHelp} from "./help.js";
import {t} from "./lang.js";
import {canEnter, openAlerts, seenLog, shownEntry} from "./model.js";
import {drawMove, moveBox} from "./moves.js";
import {drawOverlay} from "./overlay.js";
import {fillPages} from "./pages.js";
import {addRuleSearch, drawRules} from "./rules.js";
import {answer, changed as shellChanged, draw as drawShell, goLive, newShell, say, send as sendEntry} from "./shell.js";
import {drawStatistics} from "./statistics.js";
import {drawGame, drawState, markUnit, newTable} from "./table.js";
import {addUnitPanel, drawUnitPanel, fillUnits} from "./unit.js";
import {addListKeys, drawTally, drawVerdicts, newList} from "./verdicts.js";
import {keepClear, newView, setTable, showBox, showWhole, zoom} from "./view.js";

const shell = newShell({name: "viewer", parts: [], show: showEntry, fill: fillAnswer, archive: showReview}), {model} = shell;
const table = newTable(byId("board"));
const view = newView(table);
const list = newList(byId("verdicts"));
const drawn = {game: null, rules: null, state: null, move: "", evidence: "", phase: "", unit: "", overlay: "", help: ""};
let addressed = addressedMove();  // whose verdict is still to come
let entered = 0;  // when the judge last entered something

const changed = () => shellChanged(shell);

function drawNewGame() {
  if (!model.game || drawn.game === model.game) return;
  drawn.game = model.game;
  drawn.state = drawn.move = null;
  byId("title").textContent = model.game.title || "Untitled game";
  byId("ruleset").textContent = model.game.ruleset ?? "";
  drawGame(table, model, chooseUnit);
  setTable(view, model.game.table?.width || 72, model.game.table?.depth || 48);
  fillUnits(model);
  fillControls(model);
}

function drawNewState() {
  if (!model.game || !model.state || drawn.state === model.state) return;
  drawn.state = model.state;
  drawState(table, model);
}

function drawNewRules() {
  if (!model.rules || drawn.rules === model.rules) return;
  drawn.rules = model.rules;
  drawRules(model, send);
  fillControls(model);
  drawn.phase = "";
}

shell.page.parts = [
  drawNewGame, drawNewState, drawNewRules, drawMoveLayer,
  () => { if (model.game && model.state) drawn.overlay = drawOverlay(table, model, drawn.overlay); },
  drawBar,
  () => { drawn.help = drawHelp(model, {enter: send}, drawn.help); },
  () => { drawn.unit = drawUnitPanel(model, drawn.unit); },
  () => drawVerdicts(list, model, {select, enter: send, answer: (entry, a) => answer(shell, entry, a)}),
  () => drawTally(byId("tally"), model),
  () => { drawn.statistics = drawStatistics(model, drawn.statistics); },
  () => { drawn.evidence = drawEvidence(model, shownEntry(model), drawn.evidence); },
];

function drawMoveLayer() {
  const entry = shownEntry(model), alerts = openAlerts(model), mark = `${model.logVersion} ${model.mayEnter} ${entry?.key} ${alerts.map((a) => a.key)}`;
  if (!model.game || mark === drawn.move) return;
  drawn.move = mark;
  drawMove(table, model, entry, alerts);
}

function drawBar() {
  const state = model.state, side = model.sides.get(state?.side), bar = byId("phase");
  const text = !state ? t("page.waiting") : state.phase ? t("page.phase", {turn: state.turn, phase: words(state.phase)}) : t("page.noPhase");
  const mark = `${text} ${side?.name} ${side?.colour}`;
  if (mark !== drawn.phase) {
    drawn.phase = mark;
    bar.replaceChildren(...(side ? [dot(side.colour), html("span", {}, `${text} · ${side.name}`)] : [html("span", {}, text)]));
    if (!document.activeElement?.closest("#phase-form label")) proposeNext(model);  // not under the judge's fingers
  }
  byId("clock").textContent = state ? clock(state.t) : "";
  byId("judge").hidden = !canEnter(model);
}

function select(key) {
  const entry = seenLog(model).find((e) => e.key === key);
  model.selected = model.selected === key ? null : key;
  setAddress(model.selected && entry?.kind === "move" ? entry.data.move : 0);
  changed();
}

// What the banner tells, chosen and in the middle.
function showEntry(entry) {
  model.selected = entry.key;
  changed();
  zoomTo(entry);
}

function zoomTo(entry) {
  const box = moveBox(table, entry);
  if (box) showBox(view, box);
}

// The live page shows the verdict that its address names as soon as it is there.
function showAddressedLive() {
  const entry = addressed && model.game ? seenLog(model).findLast((e) => e.kind === "move" && e.data.move === addressed) : null;
  if (!entry) return;
  addressed = 0;
  model.selected = entry.key;
  changed();
  requestAnimationFrame(() => zoomTo(entry));
}

function chooseUnit(id) {
  model.unit = id;
  markUnit(table, id);
  changed();
}

async function send(event, text) {
  entered = Date.now();
  return sendEntry(shell, event, text);
}

// An answer that leaves something open opens the form that asks for it.
function fillAnswer(entry, {entry: said, figure}) {
  chooseUnit(entry.data.unit);
  drawn.unit = drawUnitPanel(model, drawn.unit);
  openEntry(model, said, figure);
}

function noteLogged(kind, data) {
  if (kind === "aside" && Date.now() - entered < 5000) say(t("said.aside", {message: data.message}), true);
  showAddressedLive();
}

// A recorded game has a page of its own, which plays it.
function showReview(closeStream) {
  closeStream();
  window.location.replace(`/review${window.location.search}${window.location.hash}`);
}

byId("zoom-in").addEventListener("click", () => zoom(view, 1 / 1.4));
byId("zoom-out").addEventListener("click", () => zoom(view, 1.4));
byId("zoom-all").addEventListener("click", () => showWhole(view));
byId("zoom-move").addEventListener("click", () => zoomTo(shownEntry(model)));
window.addEventListener("hashchange", () => {
  addressed = addressedMove();
  showAddressedLive();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  model.selected = null;
  chooseUnit(null);
});
fillPages(byId("pages"), "viewer", shell);
addListKeys(byId("verdicts"));
addControls(model, send);
addUnitPanel(model, {choose: chooseUnit, enter: send});
addRuleSearch();
keepClear(view, byId("banner"));
addBoardTools(table, view, document.querySelector(".tools"));
goLive(shell, {logged: noteLogged});
drawShell(shell);
