// The live page in a document of its own, before a stream that the test speaks and a program that notes what is posted: the real HTML and modules,
// without a browser. Nothing is drawn to scale, since nothing is laid out.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const {pathToFileURL} = require("node:url");
const {JSDOM} = require("jsdom");

const SOURCE = path.join(__dirname, "..", "..", "..", "web", "page");

// The page's modules have no package that says that they are modules: a copy beside one has.
function copyPage() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vedette-page-"));
  fs.cpSync(SOURCE, folder, {recursive: true});
  fs.writeFileSync(path.join(folder, "package.json"), "{\"type\":\"module\"}");
  process.on("exit", () => fs.rmSync(folder, {recursive: true, force: true}));
  return folder;
}

const folder = copyPage();
let opened = 0;

class Stream {
  constructor() { this.handlers = new Map(); Stream.last = this; }
  addEventListener(kind, handler) { this.handlers.set(kind, handler); }
  tell(kind, text) { if (!this.closed) this.handlers.get(kind)?.({data: text}); }
  close() { this.closed = true; }
}

const game = {
  title: "A test", ruleset: "battlesystem-1e", table: {width: 72, depth: 48}, sides: [{id: "red", name: "Red", colour: "#b02020"}, {id: "blue", name: "Blue"}],
  units: ["R1", "R2"].map((id) => ({id, name: `Unit ${id}`, side: "red", type: "regular", troop: "infantry", movement: 12, figures: [1, 2].map((n) => ({id: `${id}-${n}`, shape: "square", width: 1, depth: 1}))})),
  terrain: [],
};

const still = (id) => ({id, formation: "closed", facing: 90, frontage: 2, ranks: 1, anchor: [20, 10, 90], moving: false, spent: 0, contacts: []});

const state = {t: 10, turn: 1, phase: "movement", side: "red", health: "", units: [still("R1"), still("R2")], figures: {"R1-1": [20, 10, 90, false], "R1-2": [21, 10, 90, false]}, envelopes: [], nudges: [], due: []};

const rules = {
  phases: ["movement", "melee"], actions: ["charge"], checks: ["morale"], status: ["routed"], outcomes: ["pass", "fail"], action_keys: {charge: ["target"]}, key_types: {target: "unit"},
  answers: {"BS1-1": [{label: "Morale passed", entry: "dice morale pass"}]},
  rules: [{id: "BS1-1", citation: "Battlesystem 1.1", rule: "No unit moves farther than its rate.", violation: "OVER_DISTANCE", behaviour: "announce"}],
};

// The frames of an archive (record/archive.h) from [[t, {figure: [x, y, heading, hidden] | null}], ...].
function framesOf(figures, states) {
  const last = figures.map(() => [0, 0, 0]);
  let before = 0;
  return states.map(([t, changes]) => {
    const frame = [Math.round(t * 100) - before];
    before = Math.round(t * 100);
    for (const [id, pose] of Object.entries(changes)) {
      const i = figures.indexOf(id), now = pose ? [Math.round(pose[0] * 100), Math.round(pose[1] * 100), Math.round(pose[2] * 10)] : last[i];
      frame.push(4 * i + (pose ? pose[3] ?? 0 : 2), ...now.map((v, k) => v - last[i][k]));
      last[i] = now;
    }
    return frame;
  });
}

// An archive of the game above; `states` as framesOf reads them.
function archiveOf(log, {duration = 60, states = [[0, {"R1-1": [20, 10, 90, 0]}]], ...extra} = {}) {
  const figures = game.units.flatMap((u) => u.figures.map((f) => f.id));
  return {version: 1, made: "2026-11-26T12:00:00Z", program: "0.1.0", head: "abcd", damage: "", game, figures, frames: framesOf(figures, states), phases: [[1, 1, "movement", "red"]], log, duration, evidence: [], ...extra};
}

function sessionAnswer(session, what, posted) {
  if (what.method !== "GET") posted.push({where: "/api/session", event: what.body ? JSON.parse(what.body) : what.method});
  const {status = 200, body = {}} = what.method === "POST" ? session ?? {} : {body: {role: "viewer", login: {judge: true, player: true}}};
  return {ok: status === 200, status, json: async () => body};
}

