// Wires the judge's desk: the board with its banner, the queue of what is open, entries by touch and by keys, and who entered what.
import {addZoomButtons, boardParts, newBoard, zoomTo} from "./board.js";
import {addBoardTools} from "./board_tools.js";
import {addControls, addNextPhase, drawNextPhase, fillControls, proposeNext} from "./controls.js";
import {byId} from "./dom.js";
import {drawEntered, lastUndoable, newEntered, undo} from "./entered.js";
import {openEntry} from "./entries.js";
import {drawEvidencePanel, newEvidencePanel} from "./evidence_panel.js";
import {fittingEntries} from "./fitting.js";
import {clock} from "./format.js";
import {drawHelp} from "./help.js";
import {addKeys} from "./keys.js";
import {t} from "./lang.js";
import {drawLogin, newLogin} from "./login.js";
import {canEnter, isMove, seenLog, shownEntry, unitName} from "./model.js";
import {askReason, currentItem, drawQueue, isRuled, newQueue, nextInQueue, queueItems, takeBack, unitOfItem, uphold} from "./queue.js";
import {addRuleSearch, drawRules} from "./rules.js";
import {answer as shellAnswer, changed as shellChanged, draw as drawShell, goLive, newShell, say, send as sendEntry} from "./shell.js";
import {cancelItem, drawSheet, isPicking, newSheet, takeTarget} from "./sheet.js";
import {drawBarStage} from "./stage.js";
import {drawStatistics} from "./statistics.js";
import {addSwitches, drawSwitches} from "./switches.js";
import {markUnit} from "./table.js";
import {addTabs, openTab} from "./tabs.js";
import {addUnitPanel, drawUnitPanel, fillUnits} from "./unit.js";
import {addListKeys, drawTally, drawVerdicts, newList} from "./verdicts.js";
import {keepClear} from "./view.js";

const shell = newShell({count: (model) => queueItems(model).length, name: "judge", parts: [], show: showEntry, fill: (entry, a) => openForm({...a, unit: entry.data.unit}), archive: () => window.location.replace("/")}), {model} = shell;
const board = newBoard(byId("board")), {table, view} = board, list = newList(byId("verdicts"));
const enter = (event, text) => sendEntry(shell, event, text), changed = () => shellChanged(shell), answer = (entry, a) => shellAnswer(shell, entry, a);
const queue = newQueue(byId("queue"), {enter, answer, show: showItem}), entered = newEntered(byId("entered"), {enter}), evidence = newEvidencePanel(byId("evidence-panel"));
const sheet = newSheet(byId("sheet"), {enter, close: () => chooseUnit(null), form: openForm, picking: (ids) => document.body.classList.toggle("picking", Boolean(ids))}), login = newLogin(() => window.location.reload());
const drawn = {game: null, rules: null, phase: "", next: "", unit: "", help: "", count: ""};
let phaseEntered = 0;  // number of the phase that was entered last

function fillGame() {
  if (!model.game || drawn.game === model.game) return;
  drawn.game = model.game;
  byId("ruleset").textContent = [model.game.title, model.game.ruleset].filter(Boolean).join(" · ");
  fillUnits(model);
  byId("unit-find").replaceChildren(...[...byId("unit-choice").children].map((n) => n.cloneNode(true)));
  fillControls(model);
}

function drawNewRules() {
  if (!model.rules || drawn.rules === model.rules) return;
  drawn.rules = model.rules;
  drawRules(model, enter);
  fillControls(model);
  drawn.phase = "";
}

function drawBar() {
  const before = drawn.phase;
  byId("clock").textContent = model.state ? clock(model.state.t) : "";
  drawn.next = drawNextPhase(model, drawn.next);
  drawn.phase = drawBarStage(byId("phase"), model, before);
  if (drawn.phase !== before) proposeNext(model);
}

function drawCount() {
  const n = queueItems(model).length;
  if (drawn.count !== n) byId("queue-count").textContent = n || "";
  drawn.count = n;
  byId("phase-form").hidden = !canEnter(model);
  byId("table-calm").hidden = !byId("help").hidden;
}

shell.page.parts = [
  fillGame, ...boardParts(board, {onUnit: tapUnit}), drawNewRules, drawBar,
  () => drawLogin(login, model),
  () => drawQueue(queue, model),
  () => drawSheet(sheet, model),
  () => { drawn.unit = drawUnitPanel(model, drawn.unit); },
  () => { drawn.help = drawHelp(model, {enter}, drawn.help, false); },
  () => drawVerdicts(list, model, {select, enter, answer}),
  () => drawTally(byId("tally"), model),
  () => drawEntered(entered, model),
  () => drawEvidencePanel(evidence, model, shownEntry(model)),
  () => { drawn.statistics = drawStatistics(model, drawn.statistics); },
  () => drawSwitches(model),
  drawCount,
];

