// The evidence of one verdict beside its ruling: pictures before and after, the few seconds of the move, and what would change the ruling.
import {html} from "./dom.js";
import {enlarge, pictureSource} from "./evidence.js";
import {clock, lengthsIn} from "./format.js";
import {t} from "./lang.js";
import {isMove, unitName} from "./model.js";
import {wantsStillness} from "./motion.js";
import {rulingWords} from "./sentences.js";
import {newLoop, wayOf} from "./way.js";

const STEP_LEAST_MS = 60, STEP_MOST_MS = 600, HOLD_MS = 900;  // between two pictures of a move, and at its end

export function newEvidencePanel(node) { return {node, mark: "", loop: null}; }

// {before, after, way: in order of time, flips: their sentences} of the entry's move; null where it is no move.
function evidenceOf(model, entry) {
  if (!entry || !isMove(entry) || !entry.data.move) return null;
  const {move} = entry.data, list = (model.pictures.get(move) ?? []).filter((p) => pictureSource(p)), last = (what) => list.findLast((p) => p.what === what) ?? null;
  return {before: last("before"), after: last("after"), way: wayOf(list), flips: model.log.filter((e) => e.kind === "flip" && e.data.move === move && e.data.text).map((e) => lengthsIn(e.data.text))};
}

function still(picture, name, key) {
  const text = t(`evidence.${key}`, {t: clock(picture.t)}), source = pictureSource(picture);
  return html("figure", {}, html("button", {type: "button", class: "picture", title: t("evidence.enlarge"), onclick: () => enlarge(source, `${name}, ${text}`)}, html("img", {src: source, alt: `${name}, ${text}`, width: picture.width, height: picture.height})), html("figcaption", {}, text));
}

// The move as it was seen: its pictures one after the other, at the pace at which they were taken.
function wayLoop(way, name) {
  const image = html("img", {src: pictureSource(way[0]), alt: `${name}, ${t("evidence.way")}`, width: way[0].width, height: way[0].height}), caption = html("figcaption", {});
  const toggle = html("button", {type: "button", class: "picture", "aria-pressed": "false", onclick: () => play(!loop.isPlaying)}, image);
  const say = () => {
    caption.textContent = `${t("evidence.way")} · ${clock(way[loop.at].t)}`;
    toggle.setAttribute("aria-pressed", String(loop.isPlaying));
    toggle.setAttribute("aria-label", `${t(loop.isPlaying ? "evidence.pause" : "evidence.play")}: ${name}`);
    toggle.classList.toggle("playing", loop.isPlaying);
  };
  const show = (i) => {
    image.src = pictureSource(way[i]);
    say();
  };
  const pause = (i) => (way[i + 1] ? Math.min(Math.max((way[i + 1].t - way[i].t) * 1000, STEP_LEAST_MS), STEP_MOST_MS) : HOLD_MS);
  const loop = newLoop(image, way.length, {show, pause}), play = (on) => {
    if (on) loop.play();
    else loop.stop();
    say();
  };
  say();
  return {loop, play, node: html("figure", {}, toggle, caption)};
}

// Draws the evidence of the entry where it is other than what is shown.
export function drawEvidencePanel(panel, model, entry) {
  const found = evidenceOf(model, entry), has = found && (found.before || found.after || found.way.length || found.flips.length), sources = (list) => list.filter(Boolean).map(pictureSource);
  const mark = has ? JSON.stringify([entry.key, rulingWords(model, entry), sources([found.before, found.after, ...found.way]), found.flips]) : "";
  if (mark === panel.mark || panel.node.querySelector("button:active")) return;
  const wasPlaying = panel.loop?.isPlaying;
  panel.mark = mark;
  panel.loop?.stop();
  panel.loop = null;
  panel.node.hidden = !has;
  if (!has) return panel.node.replaceChildren();
  const name = t("evidence.of", {n: entry.data.move, unit: unitName(model, entry.data.unit)}), way = found.way.length > 1 ? wayLoop(found.way, name) : null;
  panel.loop = way?.loop ?? null;
  panel.node.replaceChildren(html("p", {class: "evidence-head"}, html("strong", {}, name), ` ${rulingWords(model, entry)}`), html("div", {class: "evidence-pictures"}, found.before ? still(found.before, name, "before") : null, way?.node ?? null, found.after ? still(found.after, name, "after") : null),
    ...found.flips.map((text) => html("p", {class: "evidence-flip"}, text)));
  if (way && (wasPlaying || !wantsStillness())) way.play(true);
  return undefined;
}
