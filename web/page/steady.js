// Lists whose buttons never slide under a finger: nothing is redrawn while a finger is down, and what has just come to a place takes no press there for a moment.
const GUARD_MS = 350;

// after(): draws what waited for the finger to go.
export function newSteady(node, after) {
  const steady = {node, isPressed: false, after};
  node.addEventListener("pointerdown", () => { steady.isPressed = true; });
  const release = () => {
    if (!steady.isPressed) return;
    steady.isPressed = false;
    setTimeout(after, 0);  // the click that the finger makes comes first
  };
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, release);
  return steady;
}

export function mayRedraw(steady) { return !steady.isPressed && !steady.node.querySelector("button:active"); }

// Buttons of rows that have just come or gone elsewhere rest. The keyboard's row does not: no finger is on its way to it.
function guard(row) {
  if (row.contains(document.activeElement)) return;
  const buttons = [...row.querySelectorAll("button:not(:disabled)")];
  for (const b of buttons) b.disabled = true;
  setTimeout(() => { for (const b of buttons) b.disabled = false; }, GUARD_MS);
}

// Puts the rows into the list in that order and touches none that stands where it should. Nodes that stay are the same objects.
export function putSteady(steady, rows) {
  const {node} = steady, before = [...node.children], focused = node.contains(document.activeElement) ? document.activeElement : null;
  for (const old of before) if (!rows.includes(old)) old.remove();
  rows.forEach((row, i) => { if (node.children[i] !== row) node.insertBefore(row, node.children[i] ?? null); });
  if (focused?.isConnected) focused.focus({preventScroll: true});
  rows.forEach((row, i) => { if (before[i] !== row) guard(row); });
}
