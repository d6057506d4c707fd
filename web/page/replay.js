// A game that is looked back on: every part of the page shows one moment of it. Of a live game the newest moment is one among them.
import {addressedMove, setAddress} from "./address.js";
import {hundredths, lastUntil, placesAt, posesOf, readArchive, stateAt} from "./archive.js";
import {byId} from "./dom.js";
import {picturesByMove} from "./evidence.js";
import {t} from "./lang.js";
import {addToLog, isJudged, seenLog, setGame, shownEntry} from "./model.js";
import {addNotes, newNotes, openNoteForm} from "./notes.js";
import {addPlayback} from "./playback.js";
import {changeSpeed, newPlayer, passTime, startPlaying} from "./player.js";
import {standsAt} from "./standing.js";
import {programRuling} from "./status.js";

const SEARCHED_S = 180;  // a move is not looked for farther before its verdict
const BEFORE_MOVE_S = 1;  // so long the unit is seen standing before it moves
const DISPUTED = ["illegal", "doubtful"];

// Shows that moment; key: the entry that is chosen with it, null: the latest one by then.
export function showMoment(replay, time, key = null) {
  const {model, player, archive, live} = replay;
  if (live) live.isFollowing = false;
  player.time = model.until = Math.min(Math.max(time, player.begin), player.duration);
  model.state = stateAt(archive, model, player.time);
  model.selected = key;
  replay.page.moved?.(player.time);
  replay.page.changed();
}

// Shows what is now, and goes on with it.
export function showLive(replay, key = null) {
  const {model, player, live} = replay;
  player.playing = false;
  live.isFollowing = true;
  player.time = player.duration;
  model.until = Infinity;
  model.state = live.model.state;
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

function showFreely(replay, time) {
  pause(replay);
  showMoment(replay, time);
  setAddress(0);
}

function showEnd(replay) {
  setAddress(0);
  return replay.live ? showLive(replay) : showFreely(replay, replay.player.duration);
}

// Another entry that counts, before (by -1) or after (by +1) the one that is shown.
function stepTo(replay, by, counts) {
  const log = seenLog(replay.model).filter(isJudged), shown = shownEntry(replay.model), at = log.findIndex((e) => e.key === shown?.key);
  if (by < 0 && shown && replay.player.time > shown.data.t + 0.5 && counts(shown)) return showSaid(replay, shown);
  const next = by > 0 ? log.find((e, i) => i > at && counts(e)) : log.findLast((e, i) => i < at && counts(e));
  if (next) return showSaid(replay, next);
  return replay.page.say(t(by > 0 ? "replay.noneAfter" : "replay.noneBefore"), true);
}

const isDisputed = (entry) => DISPUTED.includes(programRuling(entry)) && !entry.replacedBy;

// A moment before the unit left the place where its move began.
function beginOf(replay, entry) {
  const {archive} = replay, {t: time, figures_from: from} = entry.data, {times} = archive;
  const first = Math.max(lastUntil(times.length, (i) => times[i], hundredths(time - SEARCHED_S)), 0);
  for (let i = lastUntil(times.length, (k) => times[k], hundredths(time)); from && i > first; i--)
    if (standsAt(from, posesOf(archive, placesAt(archive, times[i - 1])))) return Math.max(times[i] / 100 - BEFORE_MOVE_S, 0);
  return Math.max(time - 10, 0);
}

// Plays the move that is shown, from where it began to its verdict.
function watchMove(replay) {
  const entry = shownEntry(replay.model);
  if (!entry) return replay.page.say(t("replay.noMove"), true);
  showMoment(replay, beginOf(replay, entry));
  replay.watched = entry.key;
  return startPlaying(replay.player, performance.now(), entry.data.t);
}

function togglePlaying(replay) {
  const {player, live} = replay;
  if (player.playing) pause(replay);
  else if (live?.isFollowing) return showFreely(replay, player.duration);  // what is now stands still
  else if (live && player.time >= player.duration) return showLive(replay);
  else {
    setAddress(0);
    startPlaying(player, performance.now());
    replay.watched = null;
  }
  return replay.page.changed();
}

// To be called before each picture: lets the time pass, and sees that the next picture comes.
export function playOn(replay) {
  const {player} = replay;
  if (!player.playing) return;
  const ended = passTime(player, performance.now()), watched = seenLog(replay.model).find((e) => e.key === replay.watched);
  if (ended && watched && player.stopAt === watched.data.t) showSaid(replay, watched);
  else if (ended && replay.live) showLive(replay);
  else showMoment(replay, player.time);
}

// The move that is watched now.
export function watchedMove(replay) { return replay.player.playing ? seenLog(replay.model).find((e) => e.key === replay.watched) : null; }

// Shows the move that the address names; false: it names none of this game.
export function showAddressed(replay) {
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
    back: () => showFreely(replay, player.time - 1), ahead: () => showFreely(replay, player.time + 1), start: () => showFreely(replay, player.begin), end: () => showEnd(replay), live: () => showEnd(replay),
    keys: () => byId("keys").showModal?.(), find: () => byId("find").focus(),
  };
}

function showRecordFacts(archive) {
  byId("damage").textContent = archive.damage;
  byId("damage").hidden = !archive.damage;
  byId("record-made").textContent = archive.made || t("replay.notTold");
  byId("record-program").textContent = archive.program || t("replay.notTold");
  byId("record-head").textContent = archive.head || t("replay.noHead");
  byId("record").hidden = !archive.made;
}

// Takes over what the archive holds; anew, where more of a live game was fetched.
export function readInto(replay, data) {
  const {model} = replay, archive = readArchive(data);
  Object.assign(replay, {archive});
  Object.assign(model, {log: [], pictures: picturesByMove(archive.pictures)});
  setGame(model, archive.game);
  for (const entry of archive.log) addToLog(model, entry.kind, entry.data);
  model.logVersion++;
  if (archive.statistics) model.statistics = archive.statistics;
  showRecordFacts(archive);
}

// data: of record/archive.h. page: changed(), say(text, isBad), moved(time), zoomTo(entry), and follow(entry): the same where a part is shown already.
export function openReplay(model, data, page) {
  const replay = {archive: null, model, page, player: null, watched: null, live: null};
  model.archive = true;
  readInto(replay, data);
  const {archive} = replay;
  replay.player = newPlayer(archive.duration, archive.begin);
  addPlayback(actionsOf(replay));
  for (const id of ["playback", "notes"]) byId(id).hidden = false;
  addNotes(newNotes(`${archive.made} ${archive.game.title ?? ""} ${page.moved ? "" : archive.duration}`, page.moved ? Infinity : archive.duration), {now: () => replay.player.time, jump: (time) => showFreely(replay, time), say: page.say});
  byId("time").addEventListener("input", () => showFreely(replay, Number(byId("time").value)));
  window.addEventListener("hashchange", () => showAddressed(replay));
  showMoment(replay, archive.duration);
  return replay;
}
