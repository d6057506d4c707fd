// Zoom and pan: the part of the table that the picture shows.

const MARGIN = 3.1;  // inches around the table, for its ruler

export function newView(board) {
  const view = {board, whole: [0, 0, 72, 48], box: [0, 0, 72, 48], asked: [0, 0, 72, 48]};
  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(view, event.deltaY > 0 ? 1.15 : 1 / 1.15, pointAt(board, event));
  }, {passive: false});
  addDragging(view);
  new ResizeObserver(() => requestAnimationFrame(() => apply(view, view.asked))).observe(board);
  board.addEventListener("keydown", (event) => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (step) shift(view, step[0] * view.box[2] * 0.1, step[1] * view.box[3] * 0.1);
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
  const [x, y, w, h] = view.box, at = about ?? {x: x + w / 2, y: y + h / 2};
  const k = Math.max(w * factor, 6) / w;
  if (k * w >= view.whole[2] && k * h >= view.whole[3]) showWhole(view);
  else apply(view, [at.x - (at.x - x) * k, at.y - (at.y - y) * k, w * k, h * k]);
}

function shift(view, dx, dy) {
  const [x, y, w, h] = view.box;
  apply(view, [x + dx, y + dy, w, h]);
}

// Widens the box to the shape of the picture, keeps it on the table, and tells the style sheet how large an inch is, so that names and tracks stay readable.
function apply(view, box) {
  view.asked = box;
  const [x0, y0, w0, h0] = view.whole, shape = view.board.clientWidth / Math.max(view.board.clientHeight, 1) || w0 / h0;
  const w = Math.max(box[2], box[3] * shape), h = w / shape;
  const keep = (start, size, least, most) => size >= most ? least + (most - size) / 2 : Math.min(Math.max(start, least), least + most - size);
  view.box = [keep(box[0] - (w - box[2]) / 2, w, x0, w0), keep(box[1] - (h - box[3]) / 2, h, y0, h0), w, h];
  view.board.setAttribute("viewBox", view.box.map((n) => n.toFixed(3)).join(" "));
  view.board.style.setProperty("--inch", Math.max(Math.min(w / w0, h / h0 * 1.2, 1), 0.3).toFixed(3));
}

function pointAt(board, event) {
  const matrix = board.getScreenCTM();
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : undefined;
}

// One finger or the mouse drags, two fingers pinch.
function addDragging(view) {
  const pointers = new Map();
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  };
  view.board.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, event);
  });
  view.board.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const before = pointers.size === 2 ? spread() : 0, from = pointAt(view.board, last), to = pointAt(view.board, event);
    pointers.set(event.pointerId, event);
    if (pointers.size === 2 && before > 0) zoom(view, before / spread(), to);
    else if (from && to) shift(view, from.x - to.x, from.y - to.y);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) view.board.addEventListener(kind, (event) => pointers.delete(event.pointerId));
}
