// The time line of a recorded game: where it is, and when what was judged.
import {byId, html} from "./dom.js";
import {clock} from "./format.js";
import {isJudged, isMove, rulingOf, seenLog} from "./model.js";

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
  if (mark !== drawn) byId("time-marks").replaceChildren(...seenLog(model).filter((e) => isJudged(e) || e.kind === "alert").map((e) => markOf(e, duration)));
  return mark;
}

function markOf(entry, duration) {
  const node = html("span", {class: `time-mark ${isMove(entry) ? rulingOf(entry) : "illegal"}`});
  node.style.left = `${Math.min(Math.max(entry.data.t / duration, 0), 1) * 100}%`;
  return node;
}
