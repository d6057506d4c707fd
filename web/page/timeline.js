// The time line of a replay or of an exported page: where it is, and when what was judged.
import {byId, html} from "./dom.js";
import {clock} from "./format.js";
import {isJudged, isMove, rulingOf, seenLog} from "./model.js";

export function drawTimeline(model, time, duration, drawn) {
  const shown = duration > 0 && (model.archive || model.state?.replay);
  byId("timeline").hidden = !shown;
  if (!shown) return drawn;
  const slider = byId("time");
  slider.max = String(duration);
  slider.disabled = !model.archive;
  if (document.activeElement !== slider || !model.archive) slider.value = String(time);
  slider.setAttribute("aria-valuetext", `${clock(time)} of ${clock(duration)}`);
  byId("time-text").textContent = `${clock(time)} / ${clock(duration)}`;
  const mark = `${model.logVersion} ${model.mayEnter} ${duration}`;
  if (mark !== drawn) byId("time-marks").replaceChildren(...seenLog(model).filter((e) => isJudged(e) || e.kind === "alert").map((e) => markOf(e, duration)));
  return mark;
}

function markOf(entry, duration) {
  const node = html("span", {class: `time-mark ${isMove(entry) ? rulingOf(entry) : "illegal"}`});
  node.style.left = `${Math.min(Math.max(entry.data.t / duration, 0), 1) * 100}%`;
  return node;
}
