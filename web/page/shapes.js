// The shapes of the rulings: each has its own outline and sign, cased in white and black, so that it tells itself apart without colour and on any colour.
import {svg} from "./dom.js";

// Within a square of 24: {outline, sign, line: the outline is a stroke}.
const RULING_SHAPES = {
  illegal: {outline: "M8 2H16L22 8V16L16 22H8L2 16V8Z", sign: "M8.2 8.2L15.8 15.8M15.8 8.2L8.2 15.8"},
  doubtful: {outline: "M12 2.2L22.6 21.2H1.4Z", sign: "M12 9V14.4M12 17.7V17.8"},
  ask: {outline: "M5 2.5H19A3 3 0 0 1 22 5.5V13.5A3 3 0 0 1 19 16.5H11.5L5.5 22V16.5H5A3 3 0 0 1 2 13.5V5.5A3 3 0 0 1 5 2.5Z", sign: "M9.3 7.3Q9.5 5.2 12 5.2T14.7 7.4Q14.7 8.7 13.3 9.5T12 11.4M12 13.9V14"},
  legal: {outline: "M3.5 12.8L9.3 18.6L20.5 6", line: true},
  advisory: {outline: "M3 5A2 2 0 0 1 5 3H19A2 2 0 0 1 21 5V19A2 2 0 0 1 19 21H5A2 2 0 0 1 3 19Z", sign: "M12 7V7.1M12 11V17.2"},
  due: {outline: "M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2Z", sign: "M12 6.5V12.4L16 14.8"},
  unjudged: {outline: "M4.5 12H19.5", line: true},
};

const SAME = {alert: "illegal", challenged: "ask", mixed: "doubtful", unknown: "doubtful", obligation: "due", offer: "ask"};  // what is shown as another

// "illegal" as its shape in SVG, within a square of 24; what is unknown has the shape of what nobody judged.
export function shapeOf(ruling) {
  const name = SAME[ruling] ?? ruling, {outline, sign, line} = RULING_SHAPES[name] ?? RULING_SHAPES.unjudged, kind = RULING_SHAPES[name] ? name : "unjudged";
  return svg("g", {class: `ruling-shape${line ? " line" : ""}`, "data-ruling": kind}, svg("path", {class: "shape-edge", d: outline}), svg("path", {class: "shape-casing", d: outline}),
    svg("path", {class: "shape-body", d: outline}), sign ? svg("path", {class: "shape-sign", d: sign}) : null);
}

// The same as an element of its own, `size` pixels wide. What it means is said beside it.
export function rulingIcon(ruling, size = 24) { return svg("svg", {class: "ruling-icon", viewBox: "-2 -2 28 28", width: size, height: size, "aria-hidden": "true", focusable: "false"}, shapeOf(ruling)); }
