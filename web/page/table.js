// The table from above: figures as their bases, units with outline, front and name, over what lies on the table. Table inches, y up; the picture's y runs down.
// What stays as it is costs the browser nothing: figures are many.
import {baseShape, drawFronts, frontMark, place} from "./bases.js";
import {breachPatterns, scaleHatching} from "./breach.js";
import {svg} from "./dom.js";
import {drawInset} from "./inset.js";
import {arrangeLabels, newLabels, placeLabels, readSize, setLabels, textLabel} from "./label_layer.js";
import {newLegend} from "./legend.js";
import {sideColour} from "./model.js";
import {endGlide, mayGlide, newMotion, passMotion, startGlide, wantsStillness} from "./motion.js";
import {boxOf, outlineOf, pathOf} from "./outline.js";
import {drawSwarm, isSwarm, mayJoin, newSwarm} from "./swarm.js";
import {groundOf, rulerLabels, terrainLabels, terrainPatterns} from "./terrain.js";

const LAYERS = ["camera", "ground", "reach", "below", "units", "figures", "foreign", "breach", "above", "guide"];
const ARRANGE_MS = 400;  // labels choose anew no more often while figures move: they go along meanwhile
const LOOSE = ["skirmish", "mob", "unknown"];  // formations without a front

// board: an empty <svg>; newView of view.js adds its view.
export function newTable(board) {
  const layers = {}, scene = svg("g", {class: "scene"}), labels = svg("g", {class: "labels"}), inset = svg("g", {class: "inset"}), thread = svg("g", {class: "inset"});
  board.replaceChildren(svg("defs", {}, terrainPatterns(), breachPatterns()), scene, thread, labels, inset);
  for (const name of LAYERS) scene.append((layers[name] = svg("g", {class: `layer-${name}`})));
  layers.ground.id = "board-ground";
  const table = {
    board, scene, layers, labels: newLabels(labels), legend: newLegend(board), figures: new Map(), units: new Map(), width: 72, depth: 48, view: null, motion: newMotion(),
    isWaiting: false, isStale: false, arrangedAt: -Infinity,  // the next picture, and whether labels are chosen anew with it
    inset: {node: inset, thread, focus: null, closed: null, spot: 0},  // focus: the breach that it shows, of moves.js
    viewChanged: () => {
      scaleHatching(board, table.view.scale);
      placeLabels(table.labels, table.view);
      arrangeSoon(table);
    },
  };
  return table;
}

export function drawGame(table, model, onUnit) {
  const game = model.game, width = table.width = game.table?.width || 72, depth = table.depth = game.table?.depth || 48;
  readSize(table.labels);
  table.layers.ground.replaceChildren(...groundOf(game, width, depth));
  table.layers.figures.replaceChildren();
  table.layers.units.replaceChildren();
  table.figures = new Map();
  table.units = new Map();
  table.motion = newMotion();
  for (const unit of game.units ?? []) addUnit(table, model, unit, onUnit);
  setLabels(table.labels, "terrain", terrainLabels(table.labels, game, depth));
  setLabels(table.labels, "ruler", rulerLabels(table.labels, width, depth));
  setLabels(table.labels, "units", [...table.units.values()].map((entry) => entry.name));
  arrangeSoon(table);
}

function addUnit(table, model, unit, onUnit) {
  const colour = sideColour(model, unit.side), figures = [], swarm = newSwarm(colour, () => onUnit(unit.id));
  table.layers.figures.append(swarm.node);
  for (const figure of unit.figures ?? []) {
    const node = svg("g", {class: "figure", fill: colour, visibility: "hidden", onclick: () => onUnit(unit.id)}, svg("title", {}, `${figure.id}, ${unit.name}`), baseShape(figure), frontMark(figure));
    const entry = {node, figure, unit: unit.id, pose: null, goal: null, last: "", look: "", shown: false, fronts: null, mark: null, isChosen: false, joined: false};
    table.figures.set(figure.id, entry);
    figures.push(entry);
    table.layers.figures.append(node);
  }
  const outline = ["outline-casing", "outline"].map((name) => svg("path", {class: name})), edge = ["front-casing", "front-edge"].map((name) => svg("path", {class: name}));
  const facing = svg("g", {visibility: "hidden"}, edge, svg("path", {class: "facing"}));
  const node = svg("g", {class: "unit", fill: colour, stroke: colour, color: colour, visibility: "hidden"}, outline, facing);
  const name = {...textLabel(table.labels, unit.name, "unit-name"), key: `unit ${unit.id}`, box: null, prefer: null, priority: 1};
  table.units.set(unit.id, {node, outline, edge, facing, name, figures, swarm, form: null, last: ""});
  table.layers.units.append(node);
}

