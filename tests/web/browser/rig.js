// Drives the pages in a real browser before the real server: page_server stands where the program is. Chromium is Debian's, or CHROMIUM; the server is build/tests/web/browser/page_server,
// or PAGE_SERVER. Pictures go to the folder SCREENSHOTS, where that is set.
const {spawn} = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");
const {chromium} = require("playwright-core");
const {Scene} = require("./scene.js");

const SERVER = process.env.PAGE_SERVER ?? path.join(__dirname, "..", "..", "..", "build", "tests", "web", "browser", "page_server");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--force-color-profile=srgb"];
const SIZES = {phone: [360, 740], tablet: [768, 1024], desk: [1280, 800], wall: [1920, 1080], large: [3840, 2160]};

// The pages of a live game. role: whose session sees it here; shouts: has the verdict banner.
const PAGES = [
  {name: "viewer", path: "/", file: "index.html", role: "viewer", shouts: true}, {name: "judge", path: "/judge", file: "judge.html", role: "judge", shouts: true}, {name: "wall", path: "/table", file: "wall.html", role: "viewer", shouts: true},
  {name: "phone", path: "/phone", file: "phone.html", role: "player", shouts: true}, {name: "overlay", path: "/overlay", file: "overlay.html", role: "viewer", shouts: false}, {name: "review", path: "/review", file: "review.html", role: "viewer", shouts: false},
].filter((p) => fs.existsSync(path.join(__dirname, "..", "..", "..", "web", "page", p.file)));

let browser = null;
const children = new Set();  // servers that run

// One browser for all tests of a file.
async function openBrowser() { return (browser ??= await chromium.launch({executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS})); }

// Ends what a file of tests has started, also where one of them failed.
async function closeAll() {
  await browser?.close();
  browser = null;
  for (const child of children) child.kill("SIGKILL");
}

// options: {port, password, code, archive, offer}: without a password this machine is the judge's without log-in. Resolves to what speaks to the server.
async function startServer({port = 0, password, code, archive, offer} = {}) {
  const given = {"--port": port, "--judge-password": password, "--table-code": code, "--archive": archive, "--offer-archive": offer};
  const child = spawn(SERVER, Object.entries(given).filter(([, value]) => value !== undefined).flatMap(([name, value]) => [name, String(value)]), {stdio: ["pipe", "pipe", "inherit"]});
  children.add(child);
  child.once("exit", () => children.delete(child));
  const server = {child, port: 0, entries: [], accesses: [], answer: (entry) => ({taken: true, number: entry.ticket, t: 60})};
  child.stdin.on("error", () => {});  // it was killed: the test that did so knows
  const tell = (...parts) => child.stdin.write(`${parts.join("\t")}\n`);
  const text = (json) => (json === null ? "-" : typeof json === "string" ? json : JSON.stringify(json));
  const withPublic = (json) => (json === undefined ? [] : [text(json)]);
  server.set = (name, json, forOthers) => tell("set", name, text(json), ...withPublic(forOthers));
  server.publish = (kind, json, forOthers) => tell("publish", kind, text(json), ...withPublic(forOthers));
  server.picture = (about, file) => tell("picture", JSON.stringify(about), file);
  server.table = (t, file) => tell("table", t, file);
  server.quit = () => new Promise((done) => { child.once("exit", done); child.stdin.end("quit\n"); });
  server.kill = () => new Promise((done) => { child.once("exit", done); child.kill("SIGKILL"); });
  await new Promise((ready, failed) => {
    child.once("error", failed);
    child.once("exit", (status) => failed(new Error(`page_server ended with ${status}`)));
    readline.createInterface({input: child.stdout}).on("line", (line) => {
      if (line.startsWith("port ")) ready((server.port = Number(line.slice(5))));
      else hear(server, tell, line.split("\t"));
    });
  });
  server.url = `http://127.0.0.1:${server.port}`;
  return server;
}

