// `tavola dev` in a real browser: a game is written beside its table, in the page and in another editor. Saves that are
// good, broken, and such that a choice is refused; files that change meanwhile; strangers.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { build } from "vite";
import { binary, browser as started, violations } from "./house.mjs";

const GAME = `game "Stones";

board Field { shape square(3, 3); }
interactable Stone { number weight = 5; }
turn Main { }

global class Rules {
    action put {
        input Tile at "Where?" where at.isEmpty() && MAY else "nothing lies in that corner";
        trigger PlayerChoiceEvent { return true; }
        effect {
            Stone stone = new Stone();
            stone.assign(player: actor);
            Field.place(stone, on: at);
            if (Field.isFull()) { winner actor; }
            turn.pass();
        }
    }
}

setup { players 2 "Ann", "Bo"; turns.use("Main"); }
`;
const FREE = GAME.replace("MAY", "true");
const STRICT = GAME.replace("MAY", 'at.name != "a1"');

describe("dev", () => {
  const folder = mkdtempSync(join(tmpdir(), "tavola-dev-"));
  const file = join(folder, "game.tgdl");
  let desk;
  let url;
  let browser;
  let page;
  const wrong = [];

  /** As editors do that write beside a file and put the new one in its place. */
  function saveElsewhere(text) {
    writeFileSync(`${file}~`, text);
    renameSync(`${file}~`, file);
  }

  before(async () => {
    await build({ logLevel: "error" });
    writeFileSync(file, FREE);
    desk = spawn(binary(), ["dev", folder, "--port", "0", "--client", "dist"]);
    url = await new Promise((done) => createInterface({ input: desk.stdout }).once("line", done));
    browser = await started();
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
    });
    page = await context.newPage();
    page.on("pageerror", (e) => wrong.push(e.message.split("\n")[0]));
    await page.goto(url);
  });
  after(async () => {
    await browser?.close();
    desk?.kill();
    rmSync(folder, { recursive: true });
    assert.deepEqual(wrong, []);
  });

  const state = () => page.locator("header .state");
  const stones = (n) => page.waitForFunction((n) => document.querySelectorAll(".thing").length === n, n);
  const put = (tile) => page.locator(`[data-key="Field/${tile}"]`).click({ force: true });
  const panel = (name) => page.getByRole("tab", { name }).click();
  /** Replaces the text in the editor. */
  async function type(text) {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
  }
  const waitFor = (locator, words) => locator.filter({ hasText: words }).first().waitFor();

  /** Saves in another editor, and waits for the table that comes of it: problems may read as before. */
  const saveAndWait = async (text) => {
    const standing = () => page.locator(".seat[data-stand]").first().getAttribute("data-stand");
    const before = await standing();
    saveElsewhere(text);
    await page.waitForFunction(
      (before) => document.querySelector(".seat[data-stand]")?.dataset.stand !== before,
      before,
    );
  };

  test("the table of the game is there, and whoever decides is played", async () => {
    await put("a1");
    await stones(1);
    await put("b2");
    await stones(2);
    await panel("History");
    await waitFor(page.locator(".panel"), "2 of 2");
  });

  test("the log lies over the table alone, in the words of a match", async () => {
    await page.getByRole("button", { name: "Log" }).click();
    const log = page.getByRole("complementary", { name: "Log" });
    await waitFor(log, "Bo: put b2");
    const [over, pane] = await Promise.all([log.boundingBox(), page.locator("section.table").boundingBox()]);
    assert.ok(over.x >= pane.x - 1 && over.y >= pane.y && over.y + over.height <= pane.y + pane.height + 1);
    await page.keyboard.press("Escape");
    await log.waitFor({ state: "hidden" });
  });

  test("a good save in the page makes the same choices again", async () => {
    await type(FREE.replace("weight = 5", "weight = 7"));
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => document.querySelector("main").dataset.took);
    const took = Number(await page.locator("main").getAttribute("data-took"));
    console.info(`from the save to the table: ${took.toFixed(0)} ms`);
    assert.match(readFileSync(file, "utf8"), /weight = 7/);
    assert.equal(await page.getByRole("alert").count(), 0);
    await stones(2);
    // A click plays and opens no panel; what is known of a thing stands in its own while the mouse rests on it.
    await page.locator("[data-thing]").first().click({ force: true });
    assert.equal(await page.getByRole("tab", { name: "History" }).getAttribute("aria-selected"), "true");
    await panel("Things");
    await page.locator("[data-thing]").last().hover({ force: true });
    await waitFor(page.locator(".panel dl"), "b2");
    await page.locator("[data-thing]").first().hover({ force: true });
    await waitFor(page.locator(".panel dl"), "a1");
    assert.match(await page.locator(".panel dl").first().textContent(), /weight\s*7/);
  });

  test("a broken save shows its problems beside the last good table, with a fix to click", async () => {
    await type(FREE.replace("number weight = 5;", "number weight = 5"));
    await page.keyboard.press("Control+s");
    await waitFor(state(), "last good table");
    await stones(2);
    await panel("Problems");
    await page.getByRole("button", { name: "write ;" }).first().click();
    await page.keyboard.press("Control+s");
    await waitFor(state(), "no mistakes");
    assert.equal(readFileSync(file, "utf8"), FREE);
    await stones(2);
  });

  test("a choice that new rules refuse is named, and comes back with a mended save of any editor", async () => {
    saveElsewhere(STRICT);
    await waitFor(page.locator(".refused"), "nothing lies in that corner");
    await stones(0);
    saveElsewhere(FREE);
    await stones(2);
    await page.locator(".refused").waitFor({ state: "detached" });
  });

  test("the editor follows the disk, also after something was typed and taken back", async () => {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    const isAskedFirst = () =>
      page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    await page.keyboard.type("x");
    assert.equal(await isAskedFirst(), true, "what is typed is not lost with the page without a question");
    await page.keyboard.press("Backspace");
    assert.equal(await isAskedFirst(), false);
    saveElsewhere(`// of another editor\n${FREE}`);
    await waitFor(page.locator(".cm-line"), "of another editor");
    await waitFor(state(), "no mistakes");
    saveElsewhere(FREE);
    await page.locator(".cm-line", { hasText: "of another editor" }).waitFor({ state: "detached" });
    assert.equal(await page.getByRole("alert").count(), 0);
  });

  test("what another editor wrote is told at once, and not written over without a question", async () => {
    await type(FREE.replace("weight = 5", "weight = 1"));
    saveElsewhere(FREE.replace("weight = 5", "weight = 2"));
    await waitFor(page.getByRole("alert"), "has changed on the disk");
    const differing = page.getByRole("region", { name: "differences" });
    assert.match(await differing.textContent(), /− .*weight = 2;.*\+ .*weight = 1;/s);
    await page.keyboard.press("Control+s");
    await waitFor(page.getByRole("alert"), "was not saved");
    assert.match(readFileSync(file, "utf8"), /weight = 2/);
    await page.getByRole("button", { name: "Write mine over it" }).click();
    await page.locator("button.save:disabled").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.match(readFileSync(file, "utf8"), /weight = 1/);
  });

  test("one steps back, and into the last effect", async () => {
    await panel("History");
    await page.getByRole("button", { name: "one choice back" }).click();
    await stones(1);
    await page.getByRole("button", { name: "one choice forward" }).click();
    await stones(2);
    await panel("Time");
    await waitFor(page.locator(".panel"), "is made");
    await page.getByRole("slider").fill("0");
    await stones(1);
    await panel("Problems");
    await stones(2);
  });

  test("rules that never end, and a file that vanishes, leave the desk alive", async () => {
    saveElsewhere(FREE.replace("setup {", "setup { while (true) { }"));
    await waitFor(page.locator(".refused"), "The rules went wrong");
    rmSync(file);
    await waitFor(state(), "last good table");
    saveElsewhere(FREE);
    await waitFor(state(), "no mistakes");
    await stones(2);
  });

  test("random play tells what never ran", async () => {
    await panel("Random play");
    await waitFor(page.locator(".panel"), "matches;");
    await waitFor(page.locator(".panel"), "What never ran");
  });

  test("rule tests run behind a save, and one that fails says where and why", async () => {
    const test = (n) => `test "a stone is heavy" { expect new Stone().weight == ${n}; }\n`;
    saveElsewhere(FREE + test(4));
    await page.getByRole("tab", { name: /Rule tests/ }).click();
    await page.getByText("1 failed").waitFor();
    const failure = page.locator("[role=tabpanel] li");
    assert.match(await failure.textContent(), /a stone is heavy.*5/s);
    await failure.getByRole("button").first().click();
    saveElsewhere(FREE + test(5));
    await page.getByText("none failed").waitFor();
    assert.equal(await failure.count(), 0);
  });

  test("a rule test that failed is shown on the table, and played on from there", async () => {
    const test = `test "two stones" { play put(at: "a1") by 0; play put(at: "c3") by 1; expect over; }\n`;
    saveElsewhere(FREE + test);
    await page.getByRole("tab", { name: /Rule tests/ }).click();
    await page.getByText("1 failed").waitFor();
    await page.getByRole("button", { name: "Show on the table" }).click();
    const begun = page.locator('.begun[role="status"]');
    await waitFor(begun, "This match begins at what failed in the rule test two stones: expected");
    await stones(2);
    await put("b2");
    await stones(3);
    // A save runs the test anew, and makes the choice again.
    saveElsewhere(FREE + test.replace("by 1;", 'by 1; play put(at: "a2") by 0; play put(at: "a3") by 1;'));
    await stones(5);
    await panel("History");
    await waitFor(page.locator(".panel"), "Ann: put b2");
    await page.getByRole("button", { name: "one choice back" }).click();
    await stones(4);
    await page.getByRole("button", { name: "New match" }).click();
    await begun.waitFor({ state: "hidden" });
    await stones(0);
  });

  test("a match at random that went wrong is shown on the table, with the choices that led there", async () => {
    saveElsewhere(
      FREE.replace(
        "turn.pass();",
        'turn.pass(); if (Field.at(1, 1).isEmpty() == false) { fault("the middle"); }',
      ),
    );
    await panel("Random play");
    await page.getByRole("button", { name: "Show on the table" }).click();
    await waitFor(page.locator(".refused"), "The rules went wrong: the middle");
    await panel("Time");
    await waitFor(page.locator(".panel"), "is made");
    await panel("History");
    await page.getByRole("button", { name: "one choice back" }).click();
    await page.locator(".refused").waitFor({ state: "hidden" });
    saveElsewhere(FREE);
    await waitFor(state(), "no mistakes");
    await page.getByRole("button", { name: "to the end" }).click();
    await page.waitForFunction(() => document.querySelector('.panel [aria-label="choice"]')?.value > 0);
    assert.equal(await page.locator(".refused").count(), 0);
  });

  test("while a choice is made that takes long, the bar says so", async () => {
    await page.getByRole("button", { name: "New match" }).click();
    await stones(0);
    const stand = await page.locator("[data-stand]").first().getAttribute("data-stand");
    saveElsewhere(FREE.replace("turn.pass();", "while (true) { stone.weight += 1; }"));
    await page.waitForFunction((old) => document.querySelector("[data-stand]").dataset.stand !== old, stand);
    // How long these rules take is up to the machine: a desk that stands still takes longer than any.
    desk.kill("SIGSTOP");
    try {
      await put("a1");
      await page.getByText("the rules are working…").first().waitFor();
    } finally {
      desk.kill("SIGCONT");
    }
    // A program without optimisations takes long for it.
    await page.locator(".refused", { hasText: "too many steps" }).waitFor({ timeout: 120_000 });
    await page.getByText("the rules are working…").first().waitFor({ state: "hidden", timeout: 120_000 });
    saveElsewhere(FREE);
    await page.getByRole("button", { name: "New match" }).click();
    await put("a1");
    await stones(1);
    await put("b2");
    await stones(2);
  });

  test("a thing of each class is shown in light and in dark", async () => {
    await panel("Look");
    const row = (theme) => page.locator(`.row[data-theme=${theme}]`).first();
    await row("dark").waitFor();
    const grounds = await Promise.all(
      ["light", "dark"].map((theme) => row(theme).evaluate((e) => getComputedStyle(e).backgroundColor)),
    );
    assert.notEqual(grounds[0], grounds[1]);
  });

  test("a new file is typed into at once, and closed again; a name that cannot be is refused", async () => {
    await page.getByTitle("another file").click();
    await page.keyboard.type("../x.tgdl\n");
    await waitFor(page.getByRole("alert"), "only files in the folder");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("more\n");
    await page.locator("button.open", { hasText: "more.tgdl" }).waitFor();
    await page.keyboard.type("xy");
    await waitFor(page.locator(".cm-line"), "xy");
    await waitFor(page.locator(".new"), "has an import of it");
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "close more.tgdl" }).click();
    await page.locator("button.open", { hasText: "game.tgdl" }).waitFor();
    // What is of the game by its name is checked before it is there.
    await page.getByTitle("another file").click();
    await page.keyboard.type("tests\n");
    await page.keyboard.type("test nothing");
    await panel("Problems");
    await waitFor(page.locator(".panel li"), "tests.tgdl");
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "close tests.tgdl" }).click();
    await waitFor(page.locator(".panel"), "No problems.");
  });

  test("two seats stand side by side, also in time, and six sizes at once", async () => {
    const both = (n) =>
      page.waitForFunction((n) => document.querySelectorAll("[data-eyes] .thing").length === n, n);
    await page.getByLabel("layout").selectOption("two");
    await both(4);
    await panel("Time");
    await page.getByRole("slider").fill("0");
    await both(2);
    await panel("Problems");
    await both(4);
    await page.getByLabel("layout").selectOption("sizes");
    const last = page.frameLocator("iframe").last();
    await last.locator(".thing").nth(1).waitFor();
    const width = async (frame) => (await page.locator("iframe").nth(frame).boundingBox()).width;
    const before = await width(4);
    await page.getByRole("button", { name: "1280 × 720" }).click();
    await page.locator("iframe").first().waitFor({ state: "hidden" });
    assert.ok((await width(4)) > before * 1.5);
    await page.getByLabel("layout").selectOption("one");
    await stones(2);
  });

  test("options are chosen beside the table, and begin the match anew", async () => {
    const option =
      'option number weight = 5 in { 5, 7 } "How heavy?";\ninteractable Stone { number heavy = weight;';
    saveElsewhere(FREE.replace("interactable Stone { number weight = 5;", option));
    const chosen = page.locator("header").getByLabel("weight");
    await chosen.selectOption("7");
    await stones(0);
    await put("b2");
    await stones(1);
    assert.equal(await chosen.inputValue(), "7");
    saveElsewhere(FREE);
    await chosen.waitFor({ state: "detached" });
  });

  test("what is begun is indented and completed, and the head of the page stays as high", async () => {
    const head = async () => (await page.locator("header").boundingBox()).height;
    const before = await head();
    await type("");
    await page.keyboard.type("global class Rules {\nStone first;\nfunction void f() {\nSto");
    const offered = page.locator(".cm-tooltip-autocomplete");
    await waitFor(offered, "Stone");
    await page.waitForTimeout(100);
    await page.keyboard.press("Tab");
    await page.keyboard.type(" s = first.");
    await waitFor(offered, "owner");
    await page.keyboard.press("Escape");
    const lines = await page.locator(".cm-line").allTextContents();
    assert.deepEqual(lines, [
      "global class Rules {",
      "    Stone first;",
      "    function void f() {",
      "        Stone s = first.",
      "    }",
      "}",
    ]);
    await waitFor(state(), "mistake");
    assert.equal(await head(), before);
    await page.locator(".cm-content").click();
    await type(FREE);
    await waitFor(state(), "no mistakes");
  });

  test("names are completed with their brackets, explained under the mouse, and lead to their declarations", async () => {
    const list = page.locator(".cm-tooltip-autocomplete");
    const active = () => page.locator(".cm-activeLine").first().textContent();
    await type(`${FREE}function number best(number most) { return most; }\ntest "t" { expect  == 1; }`);
    for (let i = 0; i < " == 1; }".length; i++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("bes");
    await list.waitFor();
    // A list takes nothing in the moment in which it opens.
    await page.waitForTimeout(120);
    await page.keyboard.press("Tab");
    await page.keyboard.type("1");
    assert.equal(await active(), 'test "t" { expect best(1) == 1; }');
    const best = page.locator(".cm-activeLine").getByText("best", { exact: true });
    await best.hover();
    await waitFor(page.locator(".cm-help"), "function number best(number most) { return most; }");
    await page
      .locator(".cm-activeLine")
      .getByText("best")
      .click({ modifiers: ["Control"] });
    assert.match(await active(), /^function number best/);
    await page.keyboard.press("Home");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("look Stone { colour ");
    await waitFor(list, "teal");
    await page.keyboard.press("Control+s");
    await list.waitFor({ state: "detached" });
    await type(FREE);
    await page.keyboard.press("Control+s");
    await waitFor(state(), "no mistakes");
    assert.equal(readFileSync(file, "utf8"), FREE);
  });

  test("long lines stand whole in the editor, and there is nothing to take back at first", async () => {
    const { width, inner } = await page
      .locator(".cm-scroller")
      .evaluate((e) => ({ width: e.clientWidth, inner: e.scrollWidth }));
    assert.equal(inner, width);
    await page.getByRole("button", { name: "New match" }).click();
    await page.locator(".bar .ways button", { hasText: "take back" }).waitFor({ state: "detached" });
  });

  test("whoever has chosen in secret reads what, while others still choose", async () => {
    const secret = "turn Main { phase All { simultaneous player.all(); then { } } }";
    await saveAndWait(FREE.replace("turn Main { }", secret).replace("turn.pass();", ""));
    await page.getByLabel("seen by").selectOption("seat-0");
    await put("c3");
    await waitFor(page.locator(".bar"), /waiting for Bo.*You have chosen: put.*c3/s);
    await page.getByLabel("seen by").selectOption("follow");
    await saveAndWait(FREE);
    await stones(1);
  });

  test("the room between editor, table and panels is divided anew, remembered, and put back", async () => {
    const sizes = async () => {
      const [source, panels] = await Promise.all(
        ["source", "panels"].map((part) => page.locator(`section.${part}`).boundingBox()),
      );
      return [Math.round(source.width), Math.round(panels.height)];
    };
    const between = (what) => page.getByRole("separator", { name: what });
    const before = await sizes();
    await between("editor and table").focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
    const { x, y, width } = await between("table and panels").boundingBox();
    await page.mouse.move(x + width / 2, y + 4);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y - 96);
    await page.mouse.up();
    const after = await sizes();
    assert.ok(after[0] < before[0] - 60, `${after} after ${before}`);
    assert.ok(Math.abs(after[1] - before[1] - 100) < 6, `${after} after ${before}`);
    await page.reload();
    await stones(1);
    assert.deepEqual(await sizes(), after);
    await between("editor and table").dblclick();
    await between("table and panels").dblclick();
    assert.deepEqual(await sizes(), before);
  });

  test("axe finds nothing", async () => assert.deepEqual(await violations(page), []));

  test("nobody without the token, of another origin or by another name is answered", async () => {
    const { port, host } = new URL(url);
    const asked = (path, headers) =>
      new Promise((done) => {
        const sent = request({ host: "127.0.0.1", port, path, headers: { host, ...headers } }, (answer) => {
          answer.resume();
          done(answer.statusCode);
        });
        sent.on("upgrade", (answer, socket) => {
          socket.destroy();
          done(answer.statusCode);
        });
        sent.end();
      });
    const socket = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    assert.equal(await asked("/", {}), 200);
    assert.equal(await asked("/api/desk", socket), 101);
    assert.equal(await asked("/api/desk", { ...socket, origin: "http://evil.example" }), 403);
    assert.equal(await asked("/", { host: "evil.example" }), 421);
    assert.equal(await asked("/../game.tgdl", {}), 404);
    const other = await browser.newPage();
    await other.goto(url.replace(/#.*/, `#${"0".repeat(32)}`));
    await waitFor(other.locator(".refused"), "at the address that it printed last");
    assert.equal(await other.locator(".cm-line").filter({ hasText: "Stones" }).count(), 0);
    await other.close();
  });
});
