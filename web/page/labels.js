// Where labels go so that they cover neither figures nor one another. Pixels of the screen only; it knows nothing of what is written on them.

const CELL_PX = 6;  // of the grid that tells what figures cover
const RINGS = 4;  // a label stands at its place, or farther away by its own height, twice, ...
const GAP_PX = 3;
const SPOTS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0.5, -1], [-0.5, -1], [0.5, 1], [-0.5, 1]];  // round the place
// What a place costs. Outside and on another label it can't be read; on figures it covers what is looked at; the rest says which of the good ones.
const COST = {outside: 60, label: 30, covers: 8, ring: 0.7, turned: 0.5, inside: 0.01, moved: 0.5};
const TOUCH = 0.0005;  // share of a label that may lie on another: less than a pixel
const COVERING = 0.5;  // share of a label that may lie on figures

// What of the frame is covered: a grid with its sums, so that any box is looked up at once. top: where the frame begins.
export function newCover(width, height, top = 0) {
  const columns = Math.ceil(width / CELL_PX) + 1, rows = Math.ceil(height / CELL_PX) + 1;
  return {width, height, top, columns, rows, cells: new Uint8Array(columns * rows), sums: null};
}

export function coverBox(cover, [x0, y0, x1, y1]) {
  const {columns, rows, cells} = cover, from = (v) => Math.max(Math.floor(v / CELL_PX), 0), to = (v, most) => Math.min(Math.ceil(v / CELL_PX), most);
  for (let y = from(y0), bottom = to(y1, rows); y < bottom; y++) for (let x = from(x0), right = to(x1, columns); x < right; x++) cells[y * columns + x] = 1;
}

function sumCover(cover) {
  const {columns, rows, cells} = cover, wide = columns + 1, sums = cover.sums = new Uint32Array(wide * (rows + 1));
  for (let y = 0; y < rows; y++) {
    for (let x = 0, row = 0; x < columns; x++) {
      row += cells[y * columns + x];
      sums[(y + 1) * wide + x + 1] = sums[y * wide + x + 1] + row;
    }
  }
}

// The share of the box that is covered.
export function coveredShare(cover, [x0, y0, x1, y1]) {
  if (!cover.sums) sumCover(cover);
  const {columns, rows, sums} = cover, wide = columns + 1, clamp = (v, most) => Math.min(Math.max(v, 0), most);
  const a = clamp(Math.floor(x0 / CELL_PX), columns), b = clamp(Math.ceil(x1 / CELL_PX), columns), c = clamp(Math.floor(y0 / CELL_PX), rows), d = clamp(Math.ceil(y1 / CELL_PX), rows), cells = (b - a) * (d - c);
  return cells > 0 ? (sums[d * wide + b] - sums[c * wide + b] - sums[d * wide + a] + sums[c * wide + a]) / cells : 0;
}

const boxAt = (item, [x, y]) => [x - item.w / 2, y - item.h / 2, x + item.w / 2, y + item.h / 2];

// The share of box a that lies on box b.
function sharedPart(a, b) {
  const w = Math.min(a[2], b[2]) - Math.max(a[0], b[0]), h = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return w > 0 && h > 0 ? w * h / ((a[2] - a[0]) * (a[3] - a[1])) : 0;
}

// The middles that the label may have: round the box that it belongs to, and in it where it may stand there.
function spotsOf(item) {
  const [x0, y0, x1, y1] = item.box, mx = (x0 + x1) / 2, my = (y0 + y1) / 2, spots = item.inside ? [[mx, my]] : [];
  for (let ring = 0; ring < RINGS; ring++) {
    const out = GAP_PX + ring * item.h;
    for (const [sx, sy] of SPOTS) {
      const across = sy === 0 ? (x1 - x0) / 2 + item.w / 2 + out : Math.abs(sx) === 1 ? (x1 - x0) * 0.3 + item.w / 2 : item.w * 0.5;
      spots.push([mx + sx * across, my + sy * ((y1 - y0) / 2 + item.h / 2 + out)]);
    }
  }
  return spots;
}

