import { expect, test } from "vitest";
import type { Legend, Sent } from "../src/model/legend";
import { called, calledLook } from "../src/pure/called";
import { classify } from "../src/pure/classify";
import { translator } from "../src/pure/translate";
import { askIn, calledIn, logIn, namesIn, toldIn, translated, translatorOf } from "../src/pure/translated";

const PAIRS: [Sent, Sent][] = [
  ["hay", "fieno"],
  ["Two", "Due"],
  ["cups", "coppe"],
  ["nothing", "niente"],
  [
    [0, " has paid ", 1, " of ", 2],
    [0, " ha pagato ", 2, ": ", 1],
  ],
  [
    [0, " of ", 1],
    [0, " di ", 1],
  ],
  ["takes {card}", "prende {card}"],
];

test("texts are found as they stand in the rules, a capital at the start aside", () => {
  const t = translator(PAIRS, "it");
  expect(["hay", "Hay", "two", "straw"].map(t)).toEqual(["fieno", "Fieno", "due", "straw"]);
});

test("values keep their places in the other sentence, and are translated by themselves", () => {
  const t = translator(PAIRS, "it");
  expect(t("Ann has paid 3 of hay")).toBe("Ann ha pagato fieno: 3");
  expect(t("Two of Cups")).toBe("Due di Coppe");
  // What says more goes before what says less.
  expect(t("Ann has paid Two of Cups of hay")).toBe("Ann ha pagato Coppe di fieno: Due");
});

test("lists and names that are put together are translated where all of them are known", () => {
  const t = translator(PAIRS, "it");
  expect(t("hay, Two and Cups")).toBe("fieno, Due e Coppe");
  expect(t("7 Cups")).toBe("7 Coppe");
  expect(t("Two Cups")).toBe("Due Coppe");
  expect(t("Blue Cups")).toBe("Blue Cups");
  expect(t("Hay {W}{2/R}")).toBe("Fieno {W}{2/R}");
  expect(t("1 Cups, 3 hay")).toBe("1 Coppe, 3 fieno");
  expect(t("Ann and hay")).toBe("Ann and hay");
});

test("what a pair says as a whole goes before the words in it", () => {
  const pairs: [Sent, Sent][] = [
    [
      [0, " market"],
      ["mercato: ", 0],
    ],
    ["Market", "Mercato"],
    ["Silk", "Seta"],
  ];
  expect(translator(pairs, "it")("Silk market")).toBe("mercato: Seta");
});

test("sentences are read one by one, and neither stops nor capitals make a difference", () => {
  const t = translator(
    [
      ...PAIRS,
      ["Flying.", "Volare."],
      [
        ["Pay ", 0, " life"],
        ["Paga ", 0, " vita"],
      ],
    ],
    "it",
  );
  expect(t("Flying. Pay 2 life. Cups.")).toBe("Volare. Paga 2 vita. Coppe.");
  expect(t("flying")).toBe("volare");
  expect(t("pay 3 life")).toBe("paga 3 vita");
  expect(t("Nothing here. Hay.")).toBe("Nothing here. Fieno.");
  expect(t("Nothing here. Or here.")).toBe("Nothing here. Or here.");
});

test("what is known goes before what only reads alike", () => {
  const price: [Sent, Sent] = [
    [0, " points for", 1],
    [0, " punti per", 1],
  ];
  const t = translator([...PAIRS, price, ["1 more hay from the forest", "1 fieno in più dal bosco"]], "it");
  expect(t("3 points for hay")).toBe("3 punti per fieno");
  expect(t("1 more hay from the forest")).toBe("1 fieno in più dal bosco");
});

