// How quickly the page of a recorded game opens and steps, in headless Chromium. Needs chromium, nodejs and node-ws.
// Usage: NODE_PATH=/usr/share/nodejs node bench/page_bench.js FILE.html | http://127.0.0.1:8080/review
"use strict";
const {spawn} = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const {pathToFileURL} = require("node:url");
const WebSocket = require("ws");

const STEPS = 300;
const PATIENCE_MS = 60000;

// Runs in the page from its very beginning: waits until the list is painted, then moves the slider at random and goes from move to move.
async function measure(steps) {
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  }));
  while (!document.querySelector("#verdicts .entry")) await painted();
  await painted();
  const opened = performance.now(), slider = document.getElementById("time");
  const timed = async (action) => {
    const began = performance.now();
    action();
    await painted();
    return performance.now() - began;
  };
  let seed = 7;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const scrubs = [], moves = [];
  for (let i = 0; i < steps; i++) scrubs.push(await timed(() => {
    slider.value = String(random() * Number(slider.max));
    slider.dispatchEvent(new Event("input"));
  }));
  for (let i = 0; i < steps / 3; i++) moves.push(await timed(() => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: i % 3 ? "ArrowLeft" : "n", bubbles: true, cancelable: true}))));
  return {opened, scrubs, moves, duration: Number(slider.max)};
}

// The browser's DevTools protocol over `socket`.
function protocol(socket) {
  const waiting = new Map();
  let last = 0;
  socket.on("message", (text) => {
    const {id, result, error} = JSON.parse(text);
    if (!id) return;
    waiting.get(id)(error ? Promise.reject(new Error(error.message)) : result);
    waiting.delete(id);
  });
  return (method, params = {}) => new Promise((done) => {
    waiting.set(++last, done);
    socket.send(JSON.stringify({id: last, method, params}));
  });
}

// The browser says on standard error where it listens.
function listeningAt(browser) {
  return new Promise((done, fail) => {
    let said = "";
    browser.stderr.on("data", (text) => {
      said += text;
      const found = /ws:\/\/[^/]+/.exec(said);
      if (found) done(found[0].replace("ws:", "http:"));
    });
    browser.on("exit", () => fail(new Error(`chromium ended: ${said}`)));
  });
}

async function openedPage(browser) {
  const targets = await (await fetch(`${await listeningAt(browser)}/json`)).json();
  const socket = new WebSocket(targets.find((t) => t.type === "page").webSocketDebuggerUrl, {maxPayload: 1 << 28});
  await new Promise((done) => socket.on("open", done));
  return protocol(socket);
}

function told(list) {
  const sorted = [...list].sort((a, b) => a - b), at = (share) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)].toFixed(0);
  return `${at(0.5)} ms at the median, ${at(0.99)} at the 99th percentile, ${at(1)} at most`;
}

async function main(where) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "vedette-page-"));
  const browser = spawn("chromium", ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--window-size=1400,900", `--user-data-dir=${profile}`, "about:blank"], {stdio: ["ignore", "ignore", "pipe"]});
  const patience = setTimeout(() => { throw new Error("the page shows no verdict"); }, PATIENCE_MS);
  try {
    const call = await openedPage(browser);
    await call("Page.enable");
    await call("Page.addScriptToEvaluateOnNewDocument", {source: `window.measured = (${measure})(${STEPS});`});
    await call("Page.navigate", {url: where});
    const {result} = await call("Runtime.evaluate", {expression: "window.measured", awaitPromise: true, returnByValue: true});
    const m = result.value;
    console.log(`a record of ${(m.duration / 3600).toFixed(1)} hours: opened in ${m.opened.toFixed(0)} ms`);
    console.log(`a step of the time line to anywhere: ${told(m.scrubs)}`);
    console.log(`from verdict to verdict: ${told(m.moves)}`);
  } finally {
    clearTimeout(patience);
    browser.removeAllListeners("exit");
    browser.once("exit", () => fs.promises.rm(profile, {recursive: true, force: true, maxRetries: 20, retryDelay: 200}).catch(() => {}));
    browser.kill();
  }
}

const [where] = process.argv.slice(2);
if (!where) {
  console.error("usage: page_bench.js FILE.html | http://ADDR:PORT/review");
  process.exit(2);
}
main(where.startsWith("http") ? where : pathToFileURL(path.resolve(where)).href).catch((error) => {
  console.error(`page_bench: ${error.message}`);
  process.exitCode = 1;
});
