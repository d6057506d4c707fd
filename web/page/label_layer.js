// The labels that lie over the table: upright and of one size, however it is turned and enlarged.
import {svg} from "./dom.js";
import {coverBox, layoutLabels, newCover} from "./labels.js";
import {toScreen, turnedBy} from "./view.js";

const LETTER_EM = 0.58;  // as wide as a letter is taken to be where nothing is laid out
const UNSAID_EM = 13;
const IN_PLACE = {hidden: false, fromX: 0, fromY: 0};

export function newLabels(node) { return {node, groups: new Map(), chosen: new Map(), em: UNSAID_EM, widths: new Map(), turn: 0}; }

// How large letters are on this page: the wall's are larger.
export function readSize(labels) { labels.em = parseFloat(window.getComputedStyle(labels.node.ownerSVGElement).fontSize) || UNSAID_EM; }

function widthOf(labels, node, text, em) {
  const key = `${node.getAttribute("class")} ${em} ${text}`, known = labels.widths.get(key);
  if (known !== undefined) return known;
  const measured = node.getComputedTextLength?.(), width = measured > 0 ? measured : text.length * em * LETTER_EM;
  if (measured > 0) labels.widths.set(key, width);
  return width;
}

// A text in the middle of its label. size: of the page's letters; pad: above and below it, in the same; twice as much beside it, so that names don't run together.
export function textLabel(labels, text, name, {size = 1, pad = 0.15, pill = false} = {}) {
  const em = labels.em * size, letters = svg("text", {class: name, "font-size": em, "text-anchor": "middle", y: (em * 0.35).toFixed(2)}, text), node = svg("g", {class: "label", visibility: "hidden"}, letters);
  labels.node.append(node);  // it is measured where it is styled
  const w = widthOf(labels, letters, text, em) + 4 * pad * em + (pill ? em : 0), h = em * 1.2 + 2 * pad * em;
  if (pill) node.prepend(svg("rect", {class: "pill", x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2}));
  return {node, w, h};
}

// Puts these labels in place of the group's: [{key, node, w, h, box: in inches of the picture, prefer: a direction of the picture, ...}] as labels.js reads them;
// apart: pixels that are kept free round its box; fixed: in the middle of its box and nowhere else.
export function setLabels(labels, group, items) {
  const kept = new Set(items.map((item) => item.node));
  for (const item of labels.groups.get(group) ?? []) if (!kept.has(item.node)) item.node.remove();
  labels.groups.set(group, items);
  for (const item of items) if (item.node.parentNode !== labels.node) labels.node.append(item.node);
}

const itemsOf = (labels) => [...labels.groups.values()].flat();

// The box on the screen of a box of the picture, `apart` pixels larger on each side.
export function screenBox(view, [x0, y0, x1, y1], apart = 0) {
  const [ax, ay] = toScreen(view, x0, y0), [bx, by] = toScreen(view, x1, y1);
  return [Math.min(ax, bx) - apart, Math.min(ay, by) - apart, Math.max(ax, bx) + apart, Math.max(ay, by) + apart];
}

const isOnScreen = (view, [x0, y0, x1, y1]) => x1 > 0 && y1 > 0 && x0 < view.size[0] && y0 < view.size[1];

// Chooses the places anew. figures: [[x, y, half its size]] in inches of the picture; taken: a box on the screen where no label may lie, or null.
export function arrangeLabels(labels, view, figures, taken) {
  const cover = newCover(...view.size, view.covered), items = [];
  for (const [x, y, r] of figures) coverBox(cover, screenBox(view, [x - r, y - r, x + r, y + r]));
  if (taken) coverBox(cover, taken);
  for (const item of itemsOf(labels)) {
    const box = item.box ? screenBox(view, item.box, item.apart) : null;
    if (item.fixed) coverBox(cover, [box[0] - item.w / 2, box[1] - item.h / 2, box[2] + item.w / 2, box[3] + item.h / 2]);
    else if (box && isOnScreen(view, box)) items.push({key: item.key, w: item.w, h: item.h, inside: item.inside, must: item.must, priority: item.priority, box, prefer: item.prefer ? turnedBy(view, item.prefer) : null});
  }
  labels.chosen = layoutLabels(items, cover, view.turn === labels.turn ? labels.chosen : new Map());
  labels.turn = view.turn;
  for (const item of items) {
    const chosen = labels.chosen.get(item.key);
    chosen.fromX = chosen.x - (item.box[0] + item.box[2]) / 2;
    chosen.fromY = chosen.y - (item.box[1] + item.box[3]) / 2;
  }
  placeLabels(labels, view);
}

// Keeps each label beside what it belongs to, which may have moved on.
export function placeLabels(labels, view) {
  for (const item of itemsOf(labels)) {
    const chosen = item.fixed ? IN_PLACE : labels.chosen.get(item.key), isShown = chosen && !chosen.hidden && item.box;
    if (isShown) {
      const [x, y] = toScreen(view, (item.box[0] + item.box[2]) / 2, (item.box[1] + item.box[3]) / 2), where = `translate(${(x + chosen.fromX).toFixed(1)} ${(y + chosen.fromY).toFixed(1)})`;
      if (item.where !== where) item.node.setAttribute("transform", item.where = where);
    }
    if (item.isShown !== Boolean(isShown)) item.node.setAttribute("visibility", (item.isShown = Boolean(isShown)) ? "visible" : "hidden");
  }
}
