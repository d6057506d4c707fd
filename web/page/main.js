// Wires the page: messages change the model, a change draws what it touches, once a picture.
import {embeddedData, stateAt} from "./archive.js";
import {addControls, fillControls, proposeNext} from "./controls.js";
import {byId, dot, html} from "./dom.js";
import {answerEvent, openEntry} from "./entries.js";
import {clock, words} from "./format.js";
import {drawHelp, healthFacts} from "./help.js";
import {addToLog, canEnter, clearLog, latestUntil, newModel, openAlerts, setGame, setState, shownEntry, unitName} from "./model.js";
import {drawMove, moveBox} from "./moves.js";
import {drawOverlay} from "./overlay.js";
import {addRuleSearch, drawRules} from "./rules.js";
import {enter, follow} from "./stream.js";
import {drawGame, drawState, markUnit, newTable} from "./table.js";
import {drawTimeline} from "./timeline.js";
import {addUnitPanel, drawUnitPanel, fillUnits} from "./unit.js";
import {addListKeys, drawTally, drawVerdicts} from "./verdicts.js";
import {newView, setTable, showBox, showWhole, zoom} from "./view.js";

const model = newModel();
const table = newTable(byId("board"));
const view = newView(table.board);
const drawn = {game: null, rules: null, state: null, list: "", move: "", timeline: "", phase: "", unit: "", overlay: "", help: ""};
let waiting = false;
let archived = null;
let entered = 0;  // when the judge last entered something

function changed() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(draw);
}

function drawNewGame() {
  if (!model.game || drawn.game === model.game) return;
  drawn.game = model.game;
  drawn.state = drawn.move = null;
  document.title = `${model.game.title || "Game"} · Vedette`;
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

const PARTS = [
  drawNewGame, drawNewState, drawNewRules, drawMoveLayer,
  () => { if (model.game && model.state) drawn.overlay = drawOverlay(table, model, drawn.overlay); },
  drawBar,
  () => { drawn.help = drawHelp(model, {enter: send}, drawn.help); },
  () => { drawn.unit = drawUnitPanel(model, drawn.unit); },
  () => { drawn.list = drawVerdicts(byId("verdicts"), model, {select, enter: send, answer}, drawn.list); },
  () => drawTally(byId("tally"), model),
  () => { drawn.timeline = drawTimeline(model, model.state?.t ?? 0, archived?.duration ?? model.state?.duration ?? 0, drawn.timeline); },
];

// A part that can't be drawn, since what it was told is damaged, stops none of the others.
function draw() {
  waiting = false;
  for (const part of PARTS) {
    try {
      part();
    } catch (error) {
      console.error("not drawn:", error);
    }
  }
}

function drawMoveLayer() {
  const entry = shownEntry(model), mark = `${model.logVersion} ${model.mayEnter} ${entry?.key}`;
  if (!model.game || mark === drawn.move) return;
  drawn.move = mark;
  drawMove(table, model, entry, openAlerts(model));
}

function drawBar() {
  const state = model.state, side = model.sides.get(state?.side), bar = byId("phase");
  const text = !state ? "waiting for the first picture" : state.phase ? `Turn ${state.turn} · ${words(state.phase)}` : "no phase entered";
  const mark = `${text} ${side?.name} ${side?.colour}`;
  if (mark !== drawn.phase) {
    drawn.phase = mark;
    bar.replaceChildren(...(side ? [dot(side.colour), html("span", {}, `${text} · ${side.name}`)] : [html("span", {}, text)]));
    if (!document.activeElement?.closest("#phase-form label")) proposeNext(model);  // not under the judge's fingers
  }
  byId("clock").textContent = state ? clock(state.t) : "";
  drawHealth(state);
  byId("judge").hidden = !canEnter(model);
}

function drawHealth(state) {
  const health = byId("health"), blind = String(state?.health ?? "");
  const [kind, text] = model.archive ? ["archive", "Exported record: nothing is being watched"]
    : !model.connected ? ["lost", model.everConnected ? "Connection lost: what you see may be old. Trying again…" : "Connecting…"]
    : blind ? ["blind", blind] : ["well", state?.replay ? "Replaying a record" : "Watching: the whole table is judged"];
  if (health.textContent !== text) health.textContent = text;
  health.className = `health ${kind}`;
  byId("health-facts").textContent = model.connected && !model.archive ? healthFacts(state?.health_facts) : "";
}

function select(key) {
  model.selected = model.selected === key ? null : key;
  const entry = shownEntry(model);
  if (model.archive && model.selected) showTime(archived.duration, entry.data.t);
  changed();
}

function chooseUnit(id) {
  model.unit = id;
  markUnit(table, model, id);
  changed();
}

// event null: `text` says what is still wanted.
async function send(event, text) {
  if (!event) return say(text, true);
  entered = Date.now();
  const refusal = await enter(event);
  say(refusal ? `Not entered: ${refusal}` : `Entered: ${text}`, Boolean(refusal));
}

// An answer that says it all is entered; one that leaves something open opens the form that asks for it.
async function answer(entry, {label, entry: said, figure}) {
  const unit = entry.data.unit, event = answerEvent(model, unit, said);
  if (!event) {
    chooseUnit(unit);
    drawn.unit = drawUnitPanel(model, drawn.unit);
    return openEntry(model, said, figure);
  }
  await send(event, `${unitName(model, unit)}: ${label.toLowerCase()}`);
  entry.answered = label.toLowerCase();
}

function addEntryToLog(kind, data) {
  addToLog(model, kind, data);
  if (kind === "aside" && Date.now() - entered < 5000) say(`Left aside: ${data.message}`, true);
  changed();
}

function say(text, isBad) {
  const note = byId("notice");
  note.textContent = text;
  note.className = isBad ? "notice bad" : "notice";
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { note.textContent = ""; }, 8000);
}

function showTime(duration, t) {
  const now = Math.min(t, duration);
  model.state = stateAt(archived, now);
  byId("time").value = String(now);
}

function openArchive(data) {
  archived = data;
  model.archive = true;
  setGame(model, data.game);
  for (const entry of data.log) addToLog(model, entry.kind, entry.data);
  showTime(data.duration, data.duration);
  byId("time").addEventListener("input", () => {
    showTime(data.duration, Number(byId("time").value));
    model.selected = latestUntil(model, Number(byId("time").value))?.key ?? null;
    changed();
  });
  changed();
}

function goLive() {
  follow({
    hello: (data) => { model.mayEnter = data.entries === true; changed(); },
    game: (data) => { setGame(model, data); changed(); },
    rules: (data) => { model.rules = data; changed(); },
    state: (data) => { setState(model, data); changed(); },
    log: addEntryToLog,
    resync: () => { clearLog(model); changed(); },
    notice: (text) => say(text, true),
    connection: (isOpen) => {
      model.connected = isOpen;
      model.everConnected ||= isOpen;
      changed();
    },
  });
}

byId("zoom-in").addEventListener("click", () => zoom(view, 1 / 1.4));
byId("zoom-out").addEventListener("click", () => zoom(view, 1.4));
byId("zoom-all").addEventListener("click", () => showWhole(view));
byId("zoom-move").addEventListener("click", () => {
  const box = moveBox(table, shownEntry(model));
  if (box) showBox(view, box);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  model.selected = null;
  chooseUnit(null);
});
addListKeys(byId("verdicts"));
addControls(model, send);
addUnitPanel(model, {choose: chooseUnit, enter: send});
addRuleSearch();
const data = embeddedData();
if (data) openArchive(data);
else goLive();
draw();
