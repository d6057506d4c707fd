// The table from above: surface, ruler, terrain, figures as their bases, units with name and facing. Table inches, y up; the picture's y runs down.
import {svg} from "./dom.js";
import {sideColour} from "./model.js";

const AREA_KINDS = {
  woods: ["woods", "light-woods", "dense-woods", "trees", "forest"],
  water: ["water", "deep-water", "shallow-water", "stream", "river", "swamp", "marsh"],
  hill: ["hill"],
  rough: ["rough", "brush", "obstacle", "ditch", "rampart", "cliff"],
  road: ["road", "trail"],
  block: ["impassable"],
};

function kindClass(kind) {
  for (const [name, kinds] of Object.entries(AREA_KINDS)) if (kinds.includes(kind)) return name;
  return "scenery";
}

function pattern(id, size, ...shapes) { return svg("pattern", {id, width: size, height: size, patternUnits: "userSpaceOnUse"}, shapes); }

function definitions() {
  return svg("defs", {},
    pattern("woods-pattern", 2, svg("circle", {class: "tree", cx: 0.6, cy: 0.6, r: 0.36}), svg("circle", {class: "tree", cx: 1.5, cy: 1.45, r: 0.28})),
    pattern("water-pattern", 1.6, svg("path", {class: "ripple", d: "M0 .5q.4-.3.8 0t.8 0M.4 1.2q.3-.2.6 0"})),
    pattern("rough-pattern", 1.4, svg("path", {class: "scrub", d: "M.3 .5l.2-.3.2.3M.9 1.1l.2-.3.2.3"})),
    pattern("block-pattern", 0.8, svg("path", {class: "hatch", d: "M-.2 .2l.4-.4M0 .8l.8-.8M.6 1l.4-.4"})));
}

function surface(width, depth) {
  const parts = [svg("rect", {class: "surface", x: 0, y: 0, width, height: depth, rx: 0.15})];
  for (let x = 12; x < width; x += 12) parts.push(svg("line", {class: "grid", x1: x, y1: 0, x2: x, y2: depth}));
  for (let y = 12; y < depth; y += 12) parts.push(svg("line", {class: "grid", x1: 0, y1: depth - y, x2: width, y2: depth - y}));
  for (let x = 0; x <= width; x += 6) parts.push(svg("line", {class: "tick", x1: x, y1: depth, x2: x, y2: depth + (x % 12 ? 0.35 : 0.6)}));
  for (let y = 0; y <= depth; y += 6) parts.push(svg("line", {class: "tick", x1: 0, y1: depth - y, x2: y % 12 ? -0.35 : -0.6, y2: depth - y}));
  for (let x = 0; x <= width; x += 12) parts.push(svg("text", {class: "ruler", x, y: depth + 1.75, "text-anchor": "middle"}, `${x}″`));
  for (let y = 12; y <= depth; y += 12) parts.push(svg("text", {class: "ruler", x: -0.8, y: depth - y + 0.35, "text-anchor": "end"}, `${y}″`));
  return svg("g", {}, parts);
}

