// A page that is light or dark whatever the system asks for: a wall in a dim room, an overlay over a picture.

function force(rules, isDark) {
  for (const rule of rules) if (/prefers-color-scheme/.test(rule.media?.mediaText ?? "")) rule.media.mediaText = /dark/.test(rule.media.mediaText) === isDark ? "all" : "not all";
}

// "light" or "dark". The style sheets name their colours for both; from now on one of them holds.
export function forceScheme(name) {
  document.documentElement.style.colorScheme = name;
  for (const sheet of document.styleSheets) force(sheet.cssRules, name === "dark");
}