test("a sign stands in the texts of cards for what the card is called", () => {
  const t = translator(
    [
      ...PAIRS,
      ["~ deals {n} to ~", "~ fa {n} a ~"],
      [
        ["Whenever ~ hits, pay ", 0],
        ["Paga ", 0, " se ~ colpisce"],
      ],
    ],
    "it",
  );
  expect(t("Whenever Burning Hay hits, pay 3")).toBe("Paga 3 se Burning Hay colpisce");
  expect(t("A deals {n} to A")).toBe("A fa {n} a A");
  expect(t("A deals {n} to B")).toBe("A deals {n} to B");
  // Its place is that of the rules' text, whatever the translation leaves out.
  const left = translator([[["Whenever ~ hits ", 0], "Quando ~ colpisce"]], "it");
  expect(left("Whenever Hay hits Ann")).toBe("Quando Hay colpisce");
});

test("a text in which many values stand is read in one pass", () => {
  const many = Array.from({ length: 40 }, (_, i) => [i, "a"]).flat();
  const t = translator([[many, "x"]], "it");
  expect(t("a".repeat(20_000))).toBe("x");
  expect(t(`${"a".repeat(20_000)}b`)).toMatch(/b$/);
});

test("patterns that all read like what stands in one another are given up, and other sentences are read", () => {
  const all = Array.from({ length: 3000 }, (_, i): [Sent, Sent] => [["a a a", i], `${i}`]);
  const t = translator(
    [
      ...PAIRS,
      ...all.map(([, to]): [Sent, Sent] => [
        ["a a a", 0],
        [String(to), 0],
      ]),
    ],
    "it",
  );
  const many = "a ".repeat(400).trim();
  expect(t(`${many}. Hay.`)).toMatch(/ Fieno\.$/);
});

test("texts that are called like what every object has are texts", () => {
  const t = translator(PAIRS, "it");
  for (const text of ["constructor", "toString", "valueOf", "__proto__", "hasOwnProperty"]) {
    expect(t(text)).toBe(text);
    expect(t(`hay ${text}`)).toBe(`hay ${text}`);
    expect(t(`hay, ${text}`)).toBe(`hay, ${text}`);
  }
});

test("a word between values is translated, a syllable alone is not", () => {
  const t = translator(
    [
      ...PAIRS,
      [
        [0, " passes"],
        [0, " passa"],
      ],
    ],
    "it",
  );
  expect(t("Bo passes")).toBe("Bo passa");
});

test("a pattern of one word means nothing where no value is known", () => {
  const t = translator(PAIRS, "it");
  expect(t("All of the tricks were taken")).toBe("All of the tricks were taken");
  expect(t("All of hay")).toBe("All di fieno");
});

test("a game says better what is called so in all games", () => {
  expect(translator(PAIRS, "it")("a card")).toBe("una carta");
  expect(translator([...PAIRS, ["a card", "una lama"]], "it")("a card")).toBe("una lama");
});

const LEGEND: Legend = {
  game: "g",
  secret: false,
  classes: [{ name: "Barn", kind: "global", attributes: [{ name: "winterHay", type: "number" }] }],
  enums: [{ name: "Good", cases: ["Hay", "Wood"], attributes: [] }],
  zones: [{ name: "store", title: "store", of: "Token", visible: "all" }],
  boards: [],
  actions: [
    { name: "payAll", of: "Barn", inputs: [{ name: "good", type: { case: "Good" }, prompt: "Which?" }] },
    { name: "wait", of: "Barn", title: "Wait a turn", inputs: [] },
  ],
  turns: [{ name: "Main", phases: ["Pay"] }],
  seats: [{ name: "White" }, { name: "Player 2" }],
  looks: {
    cases: [{ of: "Good", name: "Wood", look: { symbol: "W" } }],
    members: [],
    turns: [{ of: "Main", name: "Pay", look: { title: "Pay" } }],
    hidden: [],
  },
  words: {
    it: [
      ["winter hay", "fieno d'inverno"],
      ["hay", "fieno"],
      ["wood", "legno"],
      ["pay all", "paga tutto"],
      ["wait a turn", "aspetta un giro"],
      ["Which?", "Quale?"],
      ["store", "magazzino"],
      ["White", "Bianco"],
      ["pay", "pagare"],
    ],
  },
};

