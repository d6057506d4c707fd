// Zoom, pan and rotation: which part of the table the picture shows, and which of its sides lies below. Table inches with y down here; the screen in pixels.
import {recall, remember} from "./lang.js";

const MARGIN = 3.1;  // inches around the table, for its ruler
const LEAST_SHOWN_IN = 6;  // no less of the table fills the picture
const QUARTERS = [[1, 0], [0, 1], [-1, 0], [0, -1]];  // cosine and sine of each quarter turn, clockwise on the screen
const TAP_MS = 350, TAP_PX = 24, DRAG_PX = 6;  // two taps so close are a double tap; less than a drag is a tap
const UNSEEN_PX = [720, 480];  // the size of a picture that is not laid out
const COVERED_MOST = 0.5;  // of the height may be left to a banner

// table: of table.js, whose scene this moves.
export function newView(table) {
  const view = {board: table.board, scene: table.scene, whole: [0, 0, 72, 48], box: [0, 0, 72, 48], asked: [0, 0, 72, 48], size: UNSEEN_PX, covered: 0, scale: 10, turn: Number(recall(turnKey())) & 3, changed: table.viewChanged};
  table.view = view;
  view.board.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(view, event.deltaY > 0 ? 1.15 : 1 / 1.15, pointAt(view, event));
  }, {passive: false});
  addDragging(view);
  new ResizeObserver(() => requestAnimationFrame(() => apply(view, view.asked))).observe(view.board);
  view.board.addEventListener("keydown", (event) => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (step) shift(view, step[0] * view.size[0] * 0.1, step[1] * view.size[1] * 0.1);
    else if (event.key === "+" || event.key === "=") zoom(view, 1 / 1.25);
    else if (event.key === "-") zoom(view, 1.25);
    else if (event.key === "0") showWhole(view);
    else return;
    event.preventDefault();
  });
  return view;
}

export function setTable(view, width, depth) {
  view.whole = [-MARGIN, -MARGIN, width + 2 * MARGIN, depth + 2 * MARGIN];
  showWhole(view);
}

export function showsWhole(view) { return view.box[2] >= view.whole[2] - 0.01 || view.box[3] >= view.whole[3] - 0.01; }

export function showWhole(view) { apply(view, [...view.whole]); }

// Shows the box [x, y, width, height] with room around it.
export function showBox(view, box) {
  const least = view.whole[2] * 0.25, w = Math.max(box[2] * 1.5, least), h = Math.max(box[3] * 1.5, least * 0.66);
  apply(view, [box[0] + box[2] / 2 - w / 2, box[1] + box[3] / 2 - h / 2, w, h]);
}

export function zoom(view, factor, about) {
  const [x, y, w, h] = view.box, at = about ?? [x + w / 2, y + h / 2];
  const k = Math.max(w * factor, LEAST_SHOWN_IN) / w;
  if (k * w >= view.whole[2] && k * h >= view.whole[3]) showWhole(view);
  else apply(view, [at[0] - (at[0] - x) * k, at[1] - (at[1] - y) * k, w * k, h * k]);
}

// Turns the table by quarter turns, clockwise, about what is shown; the page remembers it.
export function turnView(view, quarters = 1) {
  const [x, y, w, h] = view.box, keepsAll = showsWhole(view);
  view.turn = (view.turn + quarters + 4) % 4;
  remember(turnKey(), String(view.turn));
  if (keepsAll) showWhole(view);
  else apply(view, [x + w / 2 - Math.min(w, h) / 2, y + h / 2 - Math.min(w, h) / 2, Math.min(w, h), Math.min(w, h)]);
}

// By pixels of the screen.
function shift(view, dx, dy) {
  const [x, y, w, h] = view.box, [cos, sin] = QUARTERS[view.turn];
  apply(view, [x + (cos * dx + sin * dy) / view.scale, y + (cos * dy - sin * dx) / view.scale, w, h]);
}

// The middle of what of the board no banner covers.
const middleOfBoard = ({size, covered}) => [size[0] / 2, (size[1] + covered) / 2];

const middleOfBox = (box) => [box[0] + box[2] / 2, box[1] + box[3] / 2];

export function toScreen(view, x, y) {
  const [cos, sin] = QUARTERS[view.turn], [mx, my] = middleOfBox(view.box), dx = (x - mx) * view.scale, dy = (y - my) * view.scale, [px, py] = middleOfBoard(view);
  return [cos * dx - sin * dy + px, sin * dx + cos * dy + py];
}

