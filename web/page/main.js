// Wires the page of a viewer: the whole game on one page, which asks nothing of who looks on.
import {addressedMove, setAddress} from "./address.js";
import {addZoomButtons, boardParts, newBoard, zoomTo} from "./board.js";
import {addBoardTools} from "./board_tools.js";
import {addControls, fillControls, proposeNext} from "./controls.js";
import {byId} from "./dom.js";
import {openEntry} from "./entries.js";
import {drawEvidence} from "./evidence.js";
import {clock} from "./format.js";
import {drawHelp} from "./help.js";
import {t} from "./lang.js";
import {canEnter, seenLog, shownEntry} from "./model.js";
import {fillPages} from "./pages.js";
import {addRuleSearch, drawRules} from "./rules.js";
import {answer, changed as shellChanged, draw as drawShell, goLive, newShell, say, send as sendEntry} from "./shell.js";
import {drawBarStage} from "./stage.js";
import {drawStatistics} from "./statistics.js";
import {markUnit} from "./table.js";
import {addUnitPanel, drawUnitPanel, fillUnits} from "./unit.js";
import {addListKeys, drawTally, drawVerdicts, newList} from "./verdicts.js";
import {keepClear} from "./view.js";

const shell = newShell({name: "viewer", parts: [], show: showEntry, fill: fillAnswer, archive: showReview}), {model} = shell;
const board = newBoard(byId("board")), {table, view} = board;
const list = newList(byId("verdicts"));
const drawn = {game: null, rules: null, evidence: "", phase: "", unit: "", help: ""};
let addressed = addressedMove();  // whose verdict is still to come
let entered = 0;  // when the judge last entered something

const changed = () => shellChanged(shell);

function fillGame() {
  if (!model.game || drawn.game === model.game) return;
  drawn.game = model.game;
  byId("title").textContent = model.game.title || "Untitled game";
  byId("ruleset").textContent = model.game.ruleset ?? "";
  fillUnits(model);
  fillControls(model);
}

function drawNewRules() {
  if (!model.rules || drawn.rules === model.rules) return;
  drawn.rules = model.rules;
  drawRules(model, send);
  fillControls(model);
  drawn.phase = "";
}

shell.page.parts = [
  fillGame, ...boardParts(board, {onUnit: chooseUnit}), drawNewRules, drawBar,
  () => { drawn.help = drawHelp(model, {enter: send}, drawn.help); },
  () => { drawn.unit = drawUnitPanel(model, drawn.unit); },
  () => drawVerdicts(list, model, {select, enter: send, answer: (entry, a) => answer(shell, entry, a)}),
  () => drawTally(byId("tally"), model),
  () => { drawn.statistics = drawStatistics(model, drawn.statistics); },
  () => { drawn.evidence = drawEvidence(model, shownEntry(model), drawn.evidence); },
];

function drawBar() {
  const before = drawn.phase;
  drawn.phase = drawBarStage(byId("phase"), model, before);
  if (drawn.phase !== before) proposeNext(model);
  byId("clock").textContent = model.state ? clock(model.state.t) : "";
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
  zoomTo(board, entry);
}

// The live page shows the verdict that its address names as soon as it is there.
function showAddressedLive() {
  const entry = addressed && model.game ? seenLog(model).findLast((e) => e.kind === "move" && e.data.move === addressed) : null;
  if (!entry) return;
  addressed = 0;
  model.selected = entry.key;
  changed();
  requestAnimationFrame(() => zoomTo(board, entry));
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

addZoomButtons(board, () => shownEntry(model));
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
