// Lists of which one is shown, each under a tab.
import {byId} from "./dom.js";

const tabsOf = () => [...document.querySelectorAll("[role=tab]")];

export function openTab(name) {
  for (const tab of tabsOf()) {
    const isIt = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(isIt));
    tab.tabIndex = isIt ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !isIt;
  }
}

// Arrows go from tab to tab, as screen readers expect.
export function addTabs() {
  const tabs = tabsOf();
  for (const tab of tabs) tab.addEventListener("click", () => openTab(tab.id.slice("tab-".length)));
  tabs[0].parentElement.addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key], next = step && tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    openTab(next.id.slice("tab-".length));
    next.focus();
  });
}
