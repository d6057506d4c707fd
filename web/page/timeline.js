// The time line of a recorded game: where it is, and when what was judged.
import {byId, html} from "./dom.js";
import {clock} from "./format.js";
import {isJudged, isMove, rulingOf, seenLog} from "./model.js";

const MARKS_MAX = 100;

// Draws its marks anew where the log changed since `drawn`; returns what it drew.
export function drawTimeline(model, {time, duration}, drawn) {
  const slider = byId("time");
  byId("timeline").hidden = false;
  slider.disabled = false;
  slider.max = String(duration);
  slider.value = String(time);
  slider.setAttribute("aria-valuetext", `${clock(time)} of ${clock(duration)}`);
  byId("time-text").textContent = `${clock(time)} / ${clock(duration)}`;
  const mark = `${model.logVersion} ${duration}`;
  if (mark !== drawn) drawMarks(model, duration);
  return mark;
}

// Of very many, those of legal moves would hide the others.
function drawMarks(model, duration) {
  const all = seenLog(model).filter((e) => isJudged(e) || e.kind === "alert"), many = all.length > MARKS_MAX;
  byId("time-marks").classList.toggle("many", many);
  byId("time-marks").replaceChildren(...all.filter((e) => !many || rulingOf(e) !== "legal").map((e) => markOf(e, duration)));
}

function markOf(entry, duration) {
  const node = html("span", {class: `time-mark ${isMove(entry) ? rulingOf(entry) : "illegal"}`});
  node.style.left = `${Math.min(Math.max(entry.data.t / duration, 0), 1) * 100}%`;
  return node;
}
