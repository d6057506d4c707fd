// Smooth motion: between two states a figure glides from where it is drawn to where it stands.

export const GLIDE_MS = 120;  // a little more than from one state to the next, so that it never waits on the way
const JUMP_IN = 4;  // no hand is so fast from one state to the next: it was found elsewhere

export function newMotion() { return {glides: new Map()}; }

const clamped = (x) => Math.min(Math.max(x, 0), 1);

// Where it is drawn at `now`; at its end exactly where it stands. The heading goes the shorter way round.
export function glideAt({from, to, since}, now) {
  const share = clamped((now - since) / GLIDE_MS);
  if (share === 1) return to;
  const turn = ((to[2] - from[2]) % 360 + 540) % 360 - 180;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + turn * share];
}

// True where `to` is near enough to be gone to.
export function mayGlide(from, to) { return Boolean(from) && Math.hypot(to[0] - from[0], to[1] - from[1]) < JUMP_IN; }

export function startGlide(motion, id, from, to, now) { motion.glides.set(id, {from, to, since: now}); }

export function endGlide(motion, id) { motion.glides.delete(id); }

// Moves each to where it is at `now`: moved(id, pose).
export function passMotion(motion, now, moved) {
  for (const [id, glide] of motion.glides) {
    const pose = glideAt(glide, now);
    if (pose === glide.to) motion.glides.delete(id);
    moved(id, pose);
  }
}

// Those who asked their system for less motion have none.
export function wantsStillness() { return Boolean(window.matchMedia?.("(prefers-reduced-motion: reduce)").matches); }
