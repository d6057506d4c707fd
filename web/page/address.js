// The address of a verdict: #m4 is move 4.

// The move's number; 0: the address names none.
export function addressedMove() { return Number(/^#m(\d{1,7})$/.exec(window.location.hash)?.[1] ?? 0); }

// Shows in the address bar what is shown on the page; leaves no steps to go back through. A browser may forbid it in a file: the page works all the same.
export function setAddress(move) {
  const wanted = move > 0 ? `#m${move}` : "";
  if (window.location.hash === wanted) return;
  try {
    window.history.replaceState(null, "", wanted || window.location.pathname + window.location.search);
  } catch {
    if (wanted) window.location.hash = wanted;
  }
}
