// One shape a ruling, so that none hangs on its colour: octagon, triangle, speech bubble, tick, dash.
import {svg} from "./dom.js";

const SHAPES = {
  illegal: {outline: "M9.4 2h13.2L32 11.4v13.2L22.6 34H9.4L0 24.6V11.4z", mark: "M14 8h4v12h-4zM14 23h4v4h-4z", box: "-1 1 34 34"},
  doubtful: {outline: "M16 2L33 33H-1z", mark: "M14.2 13h3.6v10h-3.6zM14.2 25.5h3.6V29h-3.6z", box: "-2 1 36 34"},
  ask: {outline: "M1 3h30v21H17l-8 9v-9H1z", mark: "M10.5 10.5a5.5 5 0 1 1 7.6 4.6v2.4h-3.6v-4.8h1a2 2 0 1 0-2-2.2zM14.4 18.9h3.7v3.2h-3.7z", box: "0 1 32 34"},
  legal: {outline: "M16 2a16 16 0 1 0 .01 0z", mark: "M7.5 18.5l2.7-2.8 4 4 8.3-9 2.8 2.6L14.3 25.5z", box: "-1 1 34 34"},
  due: {outline: "M16 2L32 18 16 34 0 18z", mark: "M14.3 9h3.4v9.5l5.4 3-1.7 3-7.1-4z", box: "-1 1 34 34"},
  unjudged: {outline: "M2 4h28v28H2z", mark: "M8 16h16v4H8z", box: "0 2 32 32"},
};
const SAME = {alert: "illegal", challenged: "ask", mixed: "doubtful", unknown: "doubtful", obligation: "due", offer: "ask", moving: "unjudged", none: "unjudged", advisory: "unjudged"};

function shapeOf(ruling) { return SHAPES[SAME[ruling] ?? ruling] ?? SHAPES.unjudged; }

// The shape in the ruling's colour, cased black and white so that it stands out on any ground. size: in px, or further attributes.
export function rulingIcon(ruling, size = {}) {
  const {outline, mark, box} = shapeOf(ruling), extra = typeof size === "number" ? {width: size, height: size} : size;
  return svg("svg", {class: `ruling-icon ${ruling}`, viewBox: box, "aria-hidden": "true", ...extra}, svg("path", {class: "icon-casing", d: outline}), svg("path", {class: "icon-shape", d: outline}), svg("path", {class: "icon-mark", d: mark}));
}
