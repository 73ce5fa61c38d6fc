// What happens to a match: two people, one screen, invites, taking back, a page loaded again, a server that was killed,
// the end and what follows it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { chance, clickAbout } from "./clicks.mjs";
import { House, ready, violations } from "./house.mjs";

const me = (name) => ({ me: { name } });

describe("matches", () => {
  let house;
  before(async () => {
    house = await House.open();
  });
  after(() => house?.close());

  /** Two windows, each with a seat of one match. */
  async function two(game, body, more) {
    const match = await house.match(game, [me("Ann"), me("Bo")], more);
    const [ann, bo] = [await house.guest(), await house.guest("phone")];
    const own = match.kept().seats;
    try {
      await house.enter(ann.page, match, own.slice(0, 1));
      await house.enter(bo.page, match, own.slice(1));
      await Promise.all([ready(ann.page), ready(bo.page)]);
      await body(ann.page, bo.page, match);
      assert.deepEqual([...ann.wrong, ...bo.wrong], []);
    } finally {
      await ann.context.close();
      await bo.context.close();
    }
  }
  const isAsked = (page) => page.locator(".bar.mine").count();
  const pick = (page, name) =>
    page.locator(`.buttons [aria-label*="${name}"]`).first().dispatchEvent("click", { detail: 0 });
  const press = (page, name) => page.getByRole("button", { name, exact: true }).first().click();

  test("a page that is loaded again in the middle of an effect is asked the same", () =>
    two("six-winters", async (ann, bo) => {
      const effect = (page) => page.locator(".bar.effect").count();
      const random = chance(3);
      let asked = null;
      for (let i = 0; i < 400 && !asked; i++) {
        for (const page of [ann, bo]) {
          if (await effect(page)) asked = page;
          else if (await isAsked(page)) await clickAbout(page, 1, { random });
          if (asked) break;
        }
        await ann.waitForTimeout(10);
      }
      assert.ok(asked, "nobody was asked anything in the middle of an effect");
      const prompt = () => asked.locator(".prompt").textContent();
      const before = await prompt();
      await asked.reload();
      await asked.waitForSelector(".bar.effect");
      assert.equal(await prompt(), before);
      await clickAbout(asked, 1, { random });
    }));

  test("half a move is still there when the page is loaded again, and the log too", () =>
    two("chess", async (ann, bo) => {
      await pick(ann, "e2");
      await pick(ann, "e4");
      await bo.waitForSelector(".bar.mine");
      await pick(bo, "g8");
      const told = await bo.locator("[role=log] p").first().textContent();
      await bo.reload();
      await bo.waitForSelector(".thing.picked");
      assert.equal(await bo.locator("[role=log] p").first().textContent(), told);
      // What was before the page was loaded can be looked back at.
      await press(bo, "look back");
      await bo.locator(".past", { hasText: "0 of 1" }).waitFor();
      await press(bo, "to the present");
      await pick(bo, "f6");
      await ann.waitForSelector(".bar.mine");
    }));

  test("a move is taken back when the other allows it, and not when not", () =>
    two("chess", async (ann, bo) => {
      await pick(ann, "e2");
      await pick(ann, "e4");
      await bo.waitForSelector(".bar.mine");
      await pick(bo, "e7");
      await pick(bo, "e5");
      await ann.waitForSelector(".bar.mine");
      await press(ann, "take back");
      await press(bo, "No");
      const refused = ann.locator(".extra", { hasText: "it was refused" });
      await refused.waitFor();
      assert.equal(await isAsked(ann), 1);
      await press(ann, "take back");
      await refused.waitFor({ state: "detached" });
      await press(bo, "Allow");
      await ann.waitForFunction(() => document.querySelector('.buttons [aria-label*="e2"]'));
      await bo.locator(".extra").waitFor({ state: "detached" });
    }));

  test("a friend comes in by a link, says something, and they play again with seats moved on", async () => {
    const [ann, bo] = [await house.guest(), await house.guest("phone")];
    await ann.page.goto(`${house.url}/g/tic-tac-toe`);
    await ready(ann.page);
    await ann.page.getByLabel("Match", { exact: true }).selectOption("friends");
    await ann.page.getByLabel("Your name").fill("Ann");
    await press(ann.page, "Open the match");
    await ann.page.waitForURL(/\/m\//);
    const link = await ann.page.locator("details input").inputValue();
    await press(ann.page, "QR code");
    await ann.page.waitForSelector("details img");
    await bo.page.goto(link);
    await bo.page.getByLabel("Your name").fill("Bo");
    await press(bo.page, "Join");
    await ready(bo.page);
    const seat = bo.page.url();
    await bo.page.goto(link);
    await bo.page.waitForURL(seat);
    await ready(bo.page);
    await ann.page.locator("details[aria-label='Invite others']").waitFor({ state: "detached" });
    await ann.page.getByLabel("Chat", { exact: true }).fill("good luck");
    await ann.page.keyboard.press("Enter");
    await bo.page.waitForFunction(() => document.body.textContent.includes("good luck"));
    const random = chance(5);
    const isOver = (page) => page.evaluate(() => document.querySelector(".playing")?.dataset.over === "true");
    for (let i = 0; i < 400 && !(await isOver(ann.page)); i++) {
      for (const { page } of [ann, bo]) if (await isAsked(page)) await clickAbout(page, 1, { random });
    }
    assert.ok(await isOver(ann.page));
    const first = ann.page.url();
    await press(ann.page, "Play again");
    await ann.page.waitForURL((url) => url.href.includes("/m/") && url.href !== first);
    await ready(ann.page);
    await bo.page.locator(".extra", { hasText: "Ann would like to play again." }).waitFor();
    await press(bo.page, "To the next match");
    await bo.page.waitForURL((url) => url.pathname === new URL(ann.page.url()).pathname);
    await ready(bo.page);
    // Who was second begins now.
    await bo.page.waitForSelector(".bar.mine");
    await ann.page.waitForSelector(".playing[data-busy=false]");
    await ann.page.goto(first.replace("/m/", "/r/"));
    await ann.page.waitForSelector(".scrubber");
    await press(ann.page, "later");
    await ann.page.waitForURL(/at=1/);
    // Every turn is one move here.
    await press(ann.page, "to the end");
    await ann.page.waitForURL(/at=[5-9]/);
    await press(ann.page, "to the start");
    await ann.page.waitForURL(/at=0/);
    await press(ann.page, "later");
    await ann.page.waitForURL(/at=1/);
    await press(ann.page, "later");
    await ann.page.waitForURL(/at=2/);
    assert.ok((await ann.page.locator(".turns i").count()) > 1, "who moved when is marked");
    await press(ann.page, "earlier");
    await ann.page.waitForURL(/at=1/);
    await press(ann.page, "Who was ahead?");
    await ann.page.waitForSelector(".ahead li");
    assert.equal(await ann.page.locator(".graph .line").count(), 2, "a line for each seat");
    await ann.page.locator(".ahead li button").last().click();
    await ann.page.waitForURL((url) => Number(url.searchParams.get("at")) > 1);
    await ann.page.locator(".graph svg").click({ position: { x: 12, y: 40 } });
    await ann.page.waitForURL(/at=0/);
    assert.deepEqual(await violations(ann.page), []);
    await ann.page.keyboard.press("ArrowRight");
    await ann.page.waitForURL(/at=1/);
    await press(ann.page, "Play on from here");
    await ann.page.waitForURL((url) => url.href.includes("/m/") && url.href !== first);
    await ready(ann.page);
    // Who was to move there is asked, once the table is there.
    await ann.page.waitForSelector(".bar.mine");
    await ann.context.close();
    await bo.context.close();
  });

  test("a killed server comes back to the same decision, and a move made meanwhile is kept", () =>
    two("chess", async (ann, bo) => {
      await pick(ann, "e2");
      await pick(ann, "e4");
      await bo.waitForSelector(".bar.mine");
      await house.kill();
      await pick(bo, "e7");
      await pick(bo, "e5");
      await bo.waitForSelector(".lost");
      await house.start();
      await ann.waitForSelector(".bar.mine", { timeout: 30_000 });
      await bo.locator(".lost").waitFor({ state: "detached", timeout: 30_000 });
      const lines = (page) => page.locator("[role=log]").first().locator("p").allTextContents();
      assert.equal((await lines(bo)).length, 2);
    }));

  test("on one screen, nothing of the next player is there before the device is handed over", async () => {
    const match = await house.match(
      "hearts",
      [1, 2, 3, 4].map((n) => me(`Player ${n}`)),
    );
    await house.visit("/settings", "wide", async (page) => {
      const heard = [];
      page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => heard.push(String(payload))),
      );
      await house.enter(page, match);
      await page.waitForSelector(".cover");
      const seats = () => new Set(heard.flatMap((text) => JSON.parse(text).welcome?.seat ?? []));
      assert.deepEqual([...seats()], []);
      await page.keyboard.press("Enter");
      await ready(page);
      assert.equal(seats().size, 1);
      await clickAbout(page, 40, {
        isEnough: async () => (await page.locator(".cover").count()) > 0 && seats().size === 1,
      });
      await page.waitForSelector(".cover");
      assert.equal(await page.locator(".thing").count(), 0);
      assert.equal(seats().size, 1);
    });
  });

  test("on one screen without secrets two play at one table, and take back without asking", async () => {
    const match = await house.match("chess", [me("White"), me("Black")]);
    await house.visit("/settings", "wide", async (page) => {
      await house.enter(page, match);
      await page.waitForSelector(".bar.mine");
      for (const square of ["e2", "e4", "e7", "e5"]) {
        await page.waitForSelector(`.buttons [aria-label*="${square}"]`);
        await pick(page, square);
      }
      await page.waitForSelector('.buttons [aria-label*="d2"]');
      await press(page, "take back");
      await page.waitForSelector('.buttons [aria-label*="e7"]');
    });
  });

  test("the king of chess castles by a tap on where it goes to", async () => {
    const match = await house.match("chess", [me("White"), me("Black")]);
    await house.visit("/settings", "phone", async (page) => {
      await house.enter(page, match);
      for (const square of "e2 e4 e7 e5 g1 f3 b8 c6 f1 c4 f8 c5 e1 g1".split(" ")) {
        await page.waitForSelector(`.buttons [aria-label*="${square}"]`);
        await pick(page, square);
      }
      await page.waitForSelector('.buttons [aria-label*="e8"]');
      const lines = await page.locator("[role=log]").first().locator("p").allTextContents();
      assert.match(lines.at(-1), /White castles, the king to g1/);
      // A line leads back to its moment, and Esc to the present.
      await page.locator(".log-toggle").click();
      await page.locator("[role=log] p").nth(1).locator(".then").click();
      await page.getByText("Looking back: 2 of 7").waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.waitForSelector(".bar.mine");
    });
  });

  test("a match that is over says in the list how it ended, and goes only after one more tap", async () => {
    const match = await house.match("tic-tac-toe", [me("Ann"), { bot: "random" }]);
    await house.visit("/settings", "phone", async (page) => {
      await house.enter(page, match);
      await page.waitForSelector(".bar.mine");
      for (const button of ["More", "Resign", "Give up the match?"]) await press(page, button);
      await page.waitForSelector(".playing[data-over=true]");
      await page.goto(`${house.url}/r/${match.match}`);
      await page.waitForSelector(".scrubber");
      const { y } = await page.locator(".match .bar").boundingBox();
      assert.ok(y > 844 - 112, "what leads through a replay leaves the room of a phone to the table");
      assert.equal(await page.getByRole("button", { name: "Who was ahead?" }).isVisible(), false);
      await page.locator(".scrubber .others").click();
      await page.getByRole("button", { name: "Who was ahead?" }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.goto(`${house.url}/me`);
      assert.match(await page.locator(".state").textContent(), /Ann resigned: .* wins/);
      await press(page, "Forget it: tic-tac-toe");
      assert.equal(await page.locator("li").count(), 1);
      await page.getByRole("heading").click();
      await press(page, "Forget it: tic-tac-toe");
      await press(page, "Forget it? tic-tac-toe");
      await page.locator("li").waitFor({ state: "detached" });
    });
  });

  test("the browser's way back closes a dialog, and does not leave the match", async () => {
    const match = await house.match("chess", [me("Ann"), { bot: "random" }]);
    const { context, page } = await house.guest();
    const [isOpen, isClosed] = ["attached", "detached"].map((state) => ({ state }));
    try {
      await house.enter(page, match);
      await page.waitForSelector(".bar.mine");
      const dialog = page.locator("dialog[open]");
      for (const leave of [() => page.goBack(), () => page.keyboard.press("Escape")]) {
        await page.keyboard.press("m");
        await dialog.waitFor(isOpen);
        await leave();
        await dialog.waitFor(isClosed);
        // Its step is left a moment later.
        await page.waitForFunction(() => !history.state?.isDialog);
        assert.equal(new URL(page.url()).pathname, `/m/${match.match}`);
      }
      await page.goBack();
      await page.waitForURL(/settings/);
      // A table beside its rules stays there, also once it is a match of its own.
      await page.goto(`${house.url}/g/chess`);
      await page.waitForSelector(".bar.mine");
      await pick(page, "e2");
      await pick(page, "e4");
      await page.waitForURL(/\/m\//);
      await page.waitForSelector(".bar.mine");
      await page.keyboard.press("m");
      await dialog.waitFor(isOpen);
      await page.keyboard.press("Escape");
      await dialog.waitFor(isClosed);
      await page.waitForTimeout(200);
      assert.equal(await page.locator(".game .rules").count(), 1);
    } finally {
      await context.close();
    }
  });

  test("a table that is loaded again lies as it lay", async () => {
    const match = await house.match("seven-commons", [me("Ann"), { bot: "random" }]);
    const { context, page } = await house.guest("phone");
    const places = () =>
      page
        .locator("svg.ground .mark")
        .evaluateAll((all) => all.map((tile) => Math.round(tile.getBoundingClientRect().top)));
    try {
      await house.enter(page, match);
      await ready(page);
      const before = await places();
      await clickAbout(page, 40, { random: chance(11) });
      assert.deepEqual(await places(), before, "nothing moves as it is played on");
      await page.reload();
      await ready(page);
      assert.deepEqual(await places(), before);
    } finally {
      await context.close();
    }
  });

  test("against a bot a hint says what it would do, and a bar what each seat may expect", async () => {
    const match = await house.match("chess", [me("Ann"), { bot: "random" }]);
    await house.visit("/settings", "wide", async (page) => {
      await page.getByLabel("Chances beside matches against bots").check();
      await house.enter(page, match);
      await page.waitForSelector(".bar.mine");
      await page.waitForSelector(".chances", { timeout: 30_000 });
      assert.match(await page.locator(".chances").getAttribute("aria-label"), /Ann \d+ %, .* \d+ %/);
      assert.equal(await page.locator(".advice").count(), 0);
      await press(page, "Hint");
      await page.waitForSelector(".advice", { timeout: 30_000 });
      assert.match(await page.locator(".advice").textContent(), /^\s*A bot would choose /);
      assert.equal(await page.locator(".sentence .notice").count(), 0, "it is no refusal");
      assert.equal(
        await page.locator(".hinted svg").count(),
        2,
        "the piece and where it goes have a frame and a sign",
      );
      assert.equal(await page.locator(".advice svg").count(), 1, "and so have its words");
      const hidden = await page.evaluate(() => {
        const { left, right, top, bottom } = document.querySelector(".advice").getBoundingClientRect();
        return [...document.querySelectorAll(".hinted, .bar")].filter((one) => {
          const box = one.getBoundingClientRect();
          return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
        }).length;
      });
      assert.equal(hidden, 0, "the words hide neither what they are about nor what is asked");
      assert.equal(await page.locator(".thing.changed").count(), 0, "it is nothing that has changed");
      await pick(page, "e2");
      await pick(page, "e4");
      await page.waitForSelector('.buttons [aria-label*="d2"]');
      assert.equal(await page.locator(".advice").count(), 0, "it was about another question");
      assert.equal(await page.locator(".hinted").count(), 0);
    });
  });

  test("who looks on sees the match and cannot move", async () => {
    const match = await house.match("chess", [me("Ann"), { bot: "random" }]);
    await house.visit(`/m/${match.match}`, "wide", async (page) => {
      await ready(page);
      await page.waitForFunction(() => document.body.textContent.includes("Ann"));
      assert.equal(await page.locator(".buttons button").count(), 0);
    });
  });
});
