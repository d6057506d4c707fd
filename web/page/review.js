// Wires the page that looks back: on a recorded game, in a file of its own or served, and on a live one whose newest moment is one among all.
import {embeddedData, fetchArchive, fetchRules} from "./archive.js";
import {addZoomButtons, boardParts, newBoard, zoomTo} from "./board.js";
import {addBoardTools} from "./board_tools.js";
import {byId, html} from "./dom.js";
import {drawEvidence} from "./evidence.js";
import {behindBy, hearLine, newLive, openLive, passState} from "./following.js";
import {clock, words} from "./format.js";
import {t} from "./lang.js";
import {isMove, seenLog, shownEntry, sideName} from "./model.js";
import {addPastCamera, drawPastCamera} from "./past_camera.js";
import {fillPages} from "./pages.js";
import {drawPlayback} from "./playback.js";
import {openReplay, playOn, showAddressed, showSaid, watchedMove} from "./replay.js";
import {addFinding, drawReviewList, newReviewList} from "./review_list.js";
import {rulingWords, sentenceOf, who} from "./sentences.js";
import {rulingIcon} from "./shapes.js";
import {changed as shellChanged, draw as drawShell, goLive, newShell, say} from "./shell.js";
import {drawBarStage} from "./stage.js";
import {drawStatistics} from "./statistics.js";
import {standingOf} from "./status.js";
import {markUnit} from "./table.js";
import {addTimeline, drawTimeline} from "./timeline.js";
import {drawTally} from "./verdicts.js";
import {showsWhole} from "./view.js";

const shell = newShell({name: "review", isQuiet: true, parts: [], archive: playServed}), live = newLive(shell.model);
const board = newBoard(byId("board")), {table, view} = board, list = newReviewList(byId("verdicts"), {select, enter: () => {}, answer: () => {}});
const drawn = {game: null, timeline: "", playback: "", evidence: "", phase: "", said: "", statistics: null};
let replay = null, camera = null, isOpening = false;

const changed = () => shellChanged(shell);
fillPages(byId("pages"), "review", shell);
const page = {changed, say, zoomTo: (entry) => zoomTo(board, entry), follow: (entry) => { if (!showsWhole(view)) zoomTo(board, entry); }};
const modelNow = () => replay?.model ?? null;

function drawTitle(model) {
  if (drawn.game === model.game) return;
  drawn.game = model.game;
  byId("title").textContent = model.game.title || t("review.untitled");
  document.title = t("review.pageTitle", {game: model.game.title || t("review.untitled")});
  byId("ruleset").textContent = model.game.ruleset ?? "";
}

// A move is drawn as long as its unit stands where it left it. While a move is watched, none but that.
function drawableMove(model, begun) {
  if (begun) return null;
  const entry = shownEntry(model), unit = entry && isMove(entry) && entry.data.to && !replay.live?.isFollowing ? (model.state.units ?? []).find((u) => u?.id === entry.data.unit) : null;
  return unit && unit.move !== entry.data.move ? null : entry;
}

function shownMove(model) {
  const begun = watchedMove(replay);
  return {entry: drawableMove(model, begun), begun};
}

function drawBar(model) {
  byId("clock").textContent = clock(model.state.t ?? 0);
  drawn.phase = drawBarStage(byId("phase"), model, drawn.phase);
}

// The verdict that is shown, in a calm line under the table: a game that is looked back on shouts at nobody.
function drawSaid(model) {
  const entry = watchedMove(replay) ?? shownEntry(model), shown = entry ? (isMove(entry) ? standingOf(model, entry).shown : entry.kind) : "", word = !entry ? "" : isMove(entry) ? rulingWords(model, entry) : t(`kind.${entry.kind}`);
  const mark = entry ? `${entry.key} ${word}` : "";
  if (mark === drawn.said) return;
  drawn.said = mark;
  byId("said").className = `said ${shown}`;
  byId("said").replaceChildren(...(entry ? [rulingIcon(shown), html("strong", {class: "ruling-name"}, word), html("span", {class: "said-unit"}, who(model, entry), entry.data.move ? html("span", {class: "quiet"}, ` · ${t("verdicts.move", {n: entry.data.move})}`) : null), html("span", {class: "said-text"}, sentenceOf(entry))] : [html("span", {class: "quiet"}, t("review.nothingYet"))]));
}

