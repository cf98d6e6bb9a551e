/**
 * The meadow, painted once into a bitmap under the SVG layers: no download, no filter, no cost while
 * panning. Value noise of three octaves between the ground tokens, grass flecks, light from top left.
 */

const SCALE = 1.5;
const FLECKS = 5200;
const COARSE = 5;
const TILE = 192;
const GRAIN = 30;

/** @param {CSSStyleDeclaration} css @param {string} name @returns {number[]} */
function channels(css, name) {
  const hex = css.getPropertyValue(name).trim();
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** A lattice of 256 x 256 random values and smooth noise over it. @param {() => number} next */
function noiseOver(next) {
  const lattice = new Uint8Array(65536).map(() => next() * 256);
  const value = (/** @type {number} */ x, /** @type {number} */ y) =>
    /** @type {number} */ (lattice[((x & 255) << 8) + (y & 255)]) / 255;
  const ease = (/** @type {number} */ t) => t * t * (3 - 2 * t);
  const noise = (/** @type {number} */ x, /** @type {number} */ y) => {
    const [xi, yi] = [Math.floor(x), Math.floor(y)];
    const [u, w] = [ease(x - xi), ease(y - yi)];
    const [a, b, c, d] = [value(xi, yi), value(xi + 1, yi), value(xi, yi + 1), value(xi + 1, yi + 1)];
    return a + (b - a) * u + (c - a) * w + (a - b - c + d) * u * w;
  };
  return noise;
}

/** A canvas of its own. @param {number} width @param {number} height */
function sheet(width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

/** Light and dark grass in wide waves: painted small, for nothing in it is finer. @param {CanvasRenderingContext2D} pen @param {() => number} next @param {CSSStyleDeclaration} css */
function meadow(pen, next, css) {
  const small = sheet(Math.ceil(pen.canvas.width / COARSE), Math.ceil(pen.canvas.height / COARSE));
  const { width, height } = small.canvas;
  const [mid, light, dark] = ["--ground-0", "--ground-1", "--ground-2"].map((name) => channels(css, name));
  const noise = noiseOver(next);
  const image = small.createImageData(width, height);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at += 4) {
      const [x, y] = [column * COARSE, row * COARSE];
      const wave = noise(x / 190, y / 190) * 0.5 + noise(x / 70 + 40, y / 70) * 0.3 + noise(x / 17, y / 17 + 90) * 0.2;
      const t = Math.max(0, Math.min(1, (wave - 0.22) * 1.75));
      const [from, to, share] = t < 0.5 ? [dark, mid, t * 2] : [mid, light, t * 2 - 1];
      for (let k = 0; k < 3; k++) {
        const low = from?.[k] ?? 0;
        image.data[at + k] = low + ((to?.[k] ?? 0) - low) * share;
      }
      image.data[at + 3] = 255;
    }
  }
  small.putImageData(image, 0, 0);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(small.canvas, 0, 0, width * COARSE, height * COARSE);
}

/** Grain finer than any wave, as a tile of faint light and dark. @param {CanvasRenderingContext2D} pen @param {() => number} next */
function grain(pen, next) {
  const tile = sheet(TILE, TILE);
  const image = tile.createImageData(TILE, TILE);
  for (let at = 0; at < image.data.length; at += 4) {
    const shade = next() - 0.5;
    image.data.fill(shade > 0 ? 255 : 0, at, at + 3);
    image.data[at + 3] = Math.abs(shade) * GRAIN;
  }
  tile.putImageData(image, 0, 0);
  pen.fillStyle = /** @type {CanvasPattern} */ (pen.createPattern(tile.canvas, "repeat"));
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
}

/** @param {CanvasRenderingContext2D} pen @param {() => number} next */
function grass(pen, next) {
  const { width, height } = pen.canvas;
  pen.lineCap = "round";
  pen.lineWidth = 1;
  for (let i = 0; i < FLECKS; i++) {
    const [x, y, kind] = [next() * width, next() * height, next()];
    pen.strokeStyle =
      kind < 0.5 ? "rgba(38,48,18,.25)" : kind < 0.92 ? "rgba(196,202,130,.20)" : "rgba(232,214,140,.30)";
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + next() * 5 - 2, y - 3 - next() * 4);
    pen.stroke();
  }
}

/** @param {CanvasRenderingContext2D} pen */
function lamplight(pen) {
  const { width: w, height: h } = pen.canvas;
  const light = pen.createRadialGradient(w * 0.48, h * 0.42, h * 0.3, w / 2, h / 2, w * 0.68);
  light.addColorStop(0, "rgba(255,240,190,.14)");
  light.addColorStop(0.55, "rgba(0,0,0,0)");
  light.addColorStop(1, "rgba(18,14,4,.42)");
  pen.fillStyle = light;
  pen.fillRect(0, 0, w, h);
}

/**
 * Paint the ground of a table of `width` x `height` drawn pixels.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height @param {() => number} next
 */
export function paintGround(canvas, width, height, next) {
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  meadow(pen, next, getComputedStyle(canvas));
  grain(pen, next);
  grass(pen, next);
  lamplight(pen);
}