function middleOf(points) {
  const sum = points.reduce((a, p) => [a[0] + p[0], a[1] + p[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

function terrainPiece(piece, depth) {
  const kind = kindClass(piece.kind);
  const group = svg("g", {class: `terrain ${kind}`});
  const text = (points) => points.map(([x, y]) => `${x},${depth - y}`).join(" ");
  const name = String(piece.kind).replaceAll("-", " ");
  group.append(svg("title", {}, name));
  if (piece.line?.length) group.append(svg("polyline", {class: "way", points: text(piece.line), "stroke-width": Math.max(piece.width || 0, 0.4)}));
  else if (piece.polygon?.length) {
    group.append(svg("polygon", {class: "area", points: text(piece.polygon)}));
    if (["woods", "water", "rough", "block"].includes(kind)) group.append(svg("polygon", {points: text(piece.polygon), fill: `url(#${kind}-pattern)`}));
    if (kind === "hill") group.append(contour(piece.polygon, depth));
    const [x, y] = middleOf(piece.polygon);
    group.append(svg("text", {class: "place-name", x, y: depth - y, "text-anchor": "middle"}, name));
  }
  return group;
}

function contour(points, depth) {
  const [cx, cy] = middleOf(points);
  return svg("polygon", {class: "contour", points: points.map(([x, y]) => `${cx + (x - cx) * 0.72},${depth - (cy + (y - cy) * 0.72)}`).join(" ")});
}

// The shape of a base around its centre, looking along +x, with its front mark.
export function baseShape(figure) {
  const w = figure.width, d = figure.depth;
  return figure.shape === "round" ? svg("circle", {class: "base", r: w / 2}) : svg("rect", {class: "base", x: -d / 2, y: -w / 2, width: d, height: w, rx: Math.min(w, d) * 0.06});
}

function frontMark(figure) {
  const w = figure.width, d = figure.depth;
  return svg("path", {class: "front", d: `M${d * 0.42} 0L${d * 0.1} ${w * 0.24}V${-w * 0.24}Z`});
}

// Where more than one side looks like the front: a hollow mark on each of them. A filled one is a measurement.
function drawFronts(entry, heading, fronts) {
  if (!fronts && !entry.fronts) return;
  entry.fronts = fronts;
  for (const node of entry.node.querySelectorAll(".other-front")) node.remove();
  for (const front of (fronts ?? []).slice(1)) {
    const mark = frontMark(entry.figure);
    mark.setAttribute("class", "front other-front");
    mark.setAttribute("transform", `rotate(${(heading - front).toFixed(2)})`);
    entry.node.append(mark);
  }
}

export function place(x, y, heading, depth) { return `translate(${Number(x).toFixed(3)} ${(depth - y).toFixed(3)}) rotate(${(-heading).toFixed(2)})`; }

export function newTable(board) {
  const layers = {};
  board.replaceChildren(definitions());
  for (const name of ["ground", "reach", "below", "figures", "foreign", "above", "guide", "units"]) board.append((layers[name] = svg("g", {class: `layer-${name}`})));
  return {board, layers, figures: new Map(), units: new Map(), depth: 48};
}

export function drawGame(table, model, onUnit) {
  const game = model.game, width = game.table?.width || 72, depth = game.table?.depth || 48;
  table.depth = depth;
  table.layers.ground.replaceChildren(surface(width, depth), ...(game.terrain ?? []).map((piece) => terrainPiece(piece, depth)));
  table.layers.figures.replaceChildren();
  table.layers.units.replaceChildren();
  table.figures = new Map();
  table.units = new Map();
  for (const unit of game.units ?? []) addUnit(table, model, unit, onUnit);
}

function addUnit(table, model, unit, onUnit) {
  const colour = sideColour(model, unit.side);
  for (const figure of unit.figures ?? []) {
    const node = svg("g", {class: "figure", fill: colour, visibility: "hidden", onclick: () => onUnit(unit.id)}, svg("title", {}, `${figure.id}, ${unit.name}`), baseShape(figure), frontMark(figure));
    table.figures.set(figure.id, {node, figure, last: "", look: "", shown: false, fronts: null});
    table.layers.figures.append(node);
  }
  const name = svg("text", {class: "unit-name", "text-anchor": "middle"}, unit.name);
  const shaft = "M.15 0H1.35M.95 -.32L1.4 0L.95 .32";
  const arrow = svg("g", {}, svg("path", {class: "facing-casing", d: shaft}), svg("path", {class: "facing", d: shaft, stroke: colour}));
  const node = svg("g", {class: "unit", visibility: "hidden"}, arrow, name);
  table.units.set(unit.id, {node, name, arrow});
  table.layers.units.append(node);
}

// What stays as it is costs the browser nothing: figures are many.
function showFigure(entry, shown) {
  if (entry.shown !== shown) entry.node.setAttribute("visibility", shown ? "visible" : "hidden");
  entry.shown = shown;
}

function setLook(entry, look) {
  if (entry.look !== look) entry.node.setAttribute("class", look);
  entry.look = look;
}

export function drawState(table, model) {
  const state = model.state, moving = new Set((state.units ?? []).filter((u) => u.moving).map((u) => u.id));
  const middles = new Map();
  for (const [id, entry] of table.figures) {
    const pose = state.figures?.[id], unit = model.figureUnit.get(id);
    const fronts = state.fronts?.[id];
    const now = pose ? `${pose.join(" ")} ${moving.has(unit.id)} ${fronts ?? ""}` : "gone";
    if (pose) addTo(middles, unit.id, pose);
    if (now === entry.last) continue;
    entry.last = now;
    showFigure(entry, Boolean(pose));
    if (!pose) continue;
    entry.node.setAttribute("transform", place(pose[0], pose[1], pose[2], table.depth));
    setLook(entry, `figure${pose[3] ? " unseen" : ""}${moving.has(unit.id) ? " moving" : ""}${fronts ? " front-doubtful" : ""}`);
    drawFronts(entry, pose[2], fronts);
  }
  const forms = new Map((state.units ?? []).map((u) => [u.id, u]));
  for (const [id, entry] of table.units) drawUnit(table, entry, forms.get(id), middles.get(id));
}

function addTo(middles, id, pose) {
  const m = middles.get(id) ?? {x: 0, y: 0, n: 0, points: []};
  m.x += pose[0];
  m.y += pose[1];
  m.n++;
  m.points.push(pose);
  middles.set(id, m);
}

// An attribute that stays as it is costs the browser nothing; a text that is moved by its transform is not laid out anew.
function setWhereNew(node, name, value) { if (node.getAttribute(name) !== value) node.setAttribute(name, value); }

// The name stands behind the unit, the arrow before its front.
function drawUnit(table, entry, form, middle) {
  setWhereNew(entry.node, "visibility", middle ? "visible" : "hidden");
  if (!middle) return;
  const x = middle.x / middle.n, y = middle.y / middle.n;
  const facing = form?.facing ?? middle.points[0][2], back = [-Math.cos(facing * Math.PI / 180), -Math.sin(facing * Math.PI / 180)];
  const reach = Math.max(...middle.points.map((p) => (p[0] - x) * back[0] + (p[1] - y) * back[1])) + 1.5;
  setWhereNew(entry.name, "transform", `translate(${(x + back[0] * reach).toFixed(2)} ${(table.depth - (y + back[1] * reach) + 0.35).toFixed(2)})`);
  setWhereNew(entry.name, "text-anchor", Math.abs(back[0]) < 0.6 ? "middle" : back[0] > 0 ? "start" : "end");
  const ordered = form?.anchor && form.formation !== "skirmish" && form.formation !== "mob" && form.formation !== "unknown";
  setWhereNew(entry.arrow, "visibility", ordered ? "inherit" : "hidden");
  if (ordered) setWhereNew(entry.arrow, "transform", place(form.anchor[0], form.anchor[1], facing, table.depth));
}

export function markUnit(table, model, unitId) {
  for (const [id, entry] of table.figures) entry.node.toggleAttribute("data-chosen", model.figureUnit.get(id)?.id === unitId);
}

