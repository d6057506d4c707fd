// The two languages: the same texts with the same gaps, all that the pages ask for, and a German sentence for each breach of the rulebooks.
const test = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const {loadModule, openPage} = require("./page.js");

const ROOT = path.join(__dirname, "..", "..", ".."), PAGE = path.join(ROOT, "web", "page");
const gaps = (text) => [...new Set((typeof text === "string" ? text : Object.values(text).join(" ")).match(/\{\w+\}/g) ?? [])].sort();

async function languages() {
  await openPage();  // lang.js asks the window which language is wanted
  return {...(await loadModule("lang/en.js")), ...(await loadModule("lang/de.js")), ...(await loadModule("lang/de_program.js"))};
}

test("both languages have the same texts, with the same gaps", async () => {
  const {EN, DE} = await languages();
  assert.deepEqual(Object.keys(DE).sort(), Object.keys(EN).sort());
  for (const [key, text] of Object.entries(EN)) assert.deepEqual(gaps(DE[key]), gaps(text), key);
});

test("each text that a page asks for by its name is there", async () => {
  const {EN} = await languages(), files = fs.readdirSync(PAGE).filter((f) => /\.(js|html)$/.test(f));
  for (const file of files) {
    const text = fs.readFileSync(path.join(PAGE, file), "utf8");
    for (const [, key] of text.matchAll(/\bt\("([a-z]\w*\.[\w.-]+)"/g)) assert.ok(Object.hasOwn(EN, key), `${file}: ${key}`);
    for (const [, key] of text.matchAll(/data-t(?:-\w+)?="([^"]+)"/g)) assert.ok(Object.hasOwn(EN, key), `${file}: ${key}`);
  }
});

// Names of breaches stand in the rows of the rulebooks in capitals, with an underscore.
function breaches(folder) {
  return fs.readdirSync(folder, {withFileTypes: true}).flatMap((entry) => {
    const where = path.join(folder, entry.name);
    if (entry.isDirectory()) return breaches(where);
    return entry.name.endsWith("_rules.def") ? [...fs.readFileSync(where, "utf8").matchAll(/"([A-Z]+(?:_[A-Z0-9]+)+)"/g)].map((m) => m[1]) : [];
  });
}

test("each breach of the rulebooks has a German sentence", async () => {
  const {DE_PROGRAM} = await languages(), names = [...new Set(breaches(path.join(ROOT, "rules", "books")))];
  assert.ok(names.length > 50, `${names.length} names found`);
  assert.deepEqual(names.filter((name) => !DE_PROGRAM.violation[name]), []);
});
