// A figure as its base and its front. Table inches, y up; the picture's y runs down.
import {svg} from "./dom.js";

// The shape of a base around its centre, looking along +x.
export function baseShape(figure, name = "base") {
  const w = figure.width, d = figure.depth;
  return figure.shape === "round" ? svg("circle", {class: name, r: w / 2}) : svg("rect", {class: name, x: -d / 2, y: -w / 2, width: d, height: w, rx: Math.min(w, d) * 0.06});
}

export function frontMark(figure) {
  const w = figure.width, d = figure.depth;
  return svg("path", {class: "front", d: `M${d * 0.42} 0L${d * 0.1} ${w * 0.24}V${-w * 0.24}Z`});
}

// Where more than one side looks like the front: a hollow mark on each of them. A filled one is a measurement.
export function drawFronts(entry, heading, fronts) {
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
