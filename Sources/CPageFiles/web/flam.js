// How Flam stands, as it told last: the page holds no other state of it.

export const flam = { state: null, levels: {}, choices: { kits: [], profiles: [] } };

/// Less is shown as a doubt.
export const sure = 0.7;

/// What a pad is called where others have the same name.
export const title = ({ name, call }, kit) =>
  (kit.filter((pad) => pad.name === name).length > 1 && Number.isNaN(Number(call)) ? call : name);
