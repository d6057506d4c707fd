// A list of any length of which the browser holds only what is in sight. Items are as high as they turn out to be; until they were seen, as high as others.
import {html} from "./dom.js";

const AROUND_PX = 500;  // above and below what is seen, so that scrolling finds it there
const UNSEEN_PX = 700;  // height of a list that is not laid out
const GUESS_PX = 96;
const GAP_PX = 8;  // below each item, as its style sheet has it

// node: an <ol> that scrolls. make(item, before): {node: <li>, ...} of the item, `before` as it was made last.
export function newVirtualList(node, make) {
  const list = {node, make, items: [], heights: new Map(), tops: [0], made: new Map(), above: html("li", {class: "virtual-space", role: "presentation", "aria-hidden": "true"}), below: html("li", {class: "virtual-space", role: "presentation", "aria-hidden": "true"}), isWaiting: false, focus: null};
  node.addEventListener("scroll", () => {
    if (list.isWaiting) return;
    list.isWaiting = true;
    requestAnimationFrame(() => {
      list.isWaiting = false;
      drawInSight(list);
    });
  });
  return list;
}

const heightOf = (list, item) => list.heights.get(item.key) ?? list.guess ?? GUESS_PX;

function layOut(list) {
  list.tops = new Float64Array(list.items.length + 1);
  list.items.forEach((item, i) => { list.tops[i + 1] = list.tops[i] + heightOf(list, item); });
}

// The last item that begins at that height or above it.
function indexAt(list, y) {
  let low = 0, high = list.items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list.tops[middle + 1] <= y) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, Math.max(list.items.length - 1, 0));
}

// items: [{key, ..}], each key once. empty: what stands there where there is none.
export function setItems(list, items, empty) {
  list.items = items;
  list.empty = empty;
  layOut(list);
}

const viewHeight = (list) => list.node.clientHeight || UNSEEN_PX;

// Makes what is in sight, and puts it between two spaces as high as what is not.
export function drawInSight(list) {
  const {node, items, tops} = list;
  if (items.length === 0) {
    list.made.clear();
    return node.replaceChildren(list.empty);
  }
  const from = indexAt(list, node.scrollTop - AROUND_PX), to = indexAt(list, node.scrollTop + viewHeight(list) + AROUND_PX) + 1, made = new Map(), focused = node.contains(document.activeElement) ? document.activeElement.closest("li")?.dataset.key : null;
  for (let i = from; i < to; i++) {
    const one = list.make(items[i], list.made.get(items[i].key));
    one.node.setAttribute("aria-setsize", items.length);
    one.node.setAttribute("aria-posinset", i + 1);
    made.set(items[i].key, one);
  }
  list.made = made;
  place(list, [list.above, ...[...made.values()].map((one) => one.node), list.below]);
  setHeight(list.above, tops[from]);
  setHeight(list.below, tops[items.length] - tops[to]);
  if (focused && !node.contains(document.activeElement)) (node.querySelector(`li[data-key="${Number(focused)}"] button`) ?? node).focus({preventScroll: true});
  return measure(list, from, to);
}

function place({node}, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...node.children]) if (!wanted.has(child)) child.remove();
  nodes.forEach((child, i) => { if (node.children[i] !== child) node.insertBefore(child, node.children[i] ?? null); });
}

function setHeight(space, px) {
  const height = `${Math.round(px)}px`;
  if (space.style.height !== height) space.style.height = height;
}

// What turns out otherwise than guessed moves nothing that is seen.
function measure(list, from, to) {
  const {node, items} = list, first = indexAt(list, node.scrollTop), offset = node.scrollTop - list.tops[first];
  let changed = false, sum = 0, n = 0;
  for (let i = from; i < to; i++) {
    const height = list.made.get(items[i].key)?.node.offsetHeight;
    if (!height) continue;
    sum += height + GAP_PX;
    n++;
    if (Math.abs((list.heights.get(items[i].key) ?? 0) - height - GAP_PX) < 0.5) continue;
    list.heights.set(items[i].key, height + GAP_PX);
    changed = true;
  }
  if (!changed) return;
  list.guess ??= n > 0 ? sum / n : undefined;
  layOut(list);
  setHeight(list.above, list.tops[from]);
  setHeight(list.below, list.tops[items.length] - list.tops[to]);
  const wanted = list.tops[first] + offset;
  if (Math.abs(node.scrollTop - wanted) > 1) node.scrollTop = wanted;
}

// Brings the item into sight, as little as it takes.
export function showItem(list, key) {
  const at = list.items.findIndex((item) => item.key === key);
  if (at < 0) return;
  for (let i = 0; i < 3; i++) {  // what comes into sight may be higher than it was guessed
    const {node, tops} = list, top = tops[at], below = tops[at + 1];
    if (top < node.scrollTop) node.scrollTop = Math.max(top - GAP_PX, 0);
    else if (below > node.scrollTop + viewHeight(list)) node.scrollTop = below - viewHeight(list) + GAP_PX;
    else return;
    drawInSight(list);
  }
}

// Arrow keys, Home and End go through the whole list, Page Up and Down by what is seen.
export function addListKeys(list) {
  list.node.addEventListener("keydown", (event) => {
    const key = Number(event.target.closest("li")?.dataset.key ?? list.focus), at = list.items.findIndex((item) => item.key === key), last = list.items.length - 1;
    const to = {ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 5, PageUp: at - 5, Home: 0, End: last}[event.key];
    if (to === undefined || last < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const item = list.items[Math.min(Math.max(to, 0), last)];
    list.focus = item.key;
    showItem(list, item.key);
    drawInSight(list);
    list.made.get(item.key)?.node.querySelector("button")?.focus({preventScroll: true});
  });
}
