// The clock of a recorded game: which moment is shown, and how it goes on.

export const SPEEDS = [1, 2, 4, 8, 16, 60];

export function newPlayer(duration, begin = 0) { return {time: begin, begin, duration, playing: false, speed: 1, stopAt: Infinity, last: 0}; }

// Plays on from the moment that is shown, from the start where that is the end. stopAt: where it pauses by itself.
export function startPlaying(player, now, stopAt = Infinity) {
  if (player.time >= player.duration) player.time = player.begin;
  Object.assign(player, {playing: true, last: now, stopAt});
}

// Lets the time pass until `now` (milliseconds); true: it has come to where it stops.
export function passTime(player, now) {
  const end = Math.min(player.stopAt, player.duration), passed = Math.max(now - player.last, 0) / 1000;
  player.time = Math.min(player.time + passed * player.speed, end);
  player.last = now;
  if (player.time < end) return false;
  player.playing = false;
  return true;
}

// The next faster or slower speed.
export function changeSpeed(player, by) {
  const at = SPEEDS.indexOf(player.speed) + by;
  player.speed = SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)];
}
