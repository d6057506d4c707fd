// The camera's pictures of a move on its way: which they are, and one after the other, over and over.

// Those among the pictures of a move, in order of time.
export function wayOf(pictures) { return pictures.filter((p) => p.what === "way").sort((a, b) => a.t - b.t); }

// show(i): puts the i-th of `count` pictures into the node; pause(i): ms that it stands. The first one is there already. The loop ends by itself when its node leaves the page.
export function newLoop(node, count, {show, pause}) {
  const loop = {at: 0, isPlaying: false, timer: 0, run: 0};
  const wait = (run) => { loop.timer = setTimeout(() => requestAnimationFrame(() => step(run)), pause(loop.at)); };
  const step = (run) => {
    if (run !== loop.run || !node.isConnected) return;  // it may be stopped after the frame was asked for
    show((loop.at = (loop.at + 1) % count));
    wait(run);
  };
  loop.play = () => {
    loop.isPlaying = true;
    wait(++loop.run);
  };
  loop.stop = () => {
    loop.isPlaying = false;
    loop.run++;
    clearTimeout(loop.timer);
  };
  return loop;
}