function setLook(entry, look) {
  if (entry.look !== look) entry.node.setAttribute("class", look);
  entry.look = look;
}

// An attribute that stays as it is costs the browser nothing.
function setWhereNew(node, name, value) { if (node.getAttribute(name) !== value) node.setAttribute(name, value); }

const isFullPose = (pose) => Array.isArray(pose) && pose.length > 2 && pose.slice(0, 3).every(Number.isFinite);

function showAt(table, entry, pose) {
  entry.pose = pose;
  entry.node.setAttribute("transform", place(pose[0], pose[1], pose[2], table.depth));
}

// A figure goes to where it stands now: gliding from where it is drawn, or at once.
function moveFigure(table, id, entry, pose, glides, now) {
  const goal = entry.goal;
  entry.goal = pose;
  if (goal && pose[0] === goal[0] && pose[1] === goal[1] && pose[2] === goal[2]) return;
  if (glides && mayGlide(entry.shown ? entry.pose : null, pose)) return startGlide(table.motion, id, entry.pose, pose, now);
  endGlide(table.motion, id);
  showAt(table, entry, pose);
}

// Returns true where something of the figure is drawn anew.
function drawFigure(table, id, entry, state, moving, glides, now) {
  const pose = isFullPose(state.figures?.[id]) ? state.figures[id] : null, fronts = Array.isArray(state.fronts?.[id]) ? state.fronts[id] : null, moves = moving.has(entry.unit);
  const mark = pose ? `${pose.join(" ")} ${moves} ${fronts ?? ""}` : "gone";
  if (mark === entry.last) return false;
  entry.last = mark;
  if (pose) {
    moveFigure(table, id, entry, pose, glides, now);
    setLook(entry, `figure${pose[3] ? " unseen" : ""}${moves ? " moving" : ""}${fronts ? " front-doubtful" : ""}`);
    drawFronts(entry, pose[2], fronts);
  } else {
    endGlide(table.motion, id);
    entry.goal = entry.pose = null;
  }
  if (entry.shown !== Boolean(pose)) entry.node.setAttribute("visibility", pose && !entry.joined ? "visible" : "hidden");
  entry.shown = Boolean(pose);
  return true;
}

// glides: figures go smoothly from where they are drawn; a recorded game is shown at once as of the moment.
export function drawState(table, model, glides = !model.archive) {
  const state = model.state, units = (state.units ?? []).filter(Boolean), moving = new Set(units.filter((u) => u.moving).map((u) => u.id)), forms = new Map(units.map((u) => [u.id, u]));
  const now = performance.now(), smooth = glides && !wantsStillness(), touched = new Set();
  for (const [id, entry] of table.figures) if (drawFigure(table, id, entry, state, moving, smooth, now)) touched.add(entry.unit);
  for (const [id, entry] of table.units) {
    entry.form = forms.get(id);
    const mark = `${entry.form?.facing} ${entry.form?.formation} ${Boolean(entry.form?.anchor)}`;
    if (mark !== entry.last || touched.has(id)) drawUnit(table, entry);
    entry.last = mark;
  }
  if (touched.size > 0) arrangeSoon(table);
}

// Which way the unit looks: null where it stands in no order.
function facingOf(form) { return form?.anchor && !LOOSE.includes(form.formation) && Number.isFinite(form.facing) ? form.facing : null; }

