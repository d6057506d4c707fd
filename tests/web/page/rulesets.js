// The words of the six rulesets, as `vedette rules --ruleset R --json` prints them.

const shared = {"key_types": {"target": "unit", "to": "formation", "edge": "edge", "supports": "unit", "by": "unit", "figures": "figures", "in_command": "flag", "routed": "flag", "rallied": "flag", "fleeing": "flag", "disrupted": "flag", "rout_cause": "unit", "movement_in": "number", "leader": "figure", "concealed": "flag", "captured": "flag", "formation": "formation", "engaged_with": "units", "guards": "number", "moved_compulsorily": "flag"}, "status": ["in_command", "routed", "rallied", "fleeing", "disrupted", "rout_cause", "movement_in", "leader", "concealed", "formation", "engaged_with", "moved_compulsorily", "captured", "guards"], "outcomes": ["pass", "fail"], "formations": ["closed", "open", "skirmish", "mob", "irregular", "column", "line", "square"], "edges": ["north", "east", "south", "west"]};

const rulesets = {
  "battlesystem-1e": {...shared, phases: ["movement", "melee", "rally"], other_phases: {"missile": null, "magic": null}, actions: ["charge", "forced-march", "wrap-around", "fighting-withdrawal", "follow-up", "stay", "flee", "break-through", "change-formation", "change-frontage", "left-face", "right-face", "about-face", "advance", "halt", "shoot", "rally"], checks: ["morale", "discipline", "rally"],
    action_keys: {"charge": ["target"], "break-through": ["figures"], "change-formation": ["to"], "shoot": ["target"], "rally": ["by"]}},
  "battlesystem-2e": {...shared, phases: ["movement", "melee", "rally"], other_phases: {"missile": null, "magic": null}, actions: ["charge", "forced-march", "wrap-around", "fighting-withdrawal", "follow-up", "stay", "flee", "break-through", "change-formation", "change-frontage", "left-face", "right-face", "about-face", "advance", "halt", "shoot", "rally"], checks: ["morale", "discipline", "rally"],
    action_keys: {"charge": ["target"], "break-through": ["figures"], "change-formation": ["to"], "shoot": ["target"], "rally": ["by"]}},
  "chainmail-battlesystem": {...shared, phases: ["movement", "melee", "rally"], other_phases: {"missile": null, "magic": null}, actions: ["charge", "forced-march", "wrap-around", "fighting-withdrawal", "follow-up", "stay", "flee", "break-through", "change-formation", "change-frontage", "left-face", "right-face", "about-face", "advance", "halt", "shoot", "rally"], checks: ["morale", "discipline", "rally"],
    action_keys: {"charge": ["target"], "break-through": ["figures"], "change-formation": ["to"], "shoot": ["target"], "rally": ["by"]}},
  "chainmail": {...shared, phases: ["orders", "first-half", "second-half", "missile", "melee"], other_phases: {}, actions: ["charge", "change-formation", "left-face", "right-face", "about-face", "advance", "halt", "charge-if-charged", "split-move", "shoot"], checks: ["morale"],
    action_keys: {"charge": ["target"], "change-formation": ["to"], "shoot": ["target"], "charge-if-charged": ["supports"]}},
  "ranked-fantasy": {...shared, phases: ["charges", "compulsory", "normal-movement", "shooting", "melee"], other_phases: {"movement": "normal-movement"}, actions: ["charge", "flee", "march", "reinforce", "advance", "halt", "follow-up", "shoot", "rally"], checks: ["leadership", "rally"],
    action_keys: {"charge": ["target"], "reinforce": ["edge"], "shoot": ["target"], "rally": ["by"]}},
  "m42": {...shared, phases: ["movement", "shooting"], other_phases: {}, actions: ["halt", "advance", "at-the-double", "dig-in", "assault", "regroup", "shoot"], checks: [],
    action_keys: {"shoot": ["target"]}},
};

module.exports = {rulesets};
