// Makes elements. Text only ever enters as text nodes: names come from files that nobody has vetted.

const SVG_SPACE = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

export function html(tag, attributes = {}, ...children) { return fill(document.createElement(tag), attributes, children); }

export function svg(tag, attributes = {}, ...children) { return fill(document.createElementNS(SVG_SPACE, tag), attributes, children); }

export function byId(id) { return document.getElementById(id); }

// A dot in a side's colour.
export function dot(colour) {
  const node = html("span", {class: "dot", "aria-hidden": "true"});
  node.style.backgroundColor = colour;
  return node;
}