function select(key) {
  model.selected = model.selected === key ? null : key;
  changed();
}

function showEntry(entry) {
  model.selected = entry.key;
  changed();
  zoomTo(board, entry);
}

function showItem(item) {
  if (item.entry && (isMove(item.entry) || item.entry.kind === "alert")) showEntry(item.entry);
  const unit = unitOfItem(item);
  if (unit) markUnit(table, unit);
}

// A unit on the board was tapped: the target that is wanted, or the unit whose sheet opens.
function tapUnit(id) {
  if (!isPicking(sheet)) return chooseUnit(id);
  if (!takeTarget(sheet, model, id)) say(t("sheet.noTarget", {unit: unitName(model, id)}), true);
  return undefined;
}

function chooseUnit(id) {
  if (isPicking(sheet)) cancelItem(sheet, model);
  model.unit = id;
  byId("unit-find").value = id ?? "";
  markUnit(table, id);
  changed();
}

// Opens the whole form, at an entry where one is meant: {entry, figure, unit}.
function openForm(item) {
  if (item?.unit) chooseUnit(item.unit);
  openTab("unit");
  drawn.unit = drawUnitPanel(model, drawn.unit);
  if (item) openEntry(model, item.entry, item.figure);
  else byId("entry-what").focus();
}

// The item that a key is meant for, else the verdict that is shown.
function keyItem() {
  const shown = seenLog(model).find((e) => e.key === model.selected);
  if (queue.current === null && shown?.kind === "move") return {key: `log ${shown.key}`, entry: shown, reason: ""};
  return currentItem(queue, model);
}

function forVerdict(act) {
  return () => {
    const item = keyItem();
    if (!canEnter(model)) return say(t("keys.noJudge"), true);
    return item && isRuled(item) ? act(item) : say(t("keys.noVerdict"), true);
  };
}

function overruleShown(item) {
  if (queueItems(model).some((i) => i.key === item.key)) return askReason(queue, model, item);
  return enter({kind: "ruling", move: item.entry.data.move, ruling: "overruled", by: model.name || "judge"}, t("said.overruled", {n: item.entry.data.move}));
}

function takeBackShown() {
  const item = keyItem(), unit = item ? unitOfItem(item) : model.unit;
  if (!canEnter(model)) return say(t("keys.noJudge"), true);
  return unit ? takeBack(model, unit, {enter}) : say(t("keys.noUnit"), true);
}

function undoLast() {
  const last = lastUndoable(model);
  return last && canEnter(model) ? undo(model, last, enter) : say(t("keys.noUndo"), true);
}

// The entry of the open sheet by its number.
function enterFitting(i) {
  const unit = model.units.get(sheet.unit), item = unit && !sheet.item ? fittingEntries(model, unit)[i] : null;
  if (item) sheet.node.querySelectorAll(".sheet-buttons [data-entry]")[i]?.click();
}

addKeys({
  n: () => nextInQueue(queue, model) ?? say(t("queue.empty")), u: forVerdict((item) => uphold(queue, model, item)), o: forVerdict(overruleShown), t: takeBackShown, z: undoLast,
  p: () => { if (!byId("next-phase").hidden) byId("next-phase").click(); }, "/": () => byId("unit-find").focus(), ...Object.fromEntries([0, 1, 2, 3, 4].map((i) => [String(i + 1), () => enterFitting(i)])),
  Escape: () => {
    if (sheet.item) return cancelItem(sheet, model);
    model.selected = queue.current = null;
    return chooseUnit(null);
  },
});
addNextPhase(model, {
  enter: async (event, text) => {
    const taken = await enter(event, text);
    if (taken) phaseEntered = shell.entered;
    return taken;
  },
  undo: () => enter({kind: "undo", number: phaseEntered}, t("entered.undoOf", {n: phaseEntered})),
});
addZoomButtons(board, () => shownEntry(model));
byId("unit-find").addEventListener("change", () => chooseUnit(byId("unit-find").value || null));
addTabs();
addBoardTools(table, view, document.querySelector(".tools"));
keepClear(view, byId("banner"));
addListKeys(byId("verdicts"));
addControls(model, enter);
addUnitPanel(model, {choose: chooseUnit, enter});
addRuleSearch();
addSwitches(shell.voice, enter);
goLive(shell);
drawShell(shell);
