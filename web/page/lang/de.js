// German: the same keys as in en.js.
export const DE = {
};