function toTable(view, px, py) {
  const [cos, sin] = QUARTERS[view.turn], [mx, my] = middleOfBox(view.box), [cx, cy] = middleOfBoard(view), dx = px - cx, dy = py - cy;
  return [mx + (cos * dx + sin * dy) / view.scale, my + (cos * dy - sin * dx) / view.scale];
}

// A direction on the table as one on the screen.
export function turnedBy(view, [dx, dy]) {
  const [cos, sin] = QUARTERS[view.turn];
  return [cos * dx - sin * dy, sin * dx + cos * dy];
}

// As the SVG attribute: shows (mx, my) at (px, py), `scale` pixels an inch.
export function sceneTransform(turn, scale, [mx, my], [px, py]) {
  const [cos, sin] = QUARTERS[turn], a = cos * scale, b = sin * scale;
  return `matrix(${[a, b, -b, a, px - a * mx + b * my, py - b * mx - a * my].map((n) => Number(n.toFixed(4))).join(" ")})`;
}

// Widens the box to the shape of the picture, keeps it on the table, and tells the style sheet how large a pixel is, so that strokes stay as wide as they are.
function apply(view, box) {
  const {board, scene, turn} = view, [x0, y0, w0, h0] = view.whole;
  view.asked = box;
  view.size = board.clientWidth > 0 && board.clientHeight > 0 ? [board.clientWidth, board.clientHeight] : UNSEEN_PX;
  const free = [view.size[0], view.size[1] - view.covered], [across, down] = turn % 2 ? [free[1], free[0]] : free;
  view.scale = Math.min(across / box[2], down / box[3]);
  const w = across / view.scale, h = down / view.scale;
  const keep = (start, size, least, most) => size >= most ? least + (most - size) / 2 : Math.min(Math.max(start, least), least + most - size);
  view.box = [keep(box[0] - (w - box[2]) / 2, w, x0, w0), keep(box[1] - (h - box[3]) / 2, h, y0, h0), w, h];
  scene.setAttribute("transform", sceneTransform(turn, view.scale, middleOfBox(view.box), middleOfBoard(view)));
  scene.style.setProperty("--px", (1 / view.scale).toFixed(5));
  board.classList.toggle("zoomed", !showsWhole(view));
  board.classList.toggle("turned", turn % 2 === 1);
  view.changed();
}

// Shows in what is left free below the banner that comes and goes in `host` what is shown now in all of the board.
export function keepClear(view, host) {
  const measure = () => {
    const frame = view.board.getBoundingClientRect(), banner = host.firstElementChild?.getBoundingClientRect(), covered = banner ? Math.min(Math.max(banner.bottom - frame.top, 0), frame.height * COVERED_MOST) : 0;
    if (covered === view.covered) return;
    view.covered = covered;
    apply(view, view.asked);
  };
  const sizes = new ResizeObserver(measure);
  new window.MutationObserver(() => {
    for (const banner of host.children) sizes.observe(banner);
    measure();
  }).observe(host, {childList: true});
}

function onScreen(view, event) {
  const frame = view.board.getBoundingClientRect();
  return [event.clientX - frame.left, event.clientY - frame.top];
}

const pointAt = (view, event) => toTable(view, ...onScreen(view, event));

// One finger or the mouse drags, two fingers pinch, two taps enlarge. What was dragged is not clicked.
function addDragging(view) {
  const pointers = new Map();
  let dragged = 0, tapped = null;
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  };
  view.board.addEventListener("pointerdown", (event) => {
    if (pointers.size === 0) dragged = 0;
    pointers.set(event.pointerId, event);
  });
  view.board.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const before = pointers.size === 2 ? spread() : 0;
    pointers.set(event.pointerId, event);
    dragged += Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
    if (pointers.size === 2 && before > 0) zoom(view, before / spread(), pointAt(view, event));
    else shift(view, last.clientX - event.clientX, last.clientY - event.clientY);
  });
  view.board.addEventListener("pointerup", (event) => {
    if (!pointers.has(event.pointerId) || pointers.size > 1 || dragged > DRAG_PX) return;
    const [x, y] = onScreen(view, event), isDouble = tapped && event.timeStamp - tapped.at < TAP_MS && Math.hypot(x - tapped.x, y - tapped.y) < TAP_PX;
    tapped = isDouble ? null : {x, y, at: event.timeStamp};
    if (isDouble) zoom(view, 0.5, toTable(view, x, y));
  });
  view.board.addEventListener("click", (event) => { if (dragged > DRAG_PX) event.stopPropagation(); }, true);
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) view.board.addEventListener(kind, (event) => pointers.delete(event.pointerId));
}

// Each page remembers its own turn: the wall may hang on another side of the table than the judge sits.
const turnKey = () => `vedette turn ${window.location.pathname}`;