test("patterns that all read like what stands in one another end soon", () => {
  const all = Array.from({ length: 300 }, (_, i): [Sent, Sent] => [
    ["a", 0],
    [`${i}`, 0],
  ]);
  const t = translator(all, "it");
  const begun = performance.now();
  for (let i = 0; i < 5; i++) t("a".repeat(200 + i));
  expect(performance.now() - begun).toBeLessThan(500);
});

test("a legend has titles in the language of the reader, and names as the rules have them", () => {
  const legend = translated(LEGEND, "it");
  expect(legend.enums).toEqual(LEGEND.enums);
  expect(legend.looks.cases).toEqual([
    { of: "Good", name: "Hay", look: { title: "Fieno" } },
    { of: "Good", name: "Wood", look: { symbol: "W", title: "Legno" } },
  ]);
  expect(legend.looks.members.map(({ name, look }) => [name, look.title])).toEqual([
    ["payAll", "paga tutto"],
    ["winterHay", "fieno d'inverno"],
  ]);
  expect(legend.actions.map((a) => [a.name, a.title, a.inputs[0]?.prompt])).toEqual([
    ["payAll", "paga tutto", "Quale?"],
    ["wait", "Aspetta un giro", undefined],
  ]);
  expect(legend.zones[0]).toMatchObject({ name: "store", title: "magazzino", look: { title: "magazzino" } });
  expect(legend.seats.map(({ name }) => name)).toEqual(["Bianco", "Giocatore 2"]);
  expect(legend.looks.turns).toEqual([{ of: "Main", name: "Pay", look: { title: "Pagare" } }]);
});

test("who is called as a seat is has the name of that seat in each language, and others keep theirs", () => {
  const both = { en: ["White", "Bo"], it: ["Bianco", "Bo"] };
  expect(namesIn(translated(LEGEND, "it"), ["Bianco", "Bo"])).toEqual(both);
  expect(namesIn(translated(LEGEND, "en"), ["White", "Bo"])).toEqual(both);
  const unnamed = namesIn(translated(LEGEND, "it"), ["Ann", "Giocatore 2"]);
  expect(unnamed).toEqual({ en: ["Ann", "Player 2"], it: ["Ann", "Giocatore 2"] });
});

test("what stands side by side is read part by part", () => {
  expect(translator(LEGEND.words?.it, "it")("White 40 · Hay 3, wood 2")).toBe("Bianco 40 · Fieno 3, legno 2");
});

test("a legend without words for a language stays as it is, but for players whom the game gives no name", () => {
  const { words: _, ...plain } = LEGEND;
  expect(translated(LEGEND, "en")).toBe(LEGEND);
  const legend = translated(plain, "it");
  expect(legend.seats.map(({ name }) => name)).toEqual(["White", "Giocatore 2"]);
  expect(called("Player 2 takes Player 1", legend, ["Ann", "Giocatore 2"])).toBe(
    "Giocatore 2 takes Player 1",
  );
});

test("what is read of a message is translated, and what things are known by is not", () => {
  const t = translatorOf(translated(LEGEND, "it"));
  const told = {
    table: {
      things: {
        "1": {
          class: "hay",
          text: "hay",
          attributes: { wood: { case: ["Good", "Wood"] }, hay: { text: "hay" } },
        },
      },
      at: { hay: [1] },
    },
    log: [{ by: 0, action: "hay", tell: "hay", args: { hay: { case: ["Good", "Hay"] } } }],
    now: { result: { how: "hay", why: "hay" } },
  };
  expect(toldIn(told, t)).toEqual({
    table: {
      things: {
        "1": {
          class: "hay",
          text: "fieno",
          attributes: { wood: { case: ["Good", "Wood"] }, hay: { text: "fieno" } },
        },
      },
      at: { hay: [1] },
    },
    log: [{ by: 0, action: "hay", tell: "fieno", args: { hay: { case: ["Good", "Hay"] } } }],
    now: { result: { how: "hay", why: "fieno" } },
  });
  const asked = {
    q: 1,
    ask: { kind: "move" as const, prompt: "Which?", of: null },
    refs: [{ text: "hay" }],
    tree: [0],
    whole: true,
  };
  expect(askIn(asked, t)).toEqual({ ...asked, ask: { ...asked.ask, prompt: "Quale?" } });
});