// An entry is answered by server.answer: {taken: true, number, t} or {taken: false, error}; null: not at all.
async function hear(server, tell, [what, ticket, role, name, side, json]) {
  if (what === "access") return void server.accesses.push({what: ticket, role, name: name, taken: side === "taken", why: json});
  let event = null;
  try {
    event = JSON.parse(json);
  } catch {
    // no entry of a page: what the server lets through is the program's to refuse
  }
  const entry = {ticket: Number(ticket), role, name, side, event, text: json};
  server.entries.push(entry);
  const fate = await server.answer(entry);
  if (fate) tell("answer", ticket, fate.taken ? "taken" : "refused", JSON.stringify(fate.taken ? {fate: "taken", number: fate.number, t: fate.t} : {fate: "refused", error: fate.error}));
}

// A server, a game on it and pages that look on. options as startServer, and {colours} of the sides, {roster} as ROSTER of scene.js.
async function openRig(options = {}) {
  const rig = {scene: new Scene(options.colours, options.roster), server: await startServer(options), said: [], contexts: []};
  rig.url = rig.server.url;
  rig.state = (extra = {}) => {
    Object.assign(rig.scene.extra, extra);
    rig.server.set("state", rig.scene.state());
  };
  // Says lines of the game, each with its kind, and the state after them.
  rig.say = (...lines) => {
    rig.said.push(...lines);
    for (const line of lines) rig.server.publish(line.kind, line);
    rig.state();
  };
  rig.begin = () => {
    rig.server.set("game", rig.scene.game);
    rig.server.set("rules", rig.scene.rules);
    rig.server.set("statistics", {all: {moves: 0, legal: 0, illegal: 0, doubtful: 0, ask: 0, upheld: 0, overruled: 0, taken_back: 0, distance_in: 0}, sides: [], units: [], rules: [], turns: []});
    rig.server.set("entries", {entries: []}, null);
    rig.state();
  };
  rig.page = (address, how) => openPage(rig, address, how);
  // Waits until an entry has come of which that is true.
  rig.entered = (isIt, ms = 5000) => eventually(() => rig.server.entries.find((e) => e.event && isIt(e.event)), ms, () => `no such entry among ${JSON.stringify(rig.server.entries.map((e) => e.event))}`);
  rig.restart = async () => { rig.server = await startServer({...options, port: rig.server.port}); };
  rig.close = async () => {
    for (const context of rig.contexts) await context.close();
    if (rig.server.child.exitCode === null && rig.server.child.signalCode === null) await rig.server.quit();
  };
  rig.begin();
  return rig;
}

// how: {size: of SIZES or [width, height], touch, dark, context: an open one}. What the page complains of is collected in page.complaints.
async function openPage(rig, address, {size = "desk", touch = false, dark = false, context = null, still = true} = {}) {
  const [width, height] = SIZES[size] ?? size;
  context ??= await (await openBrowser()).newContext({viewport: {width, height}, hasTouch: touch, isMobile: touch, colorScheme: dark ? "dark" : "light", reducedMotion: still ? "reduce" : "no-preference", locale: "en-GB"});
  if (!rig.contexts.includes(context)) rig.contexts.push(context);
  const page = await context.newPage();
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") page.complaints.push(message.text()); });
  await page.goto(`${rig.url}${address}`, {waitUntil: "load"});
  return page;
}

async function eventually(isIt, ms = 5000, why = () => "it did not happen") {
  for (const end = Date.now() + ms; ;) {
    const found = await isIt();
    if (found) return found;
    if (Date.now() > end) throw new Error(why());
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function screenshot(page, name) {
  if (!process.env.SCREENSHOTS) return;
  fs.mkdirSync(process.env.SCREENSHOTS, {recursive: true});
  await page.screenshot({path: path.join(process.env.SCREENSHOTS, `${name}.png`)});
}

// Logs this page's session in, as its forms would, and loads it anew.
async function logIn(page, body) {
  const answer = await page.evaluate(async (b) => (await fetch("/api/session", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(b)})).status, body);
  if (answer !== 200) throw new Error(`the log-in was answered with ${answer}`);
  await page.reload({waitUntil: "load"});
}

module.exports = {openRig, startServer, openBrowser, closeAll, openPage, logIn, eventually, screenshot, PAGES, SIZES};
