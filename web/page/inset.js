// A loupe in an empty part of the board, a corner if it can be: the place of the breach, enlarged, with a line to it.
import {place} from "./bases.js";
import {svg} from "./dom.js";
import {screenBox} from "./label_layer.js";
import {coverBox, coveredShare, newCover} from "./labels.js";
import {t} from "./lang.js";
import {rulingIcon} from "./shapes.js";
import {sceneTransform, toScreen} from "./view.js";

const ENLARGED = 3.5;
const LARGE_ENOUGH = 30;  // pixels an inch: so enlarged, the table itself shows it
const RADIUS_SHARE = 0.19, RADIUS_LEAST = 58, RADIUS_MOST = 210, EDGE_PX = 10, SMALLER = 0.8, CORNER_ICON_PX = 30;
// Shares of it that may cover figures: it is made smaller where it covers more, stays until another spot covers clearly less, and prefers corners.
const FULL = 0.08, KEPT = 0.04, INNER = 0.02;

// The middles that it may have: the corners first, then the rest of the edge, then all over the picture.
function insetSpots(view, r) {
  const [w, h] = view.size, far = r + EDGE_PX, top = view.covered, xs = [w - far, far, w / 2, w / 3, w * 2 / 3], ys = [top + far, h - far, (top + h) / 2];
  return xs.flatMap((x, i) => ys.map((y, k) => ({x, y, cost: i < 2 && k < 2 ? 0 : INNER})));
}

// The spot that covers the fewest figures, and never the place; the last one until another is clearly better. {x, y, r}: smaller where it finds no room.
function chooseInsetSpot(inset, view, most, figures, [px, py]) {
  const cover = newCover(...view.size);
  for (const [x, y, half] of figures) coverBox(cover, screenBox(view, [x - half, y - half, x + half, y + half]));
  for (let r = most; ; r *= SMALLER) {
    const spots = insetSpots(view, r), isLast = r * SMALLER < RADIUS_LEAST;
    const costs = spots.map(({x, y, cost}) => cost + coveredShare(cover, [x - r, y - r, x + r, y + r]) + (Math.hypot(px - x, py - y) < r + r / ENLARGED + 24 ? 2 : 0));
    let best = costs.indexOf(Math.min(...costs));
    if (costs[best] > FULL && !isLast) continue;
    if (costs[inset.spot] <= costs[best] + KEPT) best = inset.spot;
    inset.spot = best;
    return {...spots[best], r};
  }
}

// As it stands, though it may be one of a swarm.
function copyOfFigure(table, {node, pose}) {
  const copy = node.cloneNode(true);
  copy.setAttribute("visibility", "visible");
  copy.setAttribute("transform", place(pose[0], pose[1], pose[2], table.depth));
  return copy;
}

// What is drawn there, again: the ground is shown as it is, what moves is copied.
function contents(table, [x, y], reach) {
  const near = [...table.figures.values()].filter((f) => f.pose && Math.hypot(f.pose[0] - x, f.pose[1] - y) < reach + f.figure.width + f.figure.depth), units = new Set(near.map((f) => f.unit));
  const copies = (nodes) => svg("g", {}, nodes.map((node) => node.cloneNode(true)));
  return [svg("use", {href: "#board-camera"}), svg("use", {href: "#board-ground"}), copies([...table.layers.below.children]), copies([...units].map((id) => table.units.get(id).node)), ...near.map((f) => copyOfFigure(table, f)),
    copies([...table.layers.above.children])];
}

function closeButton(table, [x, y], r) {
  const close = () => {
    table.inset.closed = table.inset.focus?.key ?? null;
    drawInset(table, []);
  };
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    close();
  };
  const a = r * Math.SQRT1_2, stop = (event) => event.stopPropagation();  // no drag of the table
  return svg("g", {class: "inset-close", role: "button", tabindex: 0, "aria-label": t("board.closeInset"), transform: `translate(${(x + a).toFixed(1)} ${(y - a).toFixed(1)})`, onclick: close, onkeydown, onpointerdown: stop},
    svg("circle", {class: "target", r: 24}), svg("circle", {class: "knob", r: 12}), svg("path", {class: "cross", d: "M-4.5 -4.5L4.5 4.5M4.5 -4.5L-4.5 4.5"}));
}

// Draws it where there is something to show, and returns the box on the screen that it takes, or null. figures: as arrangeLabels has them.
export function drawInset(table, figures) {
  const {inset, view} = table, {focus} = inset, isFocused = inset.node.contains(document.activeElement);
  inset.node.replaceChildren();
  inset.thread.replaceChildren();
  if (!focus || !view || focus.key === inset.closed || view.scale > LARGE_ENOUGH) return null;
  const most = Math.min(Math.max(Math.min(...view.size) * RADIUS_SHARE, RADIUS_LEAST), RADIUS_MOST), scale = view.scale * ENLARGED;
  const at = [focus.at[0], table.depth - focus.at[1]], [px, py] = toScreen(view, ...at), {x, y, r} = chooseInsetSpot(inset, view, most, figures, [px, py]), shownPx = r / ENLARGED, far = Math.hypot(px - x, py - y) || 1;
  if (!(px > 0 && py > 0 && px < view.size[0] && py < view.size[1])) return null;
  const along = (from, by) => `${(from[0] + by * (px - x) / far).toFixed(1)} ${(from[1] + by * (py - y) / far).toFixed(1)}`, thread = `M${along([x, y], r)}L${along([px, py], -shownPx)}`;
  const scene = svg("g", {transform: sceneTransform(view.turn, scale, at, [x, y])}, contents(table, focus.at, r / scale)), circle = (name, cx, cy, radius) => svg("circle", {class: name, cx: cx.toFixed(1), cy: cy.toFixed(1), r: radius.toFixed(1)});
  scene.style.setProperty("--px", (1 / scale).toFixed(5));
  inset.thread.append(svg("path", {class: "thread-casing", d: thread}), circle("thread-casing", px, py, shownPx), svg("path", {class: "thread", d: thread}), circle("thread", px, py, shownPx));
  inset.node.append(
    svg("clipPath", {id: "inset-clip"}, circle("", x, y, r)), circle("inset-back", x, y, r), svg("g", {"clip-path": "url(#inset-clip)", class: "inset-scene", "aria-hidden": "true"}, scene), circle("inset-casing", x, y, r), circle("inset-rim", x, y, r),
    rulingIcon(focus.ruling, {x: (x - r * Math.SQRT1_2 - CORNER_ICON_PX / 2).toFixed(1), y: (y - r * Math.SQRT1_2 - CORNER_ICON_PX / 2).toFixed(1), width: CORNER_ICON_PX, height: CORNER_ICON_PX}), closeButton(table, [x, y], r));
  if (isFocused) inset.node.querySelector(".inset-close").focus({preventScroll: true});
  return [x - r - 4, y - r - 4, x + r + 4, y + r + 4];
}
