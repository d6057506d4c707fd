// Wires the page: messages change the model, a change draws what it touches, once a picture.
import {addressedMove, setAddress} from "./address.js";
import {embeddedData, fetchArchive} from "./archive.js";
import {addBoardTools} from "./board_tools.js";
import {addControls, fillControls, proposeNext} from "./controls.js";
import {byId, dot, html} from "./dom.js";
import {answerEvent, openEntry} from "./entries.js";
import {drawEvidence} from "./evidence.js";
import {clock, words} from "./format.js";
import {drawHelp, healthFacts} from "./help.js";
import {addToLog, canEnter, clearLog, isMove, newModel, openAlerts, seenLog, setGame, setState, shownEntry, unitName} from "./model.js";
import {drawMove, moveBox} from "./moves.js";
import {drawOverlay} from "./overlay.js";
import {drawPlayback} from "./playback.js";
import {openAddress, openReplay, playOn, showSaid} from "./replay.js";
import {addRuleSearch, drawRules} from "./rules.js";
import {drawStatistics} from "./statistics.js";
import {enter, follow} from "./stream.js";
import {drawGame, drawState, markUnit, newTable} from "./table.js";
import {drawTimeline} from "./timeline.js";
import {addUnitPanel, drawUnitPanel, fillUnits} from "./unit.js";
import {addListKeys, drawTally, drawVerdicts, newList} from "./verdicts.js";
import {newView, setTable, showBox, showsWhole, showWhole, zoom} from "./view.js";

const model = newModel();
const table = newTable(byId("board"));
const view = newView(table);
const list = newList(byId("verdicts"));
const drawn = {game: null, rules: null, state: null, move: "", timeline: "", playback: "", evidence: "", phase: "", unit: "", overlay: "", help: ""};
let waiting = false;
let replay = null;  // of a recorded game
let loading = "";  // what there is to say of one that is not there yet
let addressed = addressedMove();  // whose verdict is still to come
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
  drawState(table, model, !replay || replay.player.playing);
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
  () => drawVerdicts(list, model, {select, enter: send, answer}),
  () => drawTally(byId("tally"), model),
  () => { drawn.statistics = drawStatistics(model, drawn.statistics); },
  () => { if (replay) drawn.timeline = drawTimeline(model, replay.player, drawn.timeline); },
  () => { if (replay) drawn.playback = drawPlayback(replay.player, drawn.playback); },
  () => { if (replay) drawn.evidence = drawEvidence(model, watchedMove() ?? shownEntry(model), drawn.evidence); },
];

// A part that can't be drawn, since what it was told is damaged, stops none of the others.
function draw() {
  waiting = false;
  if (replay) playOn(replay);
  for (const part of PARTS) {
    try {
      part();
    } catch (error) {
      console.error("not drawn:", error);
    }
  }
}

// The move that is watched now.
function watchedMove() { return replay?.player.playing ? seenLog(model).find((e) => e.key === replay.watched) : null; }

// A move is drawn as long as its unit stands where it left it: in a recorded game, which tells where that is. While a move is watched, none but that.
function drawableMove(begun) {
  if (begun) return null;
  const entry = shownEntry(model), unit = replay && entry && isMove(entry) && entry.data.to ? model.state.units.find((u) => u.id === entry.data.unit) : null;
  return unit && unit.move !== entry.data.move ? null : entry;
}

function drawMoveLayer() {
  const begun = watchedMove(), entry = drawableMove(begun), alerts = openAlerts(model);
  const mark = `${model.logVersion} ${model.mayEnter} ${entry?.key} ${begun?.key} ${alerts.map((a) => a.key)}`;
  if (!model.game || mark === drawn.move) return;
  drawn.move = mark;
  drawMove(table, model, entry, alerts, begun);
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

// Whether the game is recorded, and the hash of what is safe: with it nobody can change the record unnoticed.
function drawRecording(state) {
  const record = state?.record, why = model.recording || String(record?.why ?? ""), text = why ? `Not recorded: ${why}. The game goes on; it is written as soon as it can be.` : "";
  if (byId("damage").textContent !== text) byId("damage").textContent = text;
  byId("damage").hidden = !text;
  byId("record-now").textContent = record?.head && !why ? `recorded ${String(record.head).slice(0, 8)}` : "";
  byId("record-now").title = record?.head ? `The hash of the newest row that is safe: ${record.head}` : "";
}

function drawHealth(state) {
  const health = byId("health"), blind = String(state?.health ?? "");
  const [kind, text] = model.archive ? (blind ? ["blind", `Then: ${blind}`] : ["archive", "A recorded game"])
    : loading ? ["lost", loading]
    : !model.connected ? ["lost", model.everConnected ? "Connection lost: what you see may be old. Trying again…" : "Connecting…"]
    : blind ? ["blind", blind] : ["well", "Watching: the whole table is judged"];
  if (health.textContent !== text) health.textContent = text;
  health.className = `health ${kind}`;
  byId("health-facts").textContent = model.connected && !model.archive ? healthFacts(state?.health_facts) : "";
  if (!model.archive) drawRecording(state);
}

function select(key) {
  const entry = seenLog(model).find((e) => e.key === key);
  if (replay && entry) return showSaid(replay, entry);
  model.selected = model.selected === key ? null : key;
  setAddress(model.selected && entry?.kind === "move" ? entry.data.move : 0);
  changed();
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
  showAddressedLive();
  changed();
}

function say(text, isBad) {
  const note = byId("notice");
  note.textContent = text;
  note.className = isBad ? "notice bad" : "notice";
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { note.textContent = ""; }, 8000);
}

function play(data) {
  loading = "";
  replay = openReplay(model, data, {changed, say, zoomTo, follow: (entry) => { if (!showsWhole(view)) zoomTo(entry); }});
  draw();
  openAddress(replay);
}

// The program shows a recorded game: the page needs it whole, and nothing more from the stream.
async function playServed(closeStream) {
  closeStream();
  loading = "Loading the recorded game…";
  changed();
  try {
    play(await fetchArchive());
  } catch (error) {
    loading = `The recorded game can't be shown: ${error.message}`;
    changed();
  }
}

function goLive() {
  follow({
    hello: (data, close) => {
      if (data.archive === true) return playServed(close);
      model.mayEnter = data.entries === true;
      return changed();
    },
    game: (data) => { setGame(model, data); showAddressedLive(); changed(); },
    rules: (data) => { model.rules = data; changed(); },
    state: (data) => { setState(model, data); changed(); },
    statistics: (data) => { model.statistics = data; changed(); },
    recording: (data) => { model.recording = data.state === "failing" ? String(data.why ?? "") || "the record can't be written" : ""; changed(); },
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
byId("zoom-move").addEventListener("click", () => zoomTo(shownEntry(model)));
window.addEventListener("hashchange", () => {
  if (replay) return;  // which sees to it itself
  addressed = addressedMove();
  showAddressedLive();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (!replay) model.selected = null;
  chooseUnit(null);
});
addListKeys(byId("verdicts"));
addControls(model, send);
addUnitPanel(model, {choose: chooseUnit, enter: send});
addRuleSearch();
const data = embeddedData();
addBoardTools(table, view, document.querySelector(".tools"), !data);
if (data) play(data);
else goLive();
draw();
