// A player who clicks at random only what is lit.

import assert from "node:assert/strict";

/** Numbers that are always the same, so that a run can be repeated. */
export function chance(seed) {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 2 ** 32) * n);
  };
}

/** What can be clicked or filled in now, and how it stands. Runs in the page. */
function look() {
  const playing = document.querySelector(".playing");
  const lit = ".buttons button, .choices button:not(:disabled), .choices input, .ways .go, .cover button";
  return {
    error: playing?.dataset.error ?? null,
    isOver: playing?.dataset.over === "true",
    isBusy: !playing || playing.dataset.busy === "true",
    isWide: document.documentElement.scrollWidth > innerWidth + 1,
    all: [...document.querySelectorAll(lit)]
      .filter((spot) => !spot.matches(".filter, .slider"))
      .map((spot, i) => {
        spot.dataset.spot = String(i);
        const isNumber = spot.matches("input[type=number]");
        if (spot.matches("input"))
          return { i, fill: isNumber ? [Number(spot.min), Number(spot.max)] : "text" };
        return { i };
      }),
  };
}

/** Where something is, once it is in sight. Runs in the page. */
function middleOf(i) {
  const spot = document.querySelector(`[data-spot="${i}"]`);
  spot?.scrollIntoView({ block: "nearest" });
  const box = spot?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

/**
 * Clicks until so many clicks were made, or `isEnough`; how many were made. When the match is over it goes on with
 * another one where it is told how to begin that, else that is enough.
 */
export async function clickAbout(
  page,
  clicks,
  { random = chance(7), isEnough = null, patience = 30_000, anew = null } = {},
) {
  for (let made = 0, begun = -1, since = Date.now(); ; ) {
    const now = await page.evaluate(look);
    assert.equal(now.error, null, `after ${made} clicks`);
    assert.equal(now.isWide, false, "the page scrolls sideways");
    if (made >= clicks || (now.isOver && !anew) || (await isEnough?.())) return made;
    if (now.isOver) {
      assert.notEqual(made, begun, `a match is over before anything is clicked, after ${made} clicks`);
      begun = made;
      await anew();
      since = Date.now();
      continue;
    }
    if (now.isBusy || now.all.length === 0) {
      assert.ok(Date.now() - since < patience, `nothing is lit after ${made} clicks`);
      await page.waitForTimeout(20);
      continue;
    }
    const spot = now.all[random(now.all.length)];
    await (spot.fill ? fill(page, spot, random) : click(page, spot));
    since = Date.now();
    made++;
  }
}

async function click(page, { i }) {
  const at = await page.evaluate(middleOf, i);
  if (at) await page.mouse.click(at.x, at.y);
}

async function fill(page, { i, fill }, random) {
  const value = fill === "text" ? "some words" : String(fill[0] + random(fill[1] - fill[0] + 1));
  await page
    .locator(`[data-spot="${i}"]`)
    .fill(value, { timeout: 1000 })
    .catch(() => {});
  await page.keyboard.press("Enter");
}
