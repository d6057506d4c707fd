// A recorded game on the page: every part of it shows one moment.
import {addressedMove, setAddress} from "./address.js";
import {hundredths, lastUntil, placesAt, posesOf, readArchive, stateAt} from "./archive.js";
import {byId} from "./dom.js";
import {picturesByMove} from "./evidence.js";
import {addToLog, isJudged, rulingOf, seenLog, setGame, shownEntry} from "./model.js";
import {addNotes, newNotes, openNoteForm} from "./notes.js";
import {addPlayback} from "./playback.js";
import {changeSpeed, newPlayer, passTime, startPlaying} from "./player.js";
import {standsAt} from "./standing.js";

const SEARCHED_S = 180;  // a move is not looked for farther before its verdict
const BEFORE_MOVE_S = 1;  // so long the unit is seen standing before it moves
const DISPUTED = ["illegal", "doubtful"];

// Shows the moment t; key: the entry that is chosen with it, null: the latest one by then.
export function showMoment(replay, t, key = null) {
  const {model, player, archive} = replay;
  player.time = model.until = Math.min(Math.max(t, 0), player.duration);
  model.state = stateAt(archive, model, player.time);
  model.selected = key;
  replay.page.changed();
}

function pause(replay) { replay.player.playing = false; }

// The moment at which the entry was said, with it chosen.
export function showSaid(replay, entry) {
  pause(replay);
  showMoment(replay, entry.data.t, entry.key);
  replay.page.follow(entry);
  setAddress(entry.kind === "move" ? entry.data.move : 0);
}

function showFreely(replay, t) {
  pause(replay);
  showMoment(replay, t);
  setAddress(0);
}

// Another entry that counts, before (by -1) or after (by +1) the one that is shown.
function stepTo(replay, by, counts) {
  const log = seenLog(replay.model).filter(isJudged), shown = shownEntry(replay.model), at = log.findIndex((e) => e.key === shown?.key);
  if (by < 0 && shown && replay.player.time > shown.data.t + 0.5 && counts(shown)) return showSaid(replay, shown);
  const next = by > 0 ? log.find((e, i) => i > at && counts(e)) : log.findLast((e, i) => i < at && counts(e));
  if (next) return showSaid(replay, next);
  return replay.page.say(by > 0 ? "There is none after this moment" : "There is none before this moment", true);
}

const isDisputed = (entry) => DISPUTED.includes(rulingOf(entry)) && !entry.replacedBy;

// A moment before the unit left the place where its move began.
function beginOf(replay, entry) {
  const {archive} = replay, {t, figures_from: from} = entry.data, {times} = archive;
  const first = Math.max(lastUntil(times.length, (i) => times[i], hundredths(t - SEARCHED_S)), 0);
  for (let i = lastUntil(times.length, (k) => times[k], hundredths(t)); from && i > first; i--)
    if (standsAt(from, posesOf(archive, placesAt(archive, times[i - 1])))) return Math.max(times[i] / 100 - BEFORE_MOVE_S, 0);
  return Math.max(t - 10, 0);
}

// Plays the move that is shown, from where it began to its verdict.
function watchMove(replay) {
  const entry = shownEntry(replay.model);
  if (!entry) return replay.page.say("No move has been judged by this moment", true);
  showMoment(replay, beginOf(replay, entry));
  replay.watched = entry.key;
  return startPlaying(replay.player, performance.now(), entry.data.t);
}

function togglePlaying(replay) {
  const {player} = replay;
  if (player.playing) pause(replay);
  else {
    setAddress(0);
    startPlaying(player, performance.now());
    replay.watched = null;
  }
  replay.page.changed();
}

// To be called before each picture: lets the time pass, and sees that the next picture comes.
export function playOn(replay) {
  const {player} = replay;
  if (!player.playing) return;
  const ended = passTime(player, performance.now()), watched = seenLog(replay.model).find((e) => e.key === replay.watched);
  if (ended && watched && player.stopAt === watched.data.t) showSaid(replay, watched);
  else showMoment(replay, player.time);
}

// Shows the move that the address names; false: it names none of this game.
function showAddressed(replay) {
  const number = addressedMove(), entry = number ? seenLog(replay.model).findLast((e) => e.kind === "move" && e.data.move === number) : null;
  if (!entry) return false;
  showSaid(replay, entry);
  replay.page.zoomTo(entry);
  return true;
}

function actionsOf(replay) {
  const {player} = replay, faster = (by) => { changeSpeed(player, by); replay.page.changed(); };
  return {
    toggle: () => togglePlaying(replay), previous: () => stepTo(replay, -1, () => true), next: () => stepTo(replay, 1, () => true), disputed: () => stepTo(replay, 1, isDisputed), disputedBefore: () => stepTo(replay, -1, isDisputed),
    watch: () => watchMove(replay), note: openNoteForm, slower: () => faster(-1), faster: () => faster(1), speed: (x) => { player.speed = x; replay.page.changed(); },
    back: () => showFreely(replay, player.time - 1), ahead: () => showFreely(replay, player.time + 1), start: () => showFreely(replay, 0), end: () => showFreely(replay, player.duration),
  };
}

function showRecordFacts(archive) {
  byId("damage").textContent = archive.damage;
  byId("damage").hidden = !archive.damage;
  byId("record-made").textContent = archive.made || "not told";
  byId("record-program").textContent = archive.program || "not told";
  byId("record-head").textContent = archive.head || "none: made by an older version";
  for (const id of ["playback", "notes", "record"]) byId(id).hidden = false;
}

// data: of record/archive.h. page: changed(), say(text, isBad), zoomTo(entry), and follow(entry): the same where a part is shown already.
export function openReplay(model, data, page) {
  const archive = readArchive(data), replay = {archive, model, page, player: newPlayer(archive.duration), watched: null};
  model.archive = true;
  model.pictures = picturesByMove(archive.pictures);
  setGame(model, archive.game);
  for (const entry of archive.log) addToLog(model, entry.kind, entry.data);
  model.statistics = archive.statistics;
  showRecordFacts(archive);
  addPlayback(actionsOf(replay));
  addNotes(newNotes(`${archive.made} ${archive.game.title ?? ""} ${archive.duration}`, archive.duration), {now: () => replay.player.time, jump: (t) => showFreely(replay, t), say: page.say});
  byId("time").addEventListener("input", () => showFreely(replay, Number(byId("time").value)));
  window.addEventListener("hashchange", () => showAddressed(replay));
  showMoment(replay, archive.duration);
  return replay;
}

// To be called once the game is drawn.
export function openAddress(replay) { showAddressed(replay); }
