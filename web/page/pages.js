// From page to page, and the viewer's own settings: for the header of pages that have room for it.
import {html} from "./dom.js";
import {t} from "./lang.js";
import {settingsMenu} from "./settings.js";

const PAGES = [["viewer", "/"], ["judge", "/judge"], ["phone", "/phone"], ["wall", "/table"], ["review", "/review"]];

// here: the page that this one is, which needs no way to itself; null: it leads nowhere, as of a recorded game.
export function fillPages(node, here, shell) {
  const links = here && window.location.protocol.startsWith("http") ? PAGES.filter(([name]) => name !== here).map(([name, where]) => html("a", {href: where}, t(`pages.${name}`))) : [];
  node.replaceChildren(...links, settingsMenu(shell));
}
