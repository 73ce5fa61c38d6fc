// Contact sheets for the docs: every game, small, on one picture, from the pictures that `npm run sheets` has made.
// `node tools/contact.mjs FILE [wide|phone] [light|dark] [start|late]`, or `FILE --one PICTURE WIDTH` for a single one.

import { readFileSync, writeFileSync } from "node:fs";
import { browser as opened, SIZES } from "../browser/house.mjs";
import { gamesOf } from "./browser.mjs";

const [file, ...how] = process.argv.slice(2);
const WIDTHS = { phone: 140, wide: 224 };
const COLUMNS = { phone: 13, wide: 8 };
const QUALITY = 0.72;

const dataOf = (picture) => `data:image/png;base64,${readFileSync(picture).toString("base64")}`;

/** Draws pictures in a grid and gives the whole as WebP. Runs in the page. */
async function drawn({ pictures, width, height, columns, quality }) {
  const GAP = 6;
  const NAME = pictures.length > 1 ? 14 : 0;
  const rows = Math.ceil(pictures.length / columns);
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(columns, pictures.length) * (width + GAP) - GAP;
  canvas.height = rows * (height + NAME + GAP) - GAP;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#f4f2ea";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.font = "11px sans-serif";
  pen.imageSmoothingQuality = "high";
  for (const [i, { name, data }] of pictures.entries()) {
    const image = new Image();
    image.src = data;
    await image.decode();
    const [x, y] = [(i % columns) * (width + GAP), Math.floor(i / columns) * (height + NAME + GAP)];
    pen.fillStyle = "#222222";
    if (NAME) pen.fillText(name, x + 1, y + 11);
    pen.drawImage(image, x, y + NAME, width, height);
  }
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}

function wanted() {
  if (how[0] === "--one") {
    const [, picture, width] = how;
    const [w, h] = [16, 20].map((at) => readFileSync(picture).readUInt32BE(at));
    const pictures = [{ name: "", data: dataOf(picture) }];
    return { pictures, width: Number(width), height: Math.round((Number(width) * h) / w), columns: 1 };
  }
  const [size = "phone", theme = "light", moment = "late"] = how;
  const width = WIDTHS[size];
  const height = Math.round((width * SIZES[size].height) / SIZES[size].width);
  const pictures = gamesOf([]).map((name) => ({
    name,
    data: dataOf(`shots/${name}-${size}-${theme}-${moment}.png`),
  }));
  return { pictures, width, height, columns: COLUMNS[size] };
}

const browser = await opened();
try {
  const page = await browser.newPage();
  const picture = await page.evaluate(drawn, { ...wanted(), quality: QUALITY });
  writeFileSync(file, Buffer.from(picture, "base64"));
} finally {
  await browser.close();
}