// Opens the page. `refuse`: what the program answers to entries, "" where it takes them. `archive`: the data of an exported page, which follows no stream;
// `served`: of a program that shows a record; `recorded`: of a live game so far. `isSilent`: the stream tells nothing yet. `file`, `module`: of another page. `viewer`: who looks on, as hello tells it. `search`, `hash`: of the address. `storage`: false where the browser keeps nothing.
// `session`: what the program answers to a log-in, {status, body}.
async function openPage({entries = true, refuse = "", archive = null, served = null, recorded = null, isSilent = false, hash = "", search = "", storage = true, file = archive || served ? "review.html" : "index.html", module = archive || served ? "review.js" : "main.js", viewer = null, session = null} = {}) {
  const dom = new JSDOM(fs.readFileSync(path.join(SOURCE, file), "utf8"), {url: `http://table.test/${search}${hash}`});
  if (!storage) Object.defineProperty(dom.window, "localStorage", {get() { throw new Error("no storage"); }});
  const style = dom.window.document.createElement("style");
  style.textContent = [...dom.window.document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href")).map((name) => fs.readFileSync(path.join(SOURCE, name), "utf8")).join("\n");
  dom.window.document.head.append(style);
  if (archive) dom.window.document.body.append(Object.assign(dom.window.document.createElement("script"), {type: "application/json", id: "record-data", textContent: JSON.stringify(archive)}));
  const waiting = [], posted = [], complaints = [], time = {ms: 0};
  dom.window.Element.prototype.scrollIntoView = () => {};
  Object.assign(globalThis, {
    window: dom.window, document: dom.window.document, EventSource: Stream, requestAnimationFrame: (draw) => waiting.push(draw),
    ResizeObserver: class { observe() {} },
    fetch: async (where, what) => {
      const kept = served ?? recorded;
      if (where === "/api/rules") return served ? {ok: true, json: async () => structuredClone(rules)} : {ok: false, status: 404};
      if (!what) return kept ? {ok: true, json: async () => structuredClone(kept)} : {ok: false, status: 404, json: async () => ({error: "this game is not recorded"})};
      if (where === "/api/session") return sessionAnswer(session, what, posted);
      posted.push({where, event: JSON.parse(what.body)});
      return {ok: !refuse, status: refuse ? 422 : 200, json: async () => (refuse ? {fate: "refused", error: refuse} : {fate: "taken", number: posted.length})};
    },
  });
  Object.defineProperty(globalThis, "performance", {value: {now: () => time.ms}, configurable: true, writable: true});
  console.error = (...words) => complaints.push(words.map(String).join(" "));
  await import(`${pathToFileURL(path.join(folder, module))}?${++opened}`);
  const stream = Stream.last, page = {
    document, posted, complaints, stream, window: dom.window,
    // Lets `seconds` pass in one picture.
    wait(seconds) {
      time.ms += seconds * 1000;
      page.draw();
    },
    press(key, node = document.body, extra = {}) {
      node.dispatchEvent(new dom.window.KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, ...extra}));
      page.draw();
    },
    // A message of the stream, or its bytes as they come.
    say(kind, data) { stream.tell(kind, typeof data === "string" ? data : JSON.stringify(data)); },
    // Lets what was fetched come in, and draws it.
    async settle() {
      for (let i = 0; i < 5; i++) await new Promise((done) => setImmediate(done));
      page.draw();
      page.draw();
    },
    // How many pictures are asked for.
    pictures() { return waiting.length; },
    draw() { for (const f of waiting.splice(0)) f(); },
    tell(kind, data) { page.say(kind, data); page.draw(); },
    one(selector) { return document.querySelector(selector); },
    all(selector) { return [...document.querySelectorAll(selector)]; },
    text(selector) { return page.all(selector).map((n) => n.textContent).join(" | "); },
    // Elements above the node, and itself, that the style lets no pointer reach.
    unreachable(node) {
      const found = [];
      for (let n = node; n; n = n.parentElement) if (dom.window.getComputedStyle(n).pointerEvents === "none") found.push(n.className);
      return found;
    },
    // Clicks the button with those words; what it posts is there when this resolves.
    async click(words, within = "body") {
      const button = [...document.querySelector(within).querySelectorAll("button")].find((b) => b.textContent === words);
      if (!button) throw new Error(`no button "${words}" in ${within}: ${document.querySelector(within).textContent}`);
      if (page.unreachable(button).length) throw new Error(`the style keeps pointers from "${words}": ${page.unreachable(button)}`);
      button.click();
      await new Promise((done) => setImmediate(done));
      page.draw();
    },
  };
  if (archive) {
    page.draw();
    return page;
  }
  stream.tell("open");
  if (isSilent) return page;
  if (served) {
    page.say("hello", {role: "viewer", archive: true});
    for (let i = 0; i < 3; i++) await new Promise((done) => setImmediate(done));
    page.draw();
    return page;
  }
  page.say("hello", viewer ?? {role: entries ? "judge" : "viewer", name: entries ? "Kim" : ""});
  page.say("game", game);
  page.say("rules", rules);
  page.tell("state", state);
  if (module === "review.js") await page.settle();
  return page;
}

// A module of the page by itself.
function loadModule(name) { return import(pathToFileURL(path.join(folder, name))); }

module.exports = {openPage, loadModule, archiveOf, game, state, still, rules};
