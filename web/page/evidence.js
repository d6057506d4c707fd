// What the camera saw: of the move that is shown before and after it, else of the whole table.
import {byId, html} from "./dom.js";
import {clock, words} from "./format.js";

const EMBEDDED = /^data:image\/(jpeg|png);base64,[A-Za-z0-9+/=]*$/;
const LIVE = /^\/pictures\/\d+$/;
const SHOWN = ["before", "after"];

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

export function enlarge(source, text) {
  const dialog = byId("picture");
  dialog.replaceChildren(html("img", {src: source, alt: text}), html("form", {method: "dialog"}, html("span", {}, text), html("button", {}, "Close")));
  dialog.showModal?.();
}

function pictureNode(picture, name) {
  const source = pictureSource(picture), text = `${words(picture.what)} · ${clock(picture.t)}`;
  const image = source ? html("button", {type: "button", class: "picture", title: "Show it larger", onclick: () => enlarge(source, `${name}, ${text.toLowerCase()}`)}, html("img", {src: source, alt: `${name}, ${words(picture.what).toLowerCase()}`, loading: "lazy", width: picture.width, height: picture.height}))
    : html("span", {class: "picture quiet"}, "only in the record: this page had no room for it");
  return html("figure", {}, image, html("figcaption", {}, text));
}

// The move's own pictures; without any, the latest of the whole table.
function picturesOf(model, entry) {
  const move = (entry?.kind === "move" ? model.pictures.get(entry.data.move) ?? [] : []).filter((p) => SHOWN.includes(p.what));
  const table = (model.pictures.get(0) ?? []).findLast((p) => p.what === "table" && p.t <= model.until + 1e-6);
  return move.length > 0 || !table ? move : [table];
}

// Draws the pictures anew where they are others than `drawn`; returns what it drew.
export function drawEvidence(model, entry, drawn) {
  const list = picturesOf(model, entry), mark = list.map((p) => p.seq ?? p.src).join(" ");
  if (mark === drawn) return drawn;
  byId("evidence").hidden = list.length === 0;
  byId("evidence-pictures").replaceChildren(...list.map((picture) => pictureNode(picture, picture.what === "table" ? "The table" : `Move ${entry.data.move}`)));
  return mark;
}