// What the i-th spot costs, other labels aside.
function groundCost(item, spots, i, cover) {
  const box = boxAt(item, spots[i]), inFrame = sharedPart(box, [0, cover.top, cover.width, cover.height]), round = item.inside ? i - 1 : i;
  const cost = (1 - inFrame) * COST.outside + coveredShare(cover, box) * COST.covers;
  if (round < 0) return cost;
  const dx = spots[i][0] - (item.box[0] + item.box[2]) / 2, dy = spots[i][1] - (item.box[1] + item.box[3]) / 2, far = Math.hypot(dx, dy) || 1;
  const turned = item.prefer ? 1 - (dx * item.prefer[0] + dy * item.prefer[1]) / far : 0;
  return cost + Math.floor(round / SPOTS.length) * COST.ring + turned * COST.turned + (round % SPOTS.length) * 0.001 + (item.inside ? COST.inside : 0);
}

const overlapWith = (box, others, self) => others.reduce((sum, o) => (o === self || !o.at ? sum : sum + sharedPart(box, o.at) + sharedPart(o.at, box)), 0);

// The spot that costs the least beside the others; the last one is kept until another is clearly better.
function chooseSpot(one, others) {
  let best = 0, least = Infinity;
  const costs = one.spots.map((spot, i) => one.ground[i] + overlapWith(boxAt(one.item, spot), others, one) * COST.label);
  costs.forEach((cost, i) => { if (cost < least) [best, least] = [i, cost]; });
  if (one.before !== undefined && costs[one.before] <= least + COST.moved) best = one.before;
  take(one, best);
}

function take(one, i) {
  one.i = i;
  one.at = boxAt(one.item, one.spots[i]);
}

// Two that lie on each other and neither of which can leave alone: the best spots of both together.
function chooseSpots(a, b, all) {
  const others = all.filter((o) => o !== a && o !== b), costOf = (one) => one.spots.map((spot, i) => one.ground[i] + overlapWith(boxAt(one.item, spot), others, one) * COST.label), costsA = costOf(a), costsB = costOf(b);
  let least = Infinity, pair = [a.i, b.i];
  a.spots.forEach((spotA, i) => b.spots.forEach((spotB, k) => {
    if (costsA[i] + costsB[k] >= least) return;
    const boxA = boxAt(a.item, spotA), boxB = boxAt(b.item, spotB), cost = costsA[i] + costsB[k] + (sharedPart(boxA, boxB) + sharedPart(boxB, boxA)) * COST.label;
    if (cost < least) [least, pair] = [cost, [i, k]];
  }));
  take(a, pair[0]);
  take(b, pair[1]);
}

const lieOn = (a, b) => sharedPart(a.at, b.at) > TOUCH || sharedPart(b.at, a.at) > TOUCH;

// items: [{key, box: what it belongs to, w, h, prefer: a direction, inside: it may stand in the box, must: it is never left out, priority}]; before: the
// answer of the last time. Answers {key: {i, x, y, hidden}}: the middles. Of two that can't be kept apart the one of less priority is hidden, and who finds room on
// figures only.
export function layoutLabels(items, cover, before = new Map()) {
  const all = [...items].sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0)).map((item) => ({item, spots: spotsOf(item), before: before.get(item.key)?.i}));
  for (const one of all) {
    one.ground = one.spots.map((_, i) => groundCost(one.item, one.spots, i, cover));
    if (!(one.before < one.spots.length)) one.before = undefined;
    chooseSpot(one, all);
  }
  const clashes = () => all.flatMap((a, i) => all.slice(i + 1).filter((b) => lieOn(a, b)).map((b) => [a, b]));
  for (let pass = 0; pass < 3; pass++) {
    const found = clashes();
    if (found.length === 0) break;
    for (const one of new Set(found.flat())) chooseSpot(one, all);
    for (const [a, b] of found.slice(0, 6)) if (lieOn(a, b)) chooseSpots(a, b, all);
  }
  const shown = [];
  return new Map(all.map((one) => {
    const hidden = !one.item.must && (coveredShare(cover, one.at) > COVERING || shown.some((other) => lieOn(one, other)));
    if (!hidden) shown.push(one);
    const [x, y] = one.spots[one.i];
    return [one.item.key, {i: one.i, x, y, hidden}];
  }));
}