// The outline with its front; the name stands behind the unit.
function drawUnit(table, entry) {
  const members = entry.figures.filter((f) => f.pose), facing = facingOf(entry.form), outline = outlineOf(members, facing);
  setWhereNew(entry.node, "visibility", outline ? "visible" : "hidden");
  setWhereNew(entry.facing, "visibility", facing !== null && outline ? "inherit" : "hidden");
  entry.name.box = outline ? boxOf(outline.points, table.depth) : null;
  if (!outline) return;
  const d = pathOf(outline.points, table.depth);
  for (const node of entry.outline) setWhereNew(node, "d", d);
  const heading = (facing ?? entry.figures.find((f) => f.pose).pose[2]) * Math.PI / 180;
  entry.name.prefer = [-Math.cos(heading), Math.sin(heading)];
  setWhereNew(entry.node, "data-order", facing === null ? "loose" : "formed");
  if (outline.front) drawFront(table, entry, outline.front, heading);
}

// The front: a thick edge with a tooth in its middle.
function drawFront(table, entry, [left, right], heading) {
  const mx = (left[0] + right[0]) / 2, my = (left[1] + right[1]) / 2, [ux, uy] = [Math.cos(heading), Math.sin(heading)];
  for (const node of entry.edge) setWhereNew(node, "d", pathOf([left, right], table.depth, false));
  setWhereNew(entry.facing.lastChild, "d", pathOf([[mx - uy * 0.45, my + ux * 0.45], [mx + ux * 0.7, my + uy * 0.7], [mx + uy * 0.45, my - ux * 0.45]], table.depth));
}

export function markUnit(table, unitId) {
  for (const entry of table.figures.values()) entry.node.toggleAttribute("data-chosen", (entry.isChosen = entry.unit === unitId));
  for (const [id, entry] of table.units) {
    entry.node.toggleAttribute("data-chosen", id === unitId);
    entry.name.node.toggleAttribute("data-chosen", id === unitId);
    entry.name.priority = id === unitId ? 2 : 1;
  }
  arrangeSoon(table);
}

// The next picture shows what has changed; where nothing moves no picture is asked for.
function askForPicture(table) {
  if (table.isWaiting) return;
  table.isWaiting = true;
  requestAnimationFrame(() => drawPicture(table));
}

// To be called when labels are to be placed anew.
export function arrangeSoon(table) {
  table.isStale = true;
  askForPicture(table);
}

// Figures that glide go on; many of them unit by unit.
function glideOn(table, now, touched) {
  const swarms = isSwarm(table.motion), {glides} = table.motion;
  passMotion(table.motion, now, (id, pose) => {
    const entry = table.figures.get(id);
    touched.add(entry.unit);
    if (swarms && glides.has(id) && mayJoin(entry)) entry.pose = pose;
    else showAt(table, entry, pose);
  });
  for (const id of touched) {
    const unit = table.units.get(id);
    if (swarms || unit.swarm.isShown) drawSwarm(unit.swarm, unit.figures, table.depth, (entry) => swarms && glides.has(entry.figure.id) && mayJoin(entry));
    drawUnit(table, unit);
  }
}

function drawPicture(table) {
  const now = performance.now(), touched = new Set();
  table.isWaiting = false;
  glideOn(table, now, touched);
  const moves = table.motion.glides.size > 0;
  if (table.isStale && table.view && (!moves || now - table.arrangedAt > ARRANGE_MS)) arrange(table, now);
  else if (touched.size > 0 && table.view) placeLabels(table.labels, table.view);
  if (moves || (table.isStale && table.view)) askForPicture(table);
}

function arrange(table, now) {
  table.isStale = false;
  table.arrangedAt = now;
  const figures = [...table.figures.values()].filter((f) => f.pose).map((f) => [f.pose[0], table.depth - f.pose[1], Math.max(f.figure.width, f.figure.depth) / 2]);
  arrangeLabels(table.labels, table.view, figures, drawInset(table, figures));
}