test("what somebody wrote stays in the log, also where it reads like a word of the game", () => {
  const inputs = [
    { name: "note", type: "text", free: 20 },
    { name: "good", type: "text" },
  ];
  const legend = translated({ ...LEGEND, actions: [{ name: "write", of: "Rules", inputs }] }, "it");
  const entry = {
    by: 0,
    action: "write",
    of: "Rules",
    args: { note: { text: "hay" }, good: { text: "hay" } },
  };
  const args = { note: { text: "hay" }, good: { text: "fieno" } };
  expect(logIn([entry, { tell: "hay" }], legend, translatorOf(legend))).toEqual([
    { ...entry, args },
    { tell: "fieno" },
  ]);
});

test("names of seats are translated, and names that people have given themselves are not", () => {
  const legend = translated(LEGEND, "it");
  expect(["White", "Player 2"].map((name, seat) => calledIn(name, seat, LEGEND, legend))).toEqual([
    "Bianco",
    "Giocatore 2",
  ]);
  expect(calledIn("Wood", 0, LEGEND, legend)).toBe("Wood");
  expect(calledIn("White", 1, LEGEND, legend)).toBe("White");
});

test("suits of the Italian pack keep their signs where they have other names", () => {
  const suits = { name: "Suit", cases: ["Cups", "Coins", "Swords", "Batons"], attributes: [] };
  const words: Legend["words"] = { it: [["cups", "coppe"]] };
  const legend = translated(
    { ...LEGEND, enums: [suits], words, looks: { ...LEGEND.looks, cases: [] } },
    "it",
  );
  const setting = { seats: [], boards: [], zones: [], facts: new Map() };
  expect(classify(legend, setting).cases.get("Suit.Cups")).toEqual({ symbol: ":cups:", title: "Coppe" });
});

test("cards call people by their names, where the rules call them by number", () => {
  const seats = [{ name: "Player 1" }, { name: "Giocatore 2" }];
  const call = (said: string) => called(said, { seats }, ["Ann", "Bo"]);
  const look = { title: "Hero", badges: ["Player 1: 20", "Giocatore 2: 3", "Player 9"], symbol: "Player 1" };
  expect(calledLook(look, call)).toEqual({ ...look, badges: ["Ann: 20", "Bo: 3", "Player 9"] });
  const plain = { title: "Hero", text: "Players 1 to 4" };
  expect(calledLook(plain, call)).toBe(plain);
});

test("texts that rules join, with blanks at their ends, are each found", () => {
  const read = translator(
    [
      [
        ["+", 0, ". "],
        ["+", 0, ". "],
      ],
      [
        ["Trash up to ", 0, " of your hand. "],
        ["Elimina fino a ", 0, " carte della mano. "],
      ],
      ["Discard any number, draw as many. ", "Scarta quante carte vuoi, pescane altrettante. "],
      [
        [0, " card"],
        [0, " carta"],
      ],
    ],
    "it",
  );
  expect(read("+1 card. Trash up to 2 of your hand. ")).toBe("+1 carta. Elimina fino a 2 carte della mano. ");
  expect(read("+1 card. Discard any number, draw as many.")).toBe(
    "+1 carta. Scarta quante carte vuoi, pescane altrettante.",
  );
  expect(read(" Trash up to 2 of your hand.")).toBe(" Elimina fino a 2 carte della mano.");
});
