// What the camera saw: of the move that is shown before it, on its way and after it; else of the whole table.
import {byId, html} from "./dom.js";
import {clock, within, words} from "./format.js";
import {has, t} from "./lang.js";
import {wantsStillness} from "./motion.js";
import {newLoop, wayOf} from "./way.js";

const EMBEDDED = /^data:image\/(jpeg|png);base64,[A-Za-z0-9+/=]*$/;
const LIVE = /^\/pictures\/\d+$/;
const SHOWN = ["before", "after"];
const LOOP_MS = 320, LOOP_END_MS = 1200;  // from one picture of the way to the next, and how long the last one stands

// Pictures of a recorded game by the number of their move.
export function picturesByMove(list) {
  const found = new Map();
  for (const picture of list) {
    const move = Number.isInteger(picture.move) ? picture.move : 0;
    found.set(move, [...found.get(move) ?? [], picture]);
  }
  return found;
}

// Where the picture's bytes are: in the page itself, or, where a program serves the page, with it or in its record. null: in none.
export function pictureSource(picture) {
  if (LIVE.test(picture.src)) return picture.src;
  if (typeof picture.src === "string") return EMBEDDED.test(picture.src) ? picture.src : null;
  return window.location.protocol.startsWith("http") && !byId("record-data") && Number.isInteger(picture.seq) ? `/evidence/${picture.seq}` : null;
}

// The newest picture of the whole table by that moment, else the first one after it; null: there is none.
export function tablePictureAt(model, time) {
  const list = (model.pictures.get(0) ?? []).filter((p) => p.what === "table" && Number.isFinite(p.t));
  return list.findLast((p) => p.t <= time + 1e-6) ?? list[0] ?? null;
}

function enlargeAll(content, text) {
  const dialog = byId("picture");
  dialog.replaceChildren(...content, html("form", {method: "dialog"}, html("span", {}, text), html("button", {class: "button"}, t("picture.close"))));
  dialog.onclose = () => dialog.replaceChildren();
  dialog.showModal?.();
}

// One picture, as large as the window.
export function enlarge(source, text) { enlargeAll([html("img", {src: source, alt: text})], text); }

const whatOf = (picture) => (has(`picture.${picture.what}`) ? t(`picture.${picture.what}`) : words(picture.what));

function pictureNode(picture, name) {
  const source = pictureSource(picture), text = `${whatOf(picture)} · ${clock(picture.t)}`, alt = `${name}, ${within(text)}`;
  const image = source ? html("button", {type: "button", class: "picture", title: t("picture.larger"), onclick: () => enlarge(source, alt)}, html("img", {src: source, alt, loading: "lazy", width: picture.width, height: picture.height}))
    : html("span", {class: "picture quiet"}, t("picture.onlyInRecord"));
  return html("figure", {}, image, html("figcaption", {}, text));
}

// The pictures on each other, of which one is seen at a time, over and over.
function loopOf(sources, alt) {
  const images = sources.map((src, i) => html("img", {src, alt: i === 0 ? alt : "", hidden: i > 0})), node = html("span", {class: "loop"}, images);
  const show = (at) => images.forEach((image, i) => { image.hidden = i !== at; });
  if (images.length > 1 && !wantsStillness()) newLoop(node, images.length, {show, pause: (i) => (i === images.length - 1 ? LOOP_END_MS : LOOP_MS)}).play();
  return node;
}

function wayNode(pictures, name) {
  const sources = pictures.map(pictureSource).filter(Boolean), text = `${t("picture.way")} · ${clock(pictures[0].t)}–${clock(pictures.at(-1).t)}`, alt = `${name}, ${within(text)}`;
  if (sources.length === 0) return null;
  return html("figure", {}, html("button", {type: "button", class: "picture", title: t("picture.larger"), onclick: () => enlargeAll([loopOf(sources, alt)], alt)}, loopOf(sources, alt)), html("figcaption", {}, text));
}

// {still: the move's own pictures, else the table's; way: those of its few seconds, in order of time}.
function picturesOf(model, entry) {
  const all = entry?.kind === "move" ? model.pictures.get(entry.data.move) ?? [] : [], still = all.filter((p) => SHOWN.includes(p.what)), way = wayOf(all);
  const table = still.length + way.length > 0 ? null : (model.pictures.get(0) ?? []).findLast((p) => p.what === "table" && p.t <= model.until + 1e-6);
  return {still: table ? [table] : still, way};
}

// Draws the pictures anew where they are others than `drawn`; returns what it drew.
export function drawEvidence(model, entry, drawn) {
  const {still, way} = picturesOf(model, entry), mark = [...still, ...way].map((p) => p.seq ?? p.src).join(" ");
  if (mark === drawn) return drawn;
  const nodes = still.map((picture) => pictureNode(picture, picture.what === "table" ? t("picture.theTable") : t("picture.move", {n: entry.data.move})));
  if (way.length > 0) nodes.splice(1, 0, wayNode(way, t("picture.move", {n: entry.data.move})));
  byId("evidence").hidden = nodes.length === 0;
  byId("evidence-pictures").replaceChildren(...nodes.filter(Boolean));
  return mark;
}
