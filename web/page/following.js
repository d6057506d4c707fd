// Looks back on a game that goes on: its record so far with what the program tells meanwhile at the end.
import {fetchArchive} from "./archive.js";
import {addLine, addState, lineMark, newArchiveData} from "./growing.js";
import {t} from "./lang.js";
import {addToLog, newModel} from "./model.js";
import {openReplay, readInto, showLive, showMoment} from "./replay.js";

// live: {model: as the stream tells it, heard: [{kind, data}] of this visit, marks: of lines that are there, gap: [from, to] that the states left out,
// isFollowing, isRecorded, why: not}.
export function newLive(model) { return {model, heard: [], marks: new Set(), gap: null, state: null, isFollowing: true, isRecorded: false, isFetching: false, why: ""}; }

// A line of the stream: kept until the archive is there, then added to what is shown.
export function hearLine(live, replay, kind, data) {
  if (kind === "settled" || !Number.isFinite(data.t)) return;  // the verdict takes its place
  live.heard.push({kind, data});
  if (replay) takeLine(live, replay, kind, data);
}

function takeLine(live, replay, kind, data) {
  const mark = lineMark(kind, data);
  if (live.marks.has(mark)) return;
  live.marks.add(mark);
  addLine(replay.archive, kind, data);
  addToLog(replay.model, kind, data);
}

function takeLines(live, replay) {
  live.marks = new Set([...replay.archive.log.map((e) => lineMark(e.kind, e.data)), ...replay.archive.pictures.map((p) => lineMark("picture", p))]);
  for (const {kind, data} of live.heard) takeLine(live, replay, kind, data);
}

async function recordSoFar(live) {
  try {
    const data = await fetchArchive();
    live.isRecorded = true;
    return data;
  } catch (error) {
    live.why = t(error.isMissing ? "review.notRecorded" : "review.noArchive", {why: error.message});
    return null;
  }
}

// Opens the game once the stream has told what it is; resolves to the replay.
export async function openLive(live, page) {
  const data = await recordSoFar(live), replay = openReplay(newModel(), data ?? newArchiveData(live.model), {...page, moved: () => {}});
  replay.live = live;
  replay.page.moved = (time) => fillGap(live, replay, time);
  takeLines(live, replay);
  passState(replay);
  showLive(replay);
  return replay;
}

// Where the viewer goes to a moment that no state told, the record knows more.
async function fillGap(live, replay, time) {
  if (!live.gap || !live.isRecorded || live.isFetching || time < live.gap[0] || time > live.gap[1]) return;
  live.isFetching = true;
  replay.page.say(t("review.fetching"));
  const data = await recordSoFar(live);
  live.isFetching = false;
  if (!data) return void replay.page.say(live.why, true);
  live.gap = null;
  readInto(replay, data);
  takeLines(live, replay);
  passState(replay);
  if (!live.isFollowing) showMoment(replay, replay.player.time);
}

// To be called before each picture: takes what the stream has told since.
export function passState(replay) {
  const {live, archive, player, model} = replay, {state, rules, statistics, role, name, mayEnter, own} = live.model;
  Object.assign(model, {rules, statistics: statistics ?? model.statistics});
  if (role !== model.role || mayEnter !== model.mayEnter) Object.assign(model, {role, name, mayEnter, own, logVersion: model.logVersion + 1});
  if (!state || state === live.state) return;
  live.state = state;
  const gap = addState(archive, state);
  if (gap) live.gap = [live.gap?.[0] ?? gap[0], gap[1]];
  player.duration = Math.max(player.duration, archive.duration);
  if (live.isFollowing) showLive(replay, model.selected);
}

// Seconds behind what is now; 0 only where it is followed.
export function behindBy(replay) { return replay.live.isFollowing ? 0 : Math.max(replay.player.duration - replay.player.time, 0.01); }
