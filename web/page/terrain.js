// What lies on the table and stays: surface, ruler, terrain. Table inches, y up; the picture's y runs down.
import {svg} from "./dom.js";
import {textLabel} from "./label_layer.js";
import {boxOf, pathOf} from "./outline.js";

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

export function terrainPatterns() {
  return [
    pattern("woods-pattern", 2, svg("circle", {class: "tree", cx: 0.6, cy: 0.6, r: 0.36}), svg("circle", {class: "tree", cx: 1.5, cy: 1.45, r: 0.28})),
    pattern("water-pattern", 1.6, svg("path", {class: "ripple", d: "M0 .5q.4-.3.8 0t.8 0M.4 1.2q.3-.2.6 0"})),
    pattern("rough-pattern", 1.4, svg("path", {class: "scrub", d: "M.3 .5l.2-.3.2.3M.9 1.1l.2-.3.2.3"})),
    pattern("block-pattern", 0.8, svg("path", {class: "hatch", d: "M-.2 .2l.4-.4M0 .8l.8-.8M.6 1l.4-.4"}))];
}

function surface(width, depth) {
  const parts = [svg("rect", {class: "surface", x: 0, y: 0, width, height: depth, rx: 0.15})];
  for (let x = 12; x < width; x += 12) parts.push(svg("line", {class: "grid", x1: x, y1: 0, x2: x, y2: depth}));
  for (let y = 12; y < depth; y += 12) parts.push(svg("line", {class: "grid", x1: 0, y1: depth - y, x2: width, y2: depth - y}));
  for (let x = 0; x <= width; x += 6) parts.push(svg("line", {class: "tick", x1: x, y1: depth, x2: x, y2: depth + (x % 12 ? 0.35 : 0.6)}));
  for (let y = 0; y <= depth; y += 6) parts.push(svg("line", {class: "tick", x1: 0, y1: depth - y, x2: y % 12 ? -0.35 : -0.6, y2: depth - y}));
  return parts;
}

function middleOf(points) {
  const sum = points.reduce((a, p) => [a[0] + p[0], a[1] + p[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

function contour(points, depth) {
  const [cx, cy] = middleOf(points);
  return svg("path", {class: "contour", d: pathOf(points.map(([x, y]) => [cx + (x - cx) * 0.72, cy + (y - cy) * 0.72]), depth)});
}

const nameOf = (piece) => String(piece.kind).replaceAll("-", " ");

function terrainPiece(piece, depth) {
  const kind = kindClass(piece.kind), group = svg("g", {class: `terrain ${kind}`}, svg("title", {}, nameOf(piece)));
  if (piece.line?.length) group.append(svg("path", {class: "way", d: pathOf(piece.line, depth, false), "stroke-width": Math.max(piece.width || 0, 0.4)}));
  else if (piece.polygon?.length) {
    group.append(svg("path", {class: "area", d: pathOf(piece.polygon, depth)}));
    if (["woods", "water", "rough", "block"].includes(kind)) group.append(svg("path", {d: pathOf(piece.polygon, depth), fill: `url(#${kind}-pattern)`}));
    if (kind === "hill") group.append(contour(piece.polygon, depth));
  }
  return group;
}

// Surface and terrain of the game's table.
export function groundOf(game, width, depth) { return [...surface(width, depth), ...(game.terrain ?? []).map((piece) => terrainPiece(piece, depth))]; }

// The labels of what lies there.
export function terrainLabels(labels, game, depth) {
  return (game.terrain ?? []).filter((piece) => piece.polygon?.length && !piece.line?.length).map((piece, i) => ({...textLabel(labels, nameOf(piece), "place-name", {size: 0.92}), key: `terrain ${i}`, box: boxOf(piece.polygon, depth), inside: true, priority: -1}));
}

// The ruler's numbers, which stand outside the table.
export function rulerLabels(labels, width, depth) {
  const at = (key, text, x, y) => ({...textLabel(labels, text, "ruler", {size: 0.85, pad: 0}), key, box: [x, y, x, y], fixed: true}), list = [];
  for (let x = 0; x <= width; x += 12) list.push(at(`ruler x ${x}`, `${x}″`, x, depth + 1.5));
  for (let y = 12; y <= depth; y += 12) list.push(at(`ruler y ${y}`, `${y}″`, -1.7, depth - y));
  return list;
}
