// Reads the pictures that a browser makes: 8 bits a channel, RGB or RGBA, not interlaced. Source: W3C, Portable Network Graphics (Third Edition), 9 and 11.
const zlib = require("node:zlib");

// The byte that PNG predicts from those at the left, above and above left.
function paeth(a, b, c) {
  const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

const PREDICTED = [() => 0, (a) => a, (a, b) => b, (a, b) => (a + b) >> 1, paeth];

// {width, height, at(x, y): [r, g, b, alpha]}, each from 0 to 255.
function readPng(bytes) {
  const width = bytes.readUInt32BE(16), height = bytes.readUInt32BE(20), channels = {2: 3, 6: 4}[bytes[25]], data = [];
  if (bytes[24] !== 8 || !channels || bytes[28] !== 0) throw new Error("a kind of PNG that no browser makes");
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const raw = zlib.inflateSync(Buffer.concat(data)), stride = width * channels, out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const predict = PREDICTED[raw[y * (stride + 1)]], row = y * stride;
    for (let i = 0; i < stride; i++) {
      const a = i >= channels ? out[row + i - channels] : 0, b = y > 0 ? out[row - stride + i] : 0, c = i >= channels && y > 0 ? out[row - stride + i - channels] : 0;
      out[row + i] = raw[y * (stride + 1) + 1 + i] + predict(a, b, c);
    }
  }
  const at = (x, y) => { const i = y * stride + x * channels; return [out[i], out[i + 1], out[i + 2], channels === 4 ? out[i + 3] : 255]; };
  return {width, height, at};
}

const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

// Contrast of two colours [r, g, b]. Source: WCAG 2.2, "contrast ratio".
function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

module.exports = {readPng, contrast};
