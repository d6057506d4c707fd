// The live page under load: 400 figures that all move, 30 states a second, in Chromium before the real server. Prints the times between pictures, how busy the page is, and how long
// it takes from the program's word to what is seen. Needs tests/web/node_modules (CONTRIBUTING.md) and a quiet machine.
//   node bench/page_live_bench.js [PAGE [SECONDS]]
const {openRig, closeAll} = require("../tests/web/browser/rig.js");

const [path = "/", seconds = 20] = process.argv.slice(2), STATES_A_SECOND = 30;

// 20 units of 20 figures each.
const roster = Array.from({length: 20}, (_, i) => [`${i < 10 ? "R" : "B"}${1 + i % 10}`, `Unit ${i + 1}`, i < 10 ? "red" : "blue", 5, 4, 4 + (i % 10) * 7, i < 10 ? 8 : 40, i < 10 ? 90 : -90, "closed"]);

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

const inWords = (values, unit) => `p50 ${quantile(values, 0.5).toFixed(1)} ${unit}, p95 ${quantile(values, 0.95).toFixed(1)}, p99 ${quantile(values, 0.99).toFixed(1)}, max ${Math.max(...values).toFixed(1)}`;

// In the page: notes the times of pictures, and of each word in the health line when it has been painted. Clocks of one machine: both count from 1970.
function watch() {
  window.bench = {frames: [], shown: []};
  const now = () => performance.timeOrigin + performance.now();
  let last = performance.now();
  const frame = (t) => {
    window.bench.frames.push(t - last);
    last = t;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const painted = new MessageChannel();
  painted.port1.onmessage = ({data}) => window.bench.shown.push([data, now()]);
  new MutationObserver(() => { const number = Number(document.querySelector("#health").textContent.split(" ")[1]); requestAnimationFrame(() => painted.port2.postMessage(number)); }).observe(document.querySelector("#health"), {childList: true, characterData: true, subtree: true});
}

async function main() {
  const rig = await openRig({roster}), page = await rig.page(path, {size: "wall", still: false}), session = await page.context().newCDPSession(page), sent = [];
  await page.waitForSelector("#board");
  await page.waitForTimeout(1500);
  await page.evaluate(watch);
  await session.send("Performance.enable");
  const busy = async () => (await session.send("Performance.getMetrics")).metrics.find((m) => m.name === "TaskDuration").value;
  const before = await busy(), begin = performance.now();
  for (let n = 0; n < seconds * STATES_A_SECOND; n++) {
    for (const [id, , , , , x, y, heading] of roster) rig.scene.at.set(id, [x + 1.5 * Math.sin(n / 20), y + (n % 600) * 0.01 * Math.sign(heading), heading + 10 * Math.sin(n / 30)]);
    sent.push(performance.timeOrigin + performance.now());
    rig.state({health: `State ${n}`});
    await new Promise((done) => setTimeout(done, Math.max(0, begin + (n + 1) * 1000 / STATES_A_SECOND - performance.now())));
  }
  await page.waitForTimeout(500);
  const share = (await busy() - before) / ((performance.now() - begin) / 1000), {frames, shown} = await page.evaluate(() => window.bench);
  const late = sent.map((at, n) => (shown.find(([number]) => number >= n)?.[1] ?? Infinity) - at);
  console.log(`${path}: 400 figures, ${STATES_A_SECOND} states a second for ${seconds} s, 1920 x 1080`);
  console.log(`between pictures: ${inWords(frames.slice(5), "ms")}; ${frames.length} pictures; later than 20 ms: ${(100 * frames.filter((f) => f > 20).length / frames.length).toFixed(1)} %`);
  console.log(`the page is busy ${(100 * share).toFixed(0)} % of the time`);
  console.log(`from the program's word to the picture (states go out twelve times a second): ${inWords(late, "ms")}`);
  await rig.close();
  await closeAll();
}

main().catch(async (error) => {
  console.error(error);
  await closeAll();
  process.exit(1);
});