function drawUnit(model) {
  const unit = model.units.get(byId("find-unit").value), state = unit ? (model.state?.units ?? []).find((u) => u?.id === unit.id) : null;
  if (model.unit !== (unit?.id ?? null)) markUnit(table, (model.unit = unit?.id ?? null));
  const facts = unit ? [sideName(model, unit.side), unit.type ? words(unit.type) : "", state?.formation && state.formation !== "unknown" ? words(state.formation) : "", state?.ranks > 0 ? t("review.ranks", {n: state.ranks, frontage: state.frontage}) : "", Number.isFinite(state?.facing) ? t("review.facing", {deg: Math.round(state.facing)}) : "", state?.moving ? t("review.moving") : ""] : [];
  const text = unit ? `${unit.name}: ${facts.filter(Boolean).join(" · ")}` : "";
  if (byId("unit-facts").textContent !== text) byId("unit-facts").textContent = text;
}

shell.page.parts = [beginLive, () => { if (replay?.live) passState(replay); }, () => { if (replay) playOn(replay); }, ...[
  drawTitle, ...boardParts(board, {onUnit: chooseUnit, glides: () => Boolean(replay.player.playing || replay.live?.isFollowing), shown: shownMove}), drawBar, drawSaid,
  (model) => drawReviewList(list, model),
  drawUnit,
  (model) => drawTally(byId("tally"), model),
  (model) => { drawn.statistics = drawStatistics(model, drawn.statistics); },
  () => { drawn.timeline = drawTimeline(replay, drawn.timeline, (entry) => showSaid(replay, entry)); },
  () => { drawn.playback = drawPlayback(replay.player, replay.live ? behindBy(replay) : null, drawn.playback); },
  (model) => { drawn.evidence = drawEvidence(model, watchedMove(replay) ?? shownEntry(model), drawn.evidence); },
  (model) => drawPastCamera(camera, model, replay.player.time, Boolean(replay.live?.isFollowing)),
].map((part) => () => { const model = modelNow(); if (model?.game && model.state) part(model); })];

function select(key) {
  const entry = seenLog(replay.model).find((e) => e.key === key);
  if (entry) showSaid(replay, entry);
}

function chooseUnit(id) {
  byId("find-unit").value = byId("find-unit").value === id ? "" : id;
  changed();
}

// What is drawn first makes the table as large as it is: only then is a verdict brought into its middle.
function openShown(made) {
  replay = made;
  shell.loading = "";
  drawShell(shell);
  showAddressed(replay);
}

// The game goes on: once it is known what it is, what was recorded of it is asked for.
async function beginLive() {
  const {game, state} = shell.model;
  if (isOpening || replay || shell.model.archive || !game || !state) return;
  isOpening = true;
  const made = await openLive(live, page);
  byId("unrecorded").textContent = live.why;
  byId("unrecorded").hidden = !live.why;
  openShown(made);
}

// The program shows a recorded game: the page needs it whole, and nothing more from the stream.
async function playServed(closeStream) {
  closeStream();
  shell.model.archive = true;
  shell.loading = t("page.loading");
  changed();
  try {
    const data = await fetchArchive();
    shell.model.rules = await fetchRules();
    openShown(openReplay(shell.model, data, page));
    fillPages(byId("pages"), null, shell);
  } catch (error) {
    shell.model.archive = false;
    shell.loading = t("page.cannotShow", {why: error.message});
    changed();
  }
}

addZoomButtons(board, () => replay && shownEntry(replay.model));
byId("statistics").addEventListener("toggle", changed);
addTimeline(() => replay);
addFinding(changed);
const tools = document.querySelector(".tools"), data = embeddedData();
camera = addPastCamera(table, tools, changed);
addBoardTools(table, view, tools, false);
if (data) openShown(openReplay(shell.model, data, page));
else goLive(shell, {logged: (kind, line) => hearLine(live, replay, kind, line)});
drawShell(shell);
