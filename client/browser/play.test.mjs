// Every way to play a game alone: by clicks on what is lit, by keys alone, by touch; and what axe finds on each page.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { chance, clickAbout } from "./clicks.mjs";
import { House, ready, SIZES, violations } from "./house.mjs";

const MOVES = Number(process.env.MOVES ?? 8);
/** Another one makes other choices. */
const SEED = Number(process.env.SEED ?? 7);
const { GAMES = "chess,goose,hearts,moth-and-gavel,the-hush" } = process.env;
const games = GAMES === "all" ? readdirSync("../games").sort() : GAMES.split(",");

/** Opens the table anew until all that a test needs is in the hand: some hands hold nothing that can be played. */
async function dealUntil(page, ...needed) {
  for (let deals = 0; deals < 30; deals++) {
    await page.waitForSelector(".buttons button, .choices button");
    const counts = await Promise.all(needed.map((thing) => thing.count()));
    if (counts.every((count) => count > 0)) return;
    // A table that was opened and not begun would be shown again.
    await page.evaluate(() => localStorage.removeItem("seats"));
    await page.reload();
    await ready(page);
  }
  assert.fail("no hand of thirty had what the test needs");
}

describe("playing", () => {
  let house;
  before(async () => {
    house = await House.open();
  });
  after(() => house?.close());
  const visit = (path, size, body) => house.visit(path, size, body);

  for (const size of Object.keys(SIZES)) {
    for (const game of games) {
      test(`${game}, ${size}: whoever clicks what is lit meets no refusal`, () =>
        visit(`/g/${game}`, size, async (page) => {
          const anew = async () => {
            await page.goto(`${house.url}/g/${game}`);
            await ready(page);
          };
          await ready(page);
          const made = await clickAbout(page, MOVES, { random: chance(SEED), anew });
          assert.equal(made, MOVES);
        }));
    }
  }

  test("chess, hearts and a game of workers are played by keys alone", async () => {
    for (const game of ["chess", "hearts", "six-winters"]) {
      await visit(`/g/${game}`, "wide", async (page) => {
        await ready(page);
        for (let i = 0; !page.url().includes("/m/"); i++) {
          assert.ok(i < 60, `${game}: nothing was played`);
          await page.waitForSelector(".buttons button, .choices button", { timeout: 20_000 });
          const onTable = await page.locator(".buttons button").count();
          for (const key of onTable ? [["ArrowRight", "ArrowUp", "ArrowLeft"][i % 3], "Enter"] : ["1"])
            await page.keyboard.press(key);
          await page.waitForTimeout(60);
        }
      });
    }
  });

  test("ears are told once what was picked, what happened and what is asked, and the focus stays near", () =>
    visit("/g/chess", "wide", async (page) => {
      await ready(page);
      await page.evaluate(() => {
        window.told = [];
        const note = (nodes) => {
          window.told.push(...[...nodes].map((node) => node.textContent));
        };
        const hear = () => {
          const region = document.querySelector(".match .unseen[role=status]");
          if (!region || region === window.region) return;
          window.region = region;
          new MutationObserver((all) => {
            for (const { addedNodes } of all) note(addedNodes);
          }).observe(region, { childList: true });
        };
        hear();
        new MutationObserver(hear).observe(document.body, { childList: true, subtree: true });
      });
      const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
      const told = () => page.evaluate(() => window.told);
      await page.locator('.buttons [aria-label*="e2"]').focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.told.some((line) => line.includes("Where to?")));
      assert.match(await focused(), /^e[34]$/, "the focus goes on to where the piece may go");
      await page.locator('.buttons [aria-label="e4"]').focus();
      await page.keyboard.press("Enter");
      await page.waitForSelector(".bar.mine");
      await page.waitForFunction(() => window.told.at(-1) === "Move which piece?");
      // A pawn that Black has blocked is not to be picked.
      if (await page.locator('.buttons [aria-label$="White, e4"]').count())
        assert.match(await focused(), /White, e4$/, "the focus stays where the piece is");
      const all = await told();
      // The first question may have been heard, too.
      const at = (what) => all.findLastIndex((line) => what.test(line));
      const order = [/Where to/, /^White moves Pawn \(e2\) to e4/, /^Black moves/, /^Move which/].map(at);
      assert.deepEqual(
        [...order].sort((x, y) => x - y),
        order,
        all.join(" / "),
      );
      assert.ok(order.every((n) => n >= 0));
      // A dialog hides what is told, and nothing comes again when it closes.
      await page.keyboard.press("m");
      assert.equal(await page.locator("dialog input").inputValue(), "");
      await page.keyboard.press("Escape");
      await page.waitForTimeout(400);
      assert.deepEqual(await told(), all);
      await page.keyboard.press("l");
      await page.keyboard.press("l");
      await page.waitForFunction((n) => window.told.length === n + 2, all.length);
    }));

  test("arrows lead to cards that cannot be played, too, and say why; what was passed is told", async () => {
    await visit("/g/heron-and-ember", "wide", async (page) => {
      await ready(page);
      await dealUntil(page, page.locator(".unlit button"), page.locator('.buttons button[data-key^="t"]'));
      await page.locator('.buttons button[data-key^="t"]').first().focus();
      const isUnlit = () =>
        page.evaluate(() => document.activeElement.matches('.unlit [aria-disabled="true"]'));
      // Which cards can be played differs with the deal.
      for (let k = 0; k < 24 && !(await isUnlit()); k++)
        await page.keyboard.press(k < 8 ? "ArrowLeft" : "ArrowRight");
      assert.ok(await isUnlit());
      assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /your hand/);
      await page.keyboard.press("Enter");
      await page.waitForSelector(".bar .notice");
      assert.ok(await isUnlit(), "the focus stays");
      assert.deepEqual(await violations(page), []);
    });
    await visit("/g/hearts", "wide", async (page) => {
      await ready(page);
      for (let i = 0; i < 3; i++) {
        const card = page.locator(".buttons button").first();
        const before = await card.getAttribute("data-key");
        await card.dispatchEvent("click", { detail: 0 });
        await page.waitForFunction(
          (key) =>
            !document.querySelector(`.buttons [data-key="${key}"]`) &&
            document.querySelector(".buttons button"),
          before,
        );
      }
      await page.waitForFunction(() =>
        /new in hand: .+/.test(document.querySelector(".match .unseen[role=status]")?.textContent),
      );
    });
  });

  /** Where something is, before each click and while it is waited for the next one: what comes back has moved too. */
  const seenAt = async (page, selector, clicks) => {
    await ready(page);
    const seen = new Set();
    const note = async () => {
      const box = await page.evaluate((of) => {
        const { x, y, width, height } = document.querySelector(of)?.getBoundingClientRect() ?? {};
        return JSON.stringify([x, y, width, height]);
      }, selector);
      seen.add(box);
      return false;
    };
    await clickAbout(page, clicks, { random: chance(SEED), isEnough: note });
    await note();
    return [...seen].map((box) => JSON.parse(box));
  };

  for (const game of ["tressette", "hearts"]) {
    test(`${game}, phone: the hand stays where it is from trick to trick`, () =>
      visit(`/g/${game}`, "phone", async (page) => {
        // Later the match may end, which takes lines more.
        const tops = new Set((await seenAt(page, ".zone.hand", Math.min(MOVES, 25))).map(([, y]) => y));
        assert.equal(tops.size, 1, `the hand was at ${[...tops].join(", ")}`);
        assert.ok(!tops.has(null));
      }));
  }

  test("chess, phone: the bar stays as high as it is, with its buttons in one line", () =>
    visit("/g/chess", "phone", async (page) => {
      const bars = await seenAt(page, ".foot > .bar", MOVES);
      assert.equal(bars.length, 1, `the bar was ${JSON.stringify(bars)}`);
      const tops = await page.$$eval(".ways button", (all) =>
        all.map((one) => one.getBoundingClientRect().y),
      );
      assert.equal(new Set(tops).size, 1);
    }));

  test("thicket, phone: the board lies still while there is room around it", () =>
    visit("/g/thicket", "phone", async (page) => {
      const boards = await seenAt(page, ".ground", MOVES);
      assert.ok(boards.length <= 2, `the board was ${JSON.stringify(boards)}`);
    }));

  test("a game speaks the language of the page, and at once another one", () =>
    visit("/settings", "wide", async (page) => {
      await page.getByLabel("Language").selectOption("it");
      await page.goto(`${house.url}/g/six-winters`);
      await page.getByText("Dove va il tuo lavoratore?").first().waitFor();
      await page.locator(".name", { hasText: "Giocatore 2" }).waitFor();
      await page
        .getByRole("link", { name: "Impostazioni" })
        .or(page.getByRole("button", { name: "Impostazioni" }))
        .first()
        .click();
      await page.getByLabel("Lingua").selectOption("en");
      await page.getByText("Where does your worker go?").first().waitFor();
    }));

  test("the key for rules closes them too where the button of a phone has opened them", async () => {
    const match = await house.match("tic-tac-toe", [{ me: { name: "Ann" } }, { bot: "random" }]);
    const { context, page, wrong } = await house.guest("phone");
    await house.enter(page, match);
    await ready(page);
    await page.click("button.turn");
    await page.waitForSelector("dialog");
    await page.keyboard.press("r");
    await page.waitForSelector("dialog", { state: "detached" });
    assert.deepEqual(wrong, []);
    await context.close();
  });

  test("settings and the log lie over the table, and closing them leads back to it", () =>
    visit("/g/hearts", "phone", async (page) => {
      await ready(page);
      const at = page.url();
      await page.click(".corner");
      await page.click(".menu a[href='/settings']");
      await page.selectOption("dialog .settings select >> nth=1", "dark");
      await page.click("dialog .close");
      assert.equal(page.url(), at);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
      await page.click(".log-toggle");
      await page.click(".log .head button");
      assert.equal(await page.locator(".log").isVisible(), false);
      assert.ok(await page.locator(".table .panel").first().isVisible());
    }));

  test("a card of the hand is laid behind the others by dragging, and nothing is played", () =>
    visit("/g/hearts", "wide", async (page) => {
      await page.waitForSelector(".buttons button");
      const cards = () =>
        page.evaluate(() =>
          [...document.querySelectorAll(".buttons button")]
            .map((button) => ({ name: button.ariaLabel, x: button.getBoundingClientRect().x }))
            .sort((a, b) => a.x - b.x)
            .map(({ name }) => name),
        );
      const before = await cards();
      const boxOf = (name) => page.locator(`.buttons [aria-label="${name}"]`).boundingBox();
      const [from, to] = [await boxOf(before[0]), await boxOf(before.at(-1))];
      await page.mouse.move(from.x + 8, from.y + 40);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width - 8, to.y + 42, { steps: 5 });
      await page.mouse.up();
      assert.deepEqual(await cards(), [...before.slice(1), before[0]]);
      assert.match(page.url(), /\/g\/hearts$/);
    }));

  test("a finger drags a piece to a place, and dropping it elsewhere does no harm", () =>
    visit("/g/chess", "phone", async (page) => {
      await ready(page);
      const finger = await page.context().newCDPSession(page);
      const touch = (type, points) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      const boxOf = (name) => page.locator(`.buttons [aria-label*="${name}"]`).first().boundingBox();
      const pawn = await boxOf("e2");
      const middle = { x: pawn.x + pawn.width / 2, y: pawn.y + pawn.height / 2 };
      const drag = async (by) => {
        await touch("touchStart", [middle]);
        for (let i = 1; i <= 5; i++) await touch("touchMove", [{ x: middle.x, y: middle.y + (by * i) / 5 }]);
        await touch("touchEnd", []);
      };
      await drag(pawn.height * 4);
      assert.match(page.url(), /\/g\/chess$/);
      await page.keyboard.press("Escape");
      await drag(-pawn.height * 2);
      await page.waitForURL(/\/m\//);
      assert.equal(await page.evaluate(() => scrollY), 0);
    }));

  test("a card whose words are too small is shown large to a finger first, and played by a second tap", () =>
    visit("/g/heron-and-ember", "phone", async (page) => {
      await ready(page);
      const card = page.locator('.buttons button[data-key^="t"]').first();
      await dealUntil(page, card);
      const isTold = () => page.getByText("Hold a card to read it.").count();
      assert.equal(await isTold(), 1);
      const tap = async () => {
        const { x, y, width } = await card.boundingBox();
        await page.touchscreen.tap(x + width / 2, y + 20);
      };
      await tap();
      await page.waitForSelector(".loupe");
      assert.match(page.url(), /\/g\//);
      await page.locator(".ways .go").tap();
      await page.waitForURL(/\/m\//);
      assert.equal(await page.locator(".loupe").count(), 0);
      assert.equal(await isTold(), 0, "it is said once");
      await page.goto(`${house.url}/g/heron-and-ember`);
      await ready(page);
      assert.equal(await isTold(), 0, "nor at the next table");
    }));

  test("a match is opened with another seat, a bot for each other one, options and a clock", async () => {
    const choose = (page, name, value) =>
      page.locator("label", { hasText: name }).locator("select").selectOption(value);
    await visit("/g/chess", "wide", async (page) => {
      await ready(page);
      await choose(page, "You are", "1");
      await choose(page, "Bots", "random");
      // White has moved, and nothing was asked before.
      await page.waitForSelector(".buttons button");
      await page.waitForFunction(() => document.querySelector('[role="log"]')?.textContent.includes("White"));
      await choose(page, "Clock", "5+3");
      await page.getByRole("button", { name: "Open the match" }).click();
      await page.waitForURL(/\/m\//);
      await page.waitForSelector(".panel .clock");
    });
    await visit("/g/hearts", "wide", async (page) => {
      await ready(page);
      await page.getByText("Each bot by itself").click();
      await page.locator("details select").first().selectOption("random");
      await ready(page);
      assert.equal(await page.locator("details select").first().inputValue(), "random");
      await clickAbout(page, 3);
    });
  });

  test("one comes closer with a wheel, keys and two fingers, picks there, and goes back", () =>
    visit("/g/go", "phone", async (page) => {
      await ready(page);
      await page.waitForSelector(".buttons button");
      const zoom = async () => Number(await page.locator(".camera").getAttribute("data-zoom"));
      const boxOf = (name) => page.locator(`.buttons [aria-label="${name}"]`).boundingBox();
      const small = await boxOf("e5");
      const middle = { x: small.x + small.width / 2, y: small.y + small.height / 2 };
      const finger = await page.context().newCDPSession(page);
      const touch = (type, points) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      const apart = (by) => [-1, 1].map((side, id) => ({ x: middle.x + side * by, y: middle.y, id }));
      await touch("touchStart", apart(20));
      for (let by = 24; by <= 44; by += 4) await touch("touchMove", apart(by));
      await touch("touchEnd", []);
      assert.ok((await zoom()) > 1.8, "two fingers come closer");
      const large = await boxOf("e5");
      assert.ok(large.width > small.width * 1.8);
      assert.ok(
        Math.abs(large.x + large.width / 2 - middle.x) < 6,
        "what is between the fingers stays there",
      );
      assert.match(page.url(), /\/g\/go$/);
      await page.keyboard.press("0");
      assert.equal(await zoom(), 1);
      await page.keyboard.press("+");
      assert.ok((await zoom()) > 1.2);
      await page.mouse.move(middle.x, middle.y);
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -200);
      await page.keyboard.up("Control");
      assert.ok((await zoom()) > 2);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
      const close = await boxOf("e5");
      await page.mouse.click(close.x + close.width / 2, close.y + close.height / 2);
      await page.waitForURL(/\/m\//);
      await page.waitForFunction(() => document.querySelector('[role="log"]').textContent.includes("e5"));
    }));

  test("a dark page begins dark, by the system or by choice, before any of its scripts has run", async () => {
    for (const [system, chosen] of [
      ["dark", null],
      ["light", "dark"],
    ]) {
      const context = await house.browser.newContext({ colorScheme: system });
      const page = await context.newPage();
      await page.goto(`${house.url}/settings`);
      if (chosen)
        await page.evaluate((theme) => localStorage.setItem("settings", JSON.stringify({ theme })), chosen);
      await page.route("**/*", (route) =>
        /assets\/(?!early).*\.js/.test(route.request().url()) ? route.abort() : route.continue(),
      );
      await page.goto(house.url);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      // As lightness of Lab, from 0 to 100.
      assert.ok(Number(/^lab\(([\d.]+)/.exec(ground)?.[1]) < 40, `${system}, ${chosen}: ${ground}`);
      assert.equal(await page.locator("#app > *").count(), 0);
      await context.close();
    }
  });

  test("the Tab key stops once on the table, and arrows lead over it", () =>
    visit("/g/chess", "wide", async (page) => {
      await page.waitForSelector(".buttons button");
      assert.equal(await page.locator('.buttons button[tabindex="0"]').count(), 1);
      const names = await page
        .locator(".buttons button")
        .evaluateAll((all) => all.map((b) => b.ariaLabel.split(" ").at(-1)));
      // From above to below, and from left to right: the squares, the knights and pawns.
      assert.deepEqual([names[0], names.at(-1)], ["a4", "g1"]);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      const label = await page.evaluate(() => document.activeElement.ariaLabel);
      assert.match(label, /b4/);
    }));

  test("no letter on a card of a phone is too small to be read, and costs are signs", () =>
    visit("/g/heron-and-ember", "phone", async (page) => {
      await ready(page);
      await clickAbout(page, 12);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll(".card.made *")]
          .filter((e) => [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim()))
          .filter((e) => Number.parseFloat(getComputedStyle(e).fontSize) < 9)
          .map((e) => `${e.textContent}: ${getComputedStyle(e).fontSize}`),
      );
      assert.deepEqual(small, []);
      assert.ok((await page.locator(".card.made .pip").count()) > 0);
      const written = await page.locator(".card.made b, .card.made .short").allTextContents();
      assert.deepEqual(
        written.filter((text) => /^\d*[WUBRGC]+$/.test(text)),
        [],
      );
    }));

  for (const path of [
    "/",
    "/g/chess",
    "/g/saltmarsh",
    "/me",
    "/settings",
    "/nowhere",
    "/m/none",
    "/i/none",
    "/r/none",
  ]) {
    test(`axe finds nothing at ${path}, nor in the middle of a decision`, () =>
      visit(path, "wide", async (page) => {
        await page.waitForSelector("h1, .panel", { timeout: 90_000 });
        if (path.startsWith("/g/")) {
          await ready(page);
          await clickAbout(page, 1);
        }
        assert.deepEqual(await violations(page), []);
      }));
  }
});
