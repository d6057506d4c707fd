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
  for (const name of fs.readdirSync(SOURCE)) fs.copyFileSync(path.join(SOURCE, name), path.join(folder, name));
  fs.writeFileSync(path.join(folder, "package.json"), "{\"type\":\"module\"}");
  process.on("exit", () => fs.rmSync(folder, {recursive: true, force: true}));
  return folder;
}

const folder = copyPage();
let opened = 0;

class Stream {
  constructor() { this.handlers = new Map(); Stream.last = this; }
  addEventListener(kind, handler) { this.handlers.set(kind, handler); }
  tell(kind, text) { this.handlers.get(kind)?.({data: text}); }
}

const game = {
  title: "A test", ruleset: "battlesystem-1e", table: {width: 72, depth: 48}, sides: [{id: "red", name: "Red", colour: "#b02020"}, {id: "blue", name: "Blue"}],
  units: ["R1", "R2"].map((id) => ({id, name: `Unit ${id}`, side: "red", type: "regular", troop: "infantry", movement: 12, figures: [1, 2].map((n) => ({id: `${id}-${n}`, shape: "square", width: 1, depth: 1}))})),
  terrain: [],
};

const still = (id) => ({id, formation: "closed", facing: 90, frontage: 2, ranks: 1, anchor: [20, 10, 90], moving: false, spent: 0, contacts: []});

const state = {t: 10, turn: 1, phase: "movement", side: "red", health: "", replay: false, units: [still("R1"), still("R2")], figures: {"R1-1": [20, 10, 90, false], "R1-2": [21, 10, 90, false]}, envelopes: [], nudges: [], due: []};

const rules = {
  phases: ["movement", "melee"], actions: ["charge"], checks: ["morale"], status: ["routed"], outcomes: ["pass", "fail"], action_keys: {charge: ["target"]}, key_types: {target: "unit"},
  answers: {"BS1-1": [{label: "Morale passed", entry: "dice morale pass"}]}, rules: [],
};

// Opens the page. `refuse`: what the program answers to entries, "" where it takes them. `archive`: the data of an exported page, which follows no stream.
async function openPage({entries = true, refuse = "", archive = null} = {}) {
  const dom = new JSDOM(fs.readFileSync(path.join(SOURCE, "index.html"), "utf8"), {url: "http://table.test/"});
  const style = dom.window.document.createElement("style");
  style.textContent = fs.readFileSync(path.join(SOURCE, "style.css"), "utf8");
  dom.window.document.head.append(style);
  if (archive) dom.window.document.body.append(Object.assign(dom.window.document.createElement("script"), {type: "application/json", id: "record-data", textContent: JSON.stringify(archive)}));
  const waiting = [], posted = [], complaints = [];
  dom.window.Element.prototype.scrollIntoView = () => {};
  Object.assign(globalThis, {
    window: dom.window, document: dom.window.document, EventSource: Stream, requestAnimationFrame: (draw) => waiting.push(draw),
    ResizeObserver: class { observe() {} },
    fetch: async (where, what) => {
      posted.push({where, event: JSON.parse(what.body)});
      return {ok: !refuse, status: refuse ? 400 : 200, json: async () => ({error: refuse})};
    },
  });
  console.error = (...words) => complaints.push(words.map(String).join(" "));
  await import(`${pathToFileURL(path.join(folder, "main.js"))}?${++opened}`);
  const stream = Stream.last, page = {
    document, posted, complaints,
    // A message of the stream, or its bytes as they come.
    say(kind, data) { stream.tell(kind, typeof data === "string" ? data : JSON.stringify(data)); },
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
  page.say("hello", {entries});
  page.say("game", game);
  page.say("rules", rules);
  page.tell("state", state);
  return page;
}

module.exports = {openPage, game, state, still, rules};
