// The time line: which moment is shown, the phases as bands, and when what was ruled.
import {byId, html} from "./dom.js";
import {clock, words} from "./format.js";
import {t} from "./lang.js";
import {isJudged, seenLog, sideColour, sideName} from "./model.js";
import {rulingWords, sentenceOf, who} from "./sentences.js";
import {rulingIcon} from "./shapes.js";
import {GRAVITY, programRuling} from "./status.js";

const BUCKETS = 90;  // so many marks find room beside each other: of those nearer the gravest is shown
const NEAR = 1 / BUCKETS;

const shareOf = ({begin, duration}, time) => (duration > begin ? Math.min(Math.max((time - begin) / (duration - begin), 0), 1) : 0);

const kindOf = (entry) => (entry.kind === "alert" ? "illegal" : programRuling(entry));

// Draws it. archive: whose phases; drawn: the marks that are there. Returns what it drew.
export function drawTimeline({model, player, archive}, drawn, goTo) {
  const slider = byId("time"), {time, begin, duration} = player;
  byId("timeline").hidden = false;
  slider.disabled = false;
  slider.min = String(begin);
  slider.max = String(duration);
  slider.value = String(time);
  slider.setAttribute("aria-valuetext", t("timeline.of", {time: clock(time), duration: clock(duration)}));
  byId("time-text").textContent = `${clock(time)} / ${clock(duration)}`;
  const bucket = Math.max((duration - begin) / 400, 1), mark = `${model.logVersion} ${model.role} ${archive.phases.length} ${Math.floor(duration / bucket)} ${Math.round(Math.log2(duration - begin + 1) * 50)}`;
  if (mark === drawn) return drawn;
  byId("time-bands").replaceChildren(...bandsOf(model, player, archive));
  byId("time-marks").replaceChildren(...marksOf(model, player).map((entry) => markOf(model, player, entry, goTo)));
  setRover(0);
  return mark;
}

// A phase is a band in its side's colour, with its name where there is room.
function bandsOf(model, player, {phases}) {
  return phases.map(([from, turn, phase, side], i) => {
    const begin = shareOf(player, from), end = i + 1 < phases.length ? shareOf(player, phases[i + 1][0]) : 1, name = t("timeline.band", {turn, phase: words(phase), side: side ? sideName(model, side) : ""}).replace(/ · $/, "");
    const node = html("span", {class: "time-band", title: name}, html("span", {}, name));
    node.style.left = `${begin * 100}%`;
    node.style.width = `${Math.max(end - begin, 0) * 100}%`;
    node.style.borderColor = side ? sideColour(model, side) : "";
    return node;
  });
}

// Of verdicts that would lie on each other, the gravest.
function marksOf(model, player) {
  const buckets = new Map();
  for (const entry of seenLog(model)) {
    if (!isJudged(entry) && entry.kind !== "alert") continue;
    const at = Math.round(shareOf(player, entry.data.t) * BUCKETS), before = buckets.get(at);
    if (!before || GRAVITY.indexOf(kindOf(entry)) > GRAVITY.indexOf(kindOf(before))) buckets.set(at, entry);
  }
  return [...buckets.values()];
}

function markOf(model, player, entry, goTo) {
  const label = `${clock(entry.data.t)}, ${who(model, entry)}: ${entry.kind === "alert" ? t("kind.alert") : rulingWords(model, entry)}`;
  const node = html("button", {type: "button", class: `time-mark ${kindOf(entry)}`, tabindex: -1, "aria-label": label, "data-key": entry.key, onclick: () => goTo(entry)}, rulingIcon(kindOf(entry)));
  node.style.left = `${shareOf(player, entry.data.t) * 100}%`;
  for (const kind of ["focus", "pointerenter"]) node.addEventListener(kind, () => showPreview(model, player, entry.data.t, entry));
  for (const kind of ["blur", "pointerleave"]) node.addEventListener(kind, hidePreview);
  return node;
}

// One of the marks is in the order of tabs; arrows go to its neighbours.
function setRover(index) {
  const marks = [...byId("time-marks").children];
  marks.forEach((mark, i) => mark.setAttribute("tabindex", i === index ? "0" : "-1"));
  return marks[index];
}

function showPreview(model, player, time, entry) {
  const node = byId("time-preview"), share = shareOf(player, time);
  node.replaceChildren(html("strong", {}, clock(time)), ...(entry ? [" ", rulingIcon(kindOf(entry)), ` ${who(model, entry)}: ${entry.kind === "alert" ? t("kind.alert") : rulingWords(model, entry)}`, html("span", {class: "preview-text"}, sentenceOf(entry))] : []));
  node.hidden = false;
  node.style.left = `${share * 100}%`;
  node.style.transform = `translateX(${-share * 100}%)`;
}

function hidePreview() { byId("time-preview").hidden = true; }

// What the pointer is over is told before it is chosen. replay(): the game that is shown, or null.
export function addTimeline(replay) {
  const slider = byId("time"), marks = byId("time-marks");
  slider.addEventListener("pointermove", (event) => {
    const shown = replay(), frame = slider.getBoundingClientRect();
    if (!shown || frame.width === 0 || event.pointerType === "touch") return;
    const {model, player} = shown, share = Math.min(Math.max((event.clientX - frame.left) / frame.width, 0), 1), time = player.begin + share * (player.duration - player.begin);
    const near = seenLog(model).filter((e) => isJudged(e) && Math.abs(shareOf(player, e.data.t) - share) < NEAR).sort((a, b) => Math.abs(a.data.t - time) - Math.abs(b.data.t - time))[0];
    showPreview(model, player, time, near);
  });
  slider.addEventListener("pointerleave", hidePreview);
  marks.addEventListener("keydown", (event) => {
    const at = [...marks.children].indexOf(event.target), to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: marks.children.length - 1}[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    setRover(Math.min(Math.max(to, 0), marks.children.length - 1)).focus();
  });
}
